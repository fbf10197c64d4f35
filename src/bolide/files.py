"""Lines from files. Only \\n and \\r\\n end a line; what cannot be read is said with its place."""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bolide.corpus import Corpus
from bolide.errors import InputError
from bolide.text.units import join_units

STDIN = "-"
# A unit is made of the texts, or named by its files: one for each output, then one for each reference.
Make = Callable[[Sequence[str]], Sequence[str]]
Read = Callable[[str], list[str]]


def read_text(name: str) -> str:
    """The text of a file, of a gzipped file, or of standard input for `-`; a byte order mark is dropped."""
    raw = _bytes(name)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{_shown(name)}, line {line}: byte 0x{raw[error.start]:02x} is not UTF-8. "
            "Convert the file first, for example with: iconv -f LATIN1 -t UTF-8"
        ) from None


def read_lines(name: str) -> list[str]:
    """The lines of a file without their ends."""
    text = read_text(name)
    if not text:
        more = ", or name a file, as outputs with -i" if name == STDIN else ""
        raise InputError(f"{_shown(name)} is empty; it needs one line a segment{more}.")
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines] if "\r" in text else lines


def read_systems(hyps: Sequence[str], refs: Sequence[str]) -> list[Corpus]:
    """The systems whose outputs are the files `hyps`, each with the reference files `refs`, paired line by line."""
    if [*hyps, *refs].count(STDIN) > 1:
        raise InputError("Standard input (-) can be read only once; give the other texts as files.")
    references = [read_lines(name) for name in refs]
    first = len(references[0])
    for name, lines in zip(refs[1:], references[1:], strict=True):
        _pair_up(name, len(lines), refs[0], first)
    groups = references[0] if len(references) == 1 else list(zip(*references, strict=True))
    systems = []
    for name, shown in zip(hyps, system_names(hyps), strict=True):
        lines = read_lines(name)
        _pair_up(name, len(lines), refs[0], first)
        systems.append(Corpus.of(lines, groups, shown))
    return systems


def read_units(
    systems: Sequence[Corpus], views: Mapping[str, Sequence[str] | Make], read: Read = read_lines
) -> list[Corpus]:
    """The systems with their units side by side in the texts, joined by `++`.

    `views["pos"]` names a file for each system, then one for each reference, all parallel to the plain files; or is a
    function that makes the unit of texts. `read` gives the lines of what is named.
    """
    references = len(systems[0].refs) // max(1, len(systems[0]))
    if not systems[0].nrefs.isdecimal():
        raise InputError("Units from files need the same number of references in every line.")
    texts = [system.hyps for system in systems] + [systems[0].refs[k::references] for k in range(references)]
    lines: list[dict[str, Sequence[str]]] = [{} for _ in texts]
    for unit, source in views.items():
        if not callable(source) and len(source) != len(texts):
            raise InputError(
                f"The unit {unit} has {len(source)} file{'s' * (len(source) != 1)}; it needs {len(texts)}: one for "
                f"each of the {len(systems)} outputs, then one for each of the {references} references."
            )
        for number, (view, own) in enumerate(zip(lines, texts, strict=True)):
            view[unit] = source(own) if callable(source) else _parallel(source[number], len(own), read)
    joined = [join_units(view) for view in lines]
    groups = list(zip(*joined[len(systems) :], strict=True))
    return [Corpus.of(hyps, groups, system.name) for hyps, system in zip(joined, systems, strict=False)]


def _parallel(name: str, wanted: int, read: Read) -> list[str]:
    found = read(name)
    if len(found) != wanted:
        raise InputError(
            f"{name} has {len(found)} lines for {wanted} segments; "
            "a unit's file must pair up with the text line by line."
        )
    return found


def empty_references(refs: Sequence[str], systems: Sequence[Corpus]) -> list[tuple[str, int]]:
    """File and line of every reference that is empty while another of that line is not."""
    found = []
    if len(refs) > 1:
        for line in range(len(systems[0])):
            texts = systems[0][line].refs
            if any(text.strip() for text in texts):
                found += [(refs[k], line + 1) for k, text in enumerate(texts) if not text.strip()]
    return found


def system_names(files: Sequence[str]) -> list[str]:
    """Short names for files: the last part of the path, more of it where two would be alike."""
    short = ["stdin" if name == STDIN else Path(name).name for name in files]
    return [name if short.count(name) == 1 else files[k] for k, name in enumerate(short)]


def stems(names: Sequence[str]) -> list[str]:
    """The names without `.gz` and `.txt`, where that leaves them different from each other."""
    short = [name.removesuffix(".gz").removesuffix(".txt") for name in names]
    return short if len(set(short)) == len(set(names)) else list(names)


def _pair_up(name: str, size: int, other: str, wanted: int) -> None:
    if size != wanted:
        raise InputError(
            f"{_shown(name)} has {size} lines and {_shown(other)} has {wanted}; they must pair up line by line. "
            "An empty translation still needs its own empty line."
        )


def _bytes(name: str) -> bytes:
    try:
        if name == STDIN:
            return sys.stdin.buffer.read()
        raw = Path(name).read_bytes()
        return gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
    except IsADirectoryError:
        raise InputError(f"{name} is a folder; name a file in it.") from None
    except FileNotFoundError:
        raise InputError(f"There is no file {name}.{_nearest(name)}") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(f"{name} is a damaged gzip file.") from None
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}.") from None
    except ValueError:
        raise InputError(f"{name!r} cannot be the name of a file.") from None


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    folder = Path(name).parent
    try:
        known = os.listdir(folder)
    except OSError:
        return ""
    near = get_close_matches(Path(name).name, known, n=1)
    return f" Did you mean {folder / near[0]}?" if near else ""


def _shown(name: str) -> str:
    return "standard input" if name == STDIN else name
