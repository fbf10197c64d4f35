"""Where the installed programs begin: a signal ends them quietly from here on, before anything else is imported.

What happens earlier is Python's own: while it starts, Ctrl-C ends it with Python's words.
"""

import _signal  # type: ignore[import-not-found]  # built in; `signal` would import a good deal more
import os


def bolide() -> int:
    """The program `bolide`."""
    end_quietly("bolide")
    from bolide.cli import main

    return main()


def rgbf() -> int:
    """The program `rgbF`."""
    end_quietly("rgbF")
    from bolide.compat.rgbf import main

    return main()


def end_quietly(program: str) -> None:
    """From now on both signals end this process, unless they are ignored; the program takes them over in a moment."""

    def end(number: int, frame: object) -> None:
        try:
            os.write(2, f"{program}: interrupted\n".encode())
        finally:
            os._exit(130)

    for number in (_signal.SIGINT, _signal.SIGTERM):
        if _signal.getsignal(number) in (_signal.default_int_handler, _signal.SIG_DFL):
            _signal.signal(number, end)
