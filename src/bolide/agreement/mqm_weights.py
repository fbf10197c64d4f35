"""What an error of MQM costs: the tables of weights by the year of WMT that used them.

All charge 5 for a major error, 1 for a minor one, 0.1 for minor punctuation and 25 for a major non-translation
(Freitag et al. 2021, table 4). They differ in what they forgive, and in which severities they know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bolide.errors import InputError

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
