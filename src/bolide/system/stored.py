"""Reading back what Bolide wrote, as if a stranger had written it: nothing looks inside before its form is checked.

The form of a value is a type, as in an annotation: `int` (of 64 bits), `float` (any finite number), `str`, `bool`,
`Any`, `list[…]`, `tuple[…]`, `dict[str, …]`, `… | None`, a dataclass or a named tuple, which is then made
of the value, or a class with `from_text`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from itertools import repeat
from math import isfinite
from types import NoneType, UnionType
from typing import Any, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from bolide.system.errors import InputError

_HALVES = "[\ud800-\udfff]"  # compiled on first use


def to_json(data: Any, indent: int | None = 2, separators: tuple[str, str] | None = None) -> str:
    """The data as JSON text; a number that is not finite becomes null, an array of numpy a list."""
    from functools import partial
    from json import dumps  # a first score needs none, and it takes a while

    dumped = partial(dumps, indent=indent, separators=separators, ensure_ascii=False, allow_nan=False, default=_plain)
    try:
        text = dumped(data)
    except ValueError:
        text = dumped(_finite(data))
    return re.sub(_HALVES, lambda half: escaped(half[0]), text)


def from_json(text: str, *, strict: bool = True) -> Any:
    """Parse JSON text; ValueError if it is invalid, nested too deeply, or has two values with the same name.

    Unless `strict`, NaN is a number, and a long integer is read as a float: Python refuses thousands of digits.
    """
    import json

    constant, integer = (_not_json, int) if strict else (float, _any_integer)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=constant, parse_int=integer)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def escaped(text: str) -> str:
    """The text as the inside of a JSON string, in ASCII."""
    from json import dumps

    return dumps(text)[1:-1]


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else float(value)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object; ValueError if a name is repeated, for which json would silently take the last value."""
    values = dict(pairs)
    if len(values) < len(pairs):
        twice = next(name for index, (name, _) in enumerate(pairs) if name in dict(pairs[:index]))
        raise ValueError(f"there are two values called {twice!r:.40}; give each its own name")
    return values


def _any_integer(text: str) -> int | float:
    return int(text) if len(text) < 20 else float(text)


def _not_json(name: str) -> Any:
    raise ValueError(f"{name} is not a number in JSON")


def _finite(data: Any) -> Any:
    if isinstance(data, float):
        return data if isfinite(data) else None
    if isinstance(data, Mapping):
        return {key: _finite(value) for key, value in data.items()}
    return [_finite(value) for value in data] if isinstance(data, list | tuple) else data


LARGEST = 1e70  # of a score: products of two sums of squares are still finite


def plain_int(text: str) -> int:
    """An integer in decimal digits; ValueError otherwise."""
    _refuse_odd(text)
    return int(text)


def plain_float(text: str) -> float:
    """A number in decimal digits, with or without an exponent; ValueError otherwise."""
    _refuse_odd(text)
    return float(text)


def json_number(value: object) -> float:
    """A number from JSON, possibly as text; ValueError if it is anything else, or too large to compute with."""
    value = plain_float(value) if isinstance(value, str) else value
    if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST <= value <= LARGEST:
        raise ValueError(f"{value!r:.40} is not a number")
    return float(value)


def json_index(value: object, end: int) -> int:
    """A 0-based index below `end` from JSON, possibly as text; ValueError if it is anything else."""
    value = plain_int(value) if isinstance(value, str) else value
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < end:
        raise ValueError(f"{value!r:.40} is not an index from 0 to {end - 1:,}")
    return value


def _refuse_odd(text: str) -> None:
    if "_" in text or not text.isascii():
        raise ValueError(f"{text!r:.60} is not a number")


# --- reading back what Bolide wrote, as if a stranger had written it --------------------------------------------------


T = TypeVar("T")


class _Wrong(Exception):
    """A value of another form: what it should be, and where it is, innermost first."""

    def __init__(self, message: str, *where: str) -> None:
        super().__init__(message)
        self.where = list(where)


def parse_stored(text: str | bytes, kind: Any, what: str) -> Any:
    """Parse JSON of this form. InputError if it has another; `what` begins the message."""
    try:
        data = from_json(text.decode("utf-8") if isinstance(text, bytes) else text)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: {error!s:.200}.") from None
    return check_stored(data, kind, what)


def check_stored(data: Any, kind: Any, what: str) -> Any:
    """Return plain data of this form, with dataclasses made. InputError if it has another; `what` begins it."""
    return _or_refused(what, _checked, data, kind)


def plain(value: Any) -> Any:
    """A value as plain data, by the one rule of all JSON: the keys are the names of fields.

    Fields that are not compared are no part of a result and left out; `derived` names properties that are written, too,
    and not read. What can be read from a text (`from_text`) is one. A table by pairs of names is a list of rows.
    """
    if isinstance(value, Mapping):
        if any(isinstance(key, tuple) for key in value):
            return [[*key, plain(one)] for key, one in value.items()]
        return {key: plain(one) for key, one in value.items()}
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "from_text"):
        return str(value)
    if is_dataclass(value) or hasattr(value, "_fields"):
        return plain_fields(value)
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def plain_fields(value: Any) -> dict[str, Any]:
    """The fields of a dataclass or a named tuple, and what is derived from them, as plain data."""
    known = [field.name for field in fields(value) if field.compare] if is_dataclass(value) else value._fields
    return {name: plain(getattr(value, name)) for name in (*known, *getattr(value, "derived", ()))}


def _or_refused(what: str, read: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return read(*arguments)
    except _Wrong as wrong:
        raise InputError(f"{what}: {''.join(reversed(wrong.where)).lstrip('.') or 'it'} {wrong}.") from None


def _checked(value: Any, kind: Any) -> Any:
    if type(value) not in _JSON:  # no JSON has such a value: the caller made it
        return value
    return _reader(kind)(value)


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What returns a value of JSON in this form; forms are taken apart once, of a report there are a million values."""
    if kind in _PLAIN:
        fits, name = _PLAIN[kind]
        return lambda value: value if fits(value) else _refuse(value, name)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        others = [part for part in parts if part is not NoneType]
        if len(others) < len(parts) == 2:
            read = _reader(others[0])
            return lambda value: None if value is None else read(value)
        return lambda value: _either(value, parts)
    if origin is list or origin is tuple:
        return _list_reader(origin, parts)
    if origin in (dict, Mapping) and get_origin(parts[0]) is tuple:
        row: Any = tuple[(*get_args(parts[0]), parts[1])]  # type: ignore[misc]
        rows = _list_reader(list, (row,))
        return lambda value: {tuple(key): one for *key, one in rows([] if value == {} else value)}  # no key says so
    if origin in (dict, Mapping):
        return lambda value: {name: _at(f".{name!s:.80}", one, parts[1]) for name, one in _object(value).items()}
    if hasattr(kind, "from_text"):
        return lambda value: _from_text(kind, value)
    return lambda value: _made(value, kind)


def _list_reader(origin: Any, parts: tuple[Any, ...]) -> Callable[[Any], Any]:
    """What reads a list as a list or a tuple; of as many values as there are parts, if a tuple has no `...`."""
    size = len(parts) if origin is tuple and parts[-1] is not ... else None
    fits = _PLAIN[parts[0]][0] if size is None and parts[0] in _PLAIN else None
    readers = [_reader(part) for part in parts] if size is not None else repeat(_reader(parts[0]))

    def read(value: Any) -> Any:
        if type(value) is not list or (size is not None and len(value) != size):
            _refuse(value, "a list" if size is None else f"a list of {size}")
        if fits is not None and all(map(fits, value)):
            return origin(value)
        values: list[Any] = []
        try:
            for one, reader in zip(value, readers, strict=False):
                values.append(reader(one) if type(one) in _JSON else one)
        except _Wrong as wrong:
            wrong.where.append(f"[{len(values)}]")
            raise
        return origin(values)

    return read


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        _refuse(value, "an object")
    return value


def _from_text(kind: Any, value: Any) -> Any:
    try:
        return kind.from_text(value)
    except ValueError as error:
        raise _Wrong(f"cannot be read ({error})") from None


def _made(value: Any, kind: Any) -> Any:
    """A dataclass or a named tuple of an object; what has no form in it is ignored."""
    _object(value)
    forms, needed = _names_of(kind)
    for name in needed:
        if name not in value:
            raise _Wrong("is missing", f".{name}")
    return kind(**{name: _at(f".{name}", one, forms[name]) for name, one in value.items() if name in forms})


def _at(where: str, value: Any, kind: Any) -> Any:
    try:
        return _checked(value, kind)
    except _Wrong as wrong:
        wrong.where.append(where)
        raise


def _either(value: Any, kinds: tuple[Any, ...]) -> Any:
    """The value in the first of these forms that fits; if there is only one besides null, the problem with that one."""
    for kind in (others := [kind for kind in kinds if kind is not NoneType or value is None]):
        try:
            return _checked(value, kind)
        except _Wrong:
            if kind is others[-1]:
                raise
    return _refuse(value, "something")


@cache
def _names_of(kind: Any) -> tuple[dict[str, Any], Collection[str]]:
    """The forms by name of a dataclass or a named tuple, and the names that must be there."""
    hints = get_type_hints(kind)
    if not is_dataclass(kind):  # a named tuple
        return hints, [name for name in hints if name not in kind._field_defaults]
    known = [field for field in fields(kind) if field.init and field.compare]
    needed = [field.name for field in known if field.default is field.default_factory is MISSING]
    return {field.name: hints[field.name] for field in known}, needed


def _refuse(value: Any, name: str) -> NoReturn:
    kind = {list: "a list", dict: "an object", NoneType: "null"}.get(type(value))
    raise _Wrong(f"is {kind or f'{value!r:.40}'}; it must be {name}")


def _is_integer(value: Any) -> bool:
    return type(value) is int and -(1 << 63) <= value < 1 << 63


_JSON = (str, int, float, bool, NoneType, list, dict)
_PLAIN: dict[Any, tuple[Callable[[Any], bool], str]] = {
    Any: (lambda value: True, "anything"),
    str: (lambda value: type(value) is str, "text"),
    int: (_is_integer, "an integer"),
    float: (lambda value: _is_integer(value) or (type(value) is float and isfinite(value)), "a number"),
    bool: (lambda value: type(value) is bool, "true or false"),
    NoneType: (lambda value: value is None, "null"),
}
