"""`bolide web`: the page on this machine, or written to a folder."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bolide.system.plurals import counted
from bolide.web.serve import wasm_kernels
from bolide.web.serve.export import check_free, export
from bolide.web.serve.runtime import VERSION
from bolide.web.serve.runtime_cache import ready
from bolide.web.serve.server import address, serve
from bolide.web.serve.site import site

Say = Callable[[str], None]


@dataclass(frozen=True)
class Wish:
    """What was asked of `bolide web`: where to serve, or the folder to write to; and what may be used for the page."""

    port: int
    open_browser: bool
    fetch: bool
    kernels: Path | None  # a wheel for Pyodide
    folder: Path | None


def run(wish: Wish, say: Say) -> None:
    """Serve the page until Ctrl-C, or, where a folder is given, write it there and return."""
    if wish.folder is not None:
        check_free(wish.folder)  # before anything is fetched and compiled for it
    given = None if wish.kernels is None else wasm_kernels.read(wish.kernels)
    runtime = ready(wish.fetch, say)
    if given is not None:
        wasm_kernels.keep(given, runtime, say)
    kernels = given or wasm_kernels.found(runtime, say)
    files = site(runtime, say, kernels)
    said = "" if kernels is None else ", with compiled kernels"
    if wish.folder is not None:
        size = export(files, wish.folder, VERSION)
        held = f"{counted(len(files) + 1, 'file')}, {size / 1e6:.1f} MB"
        say(f"The page is in {wish.folder}: {held}{said}. Its README.txt says how to serve it.")
        return
    with serve(files, wish.port) as server:
        say(f"Bolide's page{said}: {address(server)}  (Ctrl-C ends it)")
        if wish.open_browser:
            webbrowser.open(address(server))
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("Ended.")
