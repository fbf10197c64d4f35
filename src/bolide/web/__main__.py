"""`python -m bolide.web`: the same as `bolide web`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bolide.errors import BolideError
from bolide.web.serving import run


def main() -> int:
    """Read the options, run, and turn an error into one line."""
    parser = argparse.ArgumentParser(prog="python -m bolide.web", description="Bolide's calculators in your browser.")
    parser.add_argument("--port", type=int, default=0, help="the port to serve on (default: any free one)")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument("--no-fetch", action="store_true", help="never fetch the runtime; use the cached one")
    parser.add_argument("--export", type=Path, metavar="DIR", help="write the page to a folder for a static host")
    given = parser.parse_args()
    try:
        run(given.port, not given.no_open, not given.no_fetch, given.export, lambda line: print(line, flush=True))
    except BolideError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
