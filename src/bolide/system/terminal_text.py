"""Text from files and names as people may see it: nothing in it acts on a terminal, a table or a line of messages."""

from bolide.system.plurals import counted

LONGEST = 300  # letters of a word of a message; beyond that it is cut


def visible(text: str) -> str:
    """Control characters and lone surrogates shown as what they are, so that they cannot act on a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def one_line(text: str) -> str:
    """The same in one line, as a message needs it: line breaks are shown too, and words without end are cut."""
    shown = visible(text).replace("\n", "\\n")
    return shown if len(shown) <= LONGEST else " ".join(map(_cut, shown.split(" ")))


def _cut(word: str) -> str:
    return word if len(word) <= LONGEST else f"{word[:60]}… ({counted(len(word), 'character')})"
