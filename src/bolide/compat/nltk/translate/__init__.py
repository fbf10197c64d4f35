"""Replacement for `nltk.translate`: its metrics, computed by Bolide.

If NLTK is installed, its other names (`Alignment`, `IBMModel1`, `nltk.translate.ibm1` …) are imported from it.
"""

from importlib import import_module
from importlib.machinery import PathFinder

from bolide.compat.nltk.translate.bleu_score import sentence_bleu as bleu
from bolide.compat.nltk.translate.chrf_score import sentence_chrf as chrf
from bolide.compat.nltk.translate.gleu_score import sentence_gleu as gleu
from bolide.compat.nltk.translate.meteor_score import meteor_score as meteor
from bolide.compat.nltk.translate.metrics import alignment_error_rate
from bolide.compat.nltk.translate.nist_score import sentence_nist as nist
from bolide.compat.nltk.translate.ribes_score import sentence_ribes as ribes

# Names of `nltk.translate` that are not replaced, with their modules.
_NLTKS = {
    "AlignedSent": "api",
    "Alignment": "api",
    "PhraseTable": "api",
    "IBMModel": "ibm_model",
    "IBMModel1": "ibm1",
    "IBMModel2": "ibm2",
    "IBMModel3": "ibm3",
    "IBMModel4": "ibm4",
    "IBMModel5": "ibm5",
    "StackDecoder": "stack_decoder",
    "trace": "gale_church",
    "grow_diag_final_and": "gdfa",
    "extract": "phrase_based",
    "lepor": "lepor",
    "corpus_lepor": "lepor",
}

__all__ = ["alignment_error_rate", "bleu", "chrf", "gleu", "meteor", "nist", "ribes"]
if PathFinder.find_spec("nltk") is not None:  # `from nltk.translate import *`, as in NLTK itself, has all names
    scores = ("bleu_score", "chrf_score", "gleu_score", "meteor_score", "metrics", "nist_score", "ribes_score")
    __all__ += [*_NLTKS, *scores, *({*_NLTKS.values()} - {"api", "lepor"})]


def __getattr__(name: str) -> object:
    """A name or a module of NLTK's own."""
    if name in _NLTKS:
        module = import_module(f"nltk.translate.{_NLTKS[name]}")
        return getattr(module, "sentence_lepor" if name == "lepor" else name)
    if name in _NLTKS.values():
        return import_module(f"nltk.translate.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
