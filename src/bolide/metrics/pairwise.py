"""Scores of every hypothesis against every reference."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bolide.corpus import exact_texts
from bolide.metrics.counts import in_nfc
from bolide.system.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def check_texts(hyps: Sequence[str], refs: Sequence[str], nfc: bool = False) -> tuple[list[str], list[str]]:
    """Check the arguments of `pairwise`, and return them as lists, in Unicode's NFC if it is asked for."""
    checked = exact_texts(hyps, "hyps"), exact_texts(refs, "refs")
    if not all(checked):
        raise InputError("pairwise needs at least one candidate and one reference.")
    return (in_nfc(checked[0]), in_nfc(checked[1])) if nfc else checked


def score_distinct(
    hyps: Sequence[str], refs: Sequence[str], score: Callable[[list[str], list[str]], array[float]]
) -> NDArray[np.float64]:
    """Score every hypothesis against every reference, equal texts only once: samples of a model often repeat. The table
    cannot be written to.

    `score` returns the scores of every pair from two lists without duplicates, hypothesis by hypothesis.
    """
    import numpy as np

    rows = {hyp: number for number, hyp in enumerate(dict.fromkeys(hyps))}
    columns = {ref: number for number, ref in enumerate(dict.fromkeys(refs))}
    table = np.frombuffer(score([*rows], [*columns])).reshape(len(rows), len(columns))
    if len(rows) < len(hyps) or len(columns) < len(refs):
        table = table[np.ix_([rows[hyp] for hyp in hyps], [columns[ref] for ref in refs])]
    table.flags.writeable = False
    return table
