"""What an error of MQM costs: the tables of weights by the year of WMT that used them.

All charge 5 for a major error, 1 for a minor one, 0.1 for minor punctuation and 25 for a major non-translation
(Freitag et al. 2021, table 4). They differ in what they forgive, and in which severities they know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bolide.errors import Advised, InputError, unknown

MAJOR, MINOR, PUNCTUATION, NON_TRANSLATION = 5.0, 1.0, 0.1, 25.0
NO_ERROR = ("no-error", "no error")


@dataclass(frozen=True)
class Weights:
    """One year's table: `years` are those known to have used it."""

    name: str
    years: tuple[int, ...]
    forgiven: frozenset[str] = frozenset()  # categories that cost nothing, before or after a slash
    critical: bool = False  # whether there are critical errors, which cost as much as major ones
    unrated: bool = False  # whether an empty severity means that there is no error
    always_25: bool = False  # whether a non-translation costs 25 whatever its severity

    def cost(self, category: str, severity: str) -> float:
        """What one marked error costs; refused where this table knows no weight for its severity."""
        kind, degree = (text.strip().lower().replace("_", "-") for text in (category, severity))
        if kind in NO_ERROR or degree in NO_ERROR or self.forgiven & set(kind.split("/")):
            return 0.0
        non_translation = kind.startswith("non-translation")
        if non_translation and self.always_25:
            return NON_TRANSLATION
        if degree == "neutral" or (self.unrated and not degree):
            return 0.0
        if degree == "major" or (self.critical and degree == "critical"):
            return NON_TRANSLATION if non_translation else MAJOR
        if degree == "minor":
            return PUNCTUATION if kind == "fluency/punctuation" else MINOR
        known = "Major, Minor, Neutral and no-error" + (", Critical and an empty one" if self.critical else "")
        raise InputError(f"there is no weight for the severity {severity!r}; the weights of {self.name} know {known}.")


SOURCE_AND_CREATIVE = frozenset(("source error", "source issue", "creative reinterpretation", "reinterpretation"))
WEIGHTS = {
    table.name: table
    for table in (
        Weights("2020", (2020, 2021)),
        Weights("2023", (2023,), SOURCE_AND_CREATIVE),
        Weights("2024", (2024,), SOURCE_AND_CREATIVE, critical=True, unrated=True, always_25=True),
    )
}


def weights_by_name(file: str) -> Weights | None:
    """The weights of the year in a released file's name; None where the name does not tell.

    WMT's own names are like mqm_newstest2020_ende.tsv and mqm_generalMT2023_zhen.tsv; TED talks were rated in 2021.
    """
    years = {int(year) for year in re.findall(r"(?<!\d)20\d\d(?!\d)", file)}
    if re.search(r"(?<![a-z])ted(?![a-z])", file.lower()):
        years.add(2021)
    fitting = [table for table in WEIGHTS.values() if years & set(table.years)]
    return fitting[0] if len(fitting) == 1 and years <= set(fitting[0].years) else None


class Costs:
    """What errors cost in a file: by the weights named, by those of the year in its name, or by any that agree."""

    def __init__(self, file: str, weights: str | None = None) -> None:
        if weights is not None and weights not in WEIGHTS:
            raise unknown("table of MQM weights", weights, WEIGHTS)
        told = WEIGHTS[weights] if weights is not None else weights_by_name(file)
        self.tables = [told] if told is not None else list(WEIGHTS.values())
        self.known: dict[tuple[str, str], float] = {}

    @property
    def names(self) -> list[str]:
        """The names of the tables of weights that are used."""
        return [table.name for table in self.tables]

    def cost(self, category: str, severity: str) -> float:
        """What an error costs, by weights that must all agree about it."""
        found = self.known.get((category, severity))
        if found is None:
            found = self.known[category, severity] = self._cost(category, severity)
        return found

    def _cost(self, category: str, severity: str) -> float:
        costs: list[float | None] = []
        problem = None
        for table in self.tables:
            try:
                costs.append(table.cost(category, severity))
            except InputError as refused:
                costs.append(None)
                problem = refused
        if costs[0] is not None and len(set(costs)) == 1:
            return costs[0]
        if problem is not None and not any(cost is not None for cost in costs):
            raise problem
        said = [
            f"{cost:g} in {t.name}" if cost is not None else f"unknown in {t.name}"
            for cost, t in zip(costs, self.tables, strict=True)
        ]
        raise Advised(
            f"{category!r} of severity {severity!r} costs {', '.join(said)}, and the file's name does not tell its "
            "year.",
            "Put the year into its name, as in mqm_2023.tsv.",
            "--mqm-weights",
            f"Say which weights to use: --mqm-weights {listed(list(WEIGHTS), 'or')}.",
        )


def listed(names: Sequence[str], word: str) -> str:
    """`2020, 2023 and 2024`."""
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
