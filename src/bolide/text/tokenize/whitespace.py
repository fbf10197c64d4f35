"""`none`, or `whitespace`: for text that is tokenized already."""


def tokenize_whitespace(text: str) -> list[str]:
    """Split on white space only: for text that is already tokenized. Also called `none`."""
    return text.split()
