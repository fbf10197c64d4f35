"""Writes src/bolide/text/tokenize/unicode_classes.txt: punctuation, symbols and numbers of one Unicode version.

    python -m pip install unicodedata2==18.0.0 && python scripts/make_unicode_kinds.py

The version is pinned so that a token is the same token on every Python and in the browser.
"""

from pathlib import Path

import unicodedata2

from bolide.system.files import write_text

TARGET = Path(__file__).parent.parent / "src/bolide/text/tokenize/unicode_classes.txt"
HEAD = """\
# Code points of Unicode {version} that are punctuation (P), symbols (S) and numbers (N), as inclusive ranges.
# Written by scripts/make_unicode_kinds.py.
"""


def ranges(letter: str) -> list[str]:
    """The code points whose general category begins with `letter`, as ranges."""
    found: list[list[int]] = []
    for point in range(0x110000):
        if unicodedata2.category(chr(point))[0] != letter:
            continue
        if found and found[-1][1] == point - 1:
            found[-1][1] = point
        else:
            found.append([point, point])
    return [f"{first:x}" if first == last else f"{first:x}-{last:x}" for first, last in found]


def main() -> None:
    lines = [f"{letter} {' '.join(ranges(letter))}\n" for letter in "PSN"]
    write_text(TARGET, HEAD.format(version=unicodedata2.unidata_version) + "".join(lines))


if __name__ == "__main__":
    main()
