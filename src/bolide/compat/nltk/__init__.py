"""Replacements for NLTK's metrics: change the import line, keep the code.

Texts are lists of tokens, references first, as in NLTK. After `bolide.compat.install("nltk.translate")` not even the
import line has to change.
"""

from bolide._version import __version__ as _bolide
from bolide.compat import VERSIONS
from bolide.compat.nltk import translate
from bolide.compat.nltk.translate import alignment_error_rate, bleu, chrf, gleu, meteor, nist, ribes
from bolide.compat.nltk.translate.bleu_score import (
    SmoothingFunction,
    brevity_penalty,
    closest_ref_length,
    corpus_bleu,
    modified_precision,
    sentence_bleu,
)
from bolide.compat.nltk.translate.chrf_score import corpus_chrf, sentence_chrf
from bolide.compat.nltk.translate.gleu_score import corpus_gleu, sentence_gleu
from bolide.compat.nltk.translate.meteor_score import meteor_score, single_meteor_score
from bolide.compat.nltk.translate.nist_score import corpus_nist, sentence_nist
from bolide.compat.nltk.translate.ribes_score import corpus_ribes, sentence_ribes

__all__ = [
    "SmoothingFunction",
    "alignment_error_rate",
    "bleu",
    "brevity_penalty",
    "chrf",
    "closest_ref_length",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_gleu",
    "corpus_nist",
    "corpus_ribes",
    "gleu",
    "meteor",
    "meteor_score",
    "modified_precision",
    "nist",
    "ribes",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_gleu",
    "sentence_nist",
    "sentence_ribes",
    "single_meteor_score",
    "translate",
]

__version__ = f"{VERSIONS['nltk']}+bolide.{_bolide}"
