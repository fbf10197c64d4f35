"""A server of the page in a thread of its own, which ends as soon as it is told to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer

from bolide.web.server import serve
from bolide.web.site import Content


@contextmanager
def served(files: dict[str, Content]) -> Iterator[ThreadingHTTPServer]:
    """The server of these files while it runs."""
    with serve(files) as server:
        # By default it would look only twice a second whether it is to end.
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()
