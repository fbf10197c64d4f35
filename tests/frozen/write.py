"""Freeze what is not frozen yet: `python -m tests.frozen.write`. What is frozen already stays as it is.

If an entry that is frozen would be written with another answer now, nothing is written: the numbers moved.
"""

from __future__ import annotations

import base64
import gzip
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.frozen import settings, surface, texts
from tests.frozen.file import FOLDER, append, entries, key_of
from tests.frozen.kinds import GIVEN, KINDS
from tests.frozen.reader import learned, problems

Ask = dict[str, Any]


# Options with which a text is cut or lowered, which depends on what Unicode says of its characters.
UNICODE = (
    "lowercase",
    "tokenize",
    "language",
    "no_punct",
    "normalized",
    "case_sensitive",
    "asian_support",
    "normalize",
)
CUTS = ("tokenize", "lowercase", "no_punct", "normalized", "case_sensitive")


def texts_named(name: str, segments: list[texts.Segment], step: int, longest: int = 400) -> Ask:
    """A set of texts; `quick` are those that the interpreted core, too, measures."""
    sizes = [len(hyp) + sum(map(len, refs)) for hyp, refs in segments]
    quick = [index for index in range(0, len(segments), step) if sizes[index] < longest]
    hyps, refs = [hyp for hyp, _ in segments], [refs for _, refs in segments]
    return {"kind": "texts", "name": name, "hyps": hyps, "refs": refs, "quick": quick}


def single_texts(segments: list[texts.Segment]) -> list[str]:
    """Every candidate and reference once."""
    return list(dict.fromkeys(text for hyp, refs in segments for text in (hyp, *refs)))


def paraphrases() -> bytes:
    """A small paraphrase table in METEOR's format."""
    pairs = {
        "car": "automobile", "a big": "a large", "in the u.s.": "in the united states", "did not": "didn't",
        "the military": "the armed forces", "always obeys": "will forever heed", "said that": "stated",
        "hello": "good day", "sat on": "was on", "is on": "was sitting on", "some people": "people",
    }  # fmt: skip
    both = [*pairs.items(), *((two, one) for one, two in pairs.items())]
    text = "".join(f"0.5\n{one}\n{two}\n" for one, two in both)
    return gzip.compress(text.encode(), mtime=0)


def pieces() -> bytes | None:
    """A small SentencePiece model, trained on our own texts; None where the package is absent."""
    if surface.installed("sentencepiece") is None:
        return None
    import io

    from sentencepiece import SentencePieceTrainer

    model = io.BytesIO()
    lines = [line for line in single_texts(texts.segments()) if line.strip() and line.isascii() and line.isprintable()]
    SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=model, vocab_size=300, minloglevel=2,
        character_coverage=1.0, model_type="bpe", normalization_rule_name="identity", num_threads=1,
    )  # fmt: skip
    return model.getvalue()


def inputs_asked() -> Iterator[Ask]:
    """The inputs that entries refer to."""
    everything = texts.segments()
    yield texts_named("all", everything, 5)
    yield texts_named("few", everything[::4], 2)
    yield texts_named("2 units", texts.in_units(everything[::2], 2), 3)
    yield texts_named("3 units", texts.in_units(everything[1::4], 3), 2)
    german = [segment for segment in everything if any(letter in segment[0] for letter in "äöüß")][:6]
    yield texts_named("german", german, 1)
    yield texts_named("new characters", texts.NEW_CHARACTERS, 1)
    yield texts_named("synonyms", texts.synonyms(), 3)
    yield texts_named("limits", texts.limits(), 2, 1200)
    yield texts_named("characters", [(line, [line[4:], line[:-4]]) for line in texts.common_characters()], 3)
    yield {"kind": "words", "name": "characters", "words": texts.common_characters()}
    yield {"kind": "words", "name": "other signs", "words": texts.other_signs()}
    outputs, refs = texts.systems()
    yield {"kind": "systems", "name": "texts", "systems": outputs, "refs": refs}
    for name, tables in (("wide", texts.scores(23, 7, 30, 5)), ("narrow", texts.scores(24, 4, 60, 2))):
        judgements = texts.rankings(25, len(tables["people"]), len(tables["people"]["system 0"]))
        yield {"kind": "scores", "name": name, "tables": tables, "judgements": judgements}
    values = {name: [value or 0.0 for value in line] for name, line in texts.scores(23, 7, 30, 5)["far"].items()}
    yield {"kind": "systems", "name": "scores", "systems": values}
    yield {"kind": "words", "name": "texts", "words": single_texts(everything)}
    yield {"kind": "words", "name": "new characters", "words": single_texts(texts.NEW_CHARACTERS)}
    plain = sorted({word for text in single_texts(everything) for word in text.split() if len(word) < 60})
    yield {"kind": "words", "name": "plain", "words": plain}
    yield {"kind": "words", "name": "some", "words": plain[::9]}
    yield {"kind": "words", "name": "english", "words": texts.words_en()}
    yield {"kind": "words", "name": "german", "words": texts.words_de()}
    yield {"kind": "words", "name": "candidates", "words": texts.CANDIDATES}
    yield {"kind": "file", "name": "paraphrases.gz", "base64": base64.b64encode(paraphrases()).decode()}
    model = pieces()
    if model is not None:
        yield {"kind": "file", "name": "pieces.model", "base64": base64.b64encode(model).decode()}


def special_texts(options: dict[str, Any]) -> str | None:
    """Other texts for rgbF: with their units, where no analyser makes them; and few where the analyser is slow."""
    if "hanta" in str(options) or "simplemma" in str(options):
        return "german"
    count = len(options.get("units", ("word",)))
    return f"{count} units" if count > 1 and "analysers" not in options else None


def rows_asked(metric: str) -> Iterator[tuple[Ask, list[str]]]:
    """All that is to be frozen of a metric."""
    for where, options_list in (("all", settings.whole_settings(metric)), ("few", settings.mixtures(metric))):
        for options in options_list:
            needs, name = settings.packages(metric, options), special_texts(options) or where
            yield {"kind": "rows", "metric": metric, "options": options, "texts": name}, needs
    for base in settings.bases(metric):
        for options in (base, *settings.single_values(metric, base)):
            for name, needs in special_rows(metric, options, base):
                yield {"kind": "rows", "metric": metric, "options": options, "texts": name}, needs
        for options in (base, *settings.AT_LIMITS.get(metric, [])):
            yield {"kind": "rows", "metric": metric, "options": base | options, "texts": "limits"}, []
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
    """Paired tests, intervals, and every statistic of agreement; whatever draws random numbers needs numpy's."""
    plans = [
        {"mode": mode, "test": test, "trials": 200, "seed": seed, "baseline": baseline, "correction": correction}
        for mode in ("sound", "sacrebleu")
        for test in ("randomisation", "bootstrap")
        for seed, baseline, correction in ((1, None, None), (12345, "fair", "none"))
    ]
    nltk, mean = {"variant": "nltk"}, {"average": "mean"}
    scored = [("bleu", {}), ("chrf", mean), ("ter", {}), ("meteor", nltk), ("rgbf", {}), ("wer", {})]
    for plan in plans:
        for metric, options in scored:
            yield (
                {"kind": "comparison", "plan": plan, "systems": "texts", "metric": metric, "options": options},
                ["numpy"],
            )
    for mode, test, correction in product(
        ("sound", "sacrebleu"), ("randomisation", "bootstrap"), surface.corrections()
    ):
        plan = {"mode": mode, "test": test, "trials": 300, "seed": 5, "correction": correction}
        yield {"kind": "comparison", "plan": plan, "systems": "scores"}, ["numpy"]
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


def asked() -> Iterator[tuple[Ask, list[str]]]:
    """Everything that is to be frozen, each with the packages it needs."""
    for metric in surface.metric_names():
        yield from rows_asked(metric)
    for name in (*(name for name in surface.tokenizer_names() if name != "spm"), settings.PIECES):
        needs = settings.packages("bleu", {"tokenize": name})
        for words in ("texts", "characters"):
            yield {"kind": "tokens", "tokenizer": name, "words": words}, needs
        for words in ("new characters", "other signs"):
            yield {"kind": "tokens", "tokenizer": name, "words": words}, ["unicode", *needs]
    for metric, options in settings.WORDS_COMPARED:
        needs = settings.packages(metric, options)
        for words in ("texts", "characters"):
            yield {"kind": "compared", "metric": metric, "options": options, "words": words}, needs
    for name in surface.stemmer_names():
        package = name in surface.stemmers_of_a_package()
        for words in ("some",) if package else ("plain", "english", "german"):
            yield {"kind": "stems", "stemmer": name, "words": words}, ["snowballstemmer"] if package else []
    yield from statistics_asked()
    for text in settings.SIGNATURES:
        yield {"kind": "signature", "text": text}, []


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
        names = {(entry.ask["kind"], entry.ask["name"]) for entry in entries() if entry.ask["kind"] in GIVEN}
        additions: list[dict[str, Any]] = []
        for ask in inputs_asked():
            if (ask["kind"], ask["name"]) not in names:
                inputs.learn(ask)
                additions.append({"ask": ask, "answer": {}, "needs": []})
        for ask, needs in asked():
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
