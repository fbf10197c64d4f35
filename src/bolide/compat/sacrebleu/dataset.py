"""Test sets: those of sacreBLEU 2.6, and those on this machine."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bolide.system.errors import InputError
from bolide.text.tokenize.sentencepiece import sacrebleu_folder

KNOWN = {
    "wmt24": "cs-uk en-cs en-de en-es en-hi en-is en-ja en-ru en-uk en-zh ja-zh",
    "wmt23": "cs-uk de-en en-cs en-de en-he en-ja en-ru en-uk en-zh he-en ja-en ru-en uk-en zh-en",
    "wmt22": (
        "cs-en cs-uk de-en de-fr en-cs en-de en-hr en-ja en-liv en-ru en-uk en-zh fr-de ja-en liv-en ru-en "
        "ru-sah sah-ru uk-cs uk-en zh-en"
    ),
    "wmt21/systems": (
        "de-fr en-de en-ha en-is en-ja fr-de ha-en is-en ja-en zh-en en-zh cs-en de-en en-cs en-ru ru-en "
        "bn-hi hi-bn xh-zu zu-xh"
    ),
    "wmt21": (
        "de-fr en-de en-ha en-is en-ja fr-de ha-en is-en ja-en zh-en en-zh cs-en de-en en-cs en-ru ru-en "
        "bn-hi hi-bn xh-zu zu-xh"
    ),
    "wmt21/B": "cs-en de-en en-cs en-ru en-zh ru-en",
    "wmt21/AB": "cs-en de-en en-de en-cs en-ru en-zh ru-en",
    "wmt21/C": "en-de",
    "wmt21/AC": "en-de",
    "wmt21/D": "en-de",
    "wmt21/dev": "en-ha ha-en en-is is-en",
    "wmt20/tworefs": "de-en en-de en-zh ru-en zh-en",
    "wmt20": (
        "cs-en de-en de-fr en-cs en-de en-iu en-ja en-km en-pl en-ps en-ru en-ta en-zh fr-de iu-en ja-en "
        "km-en pl-en ps-en ru-en ta-en zh-en"
    ),
    "wmt20/dev": "iu-en en-iu ja-en en-ja pl-en en-pl ta-en en-ta",
    "wmt20/robust/set1": "en-ja en-de",
    "wmt20/robust/set2": "en-ja ja-en",
    "wmt20/robust/set3": "de-en",
    "wmt19": (
        "cs-de de-cs de-en de-fr en-cs en-de en-fi en-gu en-kk en-lt en-ru en-zh fi-en fr-de gu-en kk-en "
        "lt-en ru-en zh-en"
    ),
    "wmt19/dev": "lt-en en-lt gu-en en-gu kk-en en-kk",
    "wmt19/google/ar": "en-de",
    "wmt19/google/arp": "en-de",
    "wmt19/google/wmtp": "en-de",
    "wmt19/google/hqr": "en-de",
    "wmt19/google/hqp": "en-de",
    "wmt19/google/hqall": "en-de",
    "wmt18": "cs-en de-en en-cs en-de en-et en-fi en-ru et-en fi-en ru-en en-tr tr-en en-zh zh-en",
    "wmt18/test-ts": "cs-en de-en en-cs en-de en-et en-fi en-ru et-en fi-en ru-en en-tr tr-en en-zh zh-en",
    "wmt18/dev": "et-en en-et",
    "wmt17": "cs-en de-en en-cs en-de en-fi en-lv en-ru en-tr en-zh fi-en lv-en ru-en tr-en zh-en",
    "wmt17/B": "en-fi",
    "wmt17/tworefs": "en-fi",
    "wmt17/improved": "en-zh zh-en",
    "wmt17/dev": "en-lv en-zh lv-en zh-en",
    "wmt17/ms": "zh-en",
    "wmt16": "cs-en de-en en-cs en-de en-fi en-ro en-ru en-tr fi-en ro-en ru-en tr-en",
    "wmt16/B": "en-fi",
    "wmt16/tworefs": "en-fi",
    "wmt16/dev": "en-ro en-tr ro-en tr-en",
    "wmt15": "en-fr fr-en cs-en de-en en-cs en-de en-fi en-ru fi-en ru-en",
    "wmt14": "cs-en en-cs de-en en-de en-fr fr-en en-hi hi-en en-ru ru-en",
    "wmt14/full": "cs-en en-cs de-en en-de en-fr fr-en en-hi hi-en en-ru ru-en",
    "wmt13": "cs-en en-cs de-en en-de es-en en-es fr-en en-fr ru-en en-ru",
    "wmt12": "cs-en en-cs de-en en-de es-en en-es fr-en en-fr",
    "wmt11": "cs-en en-cs de-en en-de fr-en en-fr es-en en-es",
    "wmt10": "cs-en en-cs de-en en-de es-en en-es fr-en en-fr",
    "wmt09": "cs-en en-cs de-en en-de es-en en-es fr-en en-fr hu-en en-hu it-en en-it",
    "wmt08": "cs-en en-cs de-en en-de es-en en-es fr-en en-fr hu-en en-hu",
    "wmt08/nc": "cs-en en-cs",
    "wmt08/europarl": "de-en en-de es-en en-es fr-en en-fr",
    "iwslt17": "en-fr fr-en en-de de-en en-zh zh-en en-ar ar-en en-ja ja-en en-ko ko-en",
    "iwslt17/tst2016": "en-fr fr-en en-de de-en en-zh zh-en",
    "iwslt17/tst2015": "en-fr fr-en en-de de-en en-zh zh-en",
    "iwslt17/tst2014": "en-fr fr-en en-de de-en en-zh zh-en",
    "iwslt17/tst2013": "en-fr fr-en en-de de-en en-zh zh-en",
    "iwslt17/tst2012": "en-fr fr-en en-de de-en en-zh zh-en",
    "iwslt17/tst2011": "en-fr fr-en en-de de-en en-zh zh-en",
    "iwslt17/tst2010": "en-fr fr-en en-de de-en en-zh zh-en",
    "iwslt17/dev2010": "en-fr fr-en en-de de-en en-zh zh-en",
    "mtedx/valid": "el-en es-en es-fr es-it es-pt fr-en fr-es fr-pt it-en it-es pt-en pt-es ru-en",
    "mtedx/test": "el-en es-en es-fr es-it es-pt fr-en fr-es fr-pt it-en it-es pt-en pt-es ru-en",
    "multi30k/2016": "en-fr en-de en-cs",
    "multi30k/2017": "en-fr en-de",
    "multi30k/2018": "en-fr en-de en-cs",
    "mtnt2019": "en-fr fr-en en-ja ja-en",
    "mtnt1.1/test": "en-fr fr-en en-ja ja-en",
    "mtnt1.1/valid": "en-fr fr-en en-ja ja-en",
    "mtnt1.1/train": "en-fr fr-en en-ja ja-en",
}


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


class _Datasets(Mapping[str, Dataset]):
    """The test sets by name: those that sacreBLEU knows and those in its folder, looked up on access."""

    def __getitem__(self, name: str) -> Dataset:
        local = _read(sacrebleu_folder(), name)
        if not local and name not in KNOWN:
            raise KeyError(name)
        return Dataset(name, {**{pair: {} for pair in KNOWN.get(name, "").split()}, **local})

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*KNOWN, *on_this_machine()]))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def on_this_machine() -> list[str]:
    """The names of the test sets that have files in sacreBLEU's folder."""
    folder = sacrebleu_folder()
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
    folder = sacrebleu_folder()
    raise InputError(
        f"{what}; in {folder} there is {', '.join(on_this_machine()) or 'none'}. Nothing is downloaded: let sacreBLEU "
        f"fetch it once, with -t {name} -l PAIR --echo src, or put its text files into {folder / name}, called "
        f"{name.replace('/', '_')}.PAIR.src and so on."
    )
