"""Which of the systems that people judged a file of outputs belongs to."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.errors import InputError


def names_like(files: Sequence[str], known: Sequence[str]) -> list[str]:
    """The system each file belongs to: `newstest2012.fr-en.jhu-hiero` is jhu-hiero where people judged that one."""
    systems = []
    for file in files:
        fitting = [name for name in known if file == name or file.endswith(f".{name}")]
        if len(fitting) > 1:
            fitting = [max(fitting, key=len)]
        systems.append(fitting[0] if fitting else file)
    for name in systems:
        if systems.count(name) > 1:
            both = [file for file, chosen in zip(files, systems, strict=True) if chosen == name]
            raise InputError(f"The files {' and '.join(both)} both look like the system {name!r}; rename one.")
    return systems
