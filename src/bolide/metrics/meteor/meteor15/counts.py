"""What METEOR 1.5 counts: 23 statistics of a segment, without Java (Denkowski and Lavie 2014)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bolide.corpus import Corpus
from bolide.errors import InputError, OptionError
from bolide.kernels.meteor15_formula import forgive_whole
from bolide.metrics.counts import TASK, Counts, Done, ignore
from bolide.metrics.meteor.links import Match
from bolide.stats import Row

# What knows words is imported when the first text comes: a command that scores with BLEU should not wait for it.
if TYPE_CHECKING:
    from bolide.text.words.paraphrase import PhraseTable, TableName
    from bolide.text.words.word_matcher import WordMatcher

STAGES = ("exact", "stem", "synonym", "paraphrase")
COLUMNS = (
    *("hyp_len", "ref_len", "hyp_function", "ref_function"),
    *(f"{side}_{kind}_{stage}" for stage in range(1, 5) for kind in ("content", "function") for side in ("hyp", "ref")),
    *("chunks", "hyp_matched", "ref_matched"),
)
CHUNKS = COLUMNS.index("chunks")
WIDTH = len(COLUMNS)


class Pairs15(NamedTuple):
    """Sentence pairs aligned: their words and tokens, a row for each pair, and the links.

    `spans` and `links` are as the kernel has them; in the rows a pair that is matched as a whole still has its chunk.
    """

    words: list[str]
    tokens: memoryview[int]
    spans: memoryview[int]
    rows: memoryview[int]
    links: memoryview[int]

    def row(self, pair: int) -> list[int]:
        """The statistics of one pair."""
        return self.rows[WIDTH * pair : WIDTH * (pair + 1)].tolist()

    def tokens_of(self, text: int) -> tuple[str, ...]:
        """The words of one text; those of pair k are the texts 2k, its hypothesis, and 2k + 1."""
        start, end = self.spans[2 * text], self.spans[2 * text + 1]
        return tuple(self.words[token] for token in self.tokens[start:end])

    def matches(self, at: int, size: int, stages: Sequence[str]) -> list[Match]:
        """The matches of a pair, in the candidate's order; its links begin at `at`, for a reference of `size` words."""
        found = []
        for j in range(size):
            ref_words, hyp, hyp_words, stage = self.links[at + 4 * j : at + 4 * j + 4]
            if ref_words:
                found.append(Match(hyp, j, stages[stage], hyp_words, ref_words))
        return sorted(found)

    def forgiven(self) -> list[bool]:
        """Take the chunk from every pair that is matched as a whole; which these are."""
        before = self.rows[CHUNKS::WIDTH].tolist()
        forgive_whole(self.rows)
        return [chunks > left for chunks, left in zip(before, self.rows[CHUNKS::WIDTH], strict=True)]


@dataclass(frozen=True)
class Counts15(Counts):
    """Matches of all stages searched at once; words counted by stage, and as content or function words."""

    block: ClassVar[int] = TASK
    by_reference: ClassVar[bool] = True
    quadratic: ClassVar[bool] = True
    columns: ClassVar[tuple[str, ...]] = COLUMNS

    language: str = "en"
    stages: tuple[str, ...] = STAGES[:3]
    normalize: bool = True
    punctuation: bool = True
    lowercase: bool = True
    beam: int = 40
    char_based: bool = False
    paraphrase: TableName | None = None
    function_words: str | frozenset[str] = "english"
    synsets: str = "offset"
    own_stem: Callable[[str], str] | None = None  # in place of the language's stemmer
    own_synonyms: Callable[[str], Iterable[int]] | None = None  # in place of WordNet's

    @cached_property
    def _prepare(self) -> Callable[[str], str]:
        if self.normalize:
            from bolide.text.tokenize.meteor_normalize import normalizer

            normalized = normalizer(self.language, punctuation=self.punctuation)
            return lambda text: normalized(text).lower()
        return str.lower if self.lowercase else str

    @cached_property
    def known_words(self) -> WordMatcher:
        """What is known of words, for the stages in use."""
        from bolide.text.words.stems import stemmer
        from bolide.text.words.word_matcher import WordMatcher
        from bolide.text.words.wordnet15 import meteor15_synsets, synsets_by_part_of_speech

        try:
            stem = (self.own_stem or stemmer(self.language)) if "stem" in self.stages else None
        except (ImportError, ValueError) as problem:
            raise OptionError(f"METEOR's module stem: {problem}") from None
        found: Callable[[str], Iterable[int]] | None = None
        if "synonym" in self.stages:
            found = self.own_synonyms or (synsets_by_part_of_speech if self.synsets == "pos" else meteor15_synsets)
        return WordMatcher(stem, found, None, self._function_words(), self.char_based)

    def _function_words(self) -> frozenset[str]:
        # The 1.5 tool takes the English list whatever the language; see the spec of its -s.
        if isinstance(self.function_words, frozenset):
            return self.function_words
        from bolide.text.words.function_words import function_words

        return function_words(self.language if self.function_words == "language" else "en")

    # --- rows -----------------------------------------------------------------------------------------------------

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        """A segment matched as a whole in one chunk has no penalty and adds no chunk to its corpus; its row has 0."""
        starts = corpus.starts()
        refs, hyps = self.prepared(corpus.refs), self.prepared(corpus.hyps)
        if len(refs) != len(hyps):
            hyps = [hyp for hyp, (a, b) in zip(hyps, pairwise(starts), strict=True) for _ in range(b - a)]
        found = self.align(hyps, refs).rows
        forgive_whole(found)
        rows.cast("B").cast("q")[:] = found

    def prepared(self, texts: Iterable[str]) -> list[str]:
        """Texts as they are compared, tokens between white space."""
        return list(map(self._prepare, texts))

    def align(self, hyps: Sequence[str], refs: Sequence[str], linked: bool = False) -> Pairs15:
        """Align prepared texts pair by pair; the links are kept where they are wanted."""
        from bolide.kernels.meteor15 import Aligner, TooManyMatches
        from bolide.metrics.meteor.meteor15.words import encode_pairs

        if len(hyps) != len(refs):
            raise InputError(f"There are {len(hyps)} texts to align with {len(refs)}; they must pair up.")
        words, tokens, spans = encode_pairs(hyps, refs)
        table, synsets = self.known_words.table(words)
        phrases, phrase_at = memoryview(array("i")), memoryview(array("q"))
        if "paraphrase" in self.stages:
            phrases, phrase_at = self._table().matches(words, tokens, spans)
        rows = memoryview(array("q", bytes(8 * WIDTH * len(hyps))))
        size = sum(end - start for start, end in zip(spans[2::4], spans[3::4], strict=True)) if linked else 0
        links = memoryview(array("i", bytes(16 * size)))
        stages = [STAGES.index(stage) for stage in self.stages]
        try:
            Aligner(table, synsets, stages, self.beam).rows(tokens, spans, phrases, phrase_at, rows, links)
        except TooManyMatches as problem:
            raise InputError(_too_many(hyps[problem.args[0]], refs[problem.args[0]])) from None
        return Pairs15(words, tokens, spans, rows, links)

    # --- paraphrases ----------------------------------------------------------------------------------------------

    def prepare(self, texts: Sequence[str], *, jobs: int = 1, done: Done = ignore) -> None:
        """Convert the paraphrase table, which takes seconds when it is new."""
        told, steps = 0, len(texts)

        def read(size: int, whole: int) -> None:
            nonlocal told
            done(steps * size // whole - told)
            told = steps * size // whole

        if self.paraphrase is not None:
            with _said_plainly():
                self.paraphrase.convert(read)
        done(steps - told)

    def _table(self) -> PhraseTable:
        assert self.paraphrase is not None  # the stage paraphrase comes with a table
        with _said_plainly():
            return self.paraphrase.table()


@contextmanager
def _said_plainly() -> Iterator[None]:
    """What is wrong with a paraphrase table, as an error that a user is shown."""
    try:
        yield
    except OptionError:
        raise
    except OSError as problem:
        raise OptionError(f"METEOR's paraphrases: {problem}") from None
    except ValueError as problem:
        raise InputError(str(problem)) from None


def _too_many(hyp: str, ref: str) -> str:
    from bolide.kernels.meteor15 import MOST_MATCHES

    return (
        f"{len(hyp.split()):,} words ({hyp[:40]!r}…) against {len(ref.split()):,} match in more than {MOST_MATCHES:,} "
        "places, and METEOR 1.5 weighs each of them; split the text or leave it out, or use the variant nltk."
    )


def shown_row(row: Sequence[int]) -> Row:
    """A segment's row as the tool prints it: one that was matched as a whole shows its one chunk."""
    found = list(row)
    if found[CHUNKS] == 0 and found[CHUNKS + 1]:
        found[CHUNKS] = 1
    return tuple(found)
