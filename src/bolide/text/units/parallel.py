"""Units: parallel views of one sentence (words, base forms, morphemes, POS tags) in one line, separated by `++`.

`++` and `#` are marks only as whole tokens; `C++` and `C#` are words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from bolide.system.errors import InputError, counted

SEPARATOR = "++"
ALTERNATIVE = "#"
_MARK = re.compile(r"\\*(?:\+\+|#)")


def split_units(text: str, units: int | None = None) -> list[list[str]]:
    """The units of a text as lists of tokens; a text without tokens has `units` empty ones."""
    pieces = _split(text.split(), SEPARATOR)
    return [[] for _ in range(units or 1)] if pieces == [[]] else pieces


def join_units(views: Mapping[str, Sequence[str]]) -> list[str]:
    """Parallel files as one list of `++` texts: views["pos"][i] is line i in the unit called pos.

    A line that is empty in every view stays an empty text.
    """
    sizes = {name: len(lines) for name, lines in views.items()}
    if len(set(sizes.values())) > 1:
        lengths = ", ".join(f"{name} has {size}" for name, size in sizes.items())
        raise InputError(f"The units have different numbers of lines ({lengths}); they must pair up line by line.")
    for name, lines in views.items():
        for number, line in enumerate(lines, 1):
            if SEPARATOR in line and SEPARATOR in line.split():
                raise InputError(
                    f"Line {number} of the unit {name} holds the token `++`, which separates units; "
                    "write it in another way, for example as `+ +`."
                )
    texts = (f" {SEPARATOR} ".join(parts) for parts in zip(*views.values(), strict=True))
    return ["" if all(word == SEPARATOR for word in text.split()) else text for text in texts]


class Units(list[str]):
    """Texts with other units of the same words, such as base forms or parts of speech, in place of a list of texts.

    Only rgbF reads them; its `units` are in the same order.

    >>> import bolide
    >>> hyps, refs = bolide.Units(["the cat"], pos=["DT NN"]), bolide.Units(["the cats"], pos=["DT NNS"])
    >>> bolide.score(hyps, refs, bolide.RGBF(units=("word", "pos"), max_ngram_order=1)).value
    0.5
    """

    def __init__(self, words: Iterable[str], **units: Iterable[str]) -> None:
        if not units:
            raise InputError("`Units` needs a list for each further unit: Units(words, pos=tags).")
        super().__init__(join_units({name: list(lines) for name, lines in {"word": words, **units}.items()}))


def read_alternatives(line: str, units: int) -> list[str]:
    """The references of a line in the original tool's format, each as a `++` text.

    Two layouts are read: `w # w ++ p # p` and `w ++ p # w ++ p`, distinguished by the number of `++`.
    """
    tokens = line.split()
    alternatives = tokens.count(ALTERNATIVE) + 1
    separators = tokens.count(SEPARATOR)
    if not tokens or alternatives == 1:
        return [line]
    whole = _split(tokens, ALTERNATIVE)
    if separators == alternatives * (units - 1):
        if all(reference.count(SEPARATOR) == units - 1 for reference in whole):
            return [" ".join(reference) for reference in whole]
    elif separators == units - 1:
        views = [_split(view, ALTERNATIVE) for view in _split(tokens, SEPARATOR)]
        if len({len(view) for view in views}) == 1:
            return [f" {SEPARATOR} ".join(map(" ".join, reference)) for reference in zip(*views, strict=True)]
    raise InputError(
        f"The references have {separators} `++` and {alternatives - 1} `#` for {counted(units, 'unit')}; write `w # w "
        "++ p # p` or `w ++ p # w ++ p`, with every alternative in every unit."
    )


def solid(token: str) -> str:
    """The token with `_` in place of white space."""
    return token if token.split() == [token] else "_".join(token.split())


def escaped_mark(token: str) -> str:
    """Escape a token that is a mark: `++`, `#` and their escaped forms get a backslash.

    Different tokens stay different, so that matches do not change. White space inside a token becomes `_`.
    """
    word = solid(token)
    return f"\\{word}" if _MARK.fullmatch(word) else word


def unescaped_mark(token: str) -> str:
    """The token without the backslash of `escaped_mark`."""
    return token[1:] if token.startswith("\\") and _MARK.fullmatch(token) else token


def _split(tokens: list[str], mark: str) -> list[list[str]]:
    """The tokens between the marks."""
    marks = [index for index, token in enumerate(tokens) if token == mark]
    return [tokens[start + 1 : end] for start, end in pairwise([-1, *marks, len(tokens)])]
