"""Replacement for sacreBLEU, with its calls and scales: change the import line, keep the code.

References are transposed, as in sacreBLEU: one list per reference set, each as long as the hypotheses, with None for a
missing reference. After `bolide.compat.install("sacrebleu")` not even the import line has to change.
"""

from bolide.compat.sacrebleu.compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from bolide.compat.sacrebleu.dataset import DATASETS
from bolide.compat.sacrebleu.metrics import BLEU, CHRF, METRICS, TER, BLEUScore, CHRFScore, TERScore
from bolide.compat.sacrebleu.metrics.base import Signature
from bolide.compat.sacrebleu.metrics.helpers import extract_char_ngrams, extract_word_ngrams
from bolide.compat.sacrebleu.utils import (
    SACREBLEU_DIR,
    download_test_set,
    get_available_testsets,
    get_langpairs_for_testset,
    get_reference_files,
    get_source_file,
    smart_open,
)
from bolide.compat.sacrebleu.version import __version__
from bolide.compat.shapes import segments_of

__all__ = [
    "BLEU",
    "CHRF",
    "DATASETS",
    "METRICS",
    "SACREBLEU_DIR",
    "TER",
    "BLEUScore",
    "CHRFScore",
    "Signature",
    "TERScore",
    "__version__",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "download_test_set",
    "extract_char_ngrams",
    "extract_word_ngrams",
    "get_available_testsets",
    "get_langpairs_for_testset",
    "get_reference_files",
    "get_source_file",
    "raw_corpus_bleu",
    "segments_of",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
    "smart_open",
]
