"""Test sets: those of sacreBLEU 2.6, and those on this machine."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from bolide.system.errors import InputError
from bolide.system.files import sacrebleu_folder

# The test sets of sacreBLEU 2.6, each with its language pairs and, if it has several references, those that are used,
# for some pairs others (PAIR=…).
_TABLE = Path(__file__).with_name("test-sets.tsv")
_PAIR = re.compile(r"[a-z]{2,3}(?:_[A-Za-z]+)?-[a-z]{2,3}(?:_[A-Za-z]+)?", re.IGNORECASE)
_RANKS = {kind: rank for rank, kind in enumerate(("src", "ref", "docid", "genre", "origlang", "domain"))}


@dataclass(frozen=True)
class Dataset:
    """A test set: for each language pair its fields (`src`, `ref`, `ref:A`, `docid` …) and their files, if they are on
    this machine."""

    name: str
    langpairs: dict[str, dict[str, str]] = field(repr=False)
    description: str = ""
    citation: str | None = None
    used: tuple[str, ...] = ()  # the fields of the references that are used, for some language pairs others

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
        used = [field.partition("=")[2] for field in self.used if field.startswith(f"{langpair}=")]
        used = used or [field for field in self.used if "=" not in field] or [x for x in fields if x.startswith("ref")]
        return [fields[name] for name in used if name in fields]

    @property
    def here(self) -> list[str]:
        """The language pairs that have files on this machine."""
        return [pair for pair, fields in self.langpairs.items() if fields]

    def _fields(self, langpair: str) -> dict[str, str]:
        if langpair not in self.langpairs:
            raise InputError(f"{self.name} has no {langpair}; it has {', '.join(self.langpairs)}.")
        if not self.langpairs[langpair]:
            raise _absent(self.name, langpair)
        return self.langpairs[langpair]

    def _field(self, langpair: str, name: str) -> str:
        fields = self._fields(langpair)
        if name not in fields:
            raise InputError(f"{self.name} {langpair} has no field {name}; it has {', '.join(fields)}.")
        return fields[name]


@cache
def known() -> dict[str, tuple[list[str], list[str]]]:
    """The language pairs of each test set that sacreBLEU knows, and the references that are used."""
    lines = (line.split("\t") for line in _TABLE.read_text(encoding="utf-8").splitlines())
    return {name: (pairs.split(), used.split()) for name, pairs, used in lines}


class _Datasets(Mapping[str, Dataset]):
    """The test sets by name: those that sacreBLEU knows and those in its folder, looked up on access."""

    def __getitem__(self, name: str) -> Dataset:
        local = _read(Path(sacrebleu_folder()), name)
        if not local and name not in known():
            raise KeyError(name)
        pairs, used = known().get(name, ([], []))
        return Dataset(name, {**{pair: {} for pair in pairs}, **local}, used=tuple(used))

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
    return dict(sorted(fields.items(), key=lambda item: (_RANKS.get(item[0].partition(":")[0], len(_RANKS)), item[0])))


DATASETS: Mapping[str, Dataset] = _Datasets()


def dataset(name: str) -> Dataset:
    """A test set on this machine. Raises InputError with advice if it is not here."""
    test_set = DATASETS.get(name)
    if test_set is None or not test_set.here:
        raise _absent(name)
    return test_set


def _absent(name: str, pair: str = "PAIR") -> InputError:
    what = f"The test set {name} is not on this machine" if name in known() else f"There is no test set called {name!r}"
    fetch = f"let sacreBLEU fetch it once, with -t {name} -l {pair} --echo src, or " if name in known() else ""
    folder, here = Path(sacrebleu_folder()), ", ".join(on_this_machine()) or "none"
    return InputError(
        f"{what}; in {folder} there is {here}. Nothing is downloaded: {fetch}put its text files into {folder / name}, "
        f"called {name.replace('/', '_')}.{pair}.src and so on."
    )
