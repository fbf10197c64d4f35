"""Plan: the settings of a comparison. Everything that changes a p-value is here and is printed with it."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from numbers import Real

from bolide.significance.arithmetic import CORRECTIONS
from bolide.significance.units import DOCUMENT, SEGMENT, UNITS, ResamplingUnits
from bolide.system.errors import InputError, OptionError, known_name
from bolide.system.limits import LEAST_RESAMPLES, SEED as MOST_SEED, TRIALS as MOST, check_count

MODES = ("sound", "sacrebleu")
TESTS = ("randomisation", "bootstrap")
RUNS_TESTS = ("sound", "clark2011")
SEED = 12345
RESAMPLES = 1000


@dataclass(frozen=True)
class Plan:
    """Mode, test, number of trials, seed, baseline (None: all pairs), correction, level and unit.

    None stands for the mode's default: in `sacrebleu` 1,000 resamples or 10,000 permutations, the seed from
    SACREBLEU_SEED and no correction; in `sound` 10,000 of either, and Holm's correction. `resamples` (1,000) is for
    intervals beside a randomisation test, in `sound` only for how wide those of several pairs must be to cover
    together; a bootstrap test has its `trials` for that. `unit` is what is drawn, exchanged and left out: `segment` or
    `document`; None for documents if they are known, which `sacrebleu` does not use.
    `runs_test` is the test between systems with several training runs. `stratified`: the domains of the segments are
    taken as given, and not drawn.
    """

    mode: str = "sound"
    test: str = "randomisation"
    trials: int | None = None
    resamples: int | None = None
    seed: int | None = None
    baseline: str | None = None
    correction: str | None = None
    alpha: float = 0.05
    unit: str | None = None
    runs_test: str = "sound"
    stratified: bool = False

    @classmethod
    def for_intervals(
        cls, confidence: int, mode: str = "sound", *, seed: int | None = None, unit: str | None = None
    ) -> Plan:
        """Intervals; in the modes that resample, from so many resamples (True: 1,000)."""
        resamples = RESAMPLES if confidence is True else confidence
        check_count("`confidence`, the number of resamples,", resamples, LEAST_RESAMPLES)
        return cls(mode, "bootstrap", resamples, seed=seed, unit=unit)

    def __post_init__(self) -> None:
        known_name("mode", self.mode, MODES)
        known_name("test", self.test, TESTS)
        if self.correction is not None:
            known_name("correction", self.correction, CORRECTIONS)
        fewest = LEAST_RESAMPLES if self.mode == "sound" else 1
        trials = fewest if self.test == "bootstrap" else 1
        for name, least, most in (("trials", trials, MOST), ("resamples", fewest, MOST), ("seed", 0, MOST_SEED)):
            if getattr(self, name) is not None:
                check_count(name, getattr(self, name), least, most)
        known_name("test of runs", self.runs_test, RUNS_TESTS)
        if self.unit is not None:
            known_name("unit", self.unit, UNITS)
        if self.unit == DOCUMENT and self.mode == "sacrebleu":
            raise OptionError("Mode sacrebleu draws segments, as sacreBLEU does; use mode sound for documents.")
        if self.resamples is not None and self.test == "bootstrap":
            raise OptionError("resamples has no effect on a bootstrap test, whose trials are resamples; pass trials.")
        if isinstance(self.alpha, bool) or not isinstance(self.alpha, Real) or not 0 < self.alpha < 1:
            raise OptionError(f"alpha is {self.alpha}; it must be between 0 and 1, usually 0.05.")

    @property
    def trials_used(self) -> int:
        """The number of resamples or permutations behind a p-value."""
        if self.trials is not None:
            return self.trials
        return 1_000 if (self.mode, self.test) == ("sacrebleu", "bootstrap") else 10_000

    @property
    def resamples_used(self) -> int:
        """The number of resamples behind an interval; `trials_used` if the test is the bootstrap."""
        return self.trials_used if self.test == "bootstrap" else self.resamples or RESAMPLES

    @property
    def correction_used(self) -> str:
        return self.correction or ("holm" if self.mode == "sound" else "none")

    @property
    def simultaneous(self) -> bool:
        """Whether the intervals of differences are simultaneous, as beside corrected tests."""
        return self.correction_used != "none"

    def on(self, units: ResamplingUnits | None) -> Plan:
        """The plan with the unit that is used if the segments have these documents."""
        known = units is not None and units.unit == DOCUMENT
        if self.unit == DOCUMENT and not known:
            raise OptionError("The unit is `document`, but the documents are not known; pass documents.")
        if units is not None and units.strata and self.mode == "sacrebleu":
            raise OptionError("Mode sacrebleu draws from all segments together, as sacreBLEU does; leave strata out.")
        unit = DOCUMENT if known and self.mode == "sound" and self.unit != SEGMENT else SEGMENT
        if unit == DOCUMENT and units is not None and len(units) < 2:
            raise InputError(
                "All segments are of one document, which cannot be resampled; without documents, or with the unit "
                "`segment`, segments are taken as independent."
            )
        return replace(self, unit=unit)

    @property
    def seed_used(self) -> int | None:
        """The seed; None only if SACREBLEU_SEED is `none`, for a new one each time."""
        if self.seed is not None or self.mode != "sacrebleu":
            return SEED if self.seed is None else self.seed
        return seed_from_environment()

    def filled(self) -> Plan:
        """The plan with its defaults filled in, as a result has it: what was done."""
        resamples = None if self.test == "bootstrap" else self.resamples_used
        used = replace(self, trials=self.trials_used, resamples=resamples, seed=self.seed_used)
        return replace(used, correction=self.correction_used, unit=self.unit or SEGMENT)


def seed_from_environment() -> int | None:
    """The value of SACREBLEU_SEED, by default 12345; None if it is `none`, for a different seed every time."""
    text = os.environ.get("SACREBLEU_SEED", str(SEED))
    if text.lower() == "none":
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > 19:
        raise OptionError(f"SACREBLEU_SEED is {text!r:.40}; it must be an integer ≥ 0 or 'none'.")
    return int(text)
