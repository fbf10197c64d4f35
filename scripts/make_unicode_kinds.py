"""Writes src/bolide/text/tokenize/unicode_classes.py: punctuation, symbols and numbers of one Unicode version.

    python -m pip install unicodedata2==18.0.0 && python scripts/make_unicode_kinds.py

The version is pinned so that a token is the same token on every Python and in the browser.
"""

from pathlib import Path

import unicodedata2

from bolide.system.files import write_text

TARGET = Path(__file__).parent.parent / "src/bolide/text/tokenize/unicode_classes.py"
HEAD = '''"""Unicode {version}: which code points are punctuation, symbols, numbers.

Written by scripts/make_unicode_kinds.py. Each string lists
inclusive ranges in hexadecimal, `first-last` or a single code point.
"""

VERSION = "{version}"
'''


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


def literal(name: str, words: list[str]) -> str:
    """`words` as one string over many lines of source."""
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 108:
            lines.append("")
        lines[-1] += word + " "
    return f"{name} = (\n" + "".join(f'    "{line}"\n' for line in lines) + ")\n"


def main() -> None:
    parts = [HEAD.format(version=unicodedata2.unidata_version)]
    for name, letter in (("PUNCTUATION", "P"), ("SYMBOLS", "S"), ("NUMBERS", "N")):
        parts.append(literal(name, ranges(letter)))
    write_text(TARGET, "".join(parts))


if __name__ == "__main__":
    main()
