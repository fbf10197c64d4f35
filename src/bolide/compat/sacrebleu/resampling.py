"""Bootstrap resampling with sacreBLEU's seed, for its metrics and significance tests."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from bolide.significance.resampling import bootstrap, generator, mean_and_half_width
from bolide.significance.sample import Sample, Vector
from bolide.system.errors import OptionError


def estimate_ci(scores: Sequence[float] | Vector) -> tuple[float, float]:
    """The mean of resampled scores, and half the width of their 95 % confidence interval."""
    return mean_and_half_width(np.asarray(scores, dtype=np.float64))


def seed_from_environment() -> int | None:
    """The value of SACREBLEU_SEED, by default 12345; None if it is 'none', for a different seed every time."""
    text = os.environ.get("SACREBLEU_SEED", "12345")
    if text.lower() == "none":
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > 19:
        raise OptionError(f"SACREBLEU_SEED is {text!r:.40}; it must be an integer ≥ 0 or 'none'.")
    return int(text)


def bootstrap_values(sample: Sample, n_samples: int) -> Vector:
    """The scores of resampled corpora."""
    values: Vector = bootstrap([sample], n_samples, generator(seed_from_environment()))[0]
    return values
