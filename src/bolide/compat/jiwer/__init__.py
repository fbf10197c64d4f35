"""Replacement for jiwer: error rates of words and characters, alignments and transforms.

References come first, as in jiwer. After `bolide.compat.install("jiwer")` not even the import line has to change.
"""

# ruff: noqa: F403 (as in jiwer: all names that its modules export)
from bolide.compat.jiwer.alignment import *
from bolide.compat.jiwer.measures import *
from bolide.compat.jiwer.process import *
from bolide.compat.jiwer.transformations import *
from bolide.compat.jiwer.transforms import *

name = "jiwer"
