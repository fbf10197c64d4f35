"""Further units from parallel files: what `--rgbf.unit pos=FILE,FILE…` reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bolide.corpus import Corpus
from bolide.errors import InputError
from bolide.files import read_lines
from bolide.text.units import join_units


def read_units(systems: Sequence[Corpus], views: Mapping[str, Sequence[str]]) -> list[Corpus]:
    """The systems with more units in their texts, joined by `++`.

    `views["pos"]` names a file for each system, then one for each reference, all parallel to the plain files; what the
    systems hold already is the first unit.
    """
    references = len(systems[0].refs) // max(1, len(systems[0]))
    texts = [system.hyps for system in systems] + [systems[0].refs[k::references] for k in range(references)]
    wanted = len(texts)
    lines: list[dict[str, Sequence[str]]] = [{"text": own} for own in texts]
    for unit, files in views.items():
        if len(files) != wanted:
            raise InputError(
                f"The unit {unit} has {len(files)} files; it needs {wanted}: one for each of the {len(systems)} "
                f"outputs, then one for each of the {references} references."
            )
        for view, name in zip(lines, files, strict=True):
            found = read_lines(name)
            if len(found) != len(view["text"]):
                raise InputError(
                    f"{name} has {len(found)} lines for {len(view['text'])} segments; "
                    "a unit's file must pair up with the text line by line."
                )
            view[unit] = found
    joined = [join_units(view) for view in lines]
    groups = list(zip(*joined[len(systems) :], strict=True))
    return [Corpus.of(hyps, groups, system.name) for hyps, system in zip(joined, systems, strict=False)]
