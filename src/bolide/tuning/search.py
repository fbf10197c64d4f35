"""Random search over the settings of a metric for agreement with human judgments, with cross-validation to estimate the
gain on other data.

Settings are sampled from the space of the metric's parameters, and all rows are scored under each by its formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.judgments import People, check_people
from bolide.agreement.participants import language_pair
from bolide.agreement.questions import Question
from bolide.agreement.table import Indices, RankingData, Source, levelled, means
from bolide.corpus import Corpus
from bolide.corpus.identity import hashes_of
from bolide.data.results import WrittenResult
from bolide.metrics import check_references
from bolide.metrics.base import Metric
from bolide.metrics.counts import Measured, Progress, no_progress
from bolide.metrics.formula import Parameter, options_at
from bolide.metrics.scorer import Scorer
from bolide.significance.arithmetic import student_quantile
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError, OptionError, check_names, counted, few
from bolide.system.limits import FOLDS, SEED, SETTINGS, check_count
from bolide.system.threads import run_in_threads, workers
from bolide.testset import TestSet, check_test_set
from bolide.testset.scores import named_like

Matrix = NDArray[np.float64]
Rows = NDArray[Any]  # integers of 64 bits, the last axis the metric's columns
BY = ("segments", "systems")
CELLS = 1 << 20  # scores that a thread computes at a time


class Subset(NamedTuple):
    """Some systems and some segments of a table, by index."""

    systems: Indices
    segments: Indices


# From settings to the value of each on every subset of the data, settings × subsets; NaN if undefined.
SettingsBatch = Callable[[Matrix], Matrix]


@dataclass(frozen=True)
class Space:
    """The tunable parameters of a metric. A setting is a row of numbers, one per parameter; the first sampled one is
    that of the metric.

    With `by_reference` there is one row per reference, and every setting selects the best reference.
    """

    start: Metric
    by_reference: bool = False

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        return self.start.tuning.parameters

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters' names."""
        return tuple(parameter.label for parameter in self.parameters)

    def sample(self, size: int, rng: np.random.Generator) -> Matrix:
        """The metric's own setting, then its grid, then random settings."""
        start = [parameter.value for parameter in self.parameters]
        drawn = np.column_stack(list(_drawn(self.parameters, size, rng)))
        grid = self.start.tuning.grid
        settings: Matrix = np.concatenate([[start], *([grid] if grid else []), drawn])[:size]
        return settings

    def values(self, rows: Rows, settings: Matrix) -> Matrix:
        """The score of every cell under every setting, settings × cells; negated if lower is better."""
        scores = self.of_rows(rows, settings)
        return scores.max(-1) if self.by_reference else scores

    def of_systems(self, rows: Rows, settings: Matrix) -> Matrix:
        """The score of every system under every setting, settings × systems × 1: best rows are selected, then added."""
        if not self.by_reference:
            return self.of_rows(rows.sum(1, keepdims=True), settings)
        scores = np.empty((len(settings), len(rows), 1))
        for k, setting in enumerate(settings):
            best = self.of_rows(rows, setting[None])[0].argmax(-1)
            picked = np.take_along_axis(rows, best[..., None, None], 2)[:, :, 0]
            scores[k, :, 0] = self.of_rows(picked.sum(1), setting[None])[0]
        return scores

    def of_rows(self, rows: Rows, settings: Matrix) -> Matrix:
        """The score of every row under every setting, settings × the shape of the rows; negated if lower is better."""
        formula = self.start.formula
        flat = [replace(formula, **options_at(self.parameters, setting)).setting for setting in settings.tolist()]
        buffer = formula.evaluate(rows.reshape(-1).data, rows.shape[-1], flat)
        scores: Matrix = np.frombuffer(buffer).reshape(len(settings), *rows.shape[:-1])
        return scores if self.start.formula.higher_is_better else -scores

    def metric(self, setting: Matrix) -> Metric:
        """The metric with the parameters of a setting."""
        return self.start.tuning.with_parameters(setting.tolist())


def rows_of(measured: Measured) -> Rows:
    """A system's rows as segments × columns, or × references × columns. A segment with fewer references repeats its
    first, which does not change the best."""
    rows = np.array(measured.rows)
    if measured.starts is None:
        return rows
    starts = np.array(measured.starts)
    first, sizes = starts[:-1, None], np.diff(starts)[:, None]
    offsets = np.arange(sizes.max())
    return rows[np.where(offsets < sizes, first + offsets, first)]


def space_of(metric: Metric) -> Space:
    """The parameter space of a metric. Raises OptionError if it has no parameters."""
    if not metric.tuning.parameters:
        raise OptionError(f"{metric.name} cannot be tuned: it has no parameters to search.")
    if metric.formula.mean_of_segments:
        raise OptionError(f"{metric.name} is tuned on pooled counts, not on the mean of segment scores.")
    return Space(metric)


def _drawn(parameters: Sequence[Parameter], size: int, rng: np.random.Generator) -> Iterator[Matrix]:
    """Columns of random values, by parameter; weights that add up to 1 are drawn together."""
    done: set[str] = set()
    for parameter in parameters:
        if parameter.draw == "share":
            if parameter.option not in done:
                done.add(parameter.option)
                together = sum(other.option == parameter.option for other in parameters)
                yield _hundredths(rng.dirichlet(np.ones(together), size))
        elif parameter.draw == "fixed":
            yield np.full((size, 1), parameter.value)
        elif parameter.draw == "log":
            yield np.round(10 ** rng.uniform(parameter.low, parameter.high, size), 2)[:, None]
        else:
            yield np.round(parameter.low + (parameter.high - parameter.low) * rng.random(size), 2)[:, None]


def _hundredths(weights: Matrix) -> Matrix:
    """Weights rounded to hundredths, to keep signatures short; never all 0."""
    rounded: Matrix = np.round(weights, 2)
    return np.where(rounded.sum(1, keepdims=True) > 0, rounded, 1.0)


# --- what is maximised ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Objective:
    """A question of `correlate`, put to the scores of a metric under many settings; higher is better.

    `people` are human scores, systems × segments, or × 1, or rankings of the systems of the rows. `seed` is for the
    permutations of soft pairwise accuracy; None for the default of `correlate`.
    """

    question: Question
    people: Matrix | RankingData
    seed: int | None = None

    @classmethod
    def on_rankings(cls, judged: RankingData, systems: tuple[str, ...], year: str = "2012") -> Objective:
        """τ by the rules of a year; `systems` are those of the rows, in their order."""
        absent = [name for name in judged.systems if name not in systems]
        if absent:
            raise InputError(f"There are no outputs of {', '.join(absent)}, which {judged.name} ranks.")
        indices = np.array([systems.index(name) for name in judged.systems])
        numbered = replace(judged, systems=systems, better=indices[judged.better], worse=indices[judged.worse])
        return cls(Question(year, "ranking"), numbered)

    def __str__(self) -> str:
        return str(self.question)

    def batch(self, space: Space, rows: Rows, subsets: Sequence[Subset]) -> SettingsBatch:
        """The function from settings to their values on each of these subsets.

        `rows` are systems × segments × columns, or × references × columns if the space selects among references.
        """
        statistic, people, ranked = self.question.measure(self.seed), self.people, None
        if isinstance(people, RankingData):
            last, ranked = int(people.segment.max(initial=0)), people
            if last >= rows.shape[1]:
                raise InputError(f"{people.name} ranks segment {last + 1}; the texts end at {rows.shape[1]}.")
        judged = [self.judged(subset, rows.shape[:2]) for subset in subsets]
        by_system = self.question.reads == "sys"

        def values(settings: Matrix) -> Matrix:
            columns, cells = [], settings if by_system else self._cells(space.values(rows, settings))
            for (systems, segments), inside in zip(subsets, judged, strict=True):
                if by_system:
                    tables = self._cells(space.of_systems(rows[np.ix_(systems, segments)], settings))
                else:
                    tables = cells if ranked is not None else cells[:, systems[:, None], segments]
                columns.append(statistic.within(people, segments).batch(inside, tables))
            return np.column_stack(columns)

        return values

    def _cells(self, scores: Matrix) -> Matrix:
        """The scores, of which equal ones must be bit-equal if they are compared."""
        return levelled(scores) if self.question.measure().compares else scores

    def judged(self, subset: Subset, shape: tuple[int, ...]) -> Any:
        """What people said of a subset: scores of its segments, or of its systems as one column, or rankings."""
        if isinstance(self.people, RankingData):
            inside = np.zeros(shape, dtype=np.bool_)
            inside[np.ix_(*subset)] = True
            return self.people.where(inside)
        cells: Matrix = self.people[subset.systems]
        if cells.shape[1] > 1:
            cells = cells[:, subset.segments]
        return means(cells) if self.question.reads == "sys" else cells

    def reason(self, subset: Subset) -> str:
        """Why settings have no value on a subset of the data."""
        if isinstance(self.people, RankingData):
            return "no pair is ordered"
        people = self.judged(subset, self.people.shape)
        return self.question.measure(self.seed).measured(people, people).reason or "the metric's scores are constant"


# --- search -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fold:
    """The best setting on the other folds, and its value and that of the start on this fold, of `size` segments,
    documents or systems."""

    signature: str
    start: float
    tuned: float
    size: int

    @property
    def gain(self) -> float:
        return self.tuned - self.start


@dataclass(frozen=True, eq=False)
class Tuning(WrittenResult):
    """The best setting on all data, its value there, and the expected gain on other data.

    `settings` are those that were tried, by the parameters in `names`, and `values` their values; the JSON has neither.
    """

    objective: str
    start: Metric
    best: Metric
    start_value: float
    best_value: float
    folds: tuple[Fold, ...]
    by: str
    names: tuple[str, ...]
    settings: Matrix = field(compare=False)
    values: Matrix = field(compare=False)
    weights: str = ""  # of MQM, if the human scores were computed from marked errors
    notes: tuple[str, ...] = ()  # what was left out of the human scores, and what is odd about the texts

    derived = ("gain", "error", "interval", *WrittenResult.derived)

    def blocks(self, width: int = 3, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.tuning import tuning_blocks

        return tuning_blocks(self, width, drawn=drawn)

    def __repr__(self) -> str:
        return f"<Tuning: {self.objective} {self.start_value:.4f} → {self.best_value:.4f}, {self.best.signature()}>"

    @property
    def gain(self) -> float:
        """The mean gain on the held-out folds."""
        return float(np.mean([fold.gain for fold in self.folds]))

    @property
    def error(self) -> float:
        """The standard error of that mean over the folds."""
        gains = [fold.gain for fold in self.folds]
        return float(np.std(gains, ddof=1) / np.sqrt(len(gains)))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the gain, by Student's t over the folds; somewhat too narrow, since they share data."""
        room = student_quantile(0.975, len(self.folds) - 1) * self.error
        return self.gain - room, self.gain + room

    def signatures(self) -> Iterator[str]:
        return (str(metric.signature()) for metric in (self.start, self.best))

    def to_dict(self) -> dict[str, Any]:
        start, best = self.signatures()
        return {**super().to_dict(), "start": start, "best": best, "tried": len(self.settings)}


@dataclass(frozen=True)
class TuningPlan:
    """The number of settings to try, and the folds of cross-validation."""

    settings: int = 10_000
    folds: int = 5
    by: str = "segments"
    seed: int = 12345

    def __post_init__(self) -> None:
        if self.by not in BY:
            raise OptionError(f"The folds are of {' or '.join(BY)}, not of {self.by!r}.")
        for name, least, most in (("settings", 2, SETTINGS), ("folds", 2, FOLDS), ("seed", 0, SEED)):
            check_count(name, getattr(self, name), least, most)


def search(
    space: Space,
    rows: Rows,
    objective: Objective,
    plan: TuningPlan,
    units: ResamplingUnits | None = None,
    *,
    jobs: int = 1,
    progress: Progress = no_progress,
) -> Tuning:
    """Search for the best setting. `rows` are systems × segments × columns, or × references × columns.

    The folds of segments have whole documents, if `units` are documents. `jobs` is the number of threads (0: all
    cores); `progress` is called with the number of settings just evaluated.
    """
    space = replace(space, by_reference=rows.ndim == 4)
    rng = np.random.default_rng(plan.seed)
    settings = space.sample(plan.settings, rng)
    systems, segments = (np.arange(size) for size in rows.shape[:2])
    whole = Subset(systems, segments)
    axis = systems if plan.by == "systems" else segments if units is None else np.arange(len(units))
    by = plan.by if units is None else "documents"
    if len(axis) < 2 * plan.folds:
        fewer = "use fewer folds, " if len(axis) >= 4 else ""
        raise InputError(
            f"{counted(len(axis), by.removesuffix('s'))} cannot be split into {counted(plan.folds, 'fold')} of two or "
            f"more; {fewer}split by {' or '.join(each for each in BY if each != plan.by)}, or tune on more {by}."
        )
    test_folds = [np.sort(fold) for fold in np.array_split(rng.permutation(axis), plan.folds)]
    sizes = [len(fold) for fold in test_folds]
    if units is not None:
        test_folds = [np.flatnonzero(np.isin(np.array(units.numbers), fold)) for fold in test_folds]

    def subset(indices: Indices) -> Subset:
        return Subset(indices, segments) if plan.by == "systems" else Subset(systems, indices)

    held_out = list(map(subset, test_folds))
    training = [subset(np.setdiff1d(systems if plan.by == "systems" else segments, fold)) for fold in test_folds]
    values = _values(objective.batch(space, rows, [whole, *training]), settings, rows.shape[:2], jobs, progress)
    best, *choices = map(partial(_first_best, objective), values.T, [whole, *training])
    unseen = objective.batch(space, rows, held_out)(settings[[0, *choices]])
    folds = []
    for number, (size, choice) in enumerate(zip(sizes, choices, strict=True)):
        signature = str(space.metric(settings[choice]).signature())
        folds.append(Fold(signature, float(unseen[0, number]), float(unseen[1 + number, number]), size))
        if not np.isfinite(folds[-1].gain):
            remedy = "use fewer folds" if plan.folds > 2 else "tune on more data"
            raise InputError(f"{objective} is undefined on a fold: {objective.reason(held_out[number])}; {remedy}.")
    return Tuning(
        str(objective),
        space.metric(settings[0]),
        space.metric(settings[best]),
        float(values[0, 0]),
        float(values[best, 0]),
        tuple(folds),
        by,
        space.names,
        settings,
        values[:, 0],
    )


def _values(
    batch: SettingsBatch, settings: Matrix, shape: tuple[int, int], jobs: int, progress: Callable[[int], None]
) -> Matrix:
    """The values of all settings, in blocks by threads: numpy releases the interpreter's lock."""
    size = max(1, CELLS // (shape[0] * shape[1]))
    blocks = [settings[first : first + size] for first in range(0, len(settings), size)]
    values: list[Matrix] = [settings] * len(blocks)

    def work(index: int) -> None:
        values[index] = batch(blocks[index])
        progress(len(blocks[index]))

    run_in_threads(work, range(len(blocks)), min(workers(jobs), len(blocks)))
    return np.concatenate(values)


def _first_best(objective: Objective, values: Matrix, subset: Subset) -> int:
    """The index of the first best setting; 0, the start, if nothing is better."""
    if not np.isfinite(values).any():
        raise InputError(f"{objective} is undefined for every setting: {objective.reason(subset)}.")
    top = np.nanmax(values)
    return int(np.argmax(np.nan_to_num(values, nan=-np.inf) >= top - 1e-12))


def tune(
    metric: str | Metric | Scorer,
    data: TestSet,
    people: People,
    question: str = "",
    *,
    settings: int = 10_000,
    folds: int = 5,
    by: str = "segments",
    seed: int | None = None,
    jobs: int = 0,
    progress: Progress = no_progress,
) -> Tuning:
    """Search for the weights of BLEU or rgbF, the β of chrF, or the parameters of METEOR that agree best with people.

    `question` is what is maximised: by default seg/kendall-b/item, for rankings ranking/2012. The search is repeated
    with each of the `folds` left out, and its choice is judged on that fold; a fold `by` segments has whole documents,
    if the test set, a folder or annotations name them. `progress` is called with the number of segments or settings
    just finished.

    >>> import bolide
    >>> data = bolide.TestSet.read("ref.txt", ["a.txt", "b.txt", "c.txt"])
    >>> tuning = bolide.tune(bolide.CHRF(), data, bolide.read_judgments("mqm.seg.score"), settings=20, folds=2)
    >>> tuning.best_value >= tuning.start_value
    True
    """
    check_test_set(data)
    check_people(people)
    scorer = Scorer.of(metric)
    space_of(scorer.corpus)
    plan = TuningPlan(settings, folds, by, TuningPlan.seed if seed is None else seed)
    judged = people.one()
    ranked = judged.source.rankings
    levels = ("sys", "seg") if ranked is None else ("ranking", "sys")
    asked = Question.from_text(question or ("seg/kendall-b/item" if ranked is None else "ranking/2012"), levels)
    if ranked is not None and asked.level == "sys" and asked.reads == "seg":
        raise OptionError(f"{asked} needs people's scores of segments; rankings have none.")
    tuned = scorer.corpus if asked.reads == "sys" else scorer.sentence  # as in `correlate`
    if not data.corpora:
        raise InputError("The test set has no texts to tune on.")
    check_references(metric, data.corpora[0].nrefs, len(data))
    matched = [corpus for corpus in named_like(data.corpora, judged.systems) if corpus.name not in people.excluded]
    check_names("exclude", people.excluded, [*judged.systems, *data.names])
    if not matched:
        raise InputError("No system is left; leave out fewer.")
    pair, notes = language_pair("", people, judged, [], [], data)
    if pair.human.rankings is not None and asked.level == "ranking":
        objective = Objective.on_rankings(
            pair.human.rankings, tuple(corpus.name for corpus in matched), asked.statistic
        )
    else:
        objective = _objective(pair.human, asked, matched, seed)
    rows = np.stack([rows_of(tuned.counts.measure(corpus, jobs=jobs, progress=progress)) for corpus in matched])
    units = pair.human.units if by == "segments" else None
    result = search(space_of(tuned), rows, objective, plan, units, jobs=jobs, progress=progress)
    return replace(result, weights=people.weights, notes=tuple(notes), identity=hashes_of(matched))


def _objective(human: Source, question: Question, systems: Sequence[Corpus], seed: int | None) -> Objective:
    """How well settings agree with these scores. Scores of systems that are means of segments are taken again on every
    fold."""
    names = [system.name for system in systems]
    table = human.at("seg" if question.reads == "seg" or human.sys is None else "sys")
    absent = [name for name in names if name not in table.systems]
    if absent:
        raise InputError(
            f"{human.name} has no scores for {', '.join(absent)}; it has {few(table.systems, 5)}. Exclude them by name."
        )
    table = table.take(names)
    if table.level == "seg" and table.cells.shape[1] != len(systems[0]):
        raise InputError(
            f"{human.name} has {counted(table.cells.shape[1], 'segment')} and the texts have "
            f"{counted(len(systems[0]), 'line')}."
        )
    table.check_consecutive()
    return Objective(question, table.upward, seed)
