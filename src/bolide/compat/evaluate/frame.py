"""What all modules for evaluate share: the features, and the check of what they are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

import datasets
import evaluate

from bolide.errors import InputError

INPUTS = """
Args:
    predictions: the translations, a list of texts.
    references: references[i] is the reference of predictions[i], or a list of its references.
"""


class Module(evaluate.Metric):
    """A metric in evaluate's frame; a subclass defines `description`, `inputs`, `homepage` and `_compute`."""

    description = ""
    inputs = ""
    homepage = ""

    def _info(self) -> Any:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=self.description,
            citation="",
            inputs_description=INPUTS + self.inputs,
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
            reference_urls=[self.homepage],
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Add a batch: references[i] is the reference of predictions[i], or a list of its references."""
        check(predictions, references)
        evaluate.Metric.add_batch(self, predictions=predictions, references=references, **kwargs)

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Add one translation with its reference, or a list of references."""
        check([prediction], [reference])
        evaluate.Metric.add(self, prediction=prediction, reference=reference, **kwargs)


def check(predictions: Any, references: Any) -> None:
    """Refuse one text where a list belongs, lists that do not pair up, and texts mixed with lists."""
    for name, given in (("predictions", predictions), ("references", references)):
        if isinstance(given, str | bytes):
            raise InputError(
                f"`{name}` is one text; pass lists, also for one sentence: compute(predictions=[prediction], "
                "references=[[reference]])."
            )
        if isinstance(given, Mapping | set | frozenset) or not hasattr(given, "__len__"):
            raise InputError(f"`{name}` is of type {type(given).__name__}; it must be a list.")
    if len(predictions) != len(references):
        raise InputError(_uneven(predictions, references))
    if not len(predictions):
        raise InputError("There are no predictions to score.")
    for number, text in enumerate(predictions):
        if not isinstance(text, str):
            raise InputError(f"predictions[{number}] is of type {type(text).__name__}; predictions are texts.")
    single = isinstance(references[0], str)
    for number, group in enumerate(references):
        if isinstance(group, str) != single:
            raise InputError("Some references are texts and some are lists; pass a list for every prediction.")
        if not single:
            _check_group(number, group)


def _check_group(number: int, group: Any) -> None:
    if isinstance(group, Mapping) or not isinstance(group, Sequence):
        raise InputError(f"references[{number}] is of type {type(group).__name__}; pass a text or a list of texts.")
    if not group:
        raise InputError(f"references[{number}] is empty; every prediction needs at least one reference.")
    for text in group:
        if not isinstance(text, str):
            raise InputError(f"references[{number}] holds a {type(text).__name__}; references are texts.")


def _uneven(predictions: Any, references: Any) -> str:
    start = f"There are {len(predictions)} predictions and {len(references)} entries in references; they must pair up"
    lists = [group for group in references if isinstance(group, Sequence) and not isinstance(group, str)]
    if lists and len(lists) == len(references) and all(len(group) == len(predictions) for group in lists):
        return (
            f"{start}. This looks like sacreBLEU's one list per reference set; evaluate wants references[i] to be the "
            "references of predictions[i]: pass [list(group) for group in zip(*references)]."
        )
    return f"{start}: references[i] is the reference of predictions[i], or a list of its references."


def by_prediction(references: Sequence[str] | Sequence[Sequence[str]]) -> list[list[str]]:
    """The references of each prediction as a list."""
    return [[group] if isinstance(group, str) else list(group) for group in references]


def streams(references: Sequence[str] | Sequence[Sequence[str]]) -> list[list[str | None]]:
    """The references as sacreBLEU's calls take them, None where a prediction has fewer than others."""
    return [list(stream) for stream in zip_longest(*by_prediction(references))]
