"""The look of page, report, notebook, figures and documentation: colours in light and dark, numbers, names of parts.

The page and the documentation's site get `stylesheet()` as tokens.css; `number` has its twin in page/dom.js.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from os.path import dirname, join
from typing import Any

CHUNKS = 6  # colours of chunks; chunk k has colour k % CHUNKS, in words, matrices and two-line alignments alike


def _text(name: str) -> str:
    with open(join(dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


def asset(name: str) -> str:
    """The text of a file of the report page."""
    return _text(join("page", name))


# Light, dark. Text in any of them, or on any tint, has a contrast of 4.5 : 1 or more with paper, card and field.
COLOURS = {name: (light, dark) for name, light, dark in map(str.split, _text("colours.tsv").splitlines())}


def stylesheet(root: str = ":root") -> str:
    """The colours as CSS variables of an element, which follow its `color-scheme`, and the classes of chunks."""
    variables = " ".join(f"--{name}: light-dark({light}, {dark});" for name, (light, dark) in COLOURS.items())
    hues = " ".join(f"--hue-{k}: color-mix(in srgb, var(--c{k}) 16%, var(--card));" for k in range(CHUNKS))
    groups = " ".join(f"{root} .group{k} {{ color: var(--c{k}); }}" for k in range(CHUNKS))
    return (
        f"{root} {{ color-scheme: light dark; {variables} {hues} }}\n{groups} {root} .paper {{ fill: var(--paper); }}\n"
    )


STACKED = (32, 44)  # em: phones, on which the rows of a table become blocks, by its class `at-32` or `at-44`


def stacking(root: str = ":root") -> str:
    """The rules by which tables and pictures fit their room: on a phone, rows of a table are blocks whose cells say
    their columns, elsewhere a wide table scrolls under the names of its rows; pictures of sentences have more bands."""
    pictures, sticky, blocks = asset("pictures.css"), asset("sticky.css"), asset("stacking.css")
    rules = (f"@container (max-width: {step}em) {{{blocks.replace('@@', f'{root} .at-{step}')}}}" for step in STACKED)
    return "\n".join([pictures.replace("@@", root), sticky.replace("@@", root), *rules])


def room(widths: Iterable[float]) -> str:
    """The class of a table with columns of so many letters: the room below which it is no table."""
    needed = sum(0.54 * width + 1 for width in widths)
    if needed < 20:  # fits on a phone
        return ""
    return f"at-{STACKED[needed > STACKED[0]]}"


def figure_style() -> str:
    """The style sheet inside an SVG file, which has its own colours on a light and on a dark page."""
    light, dark = (
        f"svg{{color:{COLOURS['ink'][column]}}}.paper{{fill:{('#ffffff', COLOURS['paper'][1])[column]}}}"
        + "".join(f".group{k}{{color:{COLOURS[f'c{k}'][column]}}}" for k in range(CHUNKS))
        for column in (0, 1)
    )
    return f"<style>{light}@media (prefers-color-scheme: dark) {{{dark}}}</style>"


def chunk_colour(chunk: int) -> str:
    """The attributes that give an SVG element the colour of a chunk, for renderers without style sheets too."""
    return f'class="group{chunk % CHUNKS}" color="{COLOURS[f"c{chunk % CHUNKS}"][0]}"'


# --- numbers ----------------------------------------------------------------------------------------------------------


# Counts, unless they are means over references or weighted.
MEAN_COUNTS = ("length", "matched", "ref_len", "used")


def number(value: Any, name: str = "") -> str:
    """Write a number: counts as integers, ratios with four decimals (more if tiny), a minus sign for a hyphen.

    `name` is that of the part: a length may be a mean, but is an integer if there is one reference.
    """
    if name in MEAN_COUNTS and isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(number, value))
    if isinstance(value, float):
        text = f"{value:.3g}" if value and abs(value) < 0.00005 else f"{value:.4f}"
        return text.replace("-", "−", 1) if value < 0 else text
    return f"{value:,}".replace("-", "−") if isinstance(value, int) else str(value)


def two_digits(value: float) -> str:
    """A number with two significant digits, without an exponent: 1.4, 0.011, 130."""
    return f"{float(f'{value:.2g}'):g}"


def number_set(value: Any) -> str:
    """Write the value of a setting, as a user would type it."""
    return f"{value:g}" if isinstance(value, float) else number(value)


# --- names ------------------------------------------------------------------------------------------------------------

# What parts of a score, columns of one order, unit or stage, and numbers of a step are called.
_WORDS = {(kind, name): words for kind, name, words in (row.split("\t") for row in _text("words.tsv").splitlines())}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def step_name(name: str) -> str:
    """A number of a step in a few words: "candidate" for `hyp`, "p₂" for `p2`."""
    if match := re.fullmatch(r"([A-Za-z])(\d+)", name):
        return match[1] + match[2].translate(_SUBSCRIPTS)
    return _WORDS.get(("step", name), name.replace("_", " ").replace("ngram", "n-gram"))


def in_words(name: str) -> str:
    """A part of a score, or a column of a row, in words: "brevity penalty" for `bp`, "p₂" for `p_2`."""
    if match := re.fullmatch(r"([a-z_]+?)(?:_(?:char|word|base|morpheme|pos))?_(\d+)", name):
        if len(match[1]) == 1:
            return match[1] + match[2].translate(_SUBSCRIPTS)
        if ("order", match[1]) in _WORDS:
            return _WORDS["order", match[1]]
    return _WORDS.get(("part", name), name.replace("_", " "))


def put_in_name(name: str) -> str:
    """A number that a formula is computed with: as a part or column in words, or as a number of a step."""
    words = in_words(name)
    return step_name(name) if words == name.replace("_", " ") else words
