"""METEOR's variant `1.5` (Denkowski and Lavie 2014): what papers report."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import isclose, isfinite
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.data.stats import Row
from bolide.kernels.formulas.meteor15 import forgive_whole
from bolide.metrics.counts import Pairs, Progress, no_progress
from bolide.metrics.formula import Parameter
from bolide.metrics.meteor import options as presets
from bolide.metrics.meteor.links import LinkedCounts, LinkedPairs
from bolide.metrics.meteor.options import MODULES, NUMBERS, Definition, Formula15, cross_check
from bolide.metrics.options import check_weights
from bolide.system.errors import InputError, OptionError, counted, warn_caller
from bolide.text.tokens import Tokens, encode

if TYPE_CHECKING:
    from bolide.metrics.meteor.meteor15_evidence import Evidence15
    from bolide.text.words.paraphrase import PhraseTable, TableName
    from bolide.text.words.word_matcher import WordMatcher


# --- counts ----------------------------------------------------------------------------------------------------------


# What knows words is imported when the first text comes: a command that scores with BLEU should not wait for it.

COLUMNS = (
    *("hyp_len", "ref_len", "hyp_function", "ref_function"),
    *(f"{side}_{kind}_{stage}" for stage in range(1, 5) for kind in ("content", "function") for side in ("hyp", "ref")),
    *("chunks", "hyp_matched", "ref_matched"),
)
CHUNKS = COLUMNS.index("chunks")
WIDTH = len(COLUMNS)


@dataclass(frozen=True)
class Pairs15(LinkedPairs):
    """Sentence pairs aligned; in `rows` a pair that is matched as a whole still has its chunk."""

    spans: memoryview[int]

    def matches(self) -> list[list[tuple[int, ...]]]:
        pairs, numbers = list[list[tuple[int, ...]]](), iter(self.links.tolist())
        for start, end in zip(self.spans[2::4], self.spans[3::4], strict=True):
            words = enumerate(zip(*[islice(numbers, 4 * (end - start))] * 4, strict=True))
            pairs.append(sorted((hyp, ref, ours, theirs, stage) for ref, (theirs, hyp, ours, stage) in words if theirs))
        return pairs

    def corpus_rows(self) -> array[int]:
        """The rows; a segment matched as a whole in one chunk has no penalty and adds no chunk to its corpus."""
        rows = self.rows[:]
        forgive_whole(memoryview(rows))
        return rows


@dataclass(frozen=True)
class Counts15(LinkedCounts):
    """Matches of all stages searched at once; words counted by stage, and as content or function words."""

    columns: ClassVar[tuple[str, ...]] = COLUMNS
    at_most: ClassVar[tuple[tuple[str, str], ...]] = tuple(
        (f"{side}_{what}", f"{side}_len") for side in ("hyp", "ref") for what in ("function", "matched")
    )

    language: str = "en"
    stages: tuple[str, ...] = MODULES[:3]
    normalize: bool = True
    punctuation: bool = True
    lowercase: bool = True
    beam: int = 40
    char_based: bool = False
    paraphrase: TableName | None = None
    function_words: str | frozenset[str] = "english"
    synsets: str = "offset"
    jar_words: bool = False  # equal words and stems as in the tool's jar, which compares hashes
    tokenize: str | None = None  # white space, or the normaliser
    own_stem: Callable[[str], str] | None = None  # in place of the language's stemmer
    own_synonyms: Callable[[str], Iterable[int]] | None = None  # in place of WordNet's

    @cached_property
    def known_words(self) -> WordMatcher:
        """What is known of words, for the stages in use."""
        from bolide.text.words.jar_words import ARABIC, hashed, jar_stemmer
        from bolide.text.words.stems import stemmer
        from bolide.text.words.word_matcher import WordMatcher
        from bolide.text.words.wordnet import meteor15_synsets, synsets_by_part_of_speech

        stem: Callable[[str], Hashable] | None = None
        if "stem" in self.stages:
            as_jar = self.jar_words or self.language == ARABIC
            try:
                letters = self.own_stem or (jar_stemmer if as_jar else stemmer)(self.language)
            except (ImportError, ValueError) as problem:
                raise OptionError(f"METEOR's module stem: {problem}") from None
            stem = hashed(letters) if self.jar_words else letters
        synsets: Callable[[str], Iterable[int]] | None = None
        if "synonym" in self.stages:
            synsets = self.own_synonyms or (synsets_by_part_of_speech if self.synsets == "pos" else meteor15_synsets)
        return WordMatcher(stem, synsets, None, self._function_words(), self.char_based)

    def _function_words(self) -> frozenset[str]:
        # The 1.5 tool takes the English list whatever the language; see the spec of its -s.
        if isinstance(self.function_words, frozenset):
            return self.function_words
        from bolide.text.words.jar_words import function_words

        return function_words(self.language if self.function_words == "language" else "en")

    def tokens(self, text: str) -> list[str]:
        """The words as they are compared: normalised first, if this setting normalises."""
        return self.encode_words([text]).texts()[0]

    # --- rows -----------------------------------------------------------------------------------------------------

    def encode_words(self, texts: Sequence[str]) -> Tokens:
        from bolide.text.tokenize.meteor_normalize import encode_meteor, encode_normalized

        if self.normalize:
            return encode_normalized(texts, self.language, self.punctuation)
        if self.tokenize is not None:
            return encode(texts, self.tokenize, self.lowercase)
        return encode_meteor(texts, self.lowercase)

    def align(self, encoded: Tokens, pairs: Pairs, linked: bool = False) -> Pairs15:
        from bolide.kernels.meteor15.aligner import MOST_MATCHES, Aligner, TooManyMatches
        from bolide.text.words.jar_words import equal_words

        vocab = encoded.vocab
        assert vocab is not None  # words have one
        hyps, refs = pairs.numbers()
        spans = _spans(encoded.starts, hyps, refs)
        table, synsets = self.known_words.table(vocab)
        phrases, phrase_at = memoryview(array("i")), memoryview(array("q"))
        if "paraphrase" in self.stages:
            phrases, phrase_at = self._table().matches(vocab.tokens, encoded.ids, spans)
        rows = array("q", bytes(8 * WIDTH * len(hyps)))
        size = sum(spans[3::4]) - sum(spans[2::4]) if linked else 0
        links = memoryview(array("i", bytes(16 * size)))
        stages = [MODULES.index(stage) for stage in self.stages]
        equal = equal_words(vocab.tokens) if self.jar_words else None
        aligner = Aligner(table, synsets, stages, self.beam, equal)
        try:
            aligner.rows(encoded.ids, spans, phrases, phrase_at, memoryview(rows), links)
        except TooManyMatches as problem:
            hyp, ref = (encoded.texts()[texts[problem.args[0]]] for texts in (hyps, refs))
            raise InputError(
                f"{counted(len(hyp), 'word')} ({' '.join(hyp)[:40]!r}…) against {len(ref):,} can match in more than "
                f"{MOST_MATCHES:,} places, and METEOR 1.5 weighs each of them; split the text or leave it out, or "
                "use the variant nltk."
            ) from None
        return Pairs15(rows, links, spans)

    # --- paraphrases ----------------------------------------------------------------------------------------------

    def prepare(self, texts: Sequence[str], *, jobs: int = 1, progress: Progress = no_progress) -> None:
        """Convert the paraphrase table, which takes seconds when it is new."""
        reported, steps = 0, len(texts)

        def read(size: int, whole: int) -> None:
            nonlocal reported
            progress(steps * size // whole - reported)
            reported = steps * size // whole

        if self.paraphrase is not None:
            with _plain_errors():
                self.paraphrase.convert(read)
        progress(steps - reported)

    def _table(self) -> PhraseTable:
        assert self.paraphrase is not None  # the stage paraphrase comes with a table
        with _plain_errors():
            return self.paraphrase.table()


@contextmanager
def _plain_errors() -> Iterator[None]:
    """What is wrong with a paraphrase table, as an error that a user is shown."""
    try:
        yield
    except OptionError:
        raise
    except OSError as problem:
        raise OptionError(f"METEOR's paraphrases: {problem}") from None
    except ValueError as problem:
        raise InputError(str(problem)) from None


def printed_row(row: Sequence[int]) -> Row:
    """A segment's row as the tool prints it: one that was matched as a whole shows its one chunk."""
    cells = list(row)
    if cells[CHUNKS] == 0 and cells[CHUNKS + 1]:
        cells[CHUNKS] = 1
    return tuple(cells)


def _spans(starts: memoryview[int], hyps: Sequence[int], refs: Sequence[int]) -> memoryview[int]:
    """Where the texts hyps[p] and refs[p] of each pair begin and end: four numbers per pair, for the kernel."""
    positions = starts.tolist()
    spans = memoryview(array("q", bytes(32 * len(hyps))))
    for column, texts in ((0, hyps), (2, refs)):
        for later in (0, 1):
            spans[column + later :: 4] = memoryview(array("q", [positions[text + later] for text in texts]))
    return spans


# --- definition ------------------------------------------------------------------------------------------------------


_NUMBERS = (*NUMBERS, "delta")
# What an option is if it is None.
_DEFAULTS: dict[str, Any] = {
    "punctuation": True,
    "beam": 40,
    "char_based": False,
    "function_words": "english",
    "synsets": "offset",
    "jar_words": False,
}


class Definition15(Definition):
    """Words and phrases aligned by four modules at once; content words weigh more than function words."""

    applies_to: ClassVar[str] = "the variant 1.5"

    def normal_options(self) -> dict[str, Any]:
        metric = self.metric
        language = "en" if metric.language is None else presets.language_code(metric.language)
        task, can = metric.task or presets.default_task(language), language in presets.NORMALIZED
        tuned, usual = presets.preset(language, task), _usual_stages(language, task, metric.paraphrase)
        stages = usual if metric.modules is None else presets.checked_stages(metric.modules)
        normalize = can if metric.normalize is None else metric.normalize
        self._warn_of_task(language, task, tuned)
        check_weights(f"weights ({', '.join(stages)})", metric.weights, len(stages), "module")
        for wrong, why in (
            (
                "paraphrase" in stages and metric.paraphrase is None,
                "The module paraphrase needs a table: give paraphrase=PATH, or 'auto' for that of pycocoevalcap.",
            ),
            (
                "paraphrase" not in stages and metric.paraphrase is not None,
                "A paraphrase table is given, but paraphrase is not among the modules; leave it out.",
            ),
            (
                "synonym" in stages and language != "en",
                f"METEOR has synonyms for English only; leave synonym out of modules for {language}.",
            ),
            (
                "stem" in stages and language not in presets.STEMMED,
                f"METEOR has no stemmer for {language}; leave stem out of modules.",
            ),
            (
                "synonym" not in stages and metric.synsets not in (None, "offset"),
                "synsets is about synonyms, and modules leaves synonym out; leave synsets out too.",
            ),
            (
                normalize and not can,
                f"METEOR 1.5 normalises {', '.join(presets.NORMALIZED)}, not {language}; "
                "give tokenized text and normalize=False.",
            ),
            (
                normalize and metric.tokenize is not None,
                f"METEOR 1.5's normalisation separates the words of {language} itself. For texts without spaces, give "
                "tokenize with language='other' and task='universal', or with another variant.",
            ),
            (
                normalize and not metric.lowercase,
                "METEOR 1.5's normalisation lowers all letters; lowercase=False needs normalize=False.",
            ),
            (
                not normalize and metric.punctuation is False,
                "Punctuation is stripped while normalising; punctuation=False needs normalize=True.",
            ),
        ):
            if wrong:
                raise OptionError(why)
        return {
            "language": _unless(language, "en"),
            "task": _unless(task, presets.default_task(language)),
            "modules": _unless(stages, usual),
            "weights": _unless(metric.weights, tuned.weights[: len(stages)]),
            "paraphrase": _table_name(metric.paraphrase, language),
            "normalize": _unless(normalize, can),
            **{name: _unless(getattr(metric, name), default) for name, default in _DEFAULTS.items()},
            **self._normal_numbers(tuned, _NUMBERS),
        }

    def _warn_of_task(self, language: str, task: str, tuned: Formula15) -> None:
        """Warn of a task that has no parameters for a language. It is not refused: a signature keeps its number."""
        if not any(tuned.weights) and None in (self.metric.weights, self.metric.delta):
            warn_caller(
                f"METEOR 1.5 was never tuned for language={language} and task={task}; its parameters there are 0, and "
                f"so are the scores. Use task={presets.default_task(language)}, or give weights, delta, alpha, beta "
                "and gamma."
            )
        elif language == "other" and task not in ("li", "universal"):
            warn_caller(f"METEOR 1.5 has no task {task} for other languages; the numbers are those of li.")

    # --- the two halves -------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> Counts15:
        metric, language = self.metric, self.metric.language or "en"
        unset = {name: default for name, default in _DEFAULTS.items() if getattr(metric, name) is None}
        return Counts15(
            language,
            metric.modules or _usual_stages(language, self._task, metric.paraphrase),
            language in presets.NORMALIZED if metric.normalize is None else metric.normalize,
            lowercase=metric.lowercase,
            paraphrase=_table_name(metric.paraphrase, language),
            tokenize=metric.tokenize,
            nfc=metric.nfc,
            **{name: getattr(metric, name) for name in _DEFAULTS} | unset,
        )

    @cached_property
    def formula(self) -> Formula15:
        tuned = presets.preset(self.counts.language, self._task)
        weights = self.metric.weights or tuned.weights[: len(self.counts.stages)]
        mean = self.metric.average == "mean"
        return replace(tuned, weights=weights, **self._non_default_numbers(_NUMBERS), mean_of_segments=mean)

    @property
    def _task(self) -> str:
        return self.metric.task or presets.default_task(self.metric.language or "en")

    @property
    def evidence(self) -> Evidence15:
        from bolide.metrics.meteor.meteor15_evidence import Evidence15

        return Evidence15(self.counts, self.formula, self.metric.score_row)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        formula = self.formula
        weights = zip(self.counts.stages, formula.weights, strict=True)
        return (
            *self._shape(formula, 0.5),
            Parameter("delta", "delta", formula.delta),
            *(
                Parameter(stage, "weights", weight, "uniform" if index else "fixed", index)
                for index, (stage, weight) in enumerate(weights)
            ),
        )

    def part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        """The parts of a score; what the tool prints as NaN is 0 here."""
        names = ("precision", "recall", "f1", "fmean", "fragmentation", "penalty")
        parts = {name: numbers[name] if isfinite(numbers[name]) else 0.0 for name in names}
        by_module = {}
        for k, (stage, weight) in enumerate(zip(self.counts.stages, self.formula.weights, strict=True)):
            sides = ("hyp_content", "ref_content", "hyp_function", "ref_function")
            by_module[stage] = {"weight": weight, **dict(zip(sides, row[4 + 4 * k : 8 + 4 * k], strict=True))}
        other = cross_check(self.formula.alpha, parts["precision"], parts["recall"])
        return {
            **parts,
            "by_module": by_module,
            **{name: row[COLUMNS.index(name)] for name in (*COLUMNS[:4], *COLUMNS[20:])},
            "cross_checked": isclose(parts["fmean"], other, rel_tol=1e-12),
        }

    # --- what is said of it ---------------------------------------------------------------------------------------

    def signature_items(self) -> dict[str, str]:
        counts = self.counts
        items = {"lang": counts.language, "task": self._task, "modules": ",".join(counts.stages)}
        items["norm"] = "yes" if counts.normalize else "no"
        items |= {"para": "no"} if self.metric.paraphrase is None else {}
        return items | ({"case": ""} if counts.normalize else {})


def _usual_stages(language: str, task: str, table: str | None) -> tuple[str, ...]:
    """The tool's stages for a language; paraphrases only with a table, which is asked for, never assumed."""
    usual = presets.default_stages(language, task)
    return usual if table is not None else tuple(stage for stage in usual if stage != "paraphrase")


def _table_name(name: str | None, language: str) -> Any:
    if name is None:
        return None
    from bolide.text.words.paraphrase import TableName

    return name if isinstance(name, TableName) else TableName(name, language)


def _unless(value: Any, default: Any) -> Any:
    return None if value == default else value
