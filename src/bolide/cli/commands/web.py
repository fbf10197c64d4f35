"""The calculators in your browser, computed there; nothing is uploaded.

examples:
  bolide web
  bolide web --port 8000 --no-open
  bolide web --export site
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bolide.cli.parser import Parser, whole_number
from bolide.system import limits
from bolide.system.errors import OptionError
from bolide.system.stdio import say
from bolide.web.serve import server

LAST_PORT = 65535
PORT = 26543  # BOLID on a telephone's keys; what a browser keeps belongs to a port, so it is always the same


def parser() -> Parser:
    """The options of the command."""
    command = Parser("web", __doc__)
    command.add_argument(
        "--port", type=whole_number(0, limits.PORT), default=PORT, metavar="N",
        help=f"port (default: {PORT}, so that links and remembered texts last; 0: any free one)",
    )  # fmt: skip
    command.add_argument("--no-open", action="store_true", help="do not open a browser")
    command.add_argument("--no-fetch", action="store_true", help="never fetch the Pyodide runtime; use the cached one")
    command.add_argument("--export", metavar="DIR", help="write the page to a new folder instead of serving it")
    command.add_argument(
        "--kernels", type=Path, metavar="WHEEL",
        help="take compiled kernels for the page from Bolide's wheel for Pyodide, now and from now on",
    )  # fmt: skip
    command.clashes("--port", "--export")
    command.clashes("--no-open", "--export")
    return command


def run(arguments: Sequence[str]) -> int:
    """Serve until Ctrl-C, or export."""

    options = parser().read(arguments)
    if options.port > LAST_PORT:
        raise OptionError(f"--port {options.port}: there is no such port; ports go up to {LAST_PORT}.")
    folder = Path(options.export) if options.export else None
    web_options = server.WebOptions(options.port, not options.no_open, not options.no_fetch, options.kernels, folder)
    server.run(web_options, _say)
    return 0


def _say(line: str) -> None:
    say("", line)
