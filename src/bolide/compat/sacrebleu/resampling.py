"""Resampled scores under sacreBLEU's seed: what its metrics and its significance tests share."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from bolide.significance.resampling import bootstrap, generator, spread
from bolide.significance.sample import Sample, Vector
from bolide.system.errors import OptionError


def estimate_ci(scores: Sequence[float] | Vector) -> tuple[float, float]:
    """The mean of resampled scores and half the width of their middle 95 %."""
    return spread(np.asarray(scores, dtype=np.float64))


def chosen_seed() -> int | None:
    """What SACREBLEU_SEED says, 12345 where it says nothing; None asks for a fresh start every time."""
    text = os.environ.get("SACREBLEU_SEED", "12345")
    if text.lower() == "none":
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > 19:
        raise OptionError(f"SACREBLEU_SEED is {text!r:.40}; it must be an integer ≥ 0 or 'none'.")
    return int(text)


def bootstrap_values(sample: Sample, n_samples: int) -> Vector:
    """The scores of resampled corpora."""
    values: Vector = bootstrap([sample], n_samples, generator(chosen_seed()))[0]
    return values
