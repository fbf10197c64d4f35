"""The file that `evaluate.load` copies and imports; the metric itself is in the package."""

from bolide.compat.evaluate.metrics import ChrF as ChrF
