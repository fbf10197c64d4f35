"""Results as plain data, with one JSON envelope for all; a Report can be read back from its JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bolide._version import __version__
from bolide.data.dataframes import to_arrow, to_pandas, to_polars
from bolide.data.display import Displayable
from bolide.data.scores import Score, Signature
from bolide.kernels import COMPILED
from bolide.system.errors import InputError


@dataclass(frozen=True)
class Result(Displayable):
    """The base of all results: the version that computed it, and whether its kernels were compiled."""

    version: str = field(default=__version__, kw_only=True)
    compiled: bool = field(default=COMPILED, kw_only=True)

    def signatures(self) -> Iterator[str]:
        """The known signatures of its scores."""
        return iter(())

    def data(self) -> dict[str, Any]:
        """The contents, under the keys of the JSON."""
        raise NotImplementedError

    def version_notes(self) -> list[str]:
        """A sentence on the versions of Bolide, if rows that several of them counted were added; usually none."""
        signatures = map(Signature.from_text, filter(None, self.signatures()))
        mixed = dict.fromkeys(signature.versions for signature in signatures if len(signature.versions) > 1)
        return [
            f"Counted and scored by several versions, {' and '.join(names)}, with the same settings." for names in mixed
        ]

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, as in its JSON; `notes` only if there are any."""
        known = list(dict.fromkeys(filter(None, self.signatures())))
        notes = self.version_notes()
        envelope = {"bolide": self.version, "compiled": self.compiled, "signatures": known}
        return {**envelope, **({"notes": notes} if notes else {}), **self.data()}

    def to_json(self, indent: int | None = 2) -> str:
        """The result as JSON text."""
        from bolide.system.strict import to_json

        return to_json(self.to_dict(), indent)


@dataclass(frozen=True)
class SystemReport:
    """The scores of one system: one per metric, and optionally those of every segment (`segments[line]`).

    `segment_signatures` are the settings of the segments' scores, which may differ from those of the system's.
    `group` says which segments were scored, as pairs of column and value; all of them if it is empty.

    >>> import bolide
    >>> system = bolide.score(["the cat is on mat"], ["the cat is on the mat"]).systems[0]
    >>> system.name, round(system["bleu"].percent, 2)
    ('system', 57.89)
    """

    name: str
    scores: tuple[Score, ...]
    segments: tuple[tuple[float, ...], ...] = ()
    segment_signatures: tuple[Signature, ...] = ()
    group: tuple[tuple[str, str], ...] = ()

    def __getitem__(self, metric: str) -> Score:
        """The score of a metric by its name, in any case; `chrf` finds the first of chrF2, chrF2++ and the like."""
        wanted = metric.lower()
        names = [score.name.lower() for score in self.scores]
        for known in (names, [name.rstrip("+").rstrip("0123456789.") for name in names]):
            if wanted in known:
                return self.scores[known.index(wanted)]
        raise KeyError(metric)

    def to_dict(self) -> dict[str, Any]:
        """The system as plain data, as in the JSON."""
        names = [score.name for score in self.scores]
        return {
            "name": self.name,
            **({"group": dict(self.group)} if self.group else {}),
            "scores": [_score_to_dict(score) for score in self.scores],
            "segment_signatures": list(map(str, self.segment_signatures)),
            "segments": [
                {
                    "line": line,
                    "scores": [
                        {"name": name, "value": value, "percent": 100 * value}
                        for name, value in zip(names, values, strict=True)
                    ],
                }
                for line, values in enumerate(self.segments, 1)
            ],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SystemReport:
        """Read what `to_dict` wrote."""
        segments = tuple(tuple(_number(score["value"]) for score in row["scores"]) for row in data["segments"])
        signatures = tuple(map(Signature.from_text, data.get("segment_signatures", ())))
        group = tuple((_text(column), _text(value)) for column, value in data.get("group", {}).items())
        return cls(_text(data["name"]), tuple(map(_score_from_dict, data["scores"])), segments, signatures, group)


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

    _view = "bolide.reporting.render.notebook:report_view"

    def __repr__(self) -> str:
        names = ", ".join(score.name for score in self.systems[0].scores) if self.systems else ""
        return f"<Report: {', '.join(system.name for system in self.systems)} × {names}>"

    def columns(self, *, segments: bool = False) -> dict[str, list[Any]]:
        """One row per system and metric, as named columns; with `segments` one per system, line and metric."""
        columns: dict[str, list[Any]] = {name: [] for name in (_SEGMENT_COLUMNS if segments else _COLUMNS)}
        for system in self.systems:
            for row in _segment_rows(system) if segments else _rows(system):
                for name, value in zip(columns, row, strict=True):
                    columns[name].append(value)
        return columns

    def rows(self, *, segments: bool = False) -> list[dict[str, Any]]:
        """The `columns` as dictionaries, one per row, for example for `csv.DictWriter` or a database."""
        columns = self.columns(segments=segments)
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def to_pandas(self, *, segments: bool = False) -> Any:
        """The `columns` as a pandas.DataFrame."""
        return to_pandas(self.columns(segments=segments))

    def to_polars(self, *, segments: bool = False) -> Any:
        """The `columns` as a polars.DataFrame."""
        return to_polars(self.columns(segments=segments))

    def to_arrow(self, *, segments: bool = False) -> Any:
        """The `columns` as a pyarrow.Table."""
        return to_arrow(self.columns(segments=segments))

    def __getitem__(self, metric: str) -> Score:
        """The first system's score of a metric by its name: `report["bleu"]`."""
        return self.systems[0][metric]

    def signatures(self) -> Iterator[str]:
        for system in self.systems:
            yield from (str(score.signature) for score in system.scores)
            yield from map(str, system.segment_signatures)

    def data(self) -> dict[str, Any]:
        notes = {"notes": list(self.notes)} if self.notes else {}
        return {**notes, "systems": [system.to_dict() for system in self.systems]}

    @classmethod
    def from_json(cls, text: str) -> Report:
        """Read what `to_json` wrote."""
        import json

        try:
            data = json.loads(text)
            systems = tuple(SystemReport.from_dict(system) for system in data["systems"])
            notes = tuple(map(_text, data.get("notes", ())))
            return cls(systems, notes, version=_text(data["bolide"]), compiled=bool(data["compiled"]))
        except RecursionError:
            raise InputError("This is not a report that Bolide wrote: it is nested too deeply.") from None
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            problem = f"there is no {error}" if isinstance(error, KeyError) else str(error)
            raise InputError(f"This is not a report that Bolide wrote: {problem:.200}.") from None


_COLUMNS = ("system", "metric", "value", "low", "high", "signature")
_SEGMENT_COLUMNS = ("system", "line", "metric", "value", "signature")


def _rows(system: SystemReport) -> Iterator[tuple[Any, ...]]:
    for score in system.scores:
        yield system.name, score.name, score.value, *(score.interval or (None, None)), str(score.signature)


def _segment_rows(system: SystemReport) -> Iterator[tuple[Any, ...]]:
    named = list(zip(system.scores, system.segment_signatures, strict=False))
    for line, values in enumerate(system.segments, 1):
        for (score, signature), value in zip(named, values, strict=True):
            yield system.name, line, score.name, value, str(signature)


_PERCENT = 100.0  # the default scale of a score


def _score_to_dict(score: Score) -> dict[str, Any]:
    return {
        "name": score.name,
        "value": score.value,
        "percent": score.percent,
        "signature": str(score.signature),
        "parts": dict(score.parts),
        "interval": None if score.interval is None else list(score.interval),
        "higher_is_better": score.higher_is_better,
        **({} if score.scale == _PERCENT else {"scale": score.scale}),
    }


def _score_from_dict(data: Mapping[str, Any]) -> Score:
    interval = data["interval"]
    return Score(
        _text(data["name"]),
        _number(data["value"]),
        Signature.from_text(data["signature"]),
        dict(data["parts"]),
        None if interval is None else (_number(interval[0]), _number(interval[1])),
        bool(data["higher_is_better"]),
        _number(data.get("scale", _PERCENT)),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not text")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r:.40} is not a number")
    return value
