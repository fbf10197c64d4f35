"""The test sets that sacreBLEU has unpacked on this machine. Nothing is downloaded.

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

from bolide.errors import InputError
from bolide.text.pieces import sacrebleu_folder

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
    """A test set: for each language pair its fields (`src`, `ref`, `ref:A`, `docid` …) and their files."""

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

    def _fields(self, langpair: str) -> dict[str, str]:
        if langpair not in self.langpairs:
            raise InputError(
                f"{self.name} has no {langpair} in {sacrebleu_folder()}; it has {', '.join(self.langpairs)}. "
                f"Nothing is downloaded: let sacreBLEU fetch it once, with -t {self.name} -l {langpair} --echo src."
            )
        return self.langpairs[langpair]

    def _field(self, langpair: str, name: str) -> str:
        fields = self._fields(langpair)
        if name not in fields:
            raise InputError(f"{self.name} {langpair} has no field {name}; it has {', '.join(fields)}.")
        return fields[name]


class _Datasets(Mapping[str, Dataset]):
    """The test sets by name, looked up in sacreBLEU's folder whenever they are asked for."""

    def __getitem__(self, name: str) -> Dataset:
        found = _read(sacrebleu_folder(), name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        folder = sacrebleu_folder()
        for place, _, _ in sorted(os.walk(folder)):
            name = Path(place).relative_to(folder).as_posix()
            if name != "." and "raw" not in name.split("/") and _read(folder, name) is not None:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _read(folder: Path, name: str) -> Dataset | None:
    place = folder / name
    if not name or not place.is_dir() or ".." in Path(name).parts:
        return None
    start = name.replace("/", "_") + "."
    pairs: dict[str, dict[str, str]] = {}
    for path in sorted(place.glob(f"{start}*")):
        pair, _, kind = path.name.removeprefix(start).partition(".")
        if path.is_file() and kind and _PAIR.fullmatch(pair):
            shown = f"ref:{kind[4:]}" if kind.startswith("ref-") else kind  # a colon is not allowed everywhere
            pairs.setdefault(pair, {})[shown] = str(path)
    return Dataset(name, {pair: _ordered(fields) for pair, fields in pairs.items()}) if pairs else None


def _ordered(fields: dict[str, str]) -> dict[str, str]:
    rank = {kind: number for number, kind in enumerate(_FIRST)}
    return dict(sorted(fields.items(), key=lambda item: (rank.get(item[0].partition(":")[0], len(rank)), item[0])))


DATASETS: Mapping[str, Dataset] = _Datasets()


def dataset(name: str) -> Dataset:
    """A test set by name, or an error that says how to get it."""
    try:
        return DATASETS[name]
    except KeyError:
        here = sorted(DATASETS)
        raise InputError(
            f"The test set {name!r} is not in {sacrebleu_folder()}, which has {', '.join(here) or 'none'}. Nothing is "
            f"downloaded: let sacreBLEU fetch it once (sacrebleu -t {name} -l PAIR --echo src), or put its text files "
            f"into {sacrebleu_folder() / name}, called {name.replace('/', '_')}.PAIR.src and so on."
        ) from None
