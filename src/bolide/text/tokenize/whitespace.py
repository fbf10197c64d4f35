"""`none`, or `whitespace`: for text that is tokenized already."""


def tokenize_whitespace(text: str) -> list[str]:
    """Split on white space and nothing else: for text that is tokenized already. Also called `none`."""
    return text.split()
