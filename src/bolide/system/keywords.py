"""Keywords of public calls and metrics: misspelt ones are refused with the closest name, as are values of another kind.

Python suggests names itself from 3.13 on.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, wraps
from types import CodeType
from typing import Any, ParamSpec, TypeVar

from bolide.system.errors import OptionError, most_similar

Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")
CO_VARKEYWORDS = 8  # of a function that takes any keyword, as in `inspect`


# What a value must be, by the annotation of its parameter up to a bracket; what else it must be, those say who use it.
_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "bool": (lambda value: isinstance(value, bool), "True or False"),  # "no" would be taken for True
    "str": (lambda value: isinstance(value, str), "a text"),
    "float": (lambda value: hasattr(type(value), "__float__"), "a number"),
    "Callable": (callable, "a function"),
}
_ANY = (lambda value: True, "")


class KeywordError(OptionError, TypeError):
    """A call has a keyword that it does not take."""


def public_call(function: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
    """Make a function refuse a keyword that it does not take, and say which is the closest of those that it does.

    A value of another kind than its parameter is refused, too.
    """
    annotations = function.__annotations__.items()
    kinds = {name: kind.partition("[")[0].removesuffix(" | None") for name, kind in annotations}
    optional = {name for name, kind in annotations if kind.endswith(" | None")}

    @wraps(function)
    def call(*arguments: Parameters.args, **keywords: Parameters.kwargs) -> Returned:
        if keywords:
            check_keywords(function.__qualname__.removesuffix(".__init__"), "parameter", keywords, function)
            for name, value in keywords.items():
                fits, what = _KINDS.get(kinds.get(name, ""), _ANY)
                if not fits(value) and not (value is None and name in optional):
                    raise OptionError(f"{name} is {value!r:.60}; it must be {what}.")
        return function(*arguments, **keywords)

    return call


def check_keywords(title: str, what: str, keywords: Iterable[str], function: Callable[..., object]) -> None:
    """Raise KeywordError for the first keyword that a function does not take; `what` it is: an option, a parameter."""
    names = keywords_of(function)
    for keyword in keywords:
        if names is not None and keyword not in names:
            raise KeywordError(f"{title} has no {what} {keyword!r}.{_hint(keyword, names)} Known: {', '.join(names)}.")


@cache
def keywords_of(function: Callable[..., object]) -> tuple[str, ...] | None:
    """The names that may be passed as keywords; None if any may. To import `inspect` takes longer than a score."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    code: CodeType | None = getattr(function, "__code__", None)
    if code is None or code.co_flags & CO_VARKEYWORDS:
        return None
    names = code.co_varnames[code.co_posonlyargcount : code.co_argcount + code.co_kwonlyargcount]
    return tuple(name for name in names if name != "self")


def _hint(keyword: str, names: Sequence[str]) -> str:
    """The names that begin with the keyword, or the one most like it."""
    longer = [name for name in names if name.startswith(keyword)]
    near = longer or most_similar(keyword, names, cutoff=0.5)
    return f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
