"""How METEOR's variant `1.5` fills rows: Denkowski and Lavie 2014, without Java."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import isclose, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from bolide.corpus import Corpus
from bolide.errors import InputError, OptionError
from bolide.metrics.base import TASK
from bolide.metrics.meteor15_formula import COLUMNS, Parts, is_perfect, score
from bolide.metrics.meteor15_presets import MODULES, Setting
from bolide.stats import Row, Stats

# What knows words is imported when the first text comes: a command that scores with BLEU should not wait for it.
if TYPE_CHECKING:
    from bolide.text.meteor_words import WordLore
    from bolide.text.paraphrase import PhraseTable

CHUNKS = COLUMNS.index("chunks")
WIDTH = len(COLUMNS)
_COUNTS = ("hyp_content", "ref_content", "hyp_function", "ref_function")


class Pairs15(NamedTuple):
    """Sentence pairs aligned: their words and tokens, the kernel's table of words, a row a pair, and the links.

    `spans` and `links` are as the kernel has them; the rows are the tool's, a perfect pair's chunk still in.
    """

    words: list[str]
    tokens: memoryview[int]
    spans: memoryview[int]
    lore: memoryview[int]
    rows: memoryview[int]
    links: memoryview[int]


@dataclass(frozen=True)
class Fifteen:
    """Matches of all modules searched at once; words weighed by module and by content or function."""

    setting: Setting
    normalize: bool = True
    punctuation: bool = True
    lowercase: bool = True
    beam: int = 40
    char_based: bool = False
    paraphrase: str | None = None  # the hash of a table that `bolide.text.paraphrase` knows
    function_list: str | frozenset[str] = "english"
    synsets: str = "offset"
    own_stem: Callable[[str], str] | None = None  # in place of the language's stemmer
    own_synonyms: Callable[[str], Iterable[int]] | None = None  # in place of WordNet's

    variant = "1.5"
    scale = "meteor-1.5"
    columns = COLUMNS

    @cached_property
    def _prepare(self) -> Callable[[str], str]:
        if self.normalize:
            from bolide.text.meteor_normalize import normalizer

            normalized = normalizer(self.setting.language, punctuation=self.punctuation)
            return lambda text: normalized(text).lower()
        return str.lower if self.lowercase else str

    @cached_property
    def lore(self) -> WordLore:
        """What is known of words, for the modules in use."""
        from bolide.text.meteor_words import WordLore
        from bolide.text.stems import stemmer
        from bolide.text.wordnet15 import meteor15_synsets, synsets_by_part_of_speech

        modules, language = self.setting.modules, self.setting.language
        try:
            stem = (self.own_stem or stemmer(language)) if "stem" in modules else None
        except (ImportError, ValueError) as problem:
            raise OptionError(f"METEOR's module stem: {problem}") from None
        found: Callable[[str], Iterable[int]] | None = None
        if "synonym" in modules:
            found = self.own_synonyms or (synsets_by_part_of_speech if self.synsets == "pos" else meteor15_synsets)
        return WordLore(stem, found, self._function_words(), self.char_based)

    def _function_words(self) -> frozenset[str]:
        # The 1.5 tool takes the English list whatever the language; see the spec of its -s.
        if isinstance(self.function_list, frozenset):
            return self.function_list
        from bolide.text.function_words import function_words

        return function_words(self.setting.language if self.function_list == "language" else "en")

    # --- rows -----------------------------------------------------------------------------------------------------

    def prepared(self, texts: Iterable[str]) -> list[str]:
        """Texts as they are compared, tokens between white space."""
        return list(map(self._prepare, texts))

    def align(self, hyps: Sequence[str], refs: Sequence[str], linked: bool = False) -> Pairs15:
        """Align prepared texts pair by pair; the links are kept where they are wanted."""
        from bolide.kernels.meteor15 import Aligner, TooManyMatches
        from bolide.text.meteor_words import encode_pairs

        if len(hyps) != len(refs):
            raise InputError(f"There are {len(hyps)} texts to align with {len(refs)}; they must pair up.")
        words, tokens, spans = encode_pairs(hyps, refs)
        lore, synsets = self.lore.table(words)
        phrases, phrase_at = memoryview(array("i")), memoryview(array("q"))
        if "paraphrase" in self.setting.modules:
            phrases, phrase_at = self._table().matches(words, tokens, spans)
        rows = memoryview(array("q", bytes(8 * WIDTH * len(hyps))))
        size = sum(end - start for start, end in zip(spans[2::4], spans[3::4], strict=True)) if linked else 0
        links = memoryview(array("i", bytes(16 * size)))
        modules = [MODULES.index(module) for module in self.setting.modules]
        try:
            Aligner(lore, synsets, modules, self.beam).rows(tokens, spans, phrases, phrase_at, rows, links)
        except TooManyMatches as problem:
            raise InputError(_too_many(hyps[problem.args[0]], refs[problem.args[0]])) from None
        return Pairs15(words, tokens, spans, lore, rows, links)

    def prepare(self, steps: int, done: Callable[[int], None]) -> None:
        """Convert the paraphrase table, which takes seconds when it is new; `done` hears of so many steps in all."""
        told = 0

        def read(size: int, whole: int) -> None:
            nonlocal told
            done(steps * size // whole - told)
            told = steps * size // whole

        if "paraphrase" in self.setting.modules:
            from bolide.text.paraphrase import convert

            with _said_plainly():
                convert(self.paraphrase or "", read)
        done(steps - told)

    def _table(self) -> PhraseTable:
        from bolide.text.paraphrase import known_table

        with _said_plainly():
            return known_table(self.paraphrase or "")

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        """Write the rows of a block: against the reference with the best score, the first of equals.

        A segment matched as a whole in one chunk has no penalty and adds no chunk to its corpus; its row has 0 chunks.
        """
        refs = self.prepared(corpus.refs)
        hyps = self.prepared(corpus.hyps)
        starts = corpus.starts()
        single = len(refs) == len(hyps)
        if not single:
            hyps = [hyp for hyp, (a, b) in zip(hyps, pairwise(starts), strict=True) for _ in range(b - a)]
        found = self.align(hyps, refs).rows
        for first in range(0, len(found), WIDTH):
            if found[first + CHUNKS] == 1 and is_perfect(found[first : first + WIDTH]):
                found[first + CHUNKS] = 0
        flat = rows.cast("B").cast("q")
        if single:
            flat[:] = found
            return
        for s, (a, b) in enumerate(pairwise(starts)):
            best = max((found[WIDTH * k : WIDTH * (k + 1)] for k in range(a, b)), key=self.value)
            flat[WIDTH * s : WIDTH * (s + 1)] = best

    def measure(self, corpus: Corpus) -> Stats:
        """A row a segment, also where METEOR's options do not reach: with function words from a file, say."""
        data = array("q")
        for block in corpus.blocks(TASK):
            rows = array("q", bytes(8 * WIDTH * len(block)))
            self.fill(block, memoryview(rows).cast("B").cast("q", (len(block), WIDTH)))
            data.extend(rows)
        return Stats(COLUMNS, data)

    # --- score ----------------------------------------------------------------------------------------------------

    def formula(self, total: Sequence[int]) -> Parts:
        """The tool's own numbers, which may be no numbers."""
        return score(total, self.setting.parameters)

    def value(self, total: Sequence[int]) -> float:
        """The score; what is no number, or below 0, is 0."""
        return self.formula(total).score

    def parts(self, total: Sequence[int]) -> dict[str, Any]:
        """The numbers on the way to the score; what the tool prints as NaN is 0 here."""
        found = {name: number if isfinite(number) else 0.0 for name, number in self.formula(total)._asdict().items()}
        found.pop("score")
        other = self.reciprocal(found["precision"], found["recall"])
        by_module = {}
        for k, (module, weight) in enumerate(self._weighted()):
            named = zip(
                ("hyp_content", "ref_content", "hyp_function", "ref_function"), total[4 + 4 * k :], strict=False
            )
            by_module[module] = {"weight": weight, **dict(named)}
        return {
            **found,
            "by_module": by_module,
            **{name: total[COLUMNS.index(name)] for name in (*COLUMNS[:4], *COLUMNS[20:])},
            "cross_checked": isclose(found["fmean"], other, rel_tol=1e-12),
        }

    def reciprocal(self, precision: float, recall: float) -> float:
        """Fmean the other way round: the product over the weighted sum."""
        alpha = self.setting.parameters.alpha
        below = alpha * precision + (1 - alpha) * recall
        return precision * recall / below if below else 0.0

    def _weighted(self) -> list[tuple[str, float]]:
        weights = (*self.setting.parameters.weights, *(0.0,) * len(MODULES))
        return list(zip(self.setting.modules, weights, strict=False))

    def best(self, total: Sequence[int]) -> float:
        """What identical texts get: every word matched by the first module, without a penalty."""
        lens, functions = total[1], total[3]
        content = lens - functions
        matched = (content, content, functions, functions)
        return self.value((lens, lens, functions, functions, *matched, *(0,) * 13, lens, lens))


@contextmanager
def _said_plainly() -> Iterator[None]:
    """What is wrong with a paraphrase table, as an error that a user is shown."""
    try:
        yield
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
