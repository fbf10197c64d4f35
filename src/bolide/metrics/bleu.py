"""BLEU (Papineni et al. 2002), as sacreBLEU and NLTK compute it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import exp, isclose, isfinite, log, prod
from operator import getitem, mul, truediv
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bolide.corpus import Corpus, Refs
from bolide.errors import OptionError, unknown
from bolide.kernels.ngrams import clipped, crossed
from bolide.metrics.base import Metric, check_texts, matrix
from bolide.metrics.options import option, read_bool, read_case, read_floats, write_case
from bolide.metrics.smoothing import (
    METHODS,
    NEEDS_FIVE,
    NLTK_METHODS,
    PLAIN_WHERE_MATCHED,
    SENTENCE_ONLY,
    nltk_precisions,
    sacrebleu_precisions,
)
from bolide.scores import Score
from bolide.text.mecab import signed, unsigned
from bolide.text.tokenizers import TOKENIZERS, tokenizer
from bolide.text.vocab import Ids, encode

if TYPE_CHECKING:
    from bolide.explanation import Explanation


@dataclass(frozen=True)
class BLEU(Metric):
    """Clipped n-gram precision with a penalty for brevity. The defaults are sacreBLEU's."""

    name: ClassVar[str] = "BLEU"
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "sacrebleu": {},
        "paper": {"tokenize": "whitespace", "smooth": "none"},
    }

    lowercase: bool = option(False, "Ignore case.", read_case, key="case", always=True, write=write_case)
    effective_order: bool = option(
        False, "Leave out orders for which the candidate is too short.", read_bool, key="eff", always=True
    )
    tokenize: str = option(
        "13a", "How text becomes tokens.", unsigned, key="tok", always=True, choices=tuple(TOKENIZERS),
        write=lambda name: "none" if name == "whitespace" else signed(name),
    )  # fmt: skip
    smooth: str = option(
        "exp", "What stands in for an order without a match.", key="smooth", always=True, choices=tuple(METHODS)
    )
    smooth_value: float | None = option(None, "The number that floor, add-k and NLTK's methods 1, 4, 6, 7 use.", float)
    max_order: int = option(4, "The longest n-gram that counts.", int, key="order")
    weights: tuple[float, ...] | None = option(
        None, "A weight for each order, instead of 1/N.", read_floats, key="weights"
    )

    def __post_init__(self) -> None:
        tokenizer(self.tokenize)
        if self.tokenize == "none":  # one split under two names; equal metrics should compare equal
            object.__setattr__(self, "tokenize", "whitespace")
        if self.smooth not in METHODS:
            raise unknown("smoothing method", self.smooth, METHODS)
        if isinstance(self.max_order, bool) or not isinstance(self.max_order, int) or self.max_order < 1:
            raise OptionError(f"max_order is {self.max_order!r}; the longest n-gram must be a whole number from 1 up.")
        self._check_smooth_value()
        self._check_weights()

    def _check_smooth_value(self) -> None:
        if self.smooth_value is None:
            return
        if METHODS[self.smooth] is None:
            raise OptionError(f"smooth_value has no meaning for smooth={self.smooth!r}; leave it out.")
        if not isfinite(self.smooth_value) or self.smooth_value < 0:
            raise OptionError(f"smooth_value is {self.smooth_value!r}; it must be a number from 0 up.")
        if self.smooth_value == 0 and self.smooth in ("method4", "method7"):
            raise OptionError(f"smooth_value is 0; {self.smooth} divides by it.")

    def _check_weights(self) -> None:
        if self.weights is None:
            return
        object.__setattr__(self, "weights", tuple(float(weight) for weight in self.weights))
        if len(self.weights) != self.max_order:
            raise OptionError(
                f"There are {len(self.weights)} weights for max_order={self.max_order}; give one weight an order."
            )
        if not all(isfinite(weight) and weight >= 0 for weight in self.weights) or not any(self.weights):
            raise OptionError(f"The weights {self.weights} must be numbers from 0 up, and not all 0.")

    def for_sentences(self) -> BLEU:
        return replace(self, effective_order=True)

    # --- rows -----------------------------------------------------------------------------------------------------

    @cached_property
    def _orders(self) -> int:
        """Orders that are counted; NLTK's methods 5 and 7 always look at order 5 as well."""
        return max(self.max_order, 5) if self.smooth in NEEDS_FIVE else self.max_order

    @cached_property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self._orders + 1)
        per_order = (f"{what}_{n}" for what in ("match", "total", "short") for n in orders)
        return ("segments", "hyp_len", "ref_len", *per_order)

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        self._count(encode([*corpus.hyps, *corpus.refs], self.tokenize, self.lowercase), corpus.ref_starts[:], rows)

    def _count(self, texts: Ids, ref_starts: array[int], rows: memoryview[int]) -> None:
        clipped(texts.ids, texts.starts, memoryview(ref_starts), self._orders, rows)

    # --- score ----------------------------------------------------------------------------------------------------

    def precisions(self, total: Sequence[int]) -> list[float]:
        """The smoothed precisions that enter the mean: one an order, fewer where effective order leaves some out."""
        orders = self._orders
        matches, totals = total[3 : 3 + orders], total[3 + orders : 3 + 2 * orders]
        if 0 not in matches and self.smooth in PLAIN_WHERE_MATCHED and self._as_counted(total):
            return list(map(truediv, matches, totals))  # the usual case, and the one to be quick about
        k = METHODS[self.smooth] if self.smooth_value is None else self.smooth_value
        if self.smooth not in NLTK_METHODS:
            found = sacrebleu_precisions(self.smooth, k or 0.0, matches, totals)
        else:
            if self.smooth in SENTENCE_ONLY and total[0] > 1:
                raise OptionError(
                    f"smooth={self.smooth!r} is defined for one sentence only; choose another for a corpus, "
                    "or use compat.nltk, which copies what NLTK does there."
                )
            asked = [size + short for size, short in zip(totals, total[3 + 2 * orders :], strict=True)]
            fifth = matches[4] / asked[4] if orders >= 5 else 0.0
            limit = self.max_order
            found = nltk_precisions(self.smooth, k or 0.0, matches[:limit], asked[:limit], total[1], fifth)
            if self.effective_order:
                found = found[: max(1, min(self.max_order, total[1]))] if total[0] == 1 else _filled(found, totals)
        if not self.effective_order:
            found += [0.0] * (self.max_order - len(found))
        return found

    def _as_counted(self, total: Sequence[int]) -> bool:
        """Whether the n-grams counted are the n-grams asked for; NLTK asks for one where a segment has none."""
        return self.smooth not in NLTK_METHODS or not any(total[3 + 2 * self._orders :])

    def score(self, total: Sequence[int], nrefs: str | None = None) -> Score:
        parts = self.parts(total)
        return Score(self.name, parts["bp"] * parts["geometric_mean"], self.signature(nrefs), parts)

    def value(self, total: Sequence[int]) -> float:
        if total[3] == 0:  # no word in common is 0 under every smoothing
            return 0.0
        if self._zero_is_zero and 0 in total[3 : 3 + self._orders]:
            return 0.0
        return brevity_penalty(total[1], total[2]) * self._mean(self.precisions(total))

    @cached_property
    def _zero_is_zero(self) -> bool:
        """Whether one order without a match makes the score zero."""
        return self.smooth in ("none", "method0") and self.weights is None and not self.effective_order

    def _mean(self, precisions: list[float]) -> float:
        """The geometric mean, in the log domain."""
        if self.weights is None and 0.0 not in precisions:
            return exp(sum(map(log, precisions)) / len(precisions))
        terms = self._terms(precisions)
        return 0.0 if terms is None else exp(sum(weight * log(p) for weight, p in terms))

    def product(self, precisions: list[float]) -> float:
        """The geometric mean again, by multiplying and taking the root: the cross-check."""
        terms = self._terms(precisions)
        if terms is None:
            return 0.0
        product = prod(p for _, p in terms)
        if self.weights is None and len(terms) == len(precisions) and product > 1e-290:
            return float(product ** (1 / len(precisions)))
        return float(prod(p**weight for weight, p in terms))

    def _terms(self, precisions: list[float]) -> list[tuple[float, float]] | None:
        """Weight and precision of the orders that enter the mean, or None where a zero makes the mean zero."""
        weights = self.weights or (1 / len(precisions),) * len(precisions)
        if self.weights is not None and len(precisions) < len(weights):
            kept = sum(weights[: len(precisions)])
            weights = tuple(weight / kept for weight in weights[: len(precisions)]) if kept else ()
        terms = [(weight, p) for weight, p in zip(weights, precisions, strict=False) if weight]
        if all(p for _, p in terms):
            return terms or None
        # NLTK's methods 1 to 7 pass over a precision that is still zero; everyone else's BLEU is zero then.
        if self.smooth in NLTK_METHODS and self.smooth != "method0":
            return [(weight, p) for weight, p in terms if p]
        return None

    def parts(self, total: Sequence[int]) -> dict[str, Any]:
        orders = self._orders
        totals = total[3 + orders : 3 + orders + self.max_order]
        if self.smooth in NLTK_METHODS:
            totals = [a + b for a, b in zip(totals, total[3 + 2 * orders :], strict=False)]
        precisions = self.precisions(total) if total[3] else [0.0] * self.max_order
        mean = self._mean(precisions) if total[3] else 0.0
        product = self.product(precisions) if total[3] else 0.0
        return {
            "bp": brevity_penalty(total[1], total[2]),
            "precisions": precisions,
            "counts": list(total[3 : 3 + self.max_order]),
            "totals": list(totals),
            "hyp_len": total[1],
            "ref_len": total[2],
            "geometric_mean": mean,
            "cross_checked": isclose(mean, product, rel_tol=1e-9, abs_tol=1e-300),
        }

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        from bolide.metrics.bleu_explained import explain

        checked = Corpus.of([hyp], [refs])
        score = self.aggregate(self.measure_corpus(checked), checked.nrefs)
        return explain(self, hyp, checked.refs, score, self._orders)

    def pairwise(self, hyps: Sequence[str], refs: Sequence[str]) -> memoryview[float]:
        check_texts(hyps, refs)
        texts = encode([*hyps, *refs], self.tokenize, self.lowercase)
        orders = self._orders
        matches = array("q", bytes(8 * orders * len(hyps) * len(refs)))
        pairs = memoryview(matches).cast("B").cast("q", (len(hyps) * len(refs), orders))
        crossed(texts.ids, texts.starts, len(hyps), orders, pairs)
        sizes = [end - start for start, end in zip(texts.starts, texts.starts[1:], strict=False)]
        rows = zip(*[iter(matches)] * orders, strict=True)
        table = array("d")
        for size in sizes[: len(hyps)]:
            means = self._means(size, list(islice(rows, len(refs))))
            penalties = (brevity_penalty(size, other) for other in sizes[len(hyps) :])
            table.extend(map(mul, penalties, means))
        return matrix(table, len(hyps), len(refs))

    def _means(self, size: int, matches: list[tuple[int, ...]]) -> list[float]:
        """The geometric mean for each tuple of matches of one hypothesis of `size` tokens.

        What `value` would give; here each logarithm is taken once, not once a pair.
        """
        totals = [max(0, size - n) for n in range(self._orders)]
        tail = (*totals, *(int(size <= n) for n in range(self._orders)))
        plain = self.weights is None and self.smooth in PLAIN_WHERE_MATCHED
        logs = [[0.0, *(log(m / total) for m in range(1, total + 1))] for total in totals] if plain else []
        known: dict[tuple[int, ...], float] = {}
        for row in matches:
            if row in known:
                continue
            if plain and row[-1]:
                known[row] = exp(sum(map(getitem, logs, row)) / self.max_order)
            else:
                known[row] = self._mean(self.precisions((1, size, 0, *row, *tail))) if row[0] else 0.0
        return [known[row] for row in matches]

    # --- signature ------------------------------------------------------------------------------------------------

    def signature_items(self) -> tuple[tuple[str, str], ...]:
        value = METHODS[self.smooth] if self.smooth_value is None else self.smooth_value
        items = super().signature_items()
        if value is None:
            return items
        shown = f"{value:.2f}" if float(f"{value:.2f}") == value else repr(value)
        return tuple((key, f"{text}[{shown}]" if key == "smooth" else text) for key, text in items)

    @classmethod
    def from_items(cls, items: dict[str, str]) -> Self:
        method, bracket, value = items.get("smooth", "exp").partition("[")
        found = super().from_items({**items, "smooth": method})
        if not bracket:
            return found
        number = float(value.rstrip("]"))
        return found if number == METHODS[method] else replace(found, smooth_value=number)


def brevity_penalty(hyp_len: int, ref_len: int) -> float:
    """1 for a candidate that is longer than its reference, less for a shorter one."""
    # Papineni et al. 2002: brevity is judged on the whole corpus, so long lines may make up for short ones.
    if hyp_len >= ref_len:
        return 1.0 if hyp_len else 0.0
    return exp(1 - ref_len / hyp_len) if hyp_len else 0.0


def _filled(precisions: list[float], totals: Iterable[int]) -> list[float]:
    """The precisions of orders for which the corpus has an n-gram."""
    return [p for p, size in zip(precisions, totals, strict=False) if size] or precisions[:1]
