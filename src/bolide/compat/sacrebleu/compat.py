"""sacreBLEU's functions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bolide.compat.sacrebleu.metrics.bleu import BLEU, MAX_NGRAM_ORDER, BLEUScore
from bolide.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore
from bolide.compat.sacrebleu.metrics.ter import TER, TERScore
from bolide.compat.shapes import Streams

# Made once for the same options, because these functions are often called for one sentence at a time.
_bleu, _chrf, _ter = lru_cache(64, True)(BLEU), lru_cache(64, True)(CHRF), lru_cache(64, True)(TER)


def corpus_bleu(
    hypotheses: Sequence[str],
    references: Streams,
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    lowercase: bool = False,
    tokenize: str | None = BLEU.TOKENIZER_DEFAULT,
    use_effective_order: bool = False,
) -> BLEUScore:
    """sacreBLEU's `corpus_bleu`."""
    metric = _bleu(lowercase, force, tokenize, smooth_method, smooth_value, MAX_NGRAM_ORDER, use_effective_order)
    return metric.corpus_score(hypotheses, references)


def raw_corpus_bleu(
    hypotheses: Sequence[str], references: Streams, smooth_value: float | None = BLEU.SMOOTH_DEFAULTS["floor"]
) -> BLEUScore:
    """sacreBLEU's `raw_corpus_bleu`: no tokenizer, floor smoothing, effective order."""
    return corpus_bleu(hypotheses, references, "floor", smooth_value, True, tokenize="none", use_effective_order=True)


def sentence_bleu(
    hypothesis: str,
    references: Sequence[str],
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    lowercase: bool = False,
    tokenize: str | None = BLEU.TOKENIZER_DEFAULT,
    use_effective_order: bool = True,
) -> BLEUScore:
    """sacreBLEU's `sentence_bleu`."""
    metric = _bleu(lowercase, False, tokenize, smooth_method, smooth_value, MAX_NGRAM_ORDER, use_effective_order)
    return metric.sentence_score(hypothesis, references)


def corpus_chrf(
    hypotheses: Sequence[str],
    references: Streams,
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: float = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """sacreBLEU's `corpus_chrf`."""
    metric = _chrf(char_order, word_order, beta, False, not remove_whitespace, eps_smoothing)
    return metric.corpus_score(hypotheses, references)


def sentence_chrf(
    hypothesis: str,
    references: Sequence[str],
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: float = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """sacreBLEU's `sentence_chrf`."""
    metric = _chrf(char_order, word_order, beta, False, not remove_whitespace, eps_smoothing)
    return metric.sentence_score(hypothesis, references)


def corpus_ter(
    hypotheses: Sequence[str],
    references: Streams,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """sacreBLEU's `corpus_ter`."""
    metric = _ter(normalized, no_punct, asian_support, case_sensitive)
    return metric.corpus_score(hypotheses, references)


def sentence_ter(
    hypothesis: str,
    references: Sequence[str],
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """sacreBLEU's `sentence_ter`."""
    metric = _ter(normalized, no_punct, asian_support, case_sensitive)
    return metric.sentence_score(hypothesis, references)
