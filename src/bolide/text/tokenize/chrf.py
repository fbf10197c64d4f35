"""The words and characters of chrF, which have no name of their own on the command line."""

PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def tokenize_chrf(text: str) -> list[str]:
    """Words, with one punctuation mark cut off: the last character, or the first where the last is none.

    A word in brackets keeps the opening one: chrF++ has always been computed so.
    """
    tokens = []
    for word in text.split():
        if len(word) > 1 and word[-1] in PUNCTUATION:
            tokens += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in PUNCTUATION:
            tokens += [word[0], word[1:]]
        else:
            tokens.append(word)
    return tokens


def spaceless(text: str) -> str:
    """The text as chrF++.py takes characters from it: its ends stripped and U+0020 removed, other white space kept."""
    return text.strip().replace(" ", "")
