"""METEOR: one name, several published definitions; each is a metric of its own."""

from bolide.errors import InputError
from bolide.metrics.meteor.base import AVERAGES, METEOR, VARIANTS
from bolide.metrics.meteor.meteor15 import METEOR15
from bolide.metrics.meteor.staged import StagedMETEOR

__all__ = ["AVERAGES", "METEOR", "METEOR15", "VARIANTS", "StagedMETEOR", "meteor_score"]

METEOR.kinds |= {"1.5": METEOR15, "nltk": StagedMETEOR, "2005": StagedMETEOR, "runs": StagedMETEOR}


def meteor_score(reference: str, candidate: str, alpha: float = 0.9, beta: float = 3, gamma: float = 0.5) -> float:
    """METEOR's variant `runs`, the teaching exercise, rounded to three decimals; mind that the reference comes first.

    Words are lowered and split at white space; a word matches while the reference has a copy left; a chunk is a run of
    matched candidate words. Empty text or no match gives 0. For what papers report, use `METEOR`.

    >>> from bolide import meteor_score
    >>> meteor_score("Rain falls gently from the sky", "Gentle rain drops from the sky")
    0.625
    """
    for what, text in (("reference", reference), ("candidate", candidate)):
        if not isinstance(text, str):
            raise InputError(f"meteor_score wants `{what}` as one text, not {type(text).__name__}.")
    metric = METEOR(variant="runs", alpha=alpha, beta=beta, gamma=gamma)
    return round(metric.sentence(candidate, reference).value, 3)
