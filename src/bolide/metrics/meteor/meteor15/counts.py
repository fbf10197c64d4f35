"""What METEOR 1.5 counts: 23 statistics of a segment, without Java (Denkowski and Lavie 2014)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from bolide.data.stats import Row
from bolide.kernels.formulas.meteor15 import forgive_whole
from bolide.metrics.counts import Pairs, Progress, no_progress
from bolide.metrics.meteor.links import LinkedCounts, LinkedPairs
from bolide.system.errors import InputError, OptionError
from bolide.system.messages import counted
from bolide.text.tokens import Tokens, encode

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

    def as_summed(self) -> array[int]:
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
    stages: tuple[str, ...] = STAGES[:3]
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
        from bolide.text.words.function_words import function_words

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
        stages = [STAGES.index(stage) for stage in self.stages]
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
