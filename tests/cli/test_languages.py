"""What a command says of a language: an unknown code is refused; a text in another language than a metric uses is
scored with one line that names the option to give; outputs that are the references are scored with a note."""

from pathlib import Path
from typing import Any

import pytest

from bolide import BLEU, METEOR, RGBF, Metric
from bolide.web.calls.api import call
from tests.cli.run import bolide, data_of, refused

pytestmark = pytest.mark.one_core

GERMAN = [
    "Der Mann ging am Abend nach Hause und sah, dass die Tür nicht verschlossen war.",
    "Das ist eine sehr schwierige Frage, auf die es keine einfache Antwort gibt.",
    "Die Kinder spielten im Garten, als es zu regnen begann, und sie liefen schnell ins Haus.",
    "Er hat sich mit dem Hund auf den Weg zum See gemacht, um dort zu schwimmen.",
    "Wir werden im nächsten Jahr wieder in die Berge fahren, wenn das Wetter gut ist.",
]
RUSSIAN = ["Он пошёл домой поздно вечером и увидел, что дверь была открыта настежь."] * 2
TEXTS = ("ref.txt", "-i", "hyp.txt")


@pytest.fixture(autouse=True)
def _folder(here: Path) -> None:
    for language, lines in (("", GERMAN), ("ru.", RUSSIAN)):
        for name, texts in (("ref", lines), ("hyp", [f"{line}." for line in lines]), ("b", lines[::-1])):
            Path(f"{language}{name}.txt").write_text("\n".join([*texts, ""]), encoding="utf-8")
    Path("copy.txt").write_bytes(Path("ref.txt").read_bytes())
    lines = ["hyp\tref\tcopy", *(f"{line}.\t{line}\t{line}" for line in GERMAN)]
    Path("t.tsv").write_text("\n".join([*lines, ""]), encoding="utf-8")


def told(*words: str) -> list[str]:
    found = bolide(*words)
    assert found.code == 0, found.err
    return [line.removeprefix("bolide: ") for line in found.err.splitlines() if "paraphrase table" not in line]


@pytest.mark.parametrize("words", [
    ("score", *TEXTS),
    ("score", "ref", "--table", "t.tsv", "-i", "hyp"),
    ("compare", "ref.txt", "-i", "hyp.txt", "b.txt", "-n", "20"),
    ("explain", "hyp.txt", "ref.txt", "--corpus"),
    ("explain", "hyp.txt", "ref.txt", "--line", "2"),
    ("report", "ref.txt", "-i", "hyp.txt", "-o", "report.html"),
], ids=lambda words: " ".join(words[:3]))  # fmt: skip
def test_another_language_than_the_metric_uses(words: tuple[str, ...]) -> None:
    message = "this looks like German, and METEOR takes it for English; give -l de."
    assert told(*words, "-m", "bleu", "meteor") == [message]
    assert told(*words, "-m", "bleu", "meteor", "-l", "de") == []
    assert told(*words, "-m", "bleu", "chrf") == []


@pytest.mark.parametrize(("words", "message"), [
    (
        (*TEXTS, "-m", "meteor", "--meteor.variant", "nltk"),
        "this looks like German, and METEOR takes it for English; the variant nltk has English stems and synonyms "
        "only, so try --meteor.variant 1.5 -l de.",
    ),
    ((*TEXTS, "-m", "meteor", "--meteor.variant", "nltk", "--meteor.stages", "exact"), None),
    ((*TEXTS, "-m", "meteor", "--meteor.language", "other", "--meteor.task", "universal"), None),
    (
        (*TEXTS, "-m", "rgbf", "--units", "stem", "-l", "en"),
        "this looks like German, and rgbF takes it for English; give -l de.",
    ),
    ((*TEXTS, "-m", "rgbf", "--units", "stem", "-l", "de"), None),
    (
        (*TEXTS, "-l", "zh"),
        "this looks like Latin script, and BLEU takes it for Chinese; leave out the -tok or -l that asks for the "
        "tokenizer zh.",
    ),
    (
        ("ru.ref.txt", "-i", "ru.hyp.txt", "-m", "meteor"),
        "this looks like Cyrillic script, and METEOR takes it for English; name its language with -l, like -l ru.",
    ),
])  # fmt: skip
def test_what_to_do_about_it(words: tuple[str, ...], message: str | None) -> None:
    assert told("score", *words) == ([message] if message else [])


@pytest.mark.parametrize(("hyp", "ref", "metric", "message"), [
    ("我喜欢猫", "我爱猫", "bleu", "this looks like Chinese, of which 13a makes one long token; try -tok zh."),
    ("我 喜欢 猫", "我 爱 猫", "bleu", None),  # words are separated already
    ("猫", "猫", "bleu", None),
    ("我喜欢猫", "我爱猫", "chrf", None),
    ("Привет", "Привет мир", "meteor",
     "this looks like Cyrillic script, and METEOR takes it for English; name its language with -l, like -l ru."),
    ("A β test", "The β test", "meteor", None),
    ("Der Hund ist im Haus", GERMAN[0], "meteor",
     "this looks like German, and METEOR takes it for English; give -l de."),
    ("Der Hund", "Der Hund der Nachbarn", "meteor", None),  # too short to tell
    ("A de facto standard", "Her de facto rival in de Gaulle's time was not in the room", "meteor", None),
])  # fmt: skip
def test_one_short_line_is_enough_where_it_is_plain(hyp: str, ref: str, metric: str, message: str | None) -> None:
    assert told("explain", hyp, ref, "-m", metric) == ([message] if message else [])


def test_a_language_without_resources_is_spoken_of_once() -> None:
    (line,) = told("score", "ru.ref.txt", "-i", "ru.hyp.txt", "-m", "meteor", "-l", "uk")
    assert line.startswith("METEOR 1.5 has no data for uk, so English settings are used")


@pytest.mark.parametrize("metrics", [["bleu"], ["meteor"], ["chrf"], ["ter"], ["rgbf", "--units", "word"], ["wer"]])
@pytest.mark.parametrize(("code", "message"), [
    ("xx", "'xx' is not a language code of two letters (ISO 639-1). Use one like en, de or zh"),
    ("eng", "'eng' is not a language code of two letters (ISO 639-1). Did you mean en?"),
    ("en-deu", "'deu' is not a language code of two letters (ISO 639-1). Did you mean de?"),
    ("xx-en", "'xx' is not a language code"),
    ("cn", "Did you mean zh?"),
    ("DE", "Did you mean de?"),
    ("Japanese", "Did you mean ja?"),
    ("pt-BR", "-l pt-BR names a country; write only the language, -l pt."),
])  # fmt: skip
def test_an_unknown_language_is_refused_for_every_metric(metrics: list[str], code: str, message: str) -> None:
    found = bolide("score", *TEXTS, "-m", *metrics, "-l", code)
    refused(found, message)


# --- which definition and language ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("metric", "title"), [
    (METEOR(), "METEOR (1.5, en)"),
    (METEOR(language="cz"), "METEOR (1.5, cs)"),
    (METEOR(language="other", task="universal"), "METEOR (1.5)"),
    (METEOR(variant="nltk"), "METEOR (nltk, en)"),
    (METEOR(variant="nltk", stages=("exact",)), "METEOR (nltk)"),
    (METEOR(variant="runs"), "METEOR (runs)"),
    (BLEU(), "BLEU"),
    (RGBF(), "rgbF"),
])  # fmt: skip
def test_a_headline_names_definition_and_language(metric: Metric, title: str) -> None:
    explanation = metric.explain("a b c", "a b d")
    assert (explanation.title, explanation.score.name) == (title, metric.name)


def test_command_line_and_page_name_theirs() -> None:
    shown = bolide("explain", "a cat", "the cat", "-m", "meteor").out
    assert shown.startswith("METEOR (1.5, en) ")
    assert bolide("explain", "hyp.txt", "ref.txt", "--corpus", "-m", "meteor").out.startswith("METEOR (1.5, en) ")
    opening = {"variant": "nltk", "stages": "exact,stem"}  # what the page begins with
    page = call("explain", metric="meteor", options=opening, hyp="a cat", refs=["the cat"])["result"]
    assert (page["title"], page["name"]) == ("METEOR (nltk, en)", "METEOR")


def test_the_page_speaks_of_the_language_too() -> None:
    text = " ".join(GERMAN)
    advice = "This looks like German, and METEOR takes it for English; choose other settings."
    assert call("explain", metric="meteor", options={}, hyp=text, refs=[f"{text} noch"])["result"]["advice"] == [advice]
    metrics: list[dict[str, Any]] = [{"metric": name, "options": {}} for name in ("bleu", "meteor")]
    systems = [{"name": "a", "hyps": GERMAN}]
    refs = [[f"{line} noch"] for line in GERMAN]
    assert call("corpus", metrics=metrics, systems=systems, refs=refs)["result"]["notes"] == [advice]
    assert "notes" not in call("corpus", metrics=metrics[:1], systems=systems, refs=refs)["result"]


# --- outputs that are references --------------------------------------------------------------------------------------

NOTE = "copy: every output is identical to a reference; are these the right files?"


def test_outputs_that_are_references_are_scored_with_a_note() -> None:
    for words in (
        ("score", "ref.txt", "-i", "copy.txt", "hyp.txt"),
        ("score", "b.txt", "ref.txt", "-i", "copy.txt"),
        ("score", "ref", "--table", "t.tsv", "-i", "hyp", "copy"),
        ("score", "ref", "--table", "t.tsv", "-i", "hyp", "copy", "--resume", "state"),
        ("compare", "ref.txt", "-i", "copy.txt", "hyp.txt", "-n", "20"),
        ("report", "ref.txt", "-i", "copy.txt", "hyp.txt", "-n", "20", "-o", "report.html"),
    ):
        assert told(*words) == [NOTE], words
    found = data_of("score", "ref.txt", "-i", "copy.txt")
    assert (found["notes"], found["systems"][0]["scores"][0]["percent"]) == ([NOTE], pytest.approx(100))
    assert "notes" not in data_of("score", *TEXTS)
    page = call(
        "corpus", metrics=[{"metric": "bleu", "options": {}}], refs=[["a"]], systems=[{"name": "copy", "hyps": ["a"]}]
    )
    assert page["result"]["notes"] == [NOTE]
