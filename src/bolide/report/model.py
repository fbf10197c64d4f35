"""Report: plain data that holds what was computed, and by what; to JSON and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bolide._version import __version__
from bolide.errors import InputError
from bolide.kernels import COMPILED
from bolide.scores import Score, Signature


@dataclass(frozen=True)
class SystemReport:
    """The scores of one system: one a metric, and, where asked for, those of every segment (`segments[line]`).

    `segment_signatures` are the settings behind the segments' scores, which may differ from those of the system's.
    """

    name: str
    scores: tuple[Score, ...]
    segments: tuple[tuple[float, ...], ...] = ()
    segment_signatures: tuple[Signature, ...] = ()

    def __getitem__(self, metric: str) -> Score:
        """The score of a metric by its name, in any case; `chrf` finds the first of chrF2, chrF2++ and the like."""
        wanted = metric.lower()
        names = [score.name.lower() for score in self.scores]
        for known in (names, [name.rstrip("+").rstrip("0123456789.") for name in names]):
            if wanted in known:
                return self.scores[known.index(wanted)]
        raise KeyError(metric)

    def to_dict(self) -> dict[str, Any]:
        """The system as JSON shows it."""
        names = [score.name for score in self.scores]
        return {
            "name": self.name,
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
        """What `to_dict` wrote."""
        segments = tuple(tuple(score["value"] for score in row["scores"]) for row in data["segments"])
        signatures = tuple(map(Signature.from_text, data.get("segment_signatures", ())))
        return cls(data["name"], tuple(map(_score_from_dict, data["scores"])), segments, signatures)


@dataclass(frozen=True)
class Report:
    """Scores of one or more systems, the version that computed them, and whether its kernels were compiled."""

    systems: tuple[SystemReport, ...]
    version: str = __version__
    compiled: bool = field(default=COMPILED)

    def __getitem__(self, metric: str) -> Score:
        """The first system's score of a metric by its name: `report["bleu"]`."""
        return self.systems[0][metric]

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON shows it."""
        return {
            "bolide": self.version,
            "compiled": self.compiled,
            "systems": [system.to_dict() for system in self.systems],
        }

    def to_json(self, indent: int | None = 2) -> str:
        """The report as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Report:
        """What `to_json` wrote."""
        try:
            data = json.loads(text)
            systems = tuple(SystemReport.from_dict(system) for system in data["systems"])
            return cls(systems, data["bolide"], data["compiled"])
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"This is not a report that Bolide wrote: {error!r}") from None


def _score_to_dict(score: Score) -> dict[str, Any]:
    return {
        "name": score.name,
        "value": score.value,
        "percent": score.percent,
        "signature": str(score.signature),
        "parts": dict(score.parts),
        "interval": None if score.interval is None else list(score.interval),
        "higher_is_better": score.higher_is_better,
    }


def _score_from_dict(data: Mapping[str, Any]) -> Score:
    interval = data["interval"]
    return Score(
        data["name"],
        data["value"],
        Signature.from_text(data["signature"]),
        data["parts"],
        None if interval is None else (interval[0], interval[1]),
        data["higher_is_better"],
    )
