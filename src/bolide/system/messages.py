"""The words of messages: numbers and nouns that agree; foreign text that cannot act on a terminal or break a line."""


def counted(number: int, noun: str, many: str = "") -> str:
    """How many of a thing: 1 line, 2 lines, 1,000 lines. `many` is the plural where it is not `noun` and an s."""
    return f"{number:,} {noun if number == 1 else many or f'{noun}s'}"


def are(number: int) -> str:
    """The verb behind `there`, or before `missing`: is for one, are for any other number."""
    return "is" if number == 1 else "are"


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
