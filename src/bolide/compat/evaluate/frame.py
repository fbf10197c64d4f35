"""What all modules for evaluate share: the features, and the check of what they are given."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import datasets
import evaluate

from bolide.compat.pairing import Names, check_pairs
from bolide.system.errors import InputError

NAMES = Names("predictions", "references", "compute(predictions=[prediction], references=[[reference]])")

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
    """Refuse what does not pair up, and texts mixed with lists, for which evaluate has no type."""
    check_pairs(predictions, references, NAMES)
    if not len(predictions):
        raise InputError("There are no predictions to score.")
    if len({isinstance(group, str) for group in references}) > 1:
        raise InputError("Some references are texts and some are lists; pass a list for every prediction.")


def by_prediction(references: Sequence[str] | Sequence[Sequence[str]]) -> list[list[str]]:
    """The references of each prediction as a list."""
    return [[group] if isinstance(group, str) else list(group) for group in references]


def streams(references: Sequence[str] | Sequence[Sequence[str]]) -> list[list[str | None]]:
    """The references as sacreBLEU's calls take them, None where a prediction has fewer than others."""
    return [list(stream) for stream in zip_longest(*by_prediction(references))]
