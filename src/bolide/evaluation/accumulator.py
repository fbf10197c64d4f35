"""Accumulator: running sums of rows over batches, for training loops, several machines or several runs.

The state is exact: sums of rows are integers. If a corpus score is the mean of its segments' scores
(`METEOR(average="mean")`), that sum is exact as well, an integer multiple of the smallest double. Sums therefore
do not depend on the order or size of batches, and merged sums equal those of one run over everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

from bolide.corpus import Corpus, Refs
from bolide.corpus.inputs import file_of
from bolide.corpus.lines import read_stored
from bolide.data.results import Result, SystemReport
from bolide.data.scores import Signature
from bolide.metrics import parse
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer, check_every_signature, measure_all, metric_list
from bolide.metrics.sums import Sums
from bolide.system import files
from bolide.system.errors import BolideError, InputError, counted
from bolide.system.stored import parse_stored


@dataclass(frozen=True)
class StoredSums:
    """The sums of one metric as they are written."""

    signature: Signature
    columns: tuple[str, ...]
    sums: Sums


@dataclass(frozen=True)
class StoredState(Result):
    """An accumulator as it is written."""

    metrics: tuple[StoredSums, ...]


class Accumulator:
    """Sums of one or several metrics over all segments added so far, which can be scored at any time.

    `a + b` merges two accumulators with the same metrics, also those of other processes, `save` and `load` use a file.

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
        self._sums = tuple(map(Sums.none, self.metrics))
        self._nrefs: str | None = None
        self._versions: frozenset[str] = frozenset()  # of Bolide, behind loaded sums

    def add(self, hyps: Iterable[str], refs: Iterable[Refs], *, jobs: int = 1) -> None:
        """Add a batch: refs[i] are the references of hyps[i]. If it raises an error, nothing changes."""
        corpus = Corpus.of(hyps, refs)
        if len(corpus):
            check_every_signature(self._scorers, corpus.nrefs, 1)  # a varying number may be constant in one batch
            tables = measure_all([corpus], self.metrics, jobs=jobs)[0]
            self._include(tuple(map(Sums.of, self.metrics, tables)), corpus.nrefs)

    def __len__(self) -> int:
        """The number of segments added."""
        return self._sums[0].segments

    def score(self) -> SystemReport:
        """The scores of everything added so far: `accumulator.score()["bleu"]`."""
        if not len(self):
            raise InputError("There are no segments to score.")
        measured = zip(self.metrics, self._sums, strict=True)
        scores = (sums.score(metric, self._nrefs).with_versions(self._versions) for metric, sums in measured)
        return SystemReport("system", tuple(scores), size=len(self))

    def __add__(self, other: Accumulator) -> Accumulator:
        """A new accumulator with the segments of both, which must have the same metrics with the same settings.

        If other versions of Bolide counted some of them, the signatures of the scores name all versions.
        """
        if not isinstance(other, Accumulator):
            return NotImplemented
        if self.metrics != other.metrics:
            both = (" + ".join(str(metric.signature()) for metric in each.metrics) for each in (self, other))
            raise InputError(f"Sums measured with different settings cannot be merged: {' and '.join(both)}.")
        merged = copy(self)
        merged._include(other._sums, other._nrefs, other._versions)
        return merged

    def _include(self, sums: Sequence[Sums], nrefs: str | None, versions: frozenset[str] = frozenset()) -> None:
        """Add sums. Raises InputError if they exceed 64 bits then."""
        added = tuple(ours + theirs for ours, theirs in zip(self._sums, sums, strict=True))
        for metric, one in zip(self.metrics, added, strict=True):
            one.check(metric)
        self._sums, self._versions = added, self._versions | versions
        self._nrefs = nrefs if self._nrefs in (None, nrefs) else "var" if nrefs else self._nrefs

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Accumulator):
            return False
        return (self.metrics, self._sums, self._nrefs) == (other.metrics, other._sums, other._nrefs)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"<Accumulator: {counted(len(self), 'segment')}, {', '.join(metric.title for metric in self.metrics)}>"

    def to_json(self, indent: int | None = 2) -> str:
        """The state as JSON text: the settings, the columns and the sums."""
        signatures = (metric.signature(self._nrefs).with_versions(self._versions) for metric in self.metrics)
        columns = (metric.counts.columns for metric in self.metrics)
        return StoredState(tuple(map(StoredSums, signatures, columns, self._sums))).to_json(indent)

    @classmethod
    def from_json(
        cls, text: str, metrics: str | Metric | Sequence[str | Metric] | None = None, name: str = "This"
    ) -> Accumulator:
        """Read what `to_json` wrote in any version. `metrics`, if passed, must be those it was written with."""
        data: StoredState = parse_stored(text, StoredState, f"{name} is not an accumulator written by Bolide")
        if metrics is None:
            try:
                metrics = [parse(str(replace(entry.signature, nrefs=None))) for entry in data.metrics]
            except BolideError as problem:
                raise InputError(f"{name} has sums of an unknown metric: {problem} Pass it as `metrics`.") from None
        read = cls(metrics)
        _check_settings(read.metrics, data.metrics, name)
        versions = frozenset(version for entry in data.metrics for version in entry.signature.versions)
        read._include([entry.sums for entry in data.metrics], data.metrics[0].signature.nrefs, versions)
        return read

    def save(self, path: str | Path) -> None:
        """Write the state to a JSON file, atomically."""
        files.write_text(path, self.to_json() + "\n")

    @classmethod
    def load(cls, path: str | Path, metrics: str | Metric | Sequence[str | Metric] | None = None) -> Accumulator:
        """Read what `save` wrote. `metrics`, if passed, must be those it was saved with."""
        file = file_of(path, "path")
        return cls.from_json(read_stored(file), metrics, file)


def _check_settings(metrics: Sequence[Metric], stored: Sequence[StoredSums], name: str) -> None:
    """Raise InputError if sums have other metrics, settings or columns, or were counted by another program."""
    ours, theirs = [metric.signature() for metric in metrics], [one.signature for one in stored]
    has = f"{name} has sums of {' + '.join(map(str, theirs))}"
    if [replace(one, version="") for one in ours] != [replace(one, version="", nrefs=None) for one in theirs]:
        raise InputError(f"{has}; these metrics are {' + '.join(map(str, ours))}.")
    if not all(one.versions and all(each.startswith("bolide-") for each in one.versions) for one in theirs):
        raise InputError(f"{has}, which Bolide did not count; measure again.")
    for metric, one in zip(metrics, stored, strict=True):
        if metric.counts.columns != one.columns:
            raise InputError(f"{name} has other columns for {metric.title} than this version counts; measure again.")
        if len(one.sums.total) != len(one.columns) or not 0 <= one.sums.segments == stored[0].sums.segments:
            raise InputError(f"{name} does not contain the sums of {metric.title}; measure again.")
