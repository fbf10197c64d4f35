"""`bolide web`: the page on this machine, or written to a folder."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from pathlib import Path

from bolide.web.export import check_free, export
from bolide.web.made import ready
from bolide.web.runtime import VERSION
from bolide.web.server import address, serve
from bolide.web.site import site

Say = Callable[[str], None]


def run(port: int, open_browser: bool, fetch: bool, folder: Path | None, say: Say) -> None:
    """Serve the page until Ctrl-C, or, where a folder is given, write it there and return."""
    if folder is not None:
        check_free(folder)  # before anything is fetched and compiled for it
    files = site(ready(fetch, say), say)
    if folder is not None:
        size = export(files, folder, VERSION)
        said = f"{len(files) + 1} files, {size / 1e6:.1f} MB"
        say(f"The page is in {folder}: {said}. Its README.txt says how to serve it.")
        return
    with serve(files, port) as server:
        say(f"Bolide's page: {address(server)}  (Ctrl-C ends it)")
        if open_browser:
            webbrowser.open(address(server))
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("Ended.")
