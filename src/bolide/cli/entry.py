"""Where the installed programs begin: a signal ends them quietly from here on, before anything else is imported.

What happens earlier is Python's own: while it starts, Ctrl-C ends it with Python's words.
"""

import _signal  # type: ignore[import-not-found]  # built in; `signal` would import a good deal more
import os


def bolide() -> int:
    """The program `bolide`."""
    end_quietly("bolide")
    # numpy reads this when it is imported. The search of `tune` has threads of its own, and other matrices are many and
    # small: with two threads, `compare` and `correlate` took half as much time again.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from bolide.cli.main import main

    return main()


def rgbf() -> int:
    """The program `rgbF`."""
    end_quietly("rgbF")
    from bolide.peers.rgbf import main

    return main()


def end_quietly(program: str) -> None:
    """From now on signals end this process, unless they are ignored; the program takes them over in a moment."""

    def end(number: int, frame: object) -> None:
        try:
            os.write(2, f"{program}: interrupted\n".encode())
        finally:
            os._exit(130)

    for number in (_signal.SIGINT, _signal.SIGTERM, getattr(_signal, "SIGHUP", _signal.SIGTERM)):
        if _signal.getsignal(number) in (_signal.default_int_handler, _signal.SIG_DFL):
            _signal.signal(number, end)
