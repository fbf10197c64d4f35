"""Bolide scores machine translation and shows its work.

The public names, each imported when first used: `import bolide` itself costs next to nothing.
"""

from bolide._version import __version__

TYPE_CHECKING = False  # as in typing, whose import would cost more than all of this file
if TYPE_CHECKING:
    from bolide.corpus import Corpus, Segment
    from bolide.errors import BolideError, InputError, OptionError
    from bolide.metrics import METRICS, parse
    from bolide.metrics.base import Metric, Scores
    from bolide.metrics.bleu import BLEU
    from bolide.metrics.chrf import CHRF
    from bolide.metrics.error_rates import CDER, CER, PER, WER
    from bolide.metrics.meteor import METEOR, meteor_score
    from bolide.metrics.rgbf import RGBF
    from bolide.metrics.ter import TER
    from bolide.results import Report, SystemReport
    from bolide.scores import Score, Signature
    from bolide.scoring import evaluate, score
    from bolide.stats import Stats
    from bolide.text.tokenize import TOKENIZERS

_HOME = {
    "BLEU": "metrics.bleu",
    "BolideError": "errors",
    "CDER": "metrics.error_rates",
    "CER": "metrics.error_rates",
    "CHRF": "metrics.chrf",
    "Corpus": "corpus",
    "InputError": "errors",
    "METEOR": "metrics.meteor",
    "METRICS": "metrics",
    "Metric": "metrics.base",
    "OptionError": "errors",
    "PER": "metrics.error_rates",
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
    "BolideError",
    "Corpus",
    "InputError",
    "Metric",
    "OptionError",
    "Report",
    "Score",
    "Scores",
    "Segment",
    "Signature",
    "Stats",
    "SystemReport",
    "__version__",
    "evaluate",
    "meteor_score",
    "parse",
    "score",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'bolide' has no attribute {name!r}")
    value = getattr(__import__(f"bolide.{_HOME[name]}", fromlist=[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
