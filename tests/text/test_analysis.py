"""Units from plain text: tools and their names, marks in the text, processes, what is refused."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide import RGBF, InputError, OptionError, parse
from bolide.system.errors import MissingExtra
from bolide.text.units import Tool, expand_letters, load, parse_unit, views
from bolide.text.units.parallel import escaped_mark, split_units, unescaped_mark
from bolide.text.units.views import UnitPlan, unit_line, unit_texts

pytestmark = pytest.mark.one_core

needs_simplemma = pytest.mark.skipif(find_spec("simplemma") is None, reason="simplemma is not installed")
needs_hanta = pytest.mark.skipif(find_spec("HanTa") is None, reason="HanTa is not installed")
PLAIN = UnitPlan(("word", "char"), ("words", "chars"), "13a")


def made(text: str, kind: str, language: str) -> list[str]:
    kind, tool = parse_unit(kind, language)
    return unit_texts([text], UnitPlan((kind,), (tool,), "13a"))[0].split()


def test_words_and_characters() -> None:
    assert unit_texts(["a bc.", "", "  "], PLAIN) == ["a bc . ++ a b c .", "", ""]


def test_stems() -> None:
    assert made("The children were running.", "stem", "en") == ["the", "children", "were", "run", "."]


@needs_simplemma
def test_base_forms() -> None:
    assert made("The children were running.", "base", "en") == ["the", "child", "be", "run", "."]
    assert made("mit den Kindern", "base", "de")[-1] == "Kind"


@needs_hanta
def test_morphemes_keep_their_capitals_and_tags_follow_the_sentence() -> None:
    assert made("Unbelievable prices!", "morph", "en") == ["Un", "believ", "able", "price", "s", "!"]
    assert made("The children were running.", "pos", "en") == ["AT0", "NN2", "VBD", "VVG", "PUN"]
    assert made("Das Haus ist schön.", "pos", "de")[:3] == ["ART", "NN", "VA(FIN)"]


@needs_hanta
def test_the_metric_makes_its_units_and_its_signature_says_how() -> None:
    units = [parse_unit(name, "en") for name in ("word", "pos")]
    metric = RGBF(units=tuple(kind for kind, _ in units), analysers=tuple(tool for _, tool in units), max_ngram_order=2)
    score = metric.corpus(["The cat sleeps."], ["A cat slept."])
    by_hand = RGBF(units=("word", "pos"), max_ngram_order=2)
    assert score.value == by_hand.corpus(
        ["The cat sleeps . ++ AT0 NN1 VVZ PUN"], ["A cat slept . ++ AT0 NN1 VVD PUN"]
    ).value  # fmt: skip
    assert "|by:words,hanta:en@" in str(score.signature)
    assert parse(str(score.signature)) == metric
    assert metric.explain("The cat sleeps.", "A cat slept.").score.value == score.value


@pytest.mark.parametrize("token", ["++", "#", "\\++", "\\\\#", "C++", "C#", "+ +", "a\tb", "\\"])
def test_a_mark_in_the_text_splits_nothing(token: str) -> None:
    line = unit_line([["a", token], ["b"]])
    assert len(split_units(line)) == 2
    assert "#" not in line.split()
    if token.split() == [token]:
        assert unescaped_mark(split_units(line)[0][1]) == token


@given(st.lists(st.text("+#\\a", min_size=1, max_size=4), min_size=2, max_size=2, unique=True))
def test_different_tokens_stay_different(pair: list[str]) -> None:
    assert escaped_mark(pair[0]) != escaped_mark(pair[1])
    assert [unescaped_mark(escaped_mark(token)) for token in pair] == pair


@given(st.lists(st.text("+#\\a _\u3000", max_size=12), min_size=2, max_size=6))
def test_ids_count_what_the_joined_lines_count(texts: list[str]) -> None:
    """Analysed units keep their ids; written with `++` and cut again, they must give the same rows."""
    made = RGBF(units=("word", "char"), analysers=("words", "chars"), tokenize="13a")
    held = RGBF(units=("word", "char"))
    hyps, refs = texts[:-1], [[texts[-1], hyp] for hyp in texts[1:]]
    lines = unit_texts(texts, PLAIN)
    written = dict(zip(texts, lines, strict=True))
    again = held.measure([written[hyp] for hyp in hyps], [[written[ref] for ref in group] for group in refs])
    assert made.measure(hyps, refs) == again


def test_a_full_memory_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "_CACHES", {})
    monkeypatch.setattr(views, "MOST", 2)
    texts = ["a", "b b", "c", "a d"]
    first = unit_texts(texts, PLAIN)
    memory = views._CACHES[PLAIN]
    assert unit_texts(texts, PLAIN) == first  # all of it is known, so nothing is forgotten
    assert views._CACHES[PLAIN] is memory
    assert unit_texts([*texts, "e"], PLAIN) == [*first, "e ++ e"]
    assert views._CACHES[PLAIN] is not memory


def test_each_distinct_sentence_is_analysed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(views, "_CACHES", {})
    monkeypatch.setattr(views, "_chunk", lambda plan, texts: seen.extend(texts) or {text: ([text],) for text in texts})
    heard: list[int] = []
    unit_texts(["a", "b", "a"], PLAIN, progress=heard.append)
    unit_texts(["b", "c"], PLAIN, progress=heard.append)
    assert (seen, sum(heard)) == (["a", "b", "c"], 5)


def test_processes_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"word {number}." for number in range(4 * views.CHUNK)]
    alone = unit_texts(texts, PLAIN)
    monkeypatch.setattr(views, "_CACHES", {})
    assert unit_texts(texts, PLAIN, jobs=2) == alone


def test_names() -> None:
    assert expand_letters(["wp", "stem", "pos:spacy:x"]) == ["word", "pos", "stem", "pos:spacy:x"]
    assert str(Tool.of("pos", "spacy:en_core_web_sm@3.8+3.8.0")) == "spacy:en_core_web_sm@3.8+3.8.0"
    for unit, language, words in (
        ("colour", "en", "no unit called 'colour'"),
        ("pos:simplemma", "en", "no tool for the unit pos called 'simplemma'"),
        ("base", None, "needs a language"),
        ("stem", "xx", "no stemmer for language 'xx'"),
        ("pos:spacy", None, "needs a pipeline"),
    ):
        with pytest.raises(OptionError, match=words):
            parse_unit(unit, language)


@needs_simplemma
@needs_hanta
def test_an_unknown_language_and_another_version_are_refused() -> None:
    with pytest.raises(OptionError, match="simplemma has no base forms for the language 'xx'"):
        parse_unit("base", "xx")
    with pytest.raises(OptionError, match=r"HanTa has no model for the language 'fr'.*pos:spacy:NAME"):
        parse_unit("pos", "fr")
    with pytest.raises(OptionError, match=r"made by simplemma 0\.1; .* is installed here"):
        load("base", "simplemma:en@0.1")


@pytest.mark.parametrize(("unit", "package", "words"), [
    ("base", "simplemma", r"simplemma.*pip install 'bolide\[units\]'"),
    ("pos", "HanTa", r"HanTa.*pip install 'bolide\[units\]'"),
    ("pos:spacy:en_core_web_sm", "spacy", "pip install spacy"),
    ("pos:stanza:en", "stanza", "pip install stanza"),
])  # fmt: skip
def test_an_absent_package_is_named(unit: str, package: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=words):
        parse_unit(unit, "en")


def test_what_rgbf_refuses() -> None:
    for fields, words in (
        ({"tokenize": "13a"}, "Without analysers rgbF does not tokenize"),
        ({"analysers": ("words", "chars")}, "There is 1 unit;"),
        ({"units": ("shape",), "analysers": ("words",)}, "no unit that is made from plain text called 'shape'"),
        ({"analysers": ("words",), "tokenize": "nope"}, "no tokenizer called 'nope'"),
    ):
        with pytest.raises(OptionError, match=words):
            RGBF(**fields)  # type: ignore[arg-type]


def test_a_spacy_pipeline_of_the_users_own(tmp_path: Path) -> None:
    """A pipeline made here, on disk: rules that tag two words, and spaCy's own cutting of the text."""
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed: pip install spacy")
    pipeline = spacy.blank("en")
    rules = pipeline.add_pipe("attribute_ruler")
    for word, tag, lemma in (("cats", "NOUN", "cat"), ("do", "AUX", "do"), ("n't", "PART", "not")):
        rules.add([[{"LOWER": word}]], {"POS": tag, "LEMMA": lemma})
    pipeline.to_disk(tmp_path / "own")
    kind, tool = parse_unit(f"pos:spacy:{tmp_path / 'own'}", None)
    assert (kind, f"@{spacy.__version__}+" in tool) == ("pos", True)
    assert load("pos", tool)("cats  don't", []) == ["NOUN", "AUX", "PART"]
    assert load("base", f"spacy:{tmp_path / 'own'}")("cats don't", []) == ["cat", "do", "not"]
    with pytest.raises(MissingExtra, match="no spaCy pipeline 'absent_here'"):
        parse_unit("pos:spacy:absent_here", None)
    spacy.blank("en").to_disk(tmp_path / "bare")
    bare = load("pos", f"spacy:{tmp_path / 'bare'}")
    with pytest.raises(InputError, match="gives no tags"):
        bare("cats", [])
