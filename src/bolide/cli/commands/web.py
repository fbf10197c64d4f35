"""The calculators in your browser, computed there; nothing is uploaded.

examples:
  bolide web
  bolide web --port 8000 --no-open
  bolide web --export site
"""

from functools import partial
from pathlib import Path

from bolide.cli.parser import Options, Parser, whole_number
from bolide.program.stdio import say
from bolide.system import limits
from bolide.web.serve import server

PORT = 26543  # BOLID on a telephone's keys; what a browser keeps belongs to a port, so it is always the same


def parser() -> Parser:
    """The options of the command."""
    command = Parser("web", __doc__)
    command.option(
        "--port N",
        f"port (default: {PORT}, so that links and remembered texts last; 0: any free one)",
        whole_number(0, limits.MAX_PORT),
        PORT,
    )
    command.option("--no-open", "do not open a browser")
    command.option("--no-fetch", "never fetch the Pyodide runtime; use the cached one")
    command.option("--export DIR", "write the page to a new folder instead of serving it")
    return command


def run(options: Options) -> None:
    """Serve until Ctrl-C, or export."""
    folder = Path(options.export) if options.export else None
    server.run(
        partial(say, ""),
        port=options.port,
        open_browser=not options.no_open,
        fetch=not options.no_fetch,
        folder=folder,
    )
