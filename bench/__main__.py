"""`python -m bench [--json FILE] [name …]`: one table of ratios, measured in one run on one machine."""

import json
import platform
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bench.timing import Line
from bolide import __version__
from bolide.kernels import COMPILED
from bolide.system.errors import BolideError
from bolide.system.files import write_text

HERE = Path(__file__).parent
NOT_A_BENCH = ("jar", "timing")
# Those that are compared with, and what Bolide itself computes with.
PEERS = ("fastchrf", "jiwer", "nltk", "numpy", "pyarrow", "pycocoevalcap", "sacrebleu", "scipy")


def main(arguments: Sequence[str] | None = None) -> int:
    known = sorted(p.stem for p in HERE.glob("*.py") if not p.stem.startswith("_") and p.stem not in NOT_A_BENCH)
    parser = ArgumentParser(prog="python -m bench", description="Times Bolide and its peers doing the same work.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which benches: {', '.join(known)} (default: all)")
    parser.add_argument("--json", metavar="FILE", help="also write the lines there, with versions and date")
    options = parser.parse_args(arguments)
    for name in options.names:
        if name not in known:
            parser.error(f"There is no bench called {name!r}; there are {', '.join(known)}.")
    print(f"bolide {__version__}, {'compiled' if COMPILED else 'INTERPRETED'} core; one thread; best of several,")
    print("or the median of several rounds, with the lowest and highest ratio of a round\n")
    print(f"{'work':<52} {'peer':<18} {'peer ms':>10} {'bolide ms':>10} {'ratio':>7} {'goal':>6}")
    found = [(name, line) for name in options.names or known for line in _shown(name)]
    if options.json:
        write_text(options.json, json.dumps(as_data(found), ensure_ascii=False, indent=1) + "\n")
    return 0


def _shown(name: str) -> list[Line]:
    """The lines of a bench, printed; none, said aloud, where the peer is not installed."""
    found = []
    try:
        for line in import_module(f"bench.{name}").lines():
            print(shown(line), flush=True)
            found.append(line)
    except ModuleNotFoundError as error:
        print(f"{name}: left out, {error.name} is not installed")
    return found


def shown(line: Line) -> str:
    """A line of the table; a goal that was missed is marked."""
    times = f"{1000 * line.theirs:>10.2f} {1000 * line.ours:>10.2f}"
    spread = f"  ({line.spread[0]:.1f}–{line.spread[1]:.1f})" if line.spread else ""
    unit = f"  {line.unit}" if line.unit != "ms" else ""
    mark = "" if line.ratio >= line.goal else "  missed"
    return f"{line.work:<52} {line.peer:<18} {times} {line.ratio:>7.1f} {line.goal:>6g}{spread}{unit}{mark}"


def as_data(lines: Sequence[tuple[str, Line]]) -> dict[str, Any]:
    """The lines as plain data; `theirs` and `ours` are in `unit`."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "bolide": __version__,
        "compiled": COMPILED,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "peers": {name: found for name in PEERS if (found := _version(name))},
        "lines": [
            {
                "bench": name, "work": line.work, "peer": line.peer, "unit": line.unit, "theirs": 1000 * line.theirs,
                "ours": 1000 * line.ours, "ratio": line.ratio, "spread": line.spread, "goal": line.goal,
                "met": line.ratio >= line.goal,
            }
            for name, line in lines
        ],
    }  # fmt: skip


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BolideError as error:  # a file that cannot be written
        sys.exit(f"bench: {error}")
