"""Keywords: one that a call or a metric does not have is refused with the name that was meant."""

from typing import Any

import pytest

from bolide import BLEU, METRICS, BolideError, Metric
from bolide.metrics.options import options_of
from tests.errors import raises


def misspelt(name: str) -> str:
    """A name with a letter too many."""
    return f"{name}z"


@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.__name__)
def test_every_option_of_a_metric_is_suggested(metric: type[Metric]) -> None:
    for item, _ in options_of(metric):
        with pytest.raises(BolideError, match=rf"has no option '\w+'\. Did you mean '{item.name}'") as raised:
            metric(**{misspelt(item.name): item.default})
        assert isinstance(raised.value, TypeError)  # as everywhere in Python


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"tokenise": "13a"}, "Did you mean 'tokenize'"),
        ({"max_order": 2}, "Did you mean 'max_ngram_order'"),
        ({"smooth": "exp"}, "Did you mean 'smooth_method' or 'smooth_value'"),
        ({"lc": True}, "Known: lowercase, effective_order"),
    ],
)
def test_names_that_people_type(options: dict[str, Any], hint: str) -> None:
    raises(BolideError, hint, BLEU, **options)
    raises(BolideError, hint, BLEU.preset, "paper", **options)
