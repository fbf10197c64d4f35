"""sacreBLEU's test sets, as far as it has unpacked them on this machine. Nothing is downloaded.

sacreBLEU keeps a test set in a folder of its own, `$SACREBLEU/wmt19` or `~/.sacrebleu/wmt19`, as text files called
`wmt19.de-en.src`, `wmt19.de-en.ref`, `wmt19.de-en.docid` and so on; a set called `wmt19/dev` has the folder `wmt19/dev`
and files called `wmt19_dev.de-en.src`. That is all that is looked at here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bolide.compat.sacrebleu.known_sets import KNOWN
from bolide.errors import InputError
from bolide.text.tokenize.pieces import sacrebleu_folder

_PAIR = re.compile(r"[a-z]{2,3}(?:_[A-Za-z]+)?-[a-z]{2,3}(?:_[A-Za-z]+)?", re.IGNORECASE)
_FIRST = ("src", "ref", "docid", "genre", "origlang", "domain")
# The references that count where a set of WMT has several: sacreBLEU's choice, by set and, where it differs, by pair.
_COUNTED = {
    "wmt24": ("refA",), "wmt23": ("refA",), "wmt22": ("A",), "wmt21/systems": ("A",), "wmt21": ("A",),
    "wmt21/B": ("B",), "wmt21/AB": ("A", "B"), "wmt21/C": ("C",), "wmt21/AC": ("A", "C"), "wmt21/D": ("D",),
    "wmt21/dev": ("A", ""),
}  # fmt: skip
_COUNTED_BY_PAIR = {
    ("wmt23", "en-he"): ("refB",), ("wmt23", "he-en"): ("refB",), ("wmt22", "cs-en"): ("B",),
    ("wmt22", "en-cs"): ("B",), ("wmt22", "liv-en"): ("",), ("wmt22", "ru-sah"): ("",),
}  # fmt: skip


@dataclass(frozen=True)
class Dataset:
    """A test set: for each language pair its fields (`src`, `ref`, `ref:A`, `docid` …) and their files, as far as there
    are any on this machine."""

    name: str
    langpairs: dict[str, dict[str, str]] = field(repr=False)
    description: str = ""
    citation: str | None = None

    def fieldnames(self, langpair: str) -> list[str]:
        """The fields of a language pair."""
        return list(self._fields(langpair))

    def get_files(self, langpair: str) -> list[str]:
        """The files of a language pair, in the order of its fields."""
        return list(self._fields(langpair).values())

    def get_source_file(self, langpair: str) -> str:
        """The file of the source text."""
        return self._field(langpair, "src")

    def get_reference_files(self, langpair: str) -> list[str]:
        """The files of the references that count."""
        fields = self._fields(langpair)
        chosen = _COUNTED_BY_PAIR.get((self.name, langpair), _COUNTED.get(self.name))
        if chosen is None:
            return [file for name, file in fields.items() if name.startswith("ref")]
        wanted = [f"ref:{label}" if label else "ref" for label in chosen]
        return [fields[name] for name in wanted if name in fields]

    @property
    def here(self) -> list[str]:
        """The language pairs of which there are files on this machine."""
        return [pair for pair, fields in self.langpairs.items() if fields]

    def _fields(self, langpair: str) -> dict[str, str]:
        if langpair not in self.langpairs:
            raise InputError(f"{self.name} has no {langpair}; it has {', '.join(self.langpairs)}.")
        if not self.langpairs[langpair]:
            raise InputError(
                f"{self.name} {langpair} is not in {sacrebleu_folder()}. "
                f"Nothing is downloaded: let sacreBLEU fetch it once, with -t {self.name} -l {langpair} --echo src."
            )
        return self.langpairs[langpair]

    def _field(self, langpair: str, name: str) -> str:
        fields = self._fields(langpair)
        if name not in fields:
            raise InputError(f"{self.name} {langpair} has no field {name}; it has {', '.join(fields)}.")
        return fields[name]


class _Datasets(Mapping[str, Dataset]):
    """The test sets by name: those that sacreBLEU knows and those in its folder, looked up when they are asked for."""

    def __getitem__(self, name: str) -> Dataset:
        found = _read(sacrebleu_folder(), name)
        if not found and name not in KNOWN:
            raise KeyError(name)
        return Dataset(name, {**{pair: {} for pair in KNOWN.get(name, "").split()}, **found})

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*KNOWN, *on_this_machine()]))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def on_this_machine() -> list[str]:
    """The names of the test sets of which there are files in sacreBLEU's folder."""
    folder = sacrebleu_folder()
    places = (Path(place).relative_to(folder) for place, _, _ in sorted(os.walk(folder)))
    names = [place.as_posix() for place in places if place.parts and "raw" not in place.parts]
    return [name for name in names if _read(folder, name)]


def _read(folder: Path, name: str) -> dict[str, dict[str, str]]:
    """The fields of each language pair for which there are files."""
    place = folder / name
    if not name or ".." in Path(name).parts or not place.is_dir():
        return {}
    start = name.replace("/", "_") + "."
    pairs: dict[str, dict[str, str]] = {}
    for path in sorted(place.glob(f"{start}*")):
        pair, _, kind = path.name.removeprefix(start).partition(".")
        if path.is_file() and kind and _PAIR.fullmatch(pair):
            shown = f"ref:{kind[4:]}" if kind.startswith("ref-") else kind  # a colon is not allowed everywhere
            pairs.setdefault(pair, {})[shown] = str(path)
    return {pair: _ordered(fields) for pair, fields in pairs.items()}


def _ordered(fields: dict[str, str]) -> dict[str, str]:
    rank = {kind: number for number, kind in enumerate(_FIRST)}
    return dict(sorted(fields.items(), key=lambda item: (rank.get(item[0].partition(":")[0], len(rank)), item[0])))


DATASETS: Mapping[str, Dataset] = _Datasets()


def dataset(name: str) -> Dataset:
    """A test set that is on this machine, or an error that says how to get it."""
    found = DATASETS.get(name)
    if found is not None and found.here:
        return found
    what = f"There is no test set called {name!r}" if found is None else f"The test set {name} is not on this machine"
    folder = sacrebleu_folder()
    raise InputError(
        f"{what}; in {folder} there is {', '.join(on_this_machine()) or 'none'}. Nothing is downloaded: let sacreBLEU "
        f"fetch it once, with -t {name} -l PAIR --echo src, or put its text files into {folder / name}, called "
        f"{name.replace('/', '_')}.PAIR.src and so on."
    )
