"""Files that are given to the page, read as the command line reads them."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

from bolide.corpus.decoding import MARK, mark_notice, split_lines, text_of


def read(name: str, base64: str) -> dict[str, Any]:
    """The lines of a file given by its bytes in base 64; a notice where it begins with a byte-order mark."""
    lines = split_lines(text_of(b64decode(base64), name))
    marked = bool(lines) and lines[0].startswith(MARK)
    return {"lines": lines, "notice": f"{mark_notice(name)}, as on the command line." if marked else None}
