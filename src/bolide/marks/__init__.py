"""Marks: typed evidence on the tokens of a translation. Each says what it adds to the row of integers."""

from bolide.marks.edits import EDITS, TAGS, Edit, Jump, Shift
from bolide.marks.errors import MarkedError, Piece, about, pieces
from bolide.marks.grams import Gram, GramKind, Recalled
from bolide.marks.links import Dropped, Link, Unmatched
from bolide.marks.mark import Indices, Mark, Whole, as_data

__all__ = [
    "EDITS",
    "TAGS",
    "Dropped",
    "Edit",
    "Gram",
    "GramKind",
    "Indices",
    "Jump",
    "Link",
    "Mark",
    "MarkedError",
    "Piece",
    "Recalled",
    "Shift",
    "Unmatched",
    "Whole",
    "about",
    "as_data",
    "pieces",
]
