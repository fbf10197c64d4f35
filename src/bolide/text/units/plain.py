"""Words and characters: units that need no package."""

from bolide.text.units import View


def version(argument: str) -> str:
    """Always empty: the signature names the tokenizer."""
    return ""


def view(kind: str, argument: str) -> View:
    """The words unchanged, or the characters of the text without white space."""
    return (lambda text, words: words) if kind == "word" else (lambda text, words: list("".join(text.split())))
