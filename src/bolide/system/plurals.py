"""Numbers and nouns that agree: every sentence that counts something takes its words from here."""


def counted(number: int, noun: str, many: str = "") -> str:
    """How many of a thing: 1 line, 2 lines, 1,000 lines. `many` is the plural where it is not `noun` and an s."""
    return f"{number:,} {noun if number == 1 else many or f'{noun}s'}"


def are(number: int) -> str:
    """The verb behind `there`, or before `missing`: is for one, are for any other number."""
    return "is" if number == 1 else "are"
