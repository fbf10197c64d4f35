"""Freeze what is not frozen yet: `python -m tests.frozen.write`. What is frozen already stays as it is.

A new metric, option, tokenizer, stemmer or statistic is frozen on the texts, words, systems and scores that the files
hold already, under their names.

If an entry that is frozen would be written with another answer now, nothing is written: the numbers moved.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.frozen import settings, surface
from tests.frozen.file import FOLDER, Entry, append, entries, key_of
from tests.frozen.kinds import KINDS
from tests.frozen.reader import learned, problems

Ask = dict[str, Any]


# Options with which a text is cut or lowered, which depends on what Unicode says of its characters.
UNICODE = (
    "lowercase", "tokenize", "language", "no_punct", "normalized", "case_sensitive", "asian_support", "normalize",
    "nfc",
)  # fmt: skip
CUTS = ("tokenize", "lowercase", "no_punct", "normalized", "case_sensitive", "nfc")


def special_texts(options: dict[str, Any]) -> str | None:
    """Other texts for rgbF: with their units, where no analyser makes them; and few where the analyser is slow."""
    if "hanta" in str(options) or "simplemma" in str(options):
        return "german"
    count = len(options.get("units", ("word",)))
    return f"{count} units" if count > 1 and "analysers" not in options else None


def rows_asked(metric: str, frozen: list[Entry]) -> Iterator[tuple[Ask, list[str]]]:
    """All that is to be frozen of a metric and is not."""
    for base in settings.bases(metric):
        for options in settings.missing(metric, base, frozen):
            texts = [(special_texts(options) or "all", settings.packages(metric, options))]
            for name, needs in (*texts, *special_rows(metric, options, base)):
                yield {"kind": "rows", "metric": metric, "options": options, "texts": name}, needs
        yield {"kind": "rows", "metric": metric, "options": base, "texts": "limits"}, []
        yield {"kind": "pairwise", "metric": metric, "options": base, "words": "candidates"}, []


def special_rows(metric: str, options: dict[str, Any], base: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The sets of texts on which an option matters most, and what is needed for each."""
    needs = settings.packages(metric, options)
    if options == base or any(name in options for name in UNICODE):
        yield "new characters", ["unicode", *needs]
    if not needs and metric not in ("per", "cder", "rgbf") and (options == base or any(map(options.get, CUTS))):
        yield "characters", []
    if metric == "meteor" and (options == base or any(name in options for name in ("synsets", "stages", "modules"))):
        yield "synonyms", []


def statistics_asked() -> Iterator[tuple[Ask, list[str]]]:
    """Every statistic of agreement, with intervals and ranks; whatever draws random numbers needs numpy's."""
    for scores in ("wide", "narrow"):
        for question in surface.question_names():
            ask = {"kind": "agreement", "scores": scores, "question": question, "resamples": 0, "seed": 5}
            yield ask, ["numpy"] if "soft" in question else []
        yield {"kind": "taus", "scores": scores, "resamples": 0, "seed": 5}, []
    for question in surface.question_names():
        ask = {"kind": "agreement", "scores": "wide", "question": question}
        yield {**ask, "resamples": 50, "seed": 5}, ["numpy"]
        yield {**ask, "trials": 50, "seed": 6}, ["numpy"]
    yield {"kind": "taus", "scores": "wide", "resamples": 50, "seed": 5}, ["numpy"]


def asked(frozen: list[Entry]) -> Iterator[tuple[Ask, list[str]]]:
    """Everything that is to be frozen, each with the packages it needs."""
    for metric in surface.metric_names():
        yield from rows_asked(metric, frozen)
    for name in (*(name for name in surface.tokenizer_names() if name != "spm"), settings.PIECES):
        needs = settings.packages("bleu", {"tokenize": name})
        for words in ("texts", "characters"):
            yield {"kind": "tokens", "tokenizer": name, "words": words}, needs
        for words in ("new characters", "other signs"):
            yield {"kind": "tokens", "tokenizer": name, "words": words}, ["unicode", *needs]
    for name in surface.stemmer_names():
        package = name in surface.stemmers_of_a_package()
        for words in ("some",) if package else ("plain", "english", "german"):
            yield {"kind": "stems", "stemmer": name, "words": words}, ["snowballstemmer"] if package else []
    yield from statistics_asked()


def main() -> int:
    """Write what is missing; refuse if anything that is frozen moved."""
    with TemporaryDirectory() as folder:
        inputs, frozen = learned(entries(), Path(folder))
        differences = list(problems((entry for entry in frozen if not entry.missing()), inputs))
        if differences:
            print(
                *differences[:50], "Nothing is written: these numbers are frozen and moved.", sep="\n", file=sys.stderr
            )
            return 1
        known = {entry.key for entry in entries()}
        additions: list[dict[str, Any]] = []
        for ask, needs in asked(frozen):
            key = key_of(ask)
            if key not in known:
                known.add(key)
                additions.append({"ask": ask, "answer": KINDS[ask["kind"]](ask, inputs), "needs": needs})
        if additions:
            append(FOLDER / f"{surface.__version__}.jsonl.xz", additions)
        print(f"{len(additions)} entries added to the {len(frozen)} that there were.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
