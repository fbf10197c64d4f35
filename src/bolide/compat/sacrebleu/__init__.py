"""sacreBLEU's own calls and scales over Bolide's metrics: change the import line, keep the code.

References come transposed here, as sacreBLEU has them: one list per reference set, each as long as the hypotheses;
None (or a missing line) stands where a segment lacks a reference.
"""

from bolide.compat.sacrebleu.bleu import BLEU, BLEUScore, corpus_bleu, raw_corpus_bleu, sentence_bleu
from bolide.compat.sacrebleu.calls import Signature, segments_of
from bolide.compat.sacrebleu.chrf import CHRF, CHRFScore, corpus_chrf, sentence_chrf
from bolide.compat.sacrebleu.ter import TER, TercomTokenizer, TERScore, corpus_ter, sentence_ter

__all__ = [
    "BLEU",
    "CHRF",
    "TER",
    "BLEUScore",
    "CHRFScore",
    "Signature",
    "TERScore",
    "TercomTokenizer",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "raw_corpus_bleu",
    "segments_of",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
]
