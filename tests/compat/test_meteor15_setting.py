"""What the METEOR 1.5 tool makes of -l, -t, -m, -w and -p."""

import pytest

from bolide import OptionError
from bolide.compat.meteor15.arguments import setting
from bolide.metrics.meteor.meteor15.presets import LANGUAGES, TASKS

pytestmark = pytest.mark.one_core

ADEQUACY_WEIGHTS = (1.0, 1.0, 0.6, 0.8)


def test_every_language_has_every_task() -> None:
    for language in LANGUAGES:
        for task in TASKS:
            chosen = setting(language, task)
            assert len(chosen.formula.weights) == len(chosen.counts.stages)


def test_options_as_the_tool_takes_them() -> None:
    assert setting("English").counts.stages == ("exact", "stem", "synonym", "paraphrase")
    assert setting("cs").counts.language == "cz"
    assert setting("de").formula.weights == (1.0, 0.8, 0.2)
    assert setting("en", "universal").counts.stages == ("exact", "paraphrase")
    # -m keeps weights by position: synonym weighs what stem did.
    assert setting("en", modules=["exact", "synonym"]).formula.weights == (1.0, 0.6)
    # -p brings the adequacy weights: zeros outside English.
    assert setting("en", parameters=(0.5, 1, 0.5, 0.5)).formula.weights == ADEQUACY_WEIGHTS
    assert setting("fr", parameters=(0.5, 1, 0.5, 0.5)).formula.weights == (0.0, 0.0, 0.0)
    assert setting("fr", parameters=(0.5, 1, 0.5, 0.5), weights=(1, 1, 0.5)).formula.weights == (1, 1, 0.5)
    assert setting("en", modules=["exact"], weights=(0.5,)).formula.weights == (0.5,)
    assert setting("en", weights=(1, 1, 1, 1)).task == "custom"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"modules": []}, "one or more"),
        ({"modules": ["exact", "exact"]}, "different ones"),
        ({"task": "best", "parameters": [1, 2, 3, 4]}, "no task of METEOR 1.5 called 'best'"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        setting(**options)  # type: ignore[arg-type]
