"""Exceptions. Their messages say what is wrong, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set, Sized
from typing import Any

from bolide.system.messages import are, few

SHOWN = 100  # names in an error; a table may have tens of thousands of columns


class BolideError(Exception):
    """Any error that Bolide itself raises; its message is meant for users.

    >>> import bolide
    >>> try:
    ...     bolide.BLEU(max_ngram_order=0)
    ... except bolide.BolideError as error:
    ...     print(error)
    BLEU's max_ngram_order is 0; it must be an integer ≥ 1.
    """


class InputError(BolideError, ValueError):
    """The input is wrong: texts that do not fit together, are not texts, or cannot be read.

    `metric` is the metric that cannot measure the texts, `system` whose they are: other metrics may well measure them.

    >>> from bolide import BLEU
    >>> BLEU().corpus(["one", "two"], ["one"])
    Traceback (most recent call last):
        ...
    bolide.system.errors.InputError: `hyps` has length 2 and `refs` has length 1; they must pair up:...
    """

    metric: Any = None
    system = ""


class SegmentError(InputError):
    """An error in one segment: its 0-based index and the problem.

    A caller that knows the file and line of the segment raises an error that names them instead of the index. Of its
    message alone it can be made, too, as Polars does with any error.
    """

    def __init__(self, segment: int | str, what: str = "", unit: str = "segment") -> None:
        whole = isinstance(segment, str)
        self.segment = 0 if isinstance(segment, str) else segment
        self.what, self.unit = str(segment) if whole else what, unit
        super().__init__(segment if whole else f"{unit} {self.segment + 1}: {what}")

    def __reduce__(self) -> tuple[type[SegmentError], tuple[str], dict[str, Any]]:
        return type(self), (str(self),), vars(self)


class ErrorWithHint(InputError):
    """An error with a hint: `by_option` if the user's command has the option `flag`, `otherwise` if not; in Python also
    `otherwise`, unless there is a hint `in_python`. Of its message alone it can be made, too."""

    def __init__(
        self, what: str, otherwise: str = "", flag: str = "", by_option: str = "", in_python: str = ""
    ) -> None:
        super().__init__(f"{what} {in_python or otherwise}".rstrip())
        self.parts, self.in_python = (what, otherwise, flag, by_option), in_python

    def __reduce__(self) -> tuple[type[ErrorWithHint], tuple[str, ...]]:
        return type(self), (*self.parts, self.in_python)

    def for_flags(self, flags: Collection[str]) -> InputError:
        """The error with the hint for a command that has these options."""
        what, otherwise, flag, by_option = self.parts
        return InputError(f"{what} {by_option if flag in flags else otherwise}")


def unreadable(text: str, program: str) -> InputError:
    """An error for a text with a lone surrogate, which no program outside Python can read."""
    return InputError(
        f"{text!r:.60} has a lone surrogate, half of a character, which {program} cannot read; replace it."
    )


class OptionError(BolideError, ValueError):
    """An option has an invalid value.

    >>> from bolide import BLEU
    >>> BLEU(smooth_method="flour")
    Traceback (most recent call last):
        ...
    bolide.system.errors.OptionError: There is no value of BLEU's `smooth_method` called 'flour'. Did you mean...
    """


def unknown(what: str, name: object, known: Iterable[str]) -> OptionError:
    """An error for a name that is not known, with the most similar one that is."""
    names = sorted(known)
    text = str(name)[:80]
    first = text.lower().replace("_", "-").partition("-")[0]  # en-US is en
    near = most_similar(first, names, cutoff=1) or most_similar(text, names, cutoff=0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    listed = f"Known: {few(names, SHOWN)}." if names else "There is none at all."
    return OptionError(f"There is no {what} called {name!r:.80}.{hint} {listed}")


def most_similar(name: str, known: Iterable[str], cutoff: float) -> list[str]:
    """The known name that is most like this one, whatever the case; none if their similarity is below `cutoff`."""
    from difflib import get_close_matches

    lower = {other.lower(): other for other in known}
    return [lower[near] for near in get_close_matches(name.lower(), lower, n=1, cutoff=cutoff)]


def known_name(what: str, name: object, known: Collection[str]) -> None:
    """Raise OptionError if `name` is not one of the known names."""
    if not isinstance(name, str) or name not in known:
        raise unknown(what, name, known)


def check_names(parameter: str, names: Collection[str], known: Iterable[str]) -> None:
    """Raise OptionError for a name that nothing has, or one passed twice: it is a slip, and would change nothing."""
    expected = list(dict.fromkeys(known))
    check_list(parameter, names)
    if (twice := first_repeated(names)) is not None:
        raise OptionError(f"`{parameter}` {twice}: the name is given twice.")
    for name in names:
        if name not in expected:
            raise OptionError(f"`{parameter}` {name}: unknown name; expected one of {', '.join(expected) or 'none'}.")


def check_list(parameter: str, names: object, *, ordered: bool = False) -> None:
    """Raise OptionError for one name instead of a list, which would be read letter by letter; a set has no order."""
    listed = isinstance(names, Sequence if ordered else Sequence | Set) and not isinstance(names, str)
    if not listed or not all(isinstance(name, str) for name in names):  # type: ignore[attr-defined]
        raise OptionError(f"`{parameter}` is {names!r:.60}; it must be a list of names.")


def check_effects(
    values: Mapping[str, object], needs: Mapping[str, Sequence[str]], clashes: Mapping[str, Sequence[str]]
) -> None:
    """Raise OptionError for a parameter that has no effect: without any of those that it needs, or beside one of those
    that it clashes with."""
    passed = {name for name, value in values.items() if (len(value) if isinstance(value, Sized) else value)}
    for name, needed in needs.items():
        if name in passed and passed.isdisjoint(needed):
            listed = " or ".join(f"`{other}`" for other in needed)
            raise OptionError(f"`{name}` has no effect without {listed}; add that, or leave it out.")
    for name, others in clashes.items():
        for other in filter(passed.__contains__, others if name in passed else ()):
            raise OptionError(f"`{other}` has no effect together with `{name}`; leave one of them out.")


def first_repeated(names: Iterable[str]) -> str | None:
    """The first name that is a repetition of an earlier one, or None."""
    earlier: set[str] = set()
    for name in names:
        if name in earlier:
            return name
        earlier.add(name)
    return None


class MissingExtra(BolideError, ImportError):
    """A part of Bolide needs a package that is not installed."""


def need(extra: str, *packages: str) -> None:
    """Raise MissingExtra, with the command that installs it, if one of the packages is not installed."""
    absent = [name for name in packages if not _is_here(name)]
    if absent:
        missing = f"{' and '.join(absent)}, which {are(len(absent))} not installed"
        raise MissingExtra(f"This needs {missing}: pip install 'bolide[{extra}]'.")


def _is_here(package: str) -> bool:
    from importlib.util import find_spec

    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):  # something keeps it from being imported
        return False
