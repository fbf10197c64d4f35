"""`char`: one token per character."""


def tokenize_char(text: str) -> list[str]:
    """Every character a token; white space separates and disappears."""
    return list("".join(text.split()))
