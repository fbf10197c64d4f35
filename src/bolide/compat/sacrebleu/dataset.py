"""Test sets: those of sacreBLEU 2.6, and those on this machine."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from bolide.system.dataclasses import dataclass, field
from bolide.system.errors import InputError
from bolide.system.files import sacrebleu_folder

_TABLE = Path(__file__).with_name("test-sets.tsv")  # the test sets of sacreBLEU 2.6, each with its language pairs
_PAIR = re.compile(r"[a-z]{2,3}(?:_[A-Za-z]+)?-[a-z]{2,3}(?:_[A-Za-z]+)?", re.IGNORECASE)
_FIRST = ("src", "ref", "docid", "genre", "origlang", "domain")
# The references that sacreBLEU uses if a set of WMT has several, by set and, if it differs, by pair.
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
    """A test set: for each language pair its fields (`src`, `ref`, `ref:A`, `docid` …) and their files, if they are on
    this machine."""

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
        """The files of the references that are used."""
        fields = self._fields(langpair)
        labels = _COUNTED_BY_PAIR.get((self.name, langpair), _COUNTED.get(self.name))
        if labels is None:
            return [file for name, file in fields.items() if name.startswith("ref")]
        wanted = [f"ref:{label}" if label else "ref" for label in labels]
        return [fields[name] for name in wanted if name in fields]

    @property
    def here(self) -> list[str]:
        """The language pairs that have files on this machine."""
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


@cache
def known() -> dict[str, list[str]]:
    """The language pairs of each test set that sacreBLEU knows."""
    lines = (line.split("\t") for line in _TABLE.read_text(encoding="utf-8").splitlines())
    return {name: pairs.split() for name, pairs in lines}


class _Datasets(Mapping[str, Dataset]):
    """The test sets by name: those that sacreBLEU knows and those in its folder, looked up on access."""

    def __getitem__(self, name: str) -> Dataset:
        local = _read(Path(sacrebleu_folder()), name)
        if not local and name not in known():
            raise KeyError(name)
        return Dataset(name, {**{pair: {} for pair in known().get(name, ())}, **local})

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*known(), *on_this_machine()]))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def on_this_machine() -> list[str]:
    """The names of the test sets that have files in sacreBLEU's folder."""
    folder = Path(sacrebleu_folder())
    subfolders = (Path(subfolder).relative_to(folder) for subfolder, _, _ in sorted(os.walk(folder)))
    names = [subfolder.as_posix() for subfolder in subfolders if subfolder.parts and "raw" not in subfolder.parts]
    return [name for name in names if _read(folder, name)]


def _read(folder: Path, name: str) -> dict[str, dict[str, str]]:
    """The fields of each language pair for which there are files."""
    subfolder = folder / name
    if not name or ".." in Path(name).parts or not subfolder.is_dir():
        return {}
    start = name.replace("/", "_") + "."
    pairs: dict[str, dict[str, str]] = {}
    for path in sorted(subfolder.glob(f"{start}*")):
        pair, _, kind = path.name.removeprefix(start).partition(".")
        if path.is_file() and kind and _PAIR.fullmatch(pair):
            field_name = f"ref:{kind[4:]}" if kind.startswith("ref-") else kind  # not all file systems allow a colon
            pairs.setdefault(pair, {})[field_name] = str(path)
    return {pair: _ordered(fields) for pair, fields in pairs.items()}


def _ordered(fields: dict[str, str]) -> dict[str, str]:
    rank = {kind: number for number, kind in enumerate(_FIRST)}
    return dict(sorted(fields.items(), key=lambda item: (rank.get(item[0].partition(":")[0], len(rank)), item[0])))


DATASETS: Mapping[str, Dataset] = _Datasets()


def dataset(name: str) -> Dataset:
    """A test set on this machine. Raises InputError with advice if it is not here."""
    known = DATASETS.get(name)
    if known is not None and known.here:
        return known
    what = f"There is no test set called {name!r}" if known is None else f"The test set {name} is not on this machine"
    folder = Path(sacrebleu_folder())
    raise InputError(
        f"{what}; in {folder} there is {', '.join(on_this_machine()) or 'none'}. Nothing is downloaded: let sacreBLEU "
        f"fetch it once, with -t {name} -l PAIR --echo src, or put its text files into {folder / name}, called "
        f"{name.replace('/', '_')}.PAIR.src and so on."
    )
