"""Bolide scores machine translation and shows its work.

The public names, each imported when first used: `import bolide` itself costs next to nothing.
"""

from bolide._version import __version__

TYPE_CHECKING = False  # as in typing, whose import would cost more than all of this file
if TYPE_CHECKING:
    from bolide import report as report
    from bolide.accumulator import Accumulator
    from bolide.corpus import Corpus, Segment
    from bolide.errors import BolideError, InputError, OptionError
    from bolide.metrics import METRICS, parse
    from bolide.metrics.base import Metric, Scores
    from bolide.metrics.bleu import BLEU
    from bolide.metrics.chrf import CHRF
    from bolide.metrics.error_rates import CDER, CER, PER, WER
    from bolide.metrics.meteor import METEOR, meteor_score
    from bolide.metrics.pairwise import PairwiseScores
    from bolide.metrics.rgbf import RGBF
    from bolide.metrics.ter import TER
    from bolide.minimum_risk import Choice, mbr
    from bolide.results import Report, SystemReport
    from bolide.scores import Score, Signature
    from bolide.scoring import evaluate, score
    from bolide.stats import Stats
    from bolide.text.tokenize import TOKENIZERS

_HOME = {
    "Accumulator": "accumulator",
    "BLEU": "metrics.bleu",
    "BolideError": "errors",
    "CDER": "metrics.error_rates",
    "CER": "metrics.error_rates",
    "CHRF": "metrics.chrf",
    "Choice": "minimum_risk",
    "Corpus": "corpus",
    "InputError": "errors",
    "METEOR": "metrics.meteor",
    "METRICS": "metrics",
    "Metric": "metrics.base",
    "OptionError": "errors",
    "PER": "metrics.error_rates",
    "PairwiseScores": "metrics.pairwise",
    "RGBF": "metrics.rgbf",
    "Report": "results",
    "Score": "scores",
    "Scores": "metrics.base",
    "Segment": "corpus",
    "Signature": "scores",
    "Stats": "stats",
    "SystemReport": "results",
    "TER": "metrics.ter",
    "TOKENIZERS": "text.tokenize",
    "WER": "metrics.error_rates",
    "evaluate": "scoring",
    "mbr": "minimum_risk",
    "meteor_score": "metrics.meteor",
    "parse": "metrics",
    "score": "scoring",
}

__all__ = [
    "BLEU",
    "CDER",
    "CER",
    "CHRF",
    "METEOR",
    "METRICS",
    "PER",
    "RGBF",
    "TER",
    "TOKENIZERS",
    "WER",
    "Accumulator",
    "BolideError",
    "Choice",
    "Corpus",
    "InputError",
    "Metric",
    "OptionError",
    "PairwiseScores",
    "Report",
    "Score",
    "Scores",
    "Segment",
    "Signature",
    "Stats",
    "SystemReport",
    "__version__",
    "evaluate",
    "mbr",
    "meteor_score",
    "parse",
    "score",
]


def __getattr__(name: str) -> object:
    if name == "report":  # a part of the package, with one name in it: bolide.report.html
        return __import__("bolide.report", fromlist=["html"])
    if name not in _HOME:
        raise AttributeError(f"module 'bolide' has no attribute {name!r}")
    value = getattr(__import__(f"bolide.{_HOME[name]}", fromlist=[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
