"""Results as plain data, with one JSON envelope for all, from which they can be read back."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, ClassVar, Self

from bolide._version import __version__
from bolide.corpus.identity import SystemTexts, reference_notes
from bolide.data.display import Displayable
from bolide.data.scores import Score, Signature, index_of, metric_labels
from bolide.kernels import COMPILED
from bolide.system import files
from bolide.system.errors import InputError, MissingExtra, counted
from bolide.system.stored import check_stored, from_json, plain_fields, to_json

FORMAT = 1  # of the JSON: if a key gets another meaning, the number changes
OTHER = "This is not a report that Bolide wrote"


@dataclass(frozen=True)
class Result(Displayable):
    """The base of all results: the version that computed it, whether its kernels were compiled, and hashes of the texts
    of each system, if it was computed from texts."""

    version: str = field(default=__version__, kw_only=True)
    compiled: bool = field(default=COMPILED, kw_only=True)
    identity: tuple[SystemTexts, ...] = field(default=(), kw_only=True)

    derived: ClassVar[tuple[str, ...]] = ("provenance",)

    def signatures(self) -> Iterator[str]:
        """The known signatures of its scores."""
        return iter(())

    @property
    def provenance(self) -> list[str]:
        """A sentence if rows that several versions of Bolide counted were added, and one if references differ."""
        versions = [Signature.from_text(text).versions for text in self.signatures() if text]
        mixed = dict.fromkeys(" and ".join(names) for names in versions if len(names) > 1)
        notes = [f"Counted and scored by several versions, {names}, with the same settings." for names in mixed]
        return [*notes, *reference_notes(self.identity)]

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data: its fields by their names, after the number of this format."""
        return {"format": FORMAT, **plain_fields(self)}

    def to_json(self, indent: int | None = 2) -> str:
        """The result as JSON text."""
        return to_json(self.to_dict(), indent)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the result to a file, in the format that its ending names: .html, .md, .tex, .json, otherwise text."""
        makers = {".html": self.to_html, ".md": self.to_markdown, ".tex": self.to_latex, ".json": self.to_json}
        made = makers.get(os.path.splitext(path)[1].lower(), self.__str__)()
        files.write_text(os.fspath(path), f"{made}\n" if not made.endswith("\n") else made)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` wrote. Raises InputError for any other text."""
        try:
            data = from_json(text)
        except (TypeError, ValueError) as error:
            raise InputError(f"{OTHER}: {error!s:.200}.") from None
        form = data.get("format") if isinstance(data, dict) else None
        if isinstance(form, int) and form != FORMAT:
            raise InputError(f"This JSON has format {form!r:.20}, but Bolide reads format {FORMAT}.")
        if form is None:
            raise InputError(f"{OTHER}: its format has no number.")
        result: Self = check_stored(data, cls, OTHER)
        return result


class WrittenResult(Result):
    """A result whose JSON is for other programs, and not read back."""

    @classmethod
    def from_json(cls, text: str) -> Self:
        raise InputError(f"{cls.__name__} are not read back: what they are made of gives the same again.")


@dataclass(frozen=True)
class SystemReport:
    """The scores of one system: one per metric, and optionally those of every segment (`segments[line]`).

    `segment_signatures` are the settings of the segments' scores, which may differ from those of the system's.
    `group` says which segments were scored, as pairs of column and value; all of them if it is empty. `size` is the
    number of segments.

    >>> import bolide
    >>> system = bolide.score(["the cat is on mat"], ["the cat is on the mat"], ["bleu"]).systems[0]
    >>> system.name, round(system["bleu"].points, 2)
    ('system', 57.89)
    """

    name: str
    scores: tuple[Score, ...]
    segments: tuple[tuple[float, ...], ...] = ()
    segment_signatures: tuple[Signature, ...] = ()
    group: tuple[tuple[str, str], ...] = ()
    size: int = 0

    def __getitem__(self, metric: str) -> Score:
        """The score of a metric by its name, in any case, or by its name in a table, such as `BLEU tok:intl`.

        `chrf++` finds chrF2++, and `chrf` finds chrF2 or, if there is none, chrF2++. KeyError if several scores, or
        none, have the name.
        """
        return self.scores[self.index(metric)]

    def __iter__(self) -> Iterator[str]:
        """The names of the metrics, as in a table: each is one of `[…]`."""
        labels = metric_labels([score.signature for score in self.scores])
        both = zip(self.scores, labels, strict=True)
        return iter([label if score.name == score.signature.metric else score.name for score, label in both])

    def __contains__(self, metric: object) -> bool:
        """Whether `[…]` finds a score of this name."""
        try:
            self.index(metric)
        except KeyError:
            return False
        return True

    def index(self, metric: object) -> int:
        """The place of a metric, which is named as in `[…]`, among the scores."""
        return index_of(metric, list(self), [score.name for score in self.scores])

    def values(self, metric: str) -> list[float]:
        """The segments' scores of a metric, which is named as in `[…]`; they must have been asked for.

        >>> import bolide
        >>> data = bolide.TestSet(["the cat", "the dog"], {"mine": ["the cat", "a dog"]})
        >>> report = bolide.score(data, ["bleu", "ter"]).with_segments()
        >>> report.systems[0].values("ter")
        [0.0, 0.5]
        """
        index = self.index(metric)
        if not self.segments:
            raise InputError(_NO_SEGMENTS)
        return [row[index] for row in self.segments]


@dataclass(frozen=True)
class Report(Result):
    """Scores of one or more systems; `notes` say what is odd about the texts.

    >>> import bolide
    >>> report = bolide.score(["the cat is on mat"], ["the cat is on the mat"], ["bleu", "ter"])
    >>> [(row["metric"], round(row["value"], 4)) for row in report.rows()]
    [('BLEU', 0.5789), ('TER', 0.1667)]
    >>> bolide.Report.from_json(report.to_json()) == report
    True
    """

    systems: tuple[SystemReport, ...]
    notes: tuple[str, ...] = ()

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.render.notebook import report_view

        return report_view(self)

    def __repr__(self) -> str:
        names = ", ".join(score.name for score in self.systems[0].scores) if self.systems else ""
        return f"<{type(self).__name__}: {', '.join(system.name for system in self.systems)} × {names}>"

    def columns(self, *, segments: bool = False) -> dict[str, list[Any]]:
        """One row per system and metric, as named columns; with `segments` one per system, line and metric.

        The columns that groups are by come last; they are None in the rows of all segments.
        """
        if segments and not any(system.segments for system in self.systems):
            raise InputError(_NO_SEGMENTS)
        names = _SEGMENT_COLUMNS if segments else _COLUMNS
        by = dict.fromkeys(column for system in self.systems for column, _ in system.group)
        if clash := [column for column in by if column in names]:
            raise InputError(f"The scores have their own column {clash[0]!r}; rename the one that groups are by.")
        columns: dict[str, list[Any]] = {name: [] for name in (*names, *by)}
        for system in self.systems:
            group = [dict(system.group).get(column) for column in by]
            for row in _segment_rows(system) if segments else _rows(system):
                for name, value in zip(columns, (*row, *group), strict=True):
                    columns[name].append(value)
        return columns

    def rows(self, *, segments: bool = False) -> list[dict[str, Any]]:
        """The `columns` as dictionaries, one per row, for example for `csv.DictWriter` or a database."""
        columns = self.columns(segments=segments)
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def to_pandas(self, *, segments: bool = False) -> Any:
        """The `columns` as a pandas.DataFrame."""
        return _package("pandas").DataFrame(self.columns(segments=segments))

    def to_polars(self, *, segments: bool = False) -> Any:
        """The `columns` as a polars.DataFrame."""
        return _package("polars").DataFrame(self.columns(segments=segments))

    def to_arrow(self, *, segments: bool = False) -> Any:
        """The `columns` as a pyarrow.Table."""
        return _package("pyarrow").table(self.columns(segments=segments))

    @classmethod
    def from_json(cls, text: str) -> Self:
        report = super().from_json(text)
        for system in report.systems:
            if any(len(values) != len(system.scores) for values in system.segments):
                size = counted(len(system.scores), "score")
                raise InputError(f"{OTHER}: {system.name} has {size}, and some segment has not as many.")
        return report

    def with_hashes(self) -> Report:
        """The report with hashes of the references and outputs in the signatures of its systems.

        >>> import bolide
        >>> print(bolide.score(["hello world"], ["hello there"], ["bleu"]).with_hashes()["bleu"].signature)
        BLEU|nrefs:1|refs:aadc1955c030|hyps:a948904f2f0f|case:mixed|eff:no|tok:13a|smooth:exp|version:bolide-...
        """
        systems = (system if system.group else _with_hashes(system, self.identity) for system in self.systems)
        return replace(self, systems=tuple(systems))

    def __getitem__(self, metric: str) -> Score:
        """The system's score of a metric by its name: `report["bleu"]`; of several, `report.systems[0]["bleu"]`."""
        names = [system.name for system in self.systems]
        if metric in names and metric not in self:
            raise KeyError(f"{metric!r:.60} is a system; use report.systems[{names.index(metric)}]")
        return self._one_system()[metric]

    def _one_system(self) -> SystemReport:
        """The system that `[…]` and `values` are about; KeyError if there are several."""
        if others := {system.name for system in self.systems} - {(first := self.systems[0]).name}:
            raise KeyError(f"{first.name} and {counted(len(others), 'other system')} are scored; use report.systems[0]")
        return first

    def __iter__(self) -> Iterator[str]:
        """The names of the metrics, as in a table."""
        return iter(self.systems[0])

    def __contains__(self, metric: object) -> bool:
        """Whether `[…]` finds a score of this name."""
        return metric in self.systems[0]

    def values(self, metric: str) -> list[float]:
        """The system's scores of the segments by a metric, as a list of floats: `report.values("bleu")`."""
        return self._one_system().values(metric)

    def signatures(self) -> Iterator[str]:
        for system in self.systems:
            yield from (str(score.signature) for score in system.scores)
            yield from map(str, system.segment_signatures)


_COLUMNS = ("system", "metric", "value", "low", "high", "signature")
_SEGMENT_COLUMNS = ("system", "line", "metric", "value", "signature")
_NO_SEGMENTS = "There are no scores of segments; bolide.score(data).with_segments() has them."


def _rows(system: SystemReport) -> Iterator[tuple[Any, ...]]:
    for score in system.scores:
        yield system.name, score.name, score.value, *(score.interval or (None, None)), str(score.signature)


def _segment_rows(system: SystemReport) -> Iterator[tuple[Any, ...]]:
    named = list(zip(system.scores, system.segment_signatures, strict=False))
    for line, values in enumerate(system.segments, 1):
        for (score, signature), value in zip(named, values, strict=True):
            yield system.name, line, score.name, value, str(signature)


def _with_hashes(system: SystemReport, identity: Sequence[SystemTexts]) -> SystemReport:
    texts = [one for one in identity if one.system == system.name]  # of each run, or part
    if not texts:
        return system
    refs = ",".join(dict.fromkeys(one.refs for one in texts))
    hyps = ",".join(dict.fromkeys(one.outputs.short for one in texts))

    def extended(signature: Signature) -> Signature:
        return replace(signature, refs=refs, hyps=hyps) if signature.nrefs else signature

    scores = tuple(replace(score, signature=extended(score.signature)) for score in system.scores)
    return replace(system, scores=scores, segment_signatures=tuple(map(extended, system.segment_signatures)))


def full_name(system: SystemReport) -> str:
    """The system's name with its group of segments."""
    return " ".join([system.name, *(f"{column}={value}" for column, value in system.group)])


def _package(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise MissingExtra(f"This needs {name}, which is not installed: pip install {name}.") from None
