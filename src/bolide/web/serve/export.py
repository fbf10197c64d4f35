"""The page as a folder that any static host can serve."""

from __future__ import annotations

from pathlib import Path

from bolide.system.errors import InputError
from bolide.system.files import reason, write_bytes
from bolide.web.serve.server import HEADERS
from bolide.web.serve.site import Content, bytes_of

_README = """\
Bolide's page, as a folder of plain files.

Serve it from any static host, at any path: all addresses in it are relative. A browser does not open it from disk
(file://), because it keeps module scripts from there. To look at it here: python3 -m http.server

Everything large is compressed already; let the host compress text (.mjs, .css, .html), of which 1.5 MB are sent. The
page keeps a copy of itself for a reload without network, by a service worker, where the host serves it by https.

The page carries its own content-security policy. Where the host lets you set headers, these two let the page stop a
long calculation at once (without them it restarts its worker):

{headers}

Licences: see the folder licences. Bolide is under the Apache License 2.0; Pyodide, in the folder pyodide, under the
Mozilla Public License 2.0 (its source: the release {version} of the project pyodide/pyodide); Python and its standard
library under the licence of the Python Software Foundation; WordNet 3.0's data under Princeton's licence.
"""


def export(files: dict[str, Content], folder: Path, version: str) -> int:
    """Write every file of the page into a new or empty folder; gives the number of bytes."""
    check_free(folder)
    wanted = ("Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy")
    headers = "\n".join(f"    {name}: {HEADERS[name]}" for name in wanted)
    everything: dict[str, Content] = {**files, "README.txt": _README.format(headers=headers, version=version).encode()}
    # All is read, and checked, before anything is written.
    loaded = {name: bytes_of(content) for name, content in everything.items()}
    for name, data in loaded.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{path.parent} cannot be made: {reason(path, error)}.") from None
        write_bytes(path, data)
    return sum(map(len, loaded.values()))


def check_free(folder: Path) -> None:
    """Refuse a folder that is not new or empty, or lies below a file."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise InputError(f"{folder} exists and is not an empty folder; name one that is new or empty.")
        for above in folder.parents:
            if above.exists() and not above.is_dir():
                raise InputError(f"{folder} cannot be made: {above} is not a folder.")
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {reason(folder, error)}.") from None
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{str(folder)!r} cannot be the name of a folder.") from None
