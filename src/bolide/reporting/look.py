"""The look of page, report, notebook, figures and documentation: colours in light and dark, numbers, names of parts.

The page and the documentation's site get `stylesheet()` as tokens.css; `number` has its twin in page/dom.js.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

CHUNKS = 6  # colours of chunks; chunk k has colour k % CHUNKS, in words, matrices and two-line alignments alike
# Light, dark. Text in any of them, or on any tint, has a contrast of 4.5 : 1 or more with paper, card and field.
COLOURS = {
    "paper": ("#fbfaf7", "#171614"),
    "card": ("#ffffff", "#211f1c"),
    "field": ("#ffffff", "#171614"),
    "raised": ("#f3f1ea", "#211f1c"),
    "ink": ("#1d1c1a", "#ece8e1"),
    "soft": ("#5f5b54", "#aaa49a"),
    "dim": ("#6b665f", "#969086"),
    "line": ("#e2ded6", "#37332d"),
    "rule": ("#b9b3a7", "#6a645a"),
    "accent": ("#a63c12", "#ee9166"),
    "accent-ink": ("#ffffff", "#24110a"),
    "tint": ("#fbeadf", "#3a2419"),
    "other": ("#1f6183", "#86bfdb"),
    "good": ("#4c6e1f", "#a9cf6c"),
    "good-tint": ("#e9f1dc", "#28321a"),
    "bad": ("#a3231f", "#f29089"),
    "bad-tint": ("#fbe6e4", "#431d1a"),
    "wait": ("#6f5108", "#e0bd63"),
    "wait-tint": ("#fbf0d2", "#3a3014"),
    "c0": ("#3f5fa8", "#a4b9f2"),
    "c1": ("#a63c12", "#ee9166"),
    "c2": ("#1f6183", "#86bfdb"),
    "c3": ("#4c6e1f", "#a9cf6c"),
    "c4": ("#7d4390", "#d6a4e6"),
    "c5": ("#7c5f12", "#e0bd63"),
}


def stylesheet(root: str = ":root") -> str:
    """The colours as CSS variables of an element, which follow its `color-scheme`, and the classes of chunks."""
    variables = " ".join(f"--{name}: light-dark({light}, {dark});" for name, (light, dark) in COLOURS.items())
    hues = " ".join(f"--hue-{k}: color-mix(in srgb, var(--c{k}) 16%, var(--card));" for k in range(CHUNKS))
    groups = " ".join(f"{root} .group{k} {{ color: var(--c{k}); }}" for k in range(CHUNKS))
    return (
        f"{root} {{ color-scheme: light dark; {variables} {hues} }}\n{groups} {root} .paper {{ fill: var(--paper); }}\n"
    )


STACKED = (32, 48, 64, 80)  # em: rooms below which the rows of a table become blocks, by its class `at-32` to `at-80`
_BLOCKS = """
@@ { display: block; width: 100%; }
@@ tbody { display: block; }
@@ thead { display: block; height: 0; overflow: hidden; }
@@ thead:has(.plot) { height: auto; }
@@ thead th:not(.plot) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@@ thead tr { padding: 0; border: 0; }
@@ tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.25em, 1fr)); gap: .2em .75em;
  padding: .6em 0; align-items: end; border-bottom: 1px solid var(--line); }
@@ :is(th, td) { border: 0; padding: 0; min-width: 0; max-width: none; text-align: start; white-space: normal;
  overflow-wrap: anywhere; }
@@ :is(tbody th, td:not(.num)) { grid-column: 1 / -1; }
@@ tbody th { font-weight: 600; order: -1; }
@@.broad tr { grid-template-columns: repeat(auto-fill, minmax(9.5em, 1fr)); }
@@ :is(td, th.num)::before { content: var(--label, attr(data-label)); color: var(--soft); font-size: .8125em;
  font-weight: 400; overflow-wrap: break-word; }
@@ td.num::before { display: block; line-height: 1.2; }
@@ th.num::before { content: var(--label, attr(data-label)) " "; }
@@ td:not(.num) { position: relative; padding-inline-start: var(--indent, 0); }
@@ td:not(.num)[data-label] { --indent: 6.75rem; }
@@ td:not(.num)::before { position: absolute; inset-inline-start: 0; width: 6.4rem; line-height: 1.85;
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
@@ td.small::before { font-size: 1em; line-height: inherit; }
@@ td:empty { display: none; }
"""


_PICTURES = """
@@ .scroll { container-type: inline-size; }
@@ .picture .narrow { display: none; }
@container (max-width: 36em) {
  @@ .picture .wide { display: none; }
  @@ .picture .narrow { display: block; }
  @@ .picture .scroll > svg { max-width: none; }
}
"""


def stacking(root: str = ":root") -> str:
    """The rules by which tables and pictures fit their room: if that is narrow, rows of a table are blocks whose cells
    say their columns, pictures of sentences have more bands, and others keep their size and scroll."""
    rules = (f"@container (max-width: {step}em) {{{_BLOCKS.replace('@@', f'{root} .at-{step}')}}}" for step in STACKED)
    return "\n".join([_PICTURES.replace("@@", root), *rules, _BLOCKS.replace("@@", f"{root} .at-all")])


def room(widths: Iterable[float]) -> str:
    """The class of a table with columns of so many letters: the room in which it can stay a table."""
    needed = sum(0.54 * width + 1 for width in widths)
    if needed < 20:  # fits on a phone
        return ""
    return f"at-{next((step for step in STACKED if step >= needed), 'all')}"


def figure_style() -> str:
    """The style sheet inside an SVG file, which has its own colours on a light and on a dark page."""
    light, dark = ("".join(_rules(column)) for column in (0, 1))
    return f"<style>{light}@media (prefers-color-scheme: dark) {{{dark}}}</style>"


def chunk_colour(chunk: int) -> str:
    """The attributes that give an SVG element the colour of a chunk, for renderers without style sheets too."""
    return f'class="group{chunk % CHUNKS}" color="{COLOURS[f"c{chunk % CHUNKS}"][0]}"'


def _rules(column: int) -> Iterable[str]:
    yield f"svg{{color:{COLOURS['ink'][column]}}}.paper{{fill:{('#ffffff', COLOURS['paper'][1])[column]}}}"
    yield from (f".group{k}{{color:{COLOURS[f'c{k}'][column]}}}" for k in range(CHUNKS))


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


def number_set(value: Any) -> str:
    """Write the value of a setting, as a user would type it."""
    return f"{value:g}" if isinstance(value, float) else number(value)


# --- names ------------------------------------------------------------------------------------------------------------

_WORDS = {
    "beta": "β",
    "bp": "brevity penalty",
    "f": "F",
    "f1": "F1",
    "fmean": "Fmean",
    "hits": "words left as they are",
    "hyp_function": "function words of the candidate",
    "hyp_len": "length of the candidate",
    "hyp_length": "length of the candidate",
    "hyp_matched": "candidate words matched",
    "mean": "geometric mean",
    "orders_used": "orders that count",
    "ref_function": "function words of the reference",
    "ref_len": "length of the reference",
    "ref_length": "length of the reference",
    "ref_matched": "reference words matched",
    "shifted_words": "words shifted",
    "used": "orders that count",
}


_NUMBERED = {  # columns and parts of one order, unit or stage, which a line of a formula names
    "match": "matches",
    "total": "n-grams",
    "match_p": "matches in the candidate",
    "match_r": "matches in the reference",
    "hyp": "n-grams of the candidate",
    "ref": "n-grams of the reference",
    "hyp_content": "content words",
    "hyp_function": "function words",
    "hyp_weighted": "weighted matches",
    "ref_content": "content words",
    "ref_function": "function words",
    "ref_weighted": "weighted matches",
}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def formula_pieces(formula: str, names: Collection[str]) -> Iterator[tuple[str, bool]]:
    """A formula in pieces of text and names (True), each name where it is first mentioned; then the other names."""
    rest, at = dict.fromkeys(names), 0
    if rest:
        pattern = "|".join(re.escape(name) for name in sorted(rest, key=len, reverse=True))
        for match in re.finditer(rf"(?<!\w)(?:{pattern})(?=[²³]|\W|$)", formula):
            if match[0] in rest:
                yield formula[at : match.start()], False
                yield match[0], True
                del rest[match[0]]
                at = match.end()
    yield formula[at:], False
    for k, name in enumerate(rest):
        yield ", " if k else ": ", False
        yield name, True


_SHORT = {
    "hyp": "candidate",
    "ref": "reference",
    "match": "matches",
    "match_p": "matches, candidate",
    "match_r": "matches, reference",
}


def step_name(name: str) -> str:
    """A number of a step in a few words: "candidate" for `hyp`, "p₂" for `p2`."""
    if match := re.fullmatch(r"([A-Za-z])(\d+)", name):
        return match[1] + match[2].translate(_SUBSCRIPTS)
    return _SHORT.get(name, name.replace("_", " ").replace("ngram", "n-gram"))


def in_words(name: str) -> str:
    """A part of a score, or a column of a row, in words: "brevity penalty" for `bp`, "p₂" for `p_2`."""
    if match := re.fullmatch(r"([a-z_]+?)(?:_(?:char|word|base|morpheme|pos))?_(\d+)", name):
        if len(match[1]) == 1:
            return match[1] + match[2].translate(_SUBSCRIPTS)
        if match[1] in _NUMBERED:
            return _NUMBERED[match[1]]
    return _WORDS.get(name, name.replace("_", " "))


def put_in_name(name: str) -> str:
    """A number that a formula is computed with: as a part or column in words, or as a number of a step."""
    words = in_words(name)
    return step_name(name) if words == name.replace("_", " ") else words
