"""What `evaluate.load` copies and imports; the module itself is in the package."""

from bolide.compat.evaluate.metrics import Ter

__all__ = ["Ter"]
