"""Accumulator: running sums of rows over batches, for training loops, several machines or several runs.

The state is exact: sums of rows are integers. If a corpus score is the mean of its segments' scores
(`METEOR(average="mean")`), that sum is exact as well, an integer multiple of the smallest double. Sums therefore
do not depend on the order or size of batches, and merged sums equal those of one run over everything.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from operator import index
from pathlib import Path

from bolide.corpus import Corpus, Refs
from bolide.corpus.lines import read_stored
from bolide.data.results import Result, SystemReport
from bolide.data.scores import Signature
from bolide.metrics import parse
from bolide.metrics.base import Metric
from bolide.metrics.measuring import measure_all
from bolide.metrics.scorer import Scorer, check_every_signature, metric_list
from bolide.metrics.sums import Sums, read_value
from bolide.system import files
from bolide.system.errors import BolideError, InputError, counted
from bolide.system.stored import parse_stored

_HEAD = 3  # the vector begins with segments, references and squares


@dataclass(frozen=True)
class _State:
    """The sums of each metric over all segments so far, and the number of references.

    `squares` is the sum of the squared numbers of references per segment. All segments have the same number of
    references if and only if segments × squares = references².
    """

    references: int
    squares: int
    sums: tuple[Sums, ...]

    @property
    def segments(self) -> int:
        return self.sums[0].segments

    def __add__(self, other: _State) -> _State:
        sums = tuple(a + b for a, b in zip(self.sums, other.sums, strict=True))
        return _State(self.references + other.references, self.squares + other.squares, sums)

    @property
    def nrefs(self) -> str:
        same = self.segments * self.squares == self.references**2
        return str(self.references // self.segments) if same else "var"


@dataclass(frozen=True)
class StoredSums:
    """The sums of one metric as they are written; `values` is text: other readers would round so many digits."""

    signature: str
    columns: tuple[str, ...]
    totals: tuple[int, ...]
    values: str | None


@dataclass(frozen=True)
class StoredState(Result):
    """The sums of an accumulator as they are written."""

    segments: int
    references: int
    squares: int
    sums: tuple[StoredSums, ...]


class Accumulator:
    """Sums of one or several metrics over all segments added so far, which can be scored at any time.

    `a + b` merges two accumulators with the same metrics, `save` and `load` use a file, and `vector` is the whole state
    as 64-bit integers, which can be added across processes.

    >>> from bolide import Accumulator
    >>> sums = Accumulator(["bleu", "ter"])
    >>> sums.add(["the cat is on mat", "hello world"], ["the cat is on the mat", "hello there world"])
    >>> len(sums), round(sums.score()["ter"].points, 1)
    (2, 22.2)
    """

    def __init__(self, metrics: str | Metric | Sequence[str | Metric]) -> None:
        listed = metric_list(metrics)
        if not listed:
            raise InputError("An Accumulator needs at least one metric.")
        self._scorers = tuple(map(Scorer.of, listed))
        self.metrics: tuple[Metric, ...] = tuple(scorer.corpus for scorer in self._scorers)
        self.reset()

    def reset(self) -> None:
        """Remove all segments."""
        self._state = _State(0, 0, tuple(map(Sums.none, self.metrics)))
        self._versions: frozenset[str] = frozenset()  # of Bolide, behind loaded sums

    def add(self, hyps: Iterable[str], refs: Iterable[Refs], *, jobs: int = 1) -> None:
        """Add a batch: refs[i] are the references of hyps[i]. If it raises an error, nothing changes."""
        corpus = Corpus.of(hyps, refs)
        if not len(corpus):
            return
        check_every_signature(self._scorers, corpus.nrefs, 1)  # a varying number may be constant in one batch
        tables = measure_all([corpus], self.metrics, jobs=jobs)[0]
        sizes = [end - start for start, end in pairwise(corpus.ref_starts)]
        sums = tuple(Sums.of(metric, table) for metric, table in zip(self.metrics, tables, strict=True))
        self._state = self._checked(self._state + _State(len(corpus.refs), sum(size * size for size in sizes), sums))

    def __len__(self) -> int:
        """The number of segments added."""
        return self._state.segments

    def score(self) -> SystemReport:
        """The scores of everything added so far: `accumulator.score()["bleu"]`."""
        if not len(self):
            raise InputError("There are no segments to score.")
        state = self._state
        measured = zip(self.metrics, state.sums, strict=True)
        scores = (sums.score(metric, state.nrefs).with_versions(self._versions) for metric, sums in measured)
        return SystemReport("system", tuple(scores), size=len(self))

    # --- merging --------------------------------------------------------------------------------------------------

    def __add__(self, other: Accumulator) -> Accumulator:
        """A new accumulator with the segments of both, which must have the same metrics with the same settings.

        If other versions of Bolide counted some of them, the signatures of the scores name all versions.
        """
        if not isinstance(other, Accumulator):
            return NotImplemented
        if self.metrics != other.metrics:
            raise InputError(
                "Sums measured with different settings cannot be merged: "
                f"{_listed(self.metrics)} and {_listed(other.metrics)}."
            )
        return self._with(self._state + other._state, self._versions | other._versions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Accumulator) and self.metrics == other.metrics and self._state == other._state

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"<Accumulator: {counted(len(self), 'segment')}, {', '.join(metric.title for metric in self.metrics)}>"

    def vector(self) -> array[int]:
        """The state as one array of 64-bit integers. The sum of vectors is the vector of the merged accumulators.

        It does not include the versions of Bolide. A mean of segments' scores has no such vector: add accumulators.
        """
        state = self._state
        numbers = array("q", [state.segments, state.references, state.squares])
        for metric, sums in zip(self.metrics, state.sums, strict=True):
            if metric.formula.mean_of_segments:
                raise InputError(f"The sum of {metric.title}'s scores is not a sum of integers; add accumulators.")
            numbers.extend(sums.total)
        return numbers

    @classmethod
    def from_vector(cls, metrics: str | Metric | Sequence[str | Metric], vector: Iterable[int]) -> Accumulator:
        """The accumulator with this vector, or sum of vectors."""
        empty = cls(metrics)
        try:
            numbers = [index(number) for number in vector]
        except TypeError as error:
            raise InputError(f"The vector is not a list of integers: {error}.") from None
        wanted = len(empty.vector())
        if len(numbers) != wanted:
            raise InputError(
                f"The vector has {counted(len(numbers), 'number')}; that of {_listed(empty.metrics)} has {wanted}."
            )
        segments, references, squares = numbers[:_HEAD]
        rest = iter(numbers[_HEAD:])
        sums = []
        for metric in empty.metrics:
            total = tuple(islice(rest, len(metric.counts.columns)))
            sums.append(Sums(segments, total))
        return empty._with(_State(references, squares, tuple(sums)))

    def _with(self, state: _State, versions: frozenset[str] = frozenset()) -> Accumulator:
        accumulator = Accumulator(self.metrics)
        accumulator._scorers, accumulator._versions = self._scorers, versions
        accumulator._state = self._checked(state)
        return accumulator

    def _checked(self, state: _State) -> _State:
        """The state. Raises InputError if sums exceed 64 bits or counts are impossible."""
        for metric, sums in zip(self.metrics, state.sums, strict=True):
            sums.check(metric)
        if not 0 <= state.segments <= state.references <= state.squares < 1 << 63:
            raise InputError(
                f"{counted(state.segments, 'segment')} cannot have {counted(state.references, 'reference')} "
                f"(squared: {state.squares:,})."
            )
        return state

    # --- files ----------------------------------------------------------------------------------------------------

    def to_json(self, indent: int | None = 2) -> str:
        """The state as JSON text: the settings, the columns and the sums."""
        state = self._state
        entries = [
            StoredSums(
                str(metric.signature().with_versions(self._versions)),
                metric.counts.columns,
                sums.total,
                str(sums.value) if metric.formula.mean_of_segments else None,
            )
            for metric, sums in zip(self.metrics, state.sums, strict=True)
        ]
        return StoredState(len(self), state.references, state.squares, tuple(entries)).to_json(indent)

    @classmethod
    def from_json(
        cls, text: str, metrics: str | Metric | Sequence[str | Metric] | None = None, name: str = "This"
    ) -> Accumulator:
        """Read what `to_json` wrote in any version. `metrics`, if passed, must be those it was written with."""
        data: StoredState = parse_stored(text, StoredState, f"{name} is not an accumulator written by Bolide")
        entries = data.sums
        empty = cls([_read(entry.signature) for entry in entries] if metrics is None else metrics)
        _check_settings(empty.metrics, entries, name)
        sums = []
        for metric, entry in zip(empty.metrics, entries, strict=True):
            total, value = entry.totals, entry.values
            if len(total) != len(metric.counts.columns) or metric.formula.mean_of_segments != (value is not None):
                raise InputError(f"{name} does not contain the sums of {metric.title}; measure again.")
            sums.append(Sums(data.segments, total, read_value(value or "0")))
        versions = frozenset(version for entry in entries for version in Signature.from_text(entry.signature).versions)
        return empty._with(_State(data.references, data.squares, tuple(sums)), versions)

    def save(self, path: str | Path) -> None:
        """Write the state to a JSON file, atomically."""
        files.write_text(path, self.to_json() + "\n")

    @classmethod
    def load(cls, path: str | Path, metrics: str | Metric | Sequence[str | Metric] | None = None) -> Accumulator:
        """Read what `save` wrote. `metrics`, if passed, must be those it was saved with."""
        return cls.from_json(read_stored(path), metrics, str(path))


def _listed(metrics: Iterable[Metric]) -> str:
    return " + ".join(str(metric.signature()) for metric in metrics)


def _read(signature: str) -> Metric:
    try:
        return parse(signature)
    except BolideError as problem:
        raise InputError(f"The metric of {signature} is unknown: {problem} Pass it as `metrics`.") from None


def _check_settings(metrics: Sequence[Metric], entries: Sequence[StoredSums], name: str) -> None:
    """Raise InputError if sums have other metrics, settings or columns, or were counted by another program."""
    signatures = [entry.signature for entry in entries]
    ours = [metric.signature() for metric in metrics]
    theirs = [Signature.from_text(signature) for signature in signatures]
    if [replace(one, version="") for one in ours] != [replace(one, version="") for one in theirs]:
        raise InputError(
            f"{name} has sums of {' + '.join(signatures)}; these metrics are {' + '.join(map(str, ours))}."
        )
    if not all(one.versions and all(each.startswith("bolide-") for each in one.versions) for one in theirs):
        raise InputError(f"{name} has sums of {' + '.join(signatures)}, which Bolide did not count; measure again.")
    for metric, entry in zip(metrics, entries, strict=True):
        if metric.counts.columns != entry.columns:
            raise InputError(f"{name} has other columns for {metric.title} than this version counts; measure again.")
