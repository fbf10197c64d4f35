"""The units of rgbF for texts, one line each, and one unit read back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bolide.system.errors import InputError, OptionError, counted
from bolide.system.stored import to_json
from bolide.text.units import FILE, parse_units
from bolide.text.units.parallel import ALTERNATIVE, split_units, unescaped_mark
from bolide.text.units.views import UnitPlan, unit_texts


@dataclass(frozen=True)
class UnitLines:
    """Lines of units: `names` are those of the units, `lines[i]` the alternatives of line i, each as it is written."""

    names: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    taken: bool = False  # one unit that was read back, in which nothing is escaped

    @property
    def cells(self) -> list[list[list[str]]]:
        """The units of every alternative of every line, each as it is read: without the backslashes before marks."""
        if self.taken:
            return [[[text] for text in line] for line in self.lines]
        return [[[_plain(view) for view in split_units(text, len(self.names))] for text in line] for line in self.lines]

    def to_text(self) -> str:
        """The lines as rgbF reads them, alternatives joined by `#`."""
        return "".join(f"{f' {ALTERNATIVE} '.join(line)}\n" for line in self.lines)

    def to_json(self) -> str:
        """The units of every line as JSON."""
        lines = [[dict(zip(self.names, units, strict=True)) for units in group] for group in self.cells]
        return to_json({"units": list(self.names), "lines": lines})


def make_units(
    groups: Sequence[Sequence[str]],
    units: Sequence[str],
    language: str | None = None,
    *,
    tokenize: str = "13a",
    jobs: int = 1,
    progress: Callable[[int], None] = lambda texts: None,
) -> UnitLines:
    """Make units of texts; `groups[i]` are the alternatives of line i."""
    names, tools = parse_units(units, language)
    if FILE in tools:
        raise OptionError("pos=FILE is for `bolide score`; here units are made of the text alone.")
    texts = [text for group in groups for text in group]
    lines = iter(unit_texts(texts, UnitPlan(tuple(names), tools, tokenize), jobs=jobs, progress=progress))
    return UnitLines(tuple(names), tuple(tuple(next(lines) for _ in group) for group in groups))


def take_unit(lines: Sequence[str], number: int) -> UnitLines:
    """Read one unit back, by its number from 1."""
    taken = []
    for line, text in enumerate(lines, 1):
        views = split_units(text, number)
        if len(views) < number:
            raise InputError(f"Line {line} has {counted(len(views), 'unit')}; there is no unit {number} to take.")
        taken.append((_plain(views[number - 1]),))
    return UnitLines((f"unit {number}",), tuple(taken), taken=True)


def _plain(tokens: Sequence[str]) -> str:
    return " ".join(map(unescaped_mark, tokens))
