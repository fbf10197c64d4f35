"""Test sets as others lay them out in folders: WMT's, mt-metrics-eval's and sacreBLEU's."""

from __future__ import annotations

import os
from glob import escape, glob
from typing import Any

from bolide.system.errors import InputError, known_name, need, unknown

_ENDINGS = (".txt", ".txt.gz")


def files_of_folder(
    folder: str, pair: str | None, reference: str | None
) -> tuple[list[str], dict[str, str], dict[str, str]]:
    """The files of references, of outputs by system, and about the segments: `source`, `documents` and `domains`.

    The folder is of one language pair (`refA.txt`, `source.txt`, `docs.tsv`, `system-outputs/a.txt`) or, with `pair`,
    the root of a year of mt-metrics-eval (`references/zh-en.refA.txt`, `system-outputs/zh-en/a.txt`).
    """
    if not os.path.isdir(folder):
        raise InputError(f"There is no folder {folder}.")
    inside = os.path.join(folder, pair or "")
    if pair is not None and not os.path.isdir(inside):
        references = _texts(os.path.join(folder, "references"), f"{pair}.")
        outputs = _texts(os.path.join(folder, "system-outputs", pair))
        sources = _texts(os.path.join(folder, "sources"), pair)
        documents = [*sorted(glob(os.path.join(escape(folder), "documents", f"{escape(pair)}.docs*")))]
    else:
        outputs = _texts(os.path.join(inside, "system-outputs"))
        texts = _texts(inside)
        references = {name: path for name, path in texts.items() if name.startswith("ref")}
        sources = {name: path for name, path in texts.items() if name in ("source", "src")}
        documents = [*glob(os.path.join(escape(inside), "doc[su]*.tsv*"))]
    if not references or not outputs:
        what = "reference (refA.txt)" if not references else "output (system-outputs/NAME.txt)"
        advice = "" if pair is not None else "; if it is the root of several language pairs, name one with `pair`"
        raise InputError(f"{inside} has no {what}{advice}.")
    chosen = reference.split(",") if reference is not None else list(references)
    for name in chosen:
        known_name("reference", name, references)
    if reference is None and len(chosen) > 1:
        raise InputError(f"{inside} has several references, {', '.join(chosen)}; name one with `reference`.")
    left = {name: path for name, path in outputs.items() if name not in chosen}
    about = dict(zip(["source"], sources.values(), strict=False))
    about |= {what: path for path in documents[:1] for what in ("documents", "domains")}
    return [references[name] for name in chosen], left, about


def _texts(folder: str, start: str = "") -> dict[str, str]:
    """The text files in a folder that begin so, by the rest of their names."""
    found: dict[str, str] = {}
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        ending = next((ending for ending in _ENDINGS if name.endswith(ending)), None)
        if ending is not None and name.startswith(start):
            found[name[len(start) : -len(ending)]] = os.path.join(folder, name)
    return found


def files_of_sacrebleu(name: str, pair: str) -> tuple[list[str], dict[str, str]]:
    """The files of a test set's references, and of its source, documents and domains, as far as it has them.

    sacreBLEU fetches what its folder does not have.
    """
    need("test-sets", "sacrebleu")
    from sacrebleu.dataset import DATASETS

    if name not in DATASETS:
        raise unknown("test set", name, DATASETS)
    dataset: Any = DATASETS[name]
    if pair not in dataset.langpairs:
        raise unknown(f"language pair of {name}", pair, dataset.langpairs)
    try:
        files = dict(zip(dataset.fieldnames(pair), map(str, dataset.get_files(pair)), strict=True))
        refs = [str(path) for path in dataset.get_reference_files(pair)]
    except (Exception, SystemExit) as error:  # whatever goes wrong inside, from the network to its folder
        reason = "" if isinstance(error, SystemExit) else f": {error}"
        raise InputError(f"sacreBLEU cannot read or fetch {name} for {pair}{reason}.") from None
    if not refs:
        raise InputError(f"{name} has no references for {pair}.")
    about = {"source": "src", "documents": "docid", "domains": "domain"}
    return refs, {what: files[field] for what, field in about.items() if field in files}
