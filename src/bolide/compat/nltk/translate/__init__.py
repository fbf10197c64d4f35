"""Replacement for `nltk.translate`: its metrics, computed by Bolide.

If NLTK is installed, its other names (`Alignment`, `IBMModel1`, `nltk.translate.ibm1` …) are imported from it.
"""

from importlib import import_module

from bolide.compat.nltk.translate.bleu_score import sentence_bleu as bleu
from bolide.compat.nltk.translate.chrf_score import sentence_chrf as chrf
from bolide.compat.nltk.translate.gleu_score import sentence_gleu as gleu
from bolide.compat.nltk.translate.meteor_score import meteor_score as meteor
from bolide.compat.nltk.translate.metrics import alignment_error_rate
from bolide.compat.nltk.translate.nist_score import sentence_nist as nist
from bolide.compat.nltk.translate.ribes_score import sentence_ribes as ribes

__all__ = ["alignment_error_rate", "bleu", "chrf", "gleu", "meteor", "nist", "ribes"]

# Names of `nltk.translate` that are not replaced, with their modules.
_NLTKS = {
    "AlignedSent": "api", "Alignment": "api", "PhraseTable": "api", "IBMModel": "ibm_model", "IBMModel1": "ibm1",
    "IBMModel2": "ibm2", "IBMModel3": "ibm3", "IBMModel4": "ibm4", "IBMModel5": "ibm5", "StackDecoder": "stack_decoder",
    "trace": "gale_church", "grow_diag_final_and": "gdfa", "extract": "phrase_based", "corpus_lepor": "lepor",
}  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _NLTKS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"nltk.translate.{_NLTKS[name]}"), name)
