"""Units from plain text: in one line and as alternatives, tools and their names, marks, processes, what is refused."""

from pathlib import Path

import pytest

from bolide import RGBF, InputError, parse
from bolide.system.errors import MissingExtra
from bolide.text.units import load, parse_unit
from bolide.text.units.parallel import split_units, unescaped_mark
from bolide.text.units.views import UnitPlan, unit_line, unit_texts
from tests.errors import raises
from tests.tables import table

TABLES = table(__file__, "units.toml")


@pytest.mark.parametrize("token", ["++", "#", "\\++", "\\\\#", "C++", "C#", "+ +", "a\tb", "\\"])
def test_a_mark_in_the_text_splits_nothing(token: str) -> None:
    line = unit_line([["a", token], ["b"]])
    assert len(split_units(line)) == 2
    assert "#" not in line.split()
    if token.split() == [token]:
        assert unescaped_mark(split_units(line)[0][1]) == token


# --- tools --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "language", "text", "expected", "package"), TABLES["units"])
def test_units_of_a_text(kind: str, language: str, text: str, expected: str, package: str) -> None:
    pytest.importorskip(package or "re")
    assert unit_texts([text], UnitPlan((kind,), (parse_unit(kind, language)[1],), "13a")) == [expected]


def test_the_metric_makes_its_units_and_its_signature_says_how() -> None:
    pytest.importorskip("HanTa")
    units = [parse_unit(name, "en") for name in ("word", "pos")]
    metric = RGBF(units=tuple(kind for kind, _ in units), analysers=tuple(tool for _, tool in units), max_ngram_order=2)
    score = metric.corpus(["The cat sleeps."], ["A cat slept."])
    by_hand = RGBF(units=("word", "pos"), max_ngram_order=2)
    lines = ["The cat sleeps . ++ AT0 NN1 VVZ PUN"], ["A cat slept . ++ AT0 NN1 VVD PUN"]
    assert score.value == by_hand.corpus(*lines).value
    assert "|by:words,hanta:en@" in str(score.signature)
    assert parse(str(score.signature)) == metric
    assert metric.explain("The cat sleeps.", "A cat slept.").score.value == score.value


def test_a_spacy_pipeline_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipeline made here, on disk: rules that tag two words, and spaCy's own cutting of the text."""
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed: pip install spacy")
    pipeline = spacy.blank("en")
    rules = pipeline.add_pipe("attribute_ruler")
    for word, tag, lemma in (("cats", "NOUN", "cat"), ("do", "AUX", "do"), ("n't", "PART", "not")):
        rules.add([[{"LOWER": word}]], {"POS": tag, "LEMMA": lemma})
    pipeline.to_disk(tmp_path / "own")
    spacy.blank("en").to_disk(tmp_path / "bare")
    monkeypatch.chdir(tmp_path)
    kind, tool = parse_unit("pos:spacy:./own", None)
    assert (kind, f"@{spacy.__version__}+" in tool) == ("pos", True)
    assert load("pos", tool)("cats  don't", []) == ["NOUN", "AUX", "PART"]
    assert load("base", "spacy:./own")("cats don't", []) == ["cat", "do", "not"]
    raises(MissingExtra, r"named by its path: \./own", parse_unit, "pos:spacy:own", None)  # spaCy would take ./own
    raises(InputError, r"no spaCy pipeline in the folder \./absent", parse_unit, "pos:spacy:./absent", None)
    raises(InputError, "gives no tags", load("pos", "spacy:./bare"), "cats", [])
