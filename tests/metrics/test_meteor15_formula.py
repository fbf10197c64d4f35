"""METEOR 1.5's formula and options at their edges, from the tool's own answers and its rules."""

import math

import pytest

from bolide.metrics.meteor15_formula import COLUMNS, Parameters, aggregate, is_perfect, score
from bolide.metrics.meteor15_presets import LANGUAGES, TASKS, preset, setting

RANK = setting("en").parameters
ADEQUACY_WEIGHTS = (1.0, 1.0, 0.6, 0.8)


def row(**counts: int) -> list[int]:
    return [counts.get(name, 0) for name in COLUMNS]


THE_OF = row(
    hyp_len=2, ref_len=2, hyp_function=2, ref_function=2, hyp_function_1=2, ref_function_1=2, chunks=2, hyp_matched=2,
    ref_matched=2,
)  # fmt: skip
PERFECT = row(hyp_len=3, ref_len=3, hyp_content_1=3, ref_content_1=3, chunks=1, hyp_matched=3, ref_matched=3)
NAN = math.nan


@pytest.mark.parametrize(
    ("statistics", "expected"),
    [
        (PERFECT, (1.0, 1.0, 0.0, 1.0)),
        (row(ref_len=3), (NAN, 0.0, NAN, 0.0)),
        (row(hyp_len=3), (0.0, NAN, NAN, 0.0)),
        (row(), (NAN, NAN, NAN, 0.0)),
        (row(hyp_len=3, ref_len=4, ref_function=1), (0.0, 0.0, NAN, 0.0)),
        (THE_OF, (1.0, 1.0, 0.6, 0.4)),
    ],
)
def test_edges(statistics: list[int], expected: tuple[float, ...]) -> None:
    parts = score(statistics, RANK)
    ours = (parts.precision, parts.recall, parts.penalty, parts.score)
    assert ours == pytest.approx(expected, rel=0, abs=1e-15, nan_ok=True)


def test_a_perfect_segment_adds_no_chunk() -> None:
    assert is_perfect(PERFECT)
    assert not is_perfect(THE_OF)
    assert aggregate([PERFECT, THE_OF, PERFECT])[20] == 2
    assert score(aggregate([PERFECT, PERFECT]), RANK).score == 1.0
    assert aggregate([]) == row()


def test_unusual_exponents() -> None:
    assert score(PERFECT, Parameters(0.5, -1.0, 0.5, 0.5, (1.0,))).score == 0.0  # an infinite penalty
    assert score(row(hyp_len=1, ref_len=1), Parameters(0.5, 0.0, 0.5, 0.5, (1.0,))).penalty == 0.5  # NaN ** 0 is 1


def test_languages_without_tuning_score_nothing() -> None:
    assert score(PERFECT, preset("pt", "rank")).score == 0.0
    assert setting("pt").task == "li"
    assert score(PERFECT, setting("pt").parameters).score == 1.0


def test_every_language_has_every_task() -> None:
    for language in LANGUAGES:
        for task in TASKS:
            chosen = setting(language, task)
            assert len(chosen.parameters.weights) == len(chosen.modules)


def test_options_as_the_tool_takes_them() -> None:
    assert setting("English").modules == ("exact", "stem", "synonym", "paraphrase")
    assert setting("cs").language == "cz"
    assert setting("de").parameters.weights == (1.0, 0.8, 0.2)
    assert setting("en", "universal").modules == ("exact", "paraphrase")
    # -m keeps weights by position: synonym weighs what stem did.
    assert setting("en", modules=["exact", "synonym"]).parameters.weights == (1.0, 0.6)
    # -p brings the adequacy weights: zeros outside English.
    assert setting("en", parameters=(0.5, 1, 0.5, 0.5)).parameters.weights == ADEQUACY_WEIGHTS
    assert setting("fr", parameters=(0.5, 1, 0.5, 0.5)).parameters.weights == (0.0, 0.0, 0.0)
    assert setting("fr", parameters=(0.5, 1, 0.5, 0.5), weights=(1, 1, 0)).parameters.weights == (1, 1, 0)
    assert setting("en", weights=(1, 1, 0, 0)).task == "custom"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"language": "klingon"}, "does not know the language 'klingon'"),
        ({"task": "best"}, "does not know the task 'best'"),
        ({"modules": ["exact", "stems"]}, "does not know the module 'stems'"),
        ({"modules": []}, "one to four"),
        ({"modules": ["exact", "exact"]}, "one to four"),
        ({"language": "xx"}, "does not know the language 'xx'.*`other`"),
        ({"weights": [1] * 5}, "5 weights for the 4 modules"),
        ({"weights": [1] * 3}, "3 weights for the 4 modules"),
        ({"modules": ["exact"], "weights": [1, 0.5]}, "2 weights for the 1 modules"),
        ({"modules": ["exact", "stem"], "weights": [1]}, "1 weights for the 2 modules"),
        ({"parameters": [1, 2, 3]}, "3 parameters given"),
        ({"task": "best", "parameters": [1, 2, 3, 4]}, "does not know the task 'best'"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        setting(**options)  # type: ignore[arg-type]
