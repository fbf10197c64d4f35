"""The names under which other parts of this package know what metrics are made of."""

from bolide.compat.sacrebleu.metrics.base import Score, Signature
from bolide.compat.sacrebleu.metrics.counted import Counted as Calls
from bolide.compat.sacrebleu.shapes import Streams, segments_of, switch

__all__ = ["Calls", "Score", "Signature", "Streams", "segments_of", "switch"]
