"""Scores of predicted error spans against gold ones: EM, MP and MPP (arXiv 2603.19921), and WMT25's over characters.

Every segment gives what its predicted and its gold spans earn and how much there was to earn. Precision is earned over
possible for the predicted side, recall for the gold side, each 1 if nothing is possible; F is their harmonic mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import fsum, inf, lcm
from typing import NamedTuple

from bolide.system.errors import InputError, OptionError, known_name

METHODS = ("MPP", "MP", "EM", "WMT25")
MATCHINGS = ("one-to-one", "many-to-many")
AVERAGES = ("micro", "macro")
_MOST_PAIRS, _MOST_MATCHINGS = 1_000_000, 50_000  # of the spans of a segment; the matchings are partial ones


class ScoredSpan(NamedTuple):
    """A half-open range of characters on one side of a segment (`target` or `source`), with its severity."""

    start: int
    end: int
    severity: str = ""
    side: str = "target"

    @property
    def length(self) -> int:
        return self.end - self.start

    def overlap(self, other: ScoredSpan) -> int:
        """How many characters the two have in common."""
        if self.side != other.side:
            return 0
        return max(0, min(self.end, other.end) - max(self.start, other.start))


class Earned(NamedTuple):
    """What the predicted and the gold spans of a segment earn, and the most they could earn."""

    predicted: float
    most_predicted: float
    gold: float
    most_gold: float

    @property
    def precision(self) -> float:
        return self.predicted / self.most_predicted if self.most_predicted else 1.0

    @property
    def recall(self) -> float:
        return self.gold / self.most_gold if self.most_gold else 1.0

    @property
    def f(self) -> float:
        precision, recall = self.precision, self.recall
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@dataclass(frozen=True)
class SpanScoring:
    """How spans are scored.

    `method` says what a pair of spans earns: EM asks for equal ranges, MP for any overlap, MPP pays in proportion to
    the overlap, and WMT25 counts characters. `matching` says whether a span is paired once or with all it overlaps.
    `penalty` is the share of the credit lost if severities differ. `weights` (MPP, one-to-one) are the weights of
    severities. `average` sums over segments before dividing (micro), or averages their scores (macro).
    """

    method: str = "MPP"
    matching: str = "one-to-one"
    average: str = "micro"
    penalty: float = 0.0
    weights: Mapping[str, float] | None = None

    def __post_init__(self) -> None:
        known_name("method for spans", self.method, METHODS)
        known_name("matching of spans", self.matching, MATCHINGS)
        known_name("average", self.average, AVERAGES)
        if not isinstance(self.penalty, int | float) or not 0 <= self.penalty <= 1:
            raise OptionError(f"penalty is {self.penalty!r}; it must be a number between 0 and 1.")
        if self.weights is None:
            return
        if (self.method, self.matching) != ("MPP", "one-to-one"):
            raise OptionError("Weights of severities belong to MPP with one-to-one matching; leave them out.")
        if self.penalty:
            raise OptionError("Weights of severities replace the penalty; leave one of them out.")
        weights = self.weights.values()
        if not weights or not all(isinstance(weight, int | float) and 0 <= weight < inf for weight in weights):
            raise OptionError("Weights of severities must be numbers, finite and not negative.")

    def __str__(self) -> str:
        weights = ",".join(f"{name}={_exact(value)}" for name, value in (self.weights or {}).items())
        last = f"weights:{weights}" if weights else f"penalty:{_exact(self.penalty)}"
        return f"{self.method}|{self.matching}|{self.average}|{last}"

    @classmethod
    def from_text(cls, text: str) -> SpanScoring:
        """Read what `str` wrote."""
        method, matching, average, last = text.split("|")
        kind, _, value = last.partition(":")
        if kind == "penalty":
            return cls(method, matching, average, float(value))
        weights = dict(part.split("=") for part in value.split(","))
        return cls(method, matching, average, weights={name: float(weight) for name, weight in weights.items()})

    def segment(self, predicted: Sequence[ScoredSpan], gold: Sequence[ScoredSpan]) -> Earned:
        """What the spans of one segment earn."""
        most = self._most(predicted), self._most(gold)
        if self.matching == "one-to-one":
            earned = self._matched(predicted, gold)
        else:
            earned = self._shared(predicted, gold), self._shared(gold, predicted)
        return Earned(earned[0], most[0], earned[1], most[1])

    def total(self, segments: Iterable[Earned]) -> tuple[float, float, float]:
        """Precision, recall and F of all segments."""
        rows = list(segments)
        if self.average == "micro":
            total = Earned(*(fsum(column) for column in zip(*rows, strict=True))) if rows else Earned(0, 0, 0, 0)
            return total.precision, total.recall, total.f
        if not rows:
            raise InputError("There is no segment to average over.")
        means = [fsum(getattr(row, name) for row in rows) / len(rows) for name in ("precision", "recall", "f")]
        return means[0], means[1], means[2]

    def _most(self, spans: Sequence[ScoredSpan]) -> float:
        if self.method == "WMT25":
            return float(sum(span.length for span in spans))
        return fsum(map(self._weight, spans)) if self.weights is not None else float(len(spans))

    def _exact_most(self, span: ScoredSpan) -> Fraction:
        if self.method == "WMT25":
            return Fraction(span.length)
        return Fraction(1) if self.weights is None else _as_written(self._weight(span))

    def _weight(self, span: ScoredSpan) -> float:
        assert self.weights is not None
        if span.severity not in self.weights:
            raise OptionError(f"There is no weight for the severity {span.severity!r}; give one for each.")
        return self.weights[span.severity]

    # --- one to one ---------------------------------------------------------------------------------------------------

    def _pair(self, p: ScoredSpan, g: ScoredSpan) -> tuple[Fraction, Fraction] | None:
        """What a pair earns on the predicted and on the gold side; None if the two cannot be paired."""
        overlap = p.overlap(g)
        if not overlap or (self.method == "EM" and (p.start, p.end) != (g.start, g.end)):
            return None
        if self.weights is not None:
            share = min(_as_written(self._weight(p)), _as_written(self._weight(g)))
        else:
            share = Fraction(1) if p.severity == g.severity else 1 - _as_written(self.penalty)
        if self.method == "MPP":
            return share * overlap / p.length, share * overlap / g.length
        credit = share * overlap if self.method == "WMT25" else share
        return credit, credit

    def _matched(self, predicted: Sequence[ScoredSpan], gold: Sequence[ScoredSpan]) -> tuple[float, float]:
        """The credits of the matching with the highest F; ties go to precision + recall, precision, recall, pairs.

        Sums of doubles would let the last bit decide a tie, so credits are whole numbers of a unit, F a fraction.
        """
        pairs = {}
        for i, j in sorted(_overlapping(predicted, gold), key=lambda pair: predicted[pair[0]].side):
            credit = self._pair(predicted[i], gold[j])
            if credit is not None:
                pairs[i, j] = credit
        unit = Fraction(1, lcm(*(credit.denominator for pair in pairs.values() for credit in pair)))
        matchings = _matchings({pair: (int(p / unit), int(g / unit)) for pair, (p, g) in pairs.items()})
        most = [sum(map(self._exact_most, spans)) for spans in (predicted, gold)]

        def rank(sums: Sums) -> tuple[Fraction, ...]:
            p, r = (
                earned * unit / possible if possible else Fraction(1)
                for earned, possible in zip(sums[:2], most, strict=True)
            )
            return 2 * p * r / (p + r) if p + r else p, p + r, p, r, Fraction(sums[2])

        best = max(matchings, key=rank) if len(matchings) > 1 else matchings[0]
        return float(best[0] * unit), float(best[1] * unit)

    # --- many to many -------------------------------------------------------------------------------------------------

    def _shared(self, spans: Sequence[ScoredSpan], others: Sequence[ScoredSpan]) -> float:
        """What the spans of one side earn."""
        if self.method in ("EM", "MP"):
            return self._any(spans, others)
        units = _units(spans, others, 1 - self.penalty)
        if self.method == "WMT25":
            return fsum(units)
        return fsum(unit / span.length for unit, span in zip(units, spans, strict=True) if span.length)

    def _any(self, spans: Sequence[ScoredSpan], others: Sequence[ScoredSpan]) -> float:
        """One for each span that meets another of its severity, less the penalty if only of another one."""
        severities: dict[int, set[str]] = {}
        for i, j in _overlapping(spans, others):
            if self.method == "MP" or (spans[i].start, spans[i].end) == (others[j].start, others[j].end):
                severities.setdefault(i, set()).add(others[j].severity)
        return fsum(1.0 if spans[i].severity in met else 1 - self.penalty for i, met in severities.items())


def _exact(number: float) -> str:
    """The shortest text that is read back as this number."""
    return repr(float(number)).removesuffix(".0")


def _as_written(number: float) -> Fraction:
    """The number that a user wrote: 0.2 is a fifth."""
    return Fraction(repr(float(number)))


Credits = Mapping[tuple[int, int], tuple[int, int]]
Sums = tuple[int, int, int]


def _tangled() -> InputError:
    return InputError(
        "A segment has too many spans that overlap one another for one-to-one matching; score it with many-to-many "
        "matching."
    )


def _overlapping(predicted: Sequence[ScoredSpan], gold: Sequence[ScoredSpan]) -> list[tuple[int, int]]:
    """The pairs of spans that overlap, in the order in which the predicted ones begin."""
    order = sorted(range(len(gold)), key=lambda j: gold[j].start)
    reached, first = [], 0
    pairs = []
    for i in sorted(range(len(predicted)), key=lambda i: predicted[i].start):
        while first < len(order) and gold[order[first]].start < predicted[i].end:
            reached.append(order[first])
            first += 1
        reached = [j for j in reached if gold[j].end > predicted[i].start]  # later ones begin here or after
        pairs += [(i, j) for j in reached if predicted[i].overlap(gold[j])]
        if len(pairs) > _MOST_PAIRS:
            raise _tangled()
    return pairs


def _matchings(pairs: Credits) -> list[Sums]:
    """The undominated sums of all matchings: credits of both sides, and the number of pairs.

    A gold span that no later predicted one can be paired with is forgotten, so that chains of spans stay cheap. If no
    other is left, what follows is independent of what came before.
    """
    partners: dict[int, list[int]] = {}
    for i, j in pairs:
        partners.setdefault(i, []).append(j)
    last = {j: i for i, j in pairs}
    nothing = (0, 0, 0)
    best, states, tried = [nothing], {frozenset[int](): [nothing]}, 0
    for i, reachable in partners.items():
        over = frozenset(j for j in reachable if last[j] == i)
        grown: dict[frozenset[int], list[Sums]] = {}
        for used, sums in states.items():
            grown.setdefault(used - over, []).extend(sums)
            for j in reachable:
                if j not in used:
                    x, y = pairs[i, j]
                    grown.setdefault((used | {j}) - over, []).extend((a + x, b + y, n + 1) for a, b, n in sums)
        tried += sum(map(len, grown.values()))
        if tried > _MOST_MATCHINGS:
            raise _tangled()
        states = {used: _undominated(sums) for used, sums in grown.items()}
        if len(states) == 1:
            (sums,) = states.values()
            best = _undominated((a + x, b + y, n + k) for (a, b, n), (x, y, k) in product(best, sums))
            states, tried = {frozenset(): [nothing]}, 0
    return best


def _undominated(sums: Iterable[Sums]) -> list[Sums]:
    """Those of which no other has at least as much of everything."""
    best: list[Sums] = []
    for one in sorted(set(sums), reverse=True):
        if not any(other[1] >= one[1] and other[2] >= one[2] for other in reversed(best)):
            best.append(one)
    return best


def _units(spans: Sequence[ScoredSpan], others: Sequence[ScoredSpan], unlike: float) -> list[float]:
    """The characters that each span earns: at each one as many units as both sides have spans there.

    Units of spans of one severity count fully and are shared among them; the remaining ones count `unlike` and are
    shared among the spans left over, in proportion.
    """
    units = [0.0] * len(spans)
    for side in dict.fromkeys(span.side for span in spans):
        edges = [
            (edge, step, k, span.severity)
            for k, span in (*enumerate(spans), *((-1, span) for span in others))
            if span.side == side
            for edge, step in ((span.start, 1), (span.end, -1))
        ]
        here: dict[str, dict[int, None]] = {}
        there: dict[str, int] = {}
        at = 0
        for offset, step, k, severity in sorted(edges):
            if offset > at:
                _share(units, here, there, offset - at, unlike)
                at = offset
            if k < 0:
                there[severity] = there.get(severity, 0) + step
            elif step > 0:
                here.setdefault(severity, {})[k] = None
            else:
                del here[severity][k]
    return units


def _share(
    units: list[float], here: Mapping[str, Mapping[int, None]], there: Mapping[str, int], length: int, unlike: float
) -> None:
    """Add what the spans of a stretch of `length` characters earn; `there` counts the other side's by severity."""
    number, facing = sum(map(len, here.values())), sum(there.values())
    if not number or not facing:
        return
    alike = {severity: min(len(spans), there.get(severity, 0)) for severity, spans in here.items()}
    left = number - sum(alike.values())
    rest = min(number, facing) - sum(alike.values())
    for severity, spans in here.items():
        share = alike[severity] + (unlike * rest * (len(spans) - alike[severity]) / left if left else 0.0)
        for k in spans:
            units[k] += length * share / len(spans)
