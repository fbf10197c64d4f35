"""`none`, or `whitespace`: for text that is tokenized already."""


def tokenize_whitespace(text: str) -> list[str]:
    """Split on white space and nothing else (also called `none`): for text that is tokenized already."""
    return text.split()
