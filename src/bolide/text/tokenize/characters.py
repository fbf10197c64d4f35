"""`char`: one token per character."""


def tokenize_char(text: str) -> list[str]:
    """Every character is a token; white space is dropped."""
    return list("".join(text.split()))
