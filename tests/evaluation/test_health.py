"""Text health: every kind of oddity is found where it was planted, and nothing is said of clean texts."""

import random
import unicodedata
from dataclasses import replace

import pytest

import bolide
from bolide import Corpus
from bolide.evaluation.health import health_of
from tests.real.data import DATA, WMT23, lines, needs_data

WORDS = [
    *("the", "old", "teacher", "reads", "a", "short", "letter", "from", "Zürich", "to", "naïve", "café", "guests"),
    *("while", "rain", "falls", "outside", "today", "in", "the", "village"),
]


def sentences(number: int = 60, seed: int = 1) -> list[str]:
    rng = random.Random(seed)
    texts = (" ".join(rng.choices(WORDS, k=rng.randint(8, 14))) for _ in range(number))
    return [f'{text.capitalize()}, she said: "{k} times".' for k, text in enumerate(texts)]


REFS = sentences()
HYPS = [ref.replace("she said", "he says").replace("rain", "snow") for ref in REFS]


def kinds(hyps: list[str], refs: list[str] | None = None, sources: list[str] | None = None) -> dict[str, int]:
    corpus = replace(Corpus.of(hyps, refs or REFS), sources=tuple(sources or ()))
    return {note.kind: len(note.lines) for note in health_of([corpus])}


def changed(lines_: list[str], at: dict[int, str]) -> list[str]:
    return [at.get(k, text) for k, text in enumerate(lines_)]


def test_clean_texts_have_no_notes() -> None:
    assert kinds(HYPS) == {}
    assert kinds(HYPS, sources=sentences(seed=2)) == {}
    units = [[f"{line[:-1].replace(',', ' ,')} . ++ {line.lower()[:-1]} ." for line in side] for side in (HYPS, REFS)]
    assert kinds(*units) == {}
    assert bolide.health(bolide.TestSet(REFS, {"a": HYPS})).notes == ()


@pytest.mark.parametrize(
    ("hyps", "refs", "kind", "number"),
    [
        ([unicodedata.normalize("NFD", text) for text in HYPS], None, "normalization", None),
        (HYPS, [unicodedata.normalize("NFD", text) for text in REFS], "normalization", None),
        ([text.replace(",", " ,").replace(".", " .") for text in HYPS], None, "tokenized", 60),
        (HYPS, [text.replace(",", " ,").replace(".", " .") for text in REFS], "tokenized", 60),
        (changed(HYPS, {3: "", 9: "  "}), None, "empty", 2),
        (changed(HYPS, {9: 12 * " "}), None, "empty", 1),
        (HYPS, changed(REFS, {3: "", 9: "  "}), "empty", 2),
        ([*HYPS[1:], HYPS[0]], None, "order", 59),  # a line is missing, as if it had been written last
        ([*HYPS[:30], *HYPS[31:], "And then?"], None, "order", 29),
        (random.Random(7).sample(HYPS, 60), None, "order", None),
        ([str(k) for k in range(60)], None, "unrelated", 0),
        ([f"Eine Zeile in einer anderen Sprache, Nummer {k}." for k in range(60)], None, "unrelated", 0),
        (changed(HYPS, dict.fromkeys((1, 5, 8), "I do not know what this says.")), None, "repeated", 3),
        (changed(HYPS, {4: "and so on " * 40}), None, "loop", 1),
        (changed(HYPS, {k: f"Старый учитель читает письмо номер {k}." for k in (2, 7, 9)}), None, "script", 3),
        (changed(HYPS, {0: f"Here is the translation: {HYPS[0]}"}), None, "preamble", 1),
        (changed(HYPS, {6: f"Sure! Here is the text. {HYPS[6]}"}), None, "preamble", 1),
        (changed(HYPS, {k: f"<b>{HYPS[k]}</b>" for k in (1, 2)}), None, "markup", 2),
        ([text.encode().decode("latin-1") for text in HYPS], None, "encoding", None),
        (HYPS, [text.replace("ï", "\xc3\xaf").replace("é", "\xc3\xa9") for text in REFS], "encoding", None),
        (changed(HYPS, {4: f"{HYPS[4]}\0"}), None, "encoding", 1),
        (HYPS, changed(REFS, {4: f"{HYPS[4]}\0"}), "encoding", 1),
        (changed(HYPS, {4: HYPS[4].replace("é", "\ufffd").replace("ï", "\ufffd") + "\ufffd"}), None, "encoding", 1),
        (changed(HYPS, {4: f"{HYPS[4]}\ud800", 5: f"{HYPS[5]}\udcff"}), None, "encoding", 2),
        ([f"{k}\t{text}" for k, text in enumerate(HYPS)], None, "columns", 0),
        (HYPS, [f'{{"text": "{k} {text}"}}' for k, text in enumerate(REFS)], "columns", 0),
        ([text.replace(" ", " \u200b", 1) for text in HYPS], None, "invisible", 60),
        ([text.replace(': "', ": “").replace('".', "”.") for text in HYPS], None, "quotes", 60),
        ([text.upper() for text in HYPS], None, "case", 60),
        ([text.title() for text in HYPS], None, "case", 60),
        ([text[::-1] for text in HYPS], None, "reversed", 60),
        ([" ".join(word[::-1] for word in text.split()) for text in HYPS], None, "reversed", 60),
        ([f'"{text}"' for text in HYPS], None, "quoted", 60),
        ([f"„{text}“" for text in HYPS], None, "quoted", 60),
        ([f"{k}. {text}" for k, text in enumerate(HYPS, 1)], None, "numbered", 60),
        ([f"[{k}] {text}" for k, text in enumerate(HYPS, 1)], None, "numbered", 60),
        (changed(HYPS, dict.fromkeys(range(0, 60, 3), "None")), None, "placeholder", 20),
        (changed(HYPS, {4: "null", 5: "NaN"}), None, "placeholder", 2),
        ([text.replace("tea", "te@@ a").replace("rain", "ra@@ in") for text in HYPS], None, "subwords", None),
        ([text.replace("teacher", "tea ##cher") for text in HYPS], None, "subwords", None),
        (HYPS, [text.replace("teacher", "▁tea cher") for text in REFS], "subwords", None),
        ([" ".join(text.split()[:9]) for text in HYPS], None, "cut", 60),
        ([text[:50] for text in HYPS], None, "cut", None),
    ],
)
def test_what_was_planted_is_found(hyps: list[str], refs: list[str] | None, kind: str, number: int | None) -> None:
    notes = kinds(hyps, refs)
    assert set(notes) == {kind}
    assert number is None or notes[kind] == number


PREAMBLES = [
    *("Sure, here you go:", "certainly here", "Of course! The translation is", "absolutely: here", "OUTPUT :x"),
    *("Here's the translation", "here’s a possible translation", "Here is my translated text", "Translation: x"),
    *("here are your translations", "The translation is:", "the translated sentence into English is:", "Answer: 4"),
    *("translation : x", "translated text: x", "As an AI model", "I'm sorry, I can", "I’m sorry, but I can"),
    "I am sorry, but i cannot",
]


@pytest.mark.parametrize("words", PREAMBLES)
def test_every_preamble_is_found(words: str) -> None:
    for lead in ("", '"', "**", " — ", "(«"):
        for text in (words, words.upper()):
            assert kinds(changed(HYPS, {3: f"{lead}{text} {HYPS[3]}"})).get("preamble") == 1, lead + text
            assert kinds([f"{lead}{text}"], [HYPS[3]]).get("preamble") == 1, lead + text


@needs_data
@pytest.mark.parametrize("pair", WMT23)
def test_what_is_said_of_real_outputs_is_true(pair: str) -> None:
    """Every note on WMT23 was looked at: synthetic references, entities, loops of NLLB, 84 % of equal outputs."""
    folder = DATA / "wmt23" / pair
    refs, sources = lines(folder / "refA.txt.gz"), tuple(lines(folder / "source.txt.gz"))
    systems = [
        replace(Corpus.of(lines(path), refs, path.name.partition(".")[0]), sources=sources)
        for path in sorted((folder / "system-outputs").iterdir())
    ]
    notes = {(note.kind, note.system) for note in health_of(systems) if note.kind != "quotes"}
    true = {
        "zh-en": {
            *(("loop", "NLLB_Greedy"), ("markup", "ONLINE-G"), ("reference", "synthetic_ref")),
            *(("shared", name) for name in ("ONLINE-B", "Yishu", "synthetic_ref")),
        },
        "en-de": {("reference", "synthetic_ref"), ("shared", "synthetic_ref")},
    }
    assert notes == true[pair]
