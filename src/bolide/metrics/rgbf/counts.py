"""rgbF's counts: n-grams of every unit, matched for precision and for recall."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bolide.corpus import Corpus
from bolide.kernels.ngrams.pairs import count
from bolide.kernels.text.units import choose
from bolide.metrics.counts import Counts, Measured, Pairs, Progress, in_nfc, no_progress
from bolide.system.errors import SegmentError
from bolide.system.messages import counted
from bolide.text.tokenize import tokenizer
from bolide.text.units import FILE
from bolide.text.units.parallel import Units, encode_units, split_units, units_from_ids
from bolide.text.units.views import UnitPlan, unit_ids, unit_texts


@dataclass(frozen=True)
class RGBFCounts(Counts):
    """N-grams of orders 1 to `max_ngram_order` of each unit; texts contain their units, or analysers make them."""

    units: tuple[str, ...]
    max_ngram_order: int
    analysers: tuple[str, ...]
    tokenize: str | None

    @cached_property
    def grams(self) -> tuple[tuple[str, int], ...]:
        """The kinds of n-grams that are counted: unit and order."""
        return tuple((unit, n) for unit in self.units for n in range(1, self.max_ngram_order + 1))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        groups = ("match_p", "hyp", "match_r", "ref")
        return tuple(f"{what}_{unit}_{n}" for what in groups for unit, n in self.grams)

    def tokens(self, text: str) -> list[str]:
        return tokenizer(self.tokenize or "whitespace")(text)

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        pairs = (("match_p", "hyp"), ("match_r", "ref"))
        return tuple((f"{less}_{unit}_{n}", f"{more}_{unit}_{n}") for unit, n in self.grams for less, more in pairs)

    @property
    def plan(self) -> UnitPlan | None:
        """The plan for making units from plain text; None if texts contain them."""
        if not self.analysers or FILE in self.analysers:
            return None
        return UnitPlan(self.units, self.analysers, self.tokenize or "13a")

    def prepare(self, texts: Sequence[str], *, jobs: int = 1, progress: Progress = no_progress) -> None:
        if self.plan is None:
            progress(len(texts))
        else:
            unit_ids(in_nfc(texts) if self.nfc else texts, self.plan, jobs=jobs, progress=progress)

    def in_units(self, corpus: Corpus) -> Corpus:
        """The corpus with the units of every text in one line, made by the analysers if there are any."""
        if self.plan is None:
            return corpus
        texts = unit_texts([*corpus.hyps, *corpus.refs], self.plan)
        return replace(corpus, hyps=texts[: len(corpus)], refs=texts[len(corpus) :])

    def measure(self, corpus: Corpus, *, jobs: int = 1, progress: Progress = no_progress) -> Measured:
        self.prepare([*corpus.hyps, *corpus.refs], jobs=jobs)
        return super().measure(corpus, jobs=jobs, progress=progress)

    def encode(self, hyps: list[str], refs: list[str]) -> tuple[Units, list[str]]:
        """The units of all texts, and the texts."""
        texts = [*hyps, *refs]
        if self.plan is None:
            return encode_units(texts, len(self.units)), texts
        return units_from_ids(unit_ids(texts, self.plan).sentences, len(self.units)), texts

    def rows(self, encoded: tuple[Units, list[str]], pairs: Pairs) -> array[int]:
        units, texts = encoded
        if units.wrong >= 0:
            raise self._mismatch(texts, pairs)
        width, orders = len(self.columns), self.max_ngram_order
        matches = memoryview(bytearray(6 * width * pairs.size)).cast("q", (pairs.size, 3 * len(self.grams)))
        for u, (firsts, ends) in enumerate(zip(units.firsts, units.ends, strict=True)):
            count(units.ids, *pairs.spans(firsts, ends), pairs.starts, orders, u * orders, False, matches)
        starts = memoryview(array("q", range(pairs.size + 1))) if pairs.apart else pairs.starts
        rows = array("q", bytes(8 * width * (len(starts) - 1)))
        choose(matches, starts, memoryview(rows).cast("B").cast("q", (len(starts) - 1, width)))
        return rows

    def _mismatch(self, texts: list[str], pairs: Pairs) -> SegmentError:
        """The error for the first text with a wrong number of units."""
        size = len(self.units)
        for hyp, ref in zip(*pairs.numbers(), strict=True):
            for side, text in (("candidate", texts[hyp]), ("reference", texts[ref])):
                actual = len(split_units(text, size))
                if actual != size:
                    return SegmentError(
                        hyp,
                        f"the {side} has {counted(actual, 'unit')}, but rgbF expects {counted(size, 'unit')} "
                        f"({', '.join(self.units)}), separated by `++`: {_short(text)} (For plain text, say which "
                        "`analysers` make its units: `bolide score` does by --units.)",
                    )
        raise AssertionError("every text has its units")  # pragma: no cover


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"
