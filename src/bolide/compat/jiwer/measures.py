"""jiwer's rates: one number for all texts together, without their alignment."""

from __future__ import annotations

from typing import Any

from bolide.compat.jiwer.process import Texts, counts, rates
from bolide.compat.jiwer.transformations import cer_default, wer_default

__all__ = ["cer", "mer", "wer", "wil", "wip"]


def wer(
    reference: Texts, hypothesis: Texts, reference_transform: Any = wer_default, hypothesis_transform: Any = wer_default
) -> float:
    """Word error rate: edits per word of the references."""
    return rates(counts(reference, hypothesis, reference_transform, hypothesis_transform)).wer


def mer(
    reference: Texts, hypothesis: Texts, reference_transform: Any = wer_default, hypothesis_transform: Any = wer_default
) -> float:
    """Match error rate: the share of edits among edits and hits."""
    return rates(counts(reference, hypothesis, reference_transform, hypothesis_transform)).mer


def wip(
    reference: Texts, hypothesis: Texts, reference_transform: Any = wer_default, hypothesis_transform: Any = wer_default
) -> float:
    """Word information preserved: the product of both sides' shares of hits."""
    return rates(counts(reference, hypothesis, reference_transform, hypothesis_transform)).wip


def wil(
    reference: Texts, hypothesis: Texts, reference_transform: Any = wer_default, hypothesis_transform: Any = wer_default
) -> float:
    """Word information lost: 1 minus the information preserved."""
    return 1 - wip(reference, hypothesis, reference_transform, hypothesis_transform)


def cer(
    reference: Texts, hypothesis: Texts, reference_transform: Any = cer_default, hypothesis_transform: Any = cer_default
) -> float:
    """Character error rate: edits per character of the references."""
    return rates(counts(reference, hypothesis, reference_transform, hypothesis_transform)).wer
