"""The process in which an implementation under check runs: it reads calls as JSON lines and answers with one line each.

Nothing else of Bolide is imported here; whatever the implementation prints is dropped, and it has no input. Python runs
with -P, so that modules in the working folder are never taken for its own.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

MOST_PARTS, MOST_NUMBERS = 40, 100  # of a score that are compared, and the numbers in each


def main() -> None:
    """Load the function that the command line names, and serve calls until the input ends."""
    import resource  # which a browser has not, where the page describes errors by this module

    target, memory, parent, channel = sys.argv[1], *map(int, sys.argv[2:])
    end_with_parent()
    if os.getppid() != parent:  # which was killed before
        os._exit(1)
    limits = [limit for limit in (memory, *resource.getrlimit(resource.RLIMIT_AS)) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), min(limits)))
    connection = socket.socket(fileno=channel)
    try:
        function = load(target)
    except BaseException as error:  # a student's module may raise anything, SystemExit too
        connection.sendall(json.dumps({"error": describe(error)}).encode() + b"\n")
        os._exit(1)
    serve(function, connection)


def serve_in_copy(function: Callable[..., Any], connection: socket.socket, other: socket.socket) -> None:
    """Serve calls of a function in a copy of the process that has it; `other` is the end that stays there."""
    other.close()
    end_with_parent()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    serve(function, connection)


def end_with_parent() -> None:
    """Ask Linux to kill this process when the one that started it dies, even if it is in an endless loop."""
    with suppress(Exception):  # other systems have no such request
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def load(target: str) -> Callable[..., Any]:
    """The function named `file.py:function` or `package.module:function`."""
    where, _, name = target.rpartition(":")
    if where.endswith(".py"):
        path = Path(where).resolve()
        # Other files of the exercise come after Python's own modules: theirs may be called types.py or json.py.
        ours = (at for at, folder in enumerate(sys.path) if folder.endswith("-packages"))
        sys.path.insert(next(ours, len(sys.path)), str(path.parent))
        name_of_module = f"{path.stem}_" if path.stem in sys.stdlib_module_names else path.stem
        spec = importlib.util.spec_from_file_location(name_of_module, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{where} cannot be loaded")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name_of_module] = module
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(where)
    value: Any = module
    for part in name.split("."):
        value = getattr(value, part)
    if not callable(value):
        raise TypeError(f"{name} is not a function")
    return value  # type: ignore[no-any-return]


def serve(function: Callable[..., Any], connection: socket.socket) -> None:
    """Say which parameters the function has, then answer every call."""
    connection.sendall(json.dumps({"parameters": _parameters(function)}).encode() + b"\n")
    for line in connection.makefile(encoding="utf-8"):
        connection.sendall(json.dumps(_answer(function, *json.loads(line))).encode() + b"\n")


def _parameters(function: Callable[..., Any]) -> list[list[str]]:
    """The name and the annotation of each parameter that may be passed by position; none if they cannot be read."""
    try:
        parameters = inspect.signature(function).parameters.values()
        usual = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        named = [one for one in parameters if one.kind in usual]
        return [[one.name, "" if one.annotation is one.empty else str(one.annotation)[:1000]] for one in named]
    except Exception:  # an annotation of a student's may raise anything
        return []


def _answer(function: Callable[..., Any], arguments: list[Any], named: dict[str, Any]) -> dict[str, Any]:
    try:
        return plain(function(*arguments, **named))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return {"error": describe(error)}


def plain(value: Any) -> dict[str, Any]:
    """A returned value as a score and, if it has several numbers, its parts."""
    if hasattr(value, "_asdict"):  # a named tuple
        value = value._asdict()
    if isinstance(value, tuple | list) and value:
        value = value[0]
    if is_number(value):
        return {"score": float(value)}
    parts = dict(value) if isinstance(value, Mapping) else dict(getattr(value, "__dict__", {}))
    for name in ("score", "value", *parts):
        if name in parts and is_number(parts[name]):
            compared = {str(key)[:100]: numbers(part) for key, part in islice(parts.items(), MOST_PARTS)}
            return {"score": float(parts[name]), "parts": compared}
    return {"error": f"it returned {value!r:.80}, which is not a number"}


def is_number(value: Any) -> bool:
    """Whether a value is a number, in whatever type; a text is none."""
    if isinstance(value, bool | str | bytes):
        return False
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def numbers(value: Any) -> Any:
    """A part that can be compared: a number or a list of not too many numbers, else None."""
    if is_number(value):
        return float(value)
    if isinstance(value, list | tuple) and len(value) <= MOST_NUMBERS and all(map(is_number, value)):
        return [float(number) for number in value]
    return None


def describe(error: BaseException) -> str:
    """The error on one line."""
    try:
        text = " ".join(str(error).split())[:200]
    except BaseException:  # its own __str__ may raise anything, too
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


if __name__ == "__main__":
    main()
