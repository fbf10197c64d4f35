"""Installs the replacements that `python -m bolide.compat.run` names; Python imports this when it starts."""

import os
import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec

from bolide.compat import install_from_environment

install_from_environment()

# Another sitecustomize, which this one hides, is executed as it would be.
_spec = PathFinder.find_spec("sitecustomize", [path for path in sys.path if path != os.path.dirname(__file__)])
if _spec is not None and _spec.loader is not None:
    _spec.loader.exec_module(module_from_spec(_spec))
