"""chrF (Popović 2015) and chrF++ (Popović 2017): F-scores over character n-grams, as sacreBLEU computes them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from bolide.corpus import Corpus, Refs
from bolide.errors import OptionError
from bolide.kernels.ngrams import crossed
from bolide.kernels.pairs import COMPILED, add_ratios, count, weigh
from bolide.metrics.base import Metric, check_texts, matrix
from bolide.metrics.fscore import f_in_order, f_of_means, f_of_sums, smoothed_f, weights_of
from bolide.metrics.options import option, read_bool, read_case, write_case, write_plain
from bolide.scores import Signature
from bolide.stats import Row, Stats
from bolide.text.letters import Letters
from bolide.text.vocab import Ids

if TYPE_CHECKING:
    from bolide.explanation import Explanation

T = TypeVar("T")
_LIMIT = 2**62  # common denominators times orders up to here fit the kernels' integers; longer texts take the slow way
_NAME = re.compile(r"chrf(\d+(?:\.\d+)?)?(\+*)", re.IGNORECASE)


def _read_eff(text: str) -> bool:
    return not read_bool(text)


@dataclass(frozen=True)
class CHRF(Metric):
    """Character n-gram precision and recall in one F-score; with word_order=2 it is chrF++. The defaults are
    sacreBLEU's."""

    name: ClassVar[str] = "chrF"
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "sacrebleu": {},
        "chrF++": {"word_order": 2},
        "paper": {"beta": 3.0, "eps_smoothing": True},
    }

    char_order: int = option(6, "The longest character n-gram that counts.", int, key="nc", always=True)
    word_order: int = option(0, "The longest word n-gram that counts; 2 makes chrF++.", int, key="nw", always=True)
    beta: float = option(2.0, "How many times as much recall weighs as precision.", float, key="beta")
    whitespace: bool = option(False, "Keep white space in character n-grams.", read_bool, key="space", always=True)
    lowercase: bool = option(False, "Ignore case.", read_case, key="case", always=True, write=write_case)
    eps_smoothing: bool = option(
        False, "Average the F-scores of all orders, as chrF++.py, NLTK and Moses do.", _read_eff, key="eff",
        always=True, write=lambda on: "no" if on else "yes",
    )  # fmt: skip

    def __post_init__(self) -> None:
        for what in ("char_order", "word_order"):
            order = getattr(self, what)
            if isinstance(order, bool) or not isinstance(order, int) or order < 0:
                raise OptionError(f"{what} is {order!r}; the longest n-gram must be a whole number from 0 up.")
        if not self.char_order + self.word_order:
            raise OptionError("char_order and word_order are both 0; there is nothing to count.")
        number = not isinstance(self.beta, bool) and isinstance(self.beta, int | float)
        if not number or self.beta < 0 or not isfinite(float(self.beta) * float(self.beta)):
            raise OptionError(f"beta is {self.beta!r}; it must be a number from 0 up.")
        object.__setattr__(self, "beta", float(self.beta))

    # --- rows -----------------------------------------------------------------------------------------------------

    @cached_property
    def grams(self) -> tuple[tuple[str, int], ...]:
        """The kinds of n-grams that are counted: unit and order."""
        characters = (("char", n) for n in range(1, self.char_order + 1))
        return (*characters, *(("word", n) for n in range(1, self.word_order + 1)))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(f"{what}_{unit}_{n}" for what in ("hyp", "ref", "match") for unit, n in self.grams)

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        if len(corpus.refs) == len(corpus.hyps):
            return self._count(corpus, rows)
        width = len(self.columns)
        pairs = memoryview(bytearray(8 * width * len(corpus.refs))).cast("q")
        self._count(corpus, pairs.cast("B").cast("q", (len(corpus.refs), width)))
        kept = rows.cast("B").cast("q")
        for s, best in enumerate(self.best_references(pairs.tolist(), corpus.starts())):
            kept[s * width : (s + 1) * width] = pairs[best * width : (best + 1) * width]
        return None

    def _count(self, corpus: Corpus, pairs: memoryview[int]) -> None:
        """One row a reference."""
        letters = Letters([*corpus.hyps, *corpus.refs], self.lowercase)
        at, ref_starts = 0, memoryview(corpus.ref_starts[:])
        for texts, orders in self._views(letters):
            count(texts.ids, texts.starts[:-1], texts.starts[1:], ref_starts, orders, at, True, pairs)
            at += orders

    def _views(self, letters: Letters) -> list[tuple[Ids, int]]:
        """Characters and words, each with its number of orders, where there are any."""
        views = [(letters.characters(self.whitespace), self.char_order)] if self.char_order else []
        return [*views, (letters.words(), self.word_order)] if self.word_order else views

    def best_references(self, pairs: Sequence[int], ref_starts: Sequence[int]) -> list[int]:
        """For each segment the reference with the best score, the first of several; `pairs` has a row a reference."""
        width, factor = len(self.columns), self.factor
        rows = (self._groups(pairs[at : at + width]) for at in range(0, len(pairs), width))
        score = _smoothed_sum if self.eps_smoothing else f_in_order
        values = [score(*row, factor) for row in rows]
        return [max(range(first, end), key=values.__getitem__) for first, end in pairwise(ref_starts)]

    def _groups(self, total: Sequence[T]) -> tuple[Sequence[T], Sequence[T], Sequence[T]]:
        """The n-grams of the hypothesis, of the reference, and those they share."""
        size = len(self.grams)
        return total[:size], total[size : 2 * size], total[2 * size :]

    # --- score ----------------------------------------------------------------------------------------------------

    @cached_property
    def factor(self) -> float:
        """How much the recall weighs where the precision weighs 1."""
        return self.beta * self.beta

    def value(self, total: Sequence[int]) -> float:
        if self.eps_smoothing:
            return _smoothed_sum(*self._groups(total), self.factor) / len(self.grams)
        return f_of_means(*self._groups(total), self.factor)

    def values(self, stats: Stats) -> array[float]:
        if self.eps_smoothing or not COMPILED:  # interpreted, one row after the other is quicker than the kernel
            return super().values(stats)
        self.check_rows(stats)
        width, values = len(stats.columns), array("d")
        for first in range(0, len(stats.data), 1024 * width):  # a piece at a time: the sums should stay in the cache
            rows = table(stats.data[first : first + 1024 * width], width)
            sums = array("q", bytes(40 * len(rows)))
            if add_ratios(rows, _LIMIT // len(self.grams), table(sums, 5)):
                values.extend(f_of_sums(sums, self.factor))
            else:
                values.extend([self.value(stats[first // width + k]) for k in range(len(rows))])
        return values

    def parts(self, total: Sequence[int]) -> dict[str, Any]:
        counts = list(zip(*self._groups(total), strict=True))
        used = [(h, r, m) for h, r, m in counts if h and r]
        return {
            "precision": sum(m / h for h, _, m in used) / max(1, len(used)),
            "recall": sum(m / r for _, r, m in used) / max(1, len(used)),
            "beta": self.beta,
            "orders_used": len(used),
            "ngrams": [
                {
                    "unit": unit, "order": n, "match": m, "hyp": h, "ref": r,
                    "precision": m / h if h else 0.0, "recall": m / r if r else 0.0,
                }
                for (unit, n), (h, r, m) in zip(self.grams, counts, strict=True)
            ],
        }  # fmt: skip

    def worths(self, total: Sequence[int]) -> list[float]:
        """What one matched n-gram of each kind gives to the score; matches times worths add up to it."""
        counts = list(zip(*self._groups(total), strict=True))
        size = len(counts)
        if self.eps_smoothing:
            return [smoothed_f(h, r, m, self.factor) / m / size if m else 0.0 for h, r, m in counts]
        parts = self.parts(total)
        p, r, used, factor = parts["precision"], parts["recall"], parts["orders_used"], self.factor
        if not p:
            return [0.0] * size
        # F grows in step with P and R together, so it is the sum of P and R, each times its slope (Euler).
        bottom = (factor * p + r) ** 2
        by_precision, by_recall = (1 + factor) * r * r / bottom, (1 + factor) * factor * p * p / bottom
        return [(by_precision / h + by_recall / of) / used if h and of else 0.0 for h, of, _ in counts]

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        from bolide.metrics.chrf_explained import explain

        checked = Corpus.of([hyp], [refs])
        score = self.aggregate(self.measure_corpus(checked), checked.nrefs)
        pairs = [self.measure([hyp], [ref])[0] for ref in checked.refs]
        best = self.best_references([number for row in pairs for number in row], [0, len(pairs)])[0]
        return explain(self, hyp, checked.refs, score, (best, pairs))

    def pairwise(self, hyps: Sequence[str], refs: Sequence[str]) -> memoryview[float]:
        check_texts(hyps, refs)
        height, width = len(hyps), len(refs)
        sizes: list[list[int]] = [[] for _ in range(height + width)]
        matches: list[array[int]] = []
        for texts, orders in self._views(Letters([*hyps, *refs], self.lowercase)):
            matches.append(array("q", bytes(8 * orders * height * width)))
            crossed(texts.ids, texts.starts, height, orders, table(matches[-1], orders))
            for counts, (first, end) in zip(sizes, pairwise(texts.starts), strict=True):
                counts.extend(max(0, end - first - n) for n in range(orders))
        mine, theirs = (list(map(tuple, side)) for side in (sizes[:height], sizes[height:]))
        return matrix(self._pair_values(mine, theirs, matches), height, width)

    def _pair_values(self, mine: Sequence[Row], theirs: Sequence[Row], matches: list[array[int]]) -> array[float]:
        """The value of every pair, from the counts of every text and the matches of every pair, a table a view."""
        size, orders = len(mine) * len(theirs), [len(found) // (len(mine) * len(theirs)) for found in matches]
        weights = [[(counts, weights_of(counts)) for counts in side] for side in (mine, theirs)]
        largest = max(weight.common for side in weights for _, weight in side)
        if self.eps_smoothing or largest > _LIMIT // len(self.grams):
            columns = [found[n::width] for found, width in zip(matches, orders, strict=True) for n in range(width)]
            rows = zip(product(mine, theirs), zip(*columns, strict=True), strict=True)
            both = (((*(h if r else 0 for h, r in zip(*pair, strict=True)), *pair[1]), row) for pair, row in rows)
            return array("d", [self.value((*counts, *row)) for counts, row in both])
        sums, at = array("q", bytes(40 * size)), 0
        for found, width in zip(matches, orders, strict=True):
            view = slice(at, at + width)
            cut = [
                array("q", [n for c, w in side for n in (*w.each[view], *map(bool, c[view]), w.common)])
                for side in weights
            ]
            weigh(table(found, width), table(cut[0], 2 * width + 1), table(cut[1], 2 * width + 1), table(sums, 5))
            at += width
        return f_of_sums(sums, self.factor)

    # --- name and signature ---------------------------------------------------------------------------------------

    @cached_property
    def title(self) -> str:
        """As sacreBLEU prints it: chrF2, chrF2++."""
        return f"chrF{write_plain(self.beta)}{'+' * self.word_order}"

    def signature_items(self) -> tuple[tuple[str, str], ...]:
        items = dict(super().signature_items())
        order = ("case", "eff", "nc", "nw", "space", "beta")
        return tuple((key, items[key]) for key in order if key in items)

    @classmethod
    def is_called(cls, name: str) -> bool:
        """Whether it is chrF, with or without β and plus signs: chrf, chrF2, chrF++."""
        return _NAME.fullmatch(name) is not None

    @classmethod
    def from_signature(cls, signature: Signature) -> Self:
        """The name may carry β and the word order, as sacreBLEU's does; what the items say must not contradict it."""
        items, found = dict(signature.items), _NAME.fullmatch(signature.metric)
        beta, plus = found.groups() if found else (None, "")
        if beta:
            items.setdefault("beta", beta)
        if plus:
            items.setdefault("nw", str(len(plus)))
        metric = cls.from_items(items)
        if (beta and float(beta) != metric.beta) or (plus and len(plus) != metric.word_order):
            raise OptionError(f"The name {signature.metric} contradicts the rest of its signature, {metric.title}.")
        return metric


def _smoothed_sum(hyps: Sequence[int], refs: Sequence[int], matches: Sequence[int], factor: float) -> float:
    return sum(smoothed_f(h, r, m, factor) for h, r, m in zip(hyps, refs, matches, strict=True))


def table(numbers: array[int], width: int) -> memoryview[int]:
    """The numbers as rows of `width`, in place."""
    return memoryview(numbers).cast("B").cast("q", (len(numbers) // width, width))
