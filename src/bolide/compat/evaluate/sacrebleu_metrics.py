"""evaluate's sacrebleu, chrf and ter over Bolide's stand-in for sacreBLEU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bolide.compat.evaluate.frame import Module, streams
from bolide.compat.sacrebleu import corpus_bleu
from bolide.compat.sacrebleu.metrics import CHRF, TER

Refs = Sequence[str] | Sequence[Sequence[str]]


class Sacrebleu(Module):
    """BLEU as sacreBLEU computes it."""

    description = "BLEU as sacreBLEU computes it, by Bolide."
    homepage = "https://aclanthology.org/W18-6319"
    inputs = """    smooth_method, smooth_value, force, lowercase, tokenize, use_effective_order: as in sacreBLEU.
Returns:
    score, counts, totals, precisions, bp, sys_len, ref_len.
"""

    def _compute(
        self,
        predictions: Sequence[str],
        references: Refs,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        force: bool = False,
        lowercase: bool = False,
        tokenize: str | None = None,
        use_effective_order: bool = False,
    ) -> dict[str, Any]:
        chosen: dict[str, Any] = {"tokenize": tokenize} if tokenize else {}
        found = corpus_bleu(
            predictions,
            streams(references),
            smooth_method=smooth_method,
            smooth_value=smooth_value,
            force=force,
            lowercase=lowercase,
            use_effective_order=use_effective_order,
            **chosen,
        )
        names = ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len")
        return {name: getattr(found, name) for name in names}


class ChrF(Module):
    """chrF and chrF++ as sacreBLEU computes them; evaluate derives a prefix from the name, `chr_f`."""

    description = "chrF and chrF++ as sacreBLEU computes them, by Bolide."
    homepage = "https://aclanthology.org/W17-4770"
    inputs = """    char_order, word_order, beta, lowercase, whitespace, eps_smoothing: as in sacreBLEU.
Returns:
    score, char_order, word_order, beta.
"""

    def _compute(
        self,
        predictions: Sequence[str],
        references: Refs,
        char_order: int = CHRF.CHAR_ORDER,
        word_order: int = CHRF.WORD_ORDER,
        beta: int = CHRF.BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
    ) -> dict[str, Any]:
        metric = CHRF(char_order, word_order, beta, lowercase, whitespace, eps_smoothing)
        found = metric.corpus_score(predictions, streams(references))
        return {name: getattr(found, name) for name in ("score", "char_order", "word_order", "beta")}


class Ter(Module):
    """TER as sacreBLEU computes it."""

    description = "TER as sacreBLEU computes it, by Bolide."
    homepage = "https://aclanthology.org/2006.amta-papers.25"
    inputs = """    normalized, ignore_punct, support_zh_ja_chars, case_sensitive: sacreBLEU's normalized, no_punct,
        asian_support, case_sensitive.
Returns:
    score, num_edits, ref_length.
"""

    def _compute(
        self,
        predictions: Sequence[str],
        references: Refs,
        normalized: bool = False,
        ignore_punct: bool = False,
        support_zh_ja_chars: bool = False,
        case_sensitive: bool = False,
    ) -> dict[str, Any]:
        metric = TER(normalized, ignore_punct, support_zh_ja_chars, case_sensitive)
        found = metric.corpus_score(predictions, streams(references))
        return {name: getattr(found, name) for name in ("score", "num_edits", "ref_length")}
