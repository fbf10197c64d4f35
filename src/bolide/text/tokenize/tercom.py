"""`tercom`: the tokenizer of TER (Snover et al. 2006) as in sacreBLEU 2.6, in all its settings.

Three oddities of sacreBLEU are reproduced, for the same numbers: a line end followed by a hyphen disappears (tercom
means a hyphen at the end of a line), kana are not separated from their neighbours, references are tokenized twice.
"""

import re
from functools import cache
from typing import NamedTuple

from bolide.text.tokenize.mteval import members, resolved, spaced

_SYMBOLS = r" -&(-+/:-@\[-`{-~"

# The characters that `asian_support` separates or deletes, as inclusive ranges of code points.
ASIAN_PUNCTUATION = "3001-3002 3008-3011 3014-301f 30fb ff01-ff02 ff08-ff09 ff0c ff0e ff1a-ff1b ff1f ff61-ff65"
IDEOGRAPHS = "2e80-2eff 31c0-31ef 3200-4dbf 4e00-9fff f900-faff fe30-fe4f"
PUNCTUATION = '.,?:;!"()'


# Patterns are compiled on first use, for a faster start.
@cache
def _possessive() -> re.Pattern[str]:
    return re.compile(rf"'s(?=[{_SYMBOLS}]|\Z)")


@cache
def _asian() -> re.Pattern[str]:
    return re.compile(f"([{members(IDEOGRAPHS + ' ' + ASIAN_PUNCTUATION)}])")


@cache
def _deleted(asian: bool) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(PUNCTUATION)}{members(ASIAN_PUNCTUATION) if asian else ''}]+")


def prepare(text: str) -> str:
    """Resolve line ends and entities, and split off possessives: the steps before single characters are split off."""
    if "\n" in text:
        text = text.replace("\n-", "").replace("\n", " ")
    text = resolved(text)
    return _possessive().sub(" 's", text) if "'s" in text else text


class Tercom(NamedTuple):
    """The tokenizer in one of its sixteen settings.

    Without `normalized` it only splits at white space. `asian_support` adds to the characters that `normalized`
    separates and `no_punct` deletes; by itself it has no effect.
    """

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    case_sensitive: bool = False

    def tokens(self, text: str) -> list[str]:
        """The tokens of a candidate."""
        text = text.rstrip()
        if not self.case_sensitive:
            text = text.lower()
        if self.normalized:
            text = self._spaced(text)
        return self.without_punctuation(text).split()

    def twice(self, text: str) -> list[str]:
        """The tokens of a reference as in sacreBLEU: tokenized, joined, and tokenized once more."""
        tokens = self.tokens(text)
        return self.tokens(" ".join(tokens)) if self.normalized else tokens

    def without_punctuation(self, text: str) -> str:
        """The text without the punctuation that `no_punct` deletes."""
        return _deleted(self.asian_support).sub("", text) if self.no_punct else text

    def _spaced(self, text: str) -> str:
        if not text:
            return text
        text = spaced(f" {prepare(text)} ")
        return _asian().sub(r" \1 ", text) if self.asian_support else text


_cut = Tercom(normalized=True, case_sensitive=True)


def tokenize_tercom(text: str) -> list[str]:
    """tercom's normalisation, as TER uses it: splits off western punctuation and 's, keeps case."""
    return _cut.tokens(text)
