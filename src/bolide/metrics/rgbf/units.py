"""Units from parallel files beside the texts, as rgbF reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bolide.corpus import Corpus
from bolide.errors import InputError
from bolide.text.units import join_units
from bolide.wording import counted

# A unit is made of the texts, or named by its files: one for each output, then one for each reference.
Make = Callable[[Sequence[str]], Sequence[str]]
Read = Callable[[str], list[str]]


def side_by_side(systems: Sequence[Corpus], views: Mapping[str, Sequence[str] | Make], read: Read) -> list[Corpus]:
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
                f"The unit {unit} has {counted(len(source), 'file')}; it needs {len(texts)}: one per output "
                f"({len(systems)}), then one per reference ({references})."
            )
        for number, (view, own) in enumerate(zip(lines, texts, strict=True)):
            view[unit] = source(own) if callable(source) else _parallel(source[number], len(own), read)
    joined = [join_units(view) for view in lines]
    groups = list(zip(*joined[len(systems) :], strict=True))
    return [
        replace(Corpus.of(hyps, groups, system.name), sources=system.sources, ids=system.ids)
        for hyps, system in zip(joined, systems, strict=False)
    ]


def _parallel(name: str, wanted: int, read: Read) -> list[str]:
    found = read(name)
    if len(found) != wanted:
        raise InputError(
            f"{name} has {counted(len(found), 'line')} for {counted(wanted, 'segment')}; a unit's file must pair up "
            "with the text line by line."
        )
    return found
