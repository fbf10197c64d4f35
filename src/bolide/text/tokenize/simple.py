"""`char`, a token per character, and `none` or `whitespace`, for text that is already tokenized."""


def tokenize_char(text: str) -> list[str]:
    """Every character is a token; white space is dropped."""
    return list("".join(text.split()))


def tokenize_whitespace(text: str) -> list[str]:
    """Split on white space only: for text that is already tokenized. Also called `none`."""
    return text.split()
