"""Keywords: one that a call or a metric does not have is refused with the name that was meant."""

from typing import Any

import pytest

from bolide import BLEU, BolideError
from tests.errors import raises


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
