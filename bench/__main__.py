"""`python -m bench [--json FILE] [--history] [name …]`: one table of ratios, measured in one run on one machine.

`python -m bench --against REV [name …]` compares this checkout with another commit instead (`bench.against`).
"""

import json
import platform
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bench.against import compare, works
from bench.machine import SHORT, doubts, moment
from bench.timing import Line
from bench.wordnet_data import Unavailable
from bolide import __version__
from bolide.kernels import COMPILED
from bolide.system.errors import BolideError
from bolide.system.files import write_text

HERE = Path(__file__).parent
HISTORY = HERE / "history.jsonl"
NOT_A_BENCH = ("against", "jar", "machine", "timing", "wordnet_data")
# Those that are compared with, and what Bolide itself computes with.
PEERS = ("fastchrf", "jiwer", "nltk", "numpy", "pyarrow", "pycocoevalcap", "sacrebleu", "scipy")


def benches() -> list[str]:
    """The names of all benches."""
    return sorted(p.stem for p in HERE.glob("*.py") if not p.stem.startswith("_") and p.stem not in NOT_A_BENCH)


def main(arguments: Sequence[str] | None = None) -> int:
    known = benches()
    parser = ArgumentParser(prog="python -m bench", description="Times Bolide and its peers doing the same work.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which benches: {', '.join(known)} (default: all)")
    parser.add_argument("--json", metavar="FILE", help="also write the lines there, with versions and date")
    parser.add_argument("--history", action="store_true", help=f"append the run to {HISTORY.name}, one line of JSON")
    parser.add_argument("--against", metavar="REV", help=f"compare with another commit: {', '.join(works())}")
    options = parser.parse_args(arguments)
    if options.against:
        known = list(works())
    for name in options.names:
        if name not in known:
            parser.error(f"There is no bench called {name!r}; there are {', '.join(known)}.")
    if options.against:
        for line in compare(options.against, options.names):
            print(line, flush=True)
        return 0
    print(f"bolide {__version__}, {'compiled' if COMPILED else 'INTERPRETED'} core; one thread; best of several,")
    print("or the median of several rounds, with the lowest and highest ratio of a round\n")
    print(f"{'work':<52} {'peer':<18} {'peer ms':>10} {'bolide ms':>10} {'ratio':>7} {'goal':>6}")
    lines = [(name, line) for name in options.names or known for line in _measured(name)]
    doubtful = sum(bool(line.doubts) for _, line in lines)
    if doubtful:
        print(f"\n{doubtful} of {len(lines)} lines are not to be trusted (?): measure again on a quiet machine.")
    if options.json:
        write_text(options.json, json.dumps(as_data(lines), ensure_ascii=False, indent=1) + "\n")
    if options.history:
        with HISTORY.open("a", encoding="utf-8") as history:
            history.write(json.dumps({"commit": _commit(), **as_data(lines)}, ensure_ascii=False) + "\n")
    return 0


def _measured(name: str) -> list[Line]:
    """The lines of a bench, printed; none, with the reason, if the peer or its data is missing.

    A bench that returns a list is timed as a whole, one that yields its lines line by line.
    """
    lines: list[Line] = []
    try:
        bench, start, busy = iter(import_module(f"bench.{name}").lines()), moment(), []
        while (line := next(bench, None)) is not None:
            end = moment()
            if not start or not end or end.clock - start.clock > SHORT or not lines:
                busy = doubts(start, end, None)
            lines.append(line._replace(doubts=(*busy, *doubts(None, None, line.spread))))
            print(shown(lines[-1]), flush=True)
            start = moment()
    except (ModuleNotFoundError, Unavailable) as error:
        print(f"{name}: left out, {error}")
    return lines


def shown(line: Line) -> str:
    """A line of the table; a goal that was missed is marked, and why a time is not to be trusted."""
    times = f"{1000 * line.theirs:>10.2f} {1000 * line.ours:>10.2f}"
    spread = f"  ({line.spread[0]:.1f}–{line.spread[1]:.1f})" if line.spread else ""
    unit = f"  {line.unit}" if line.unit != "ms" else ""
    mark = "" if line.ratio >= line.goal else "  missed"
    doubt = f"  ? {', '.join(line.doubts)}" if line.doubts else ""
    return f"{line.work:<52} {line.peer:<18} {times} {line.ratio:>7.1f} {line.goal:>6.3g}{spread}{unit}{mark}{doubt}"


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
                "bench": name,
                "work": line.work,
                "peer": line.peer,
                "unit": line.unit,
                "theirs": 1000 * line.theirs,
                "ours": 1000 * line.ours,
                "ratio": line.ratio,
                "spread": line.spread,
                "goal": line.goal,
                "met": line.ratio >= line.goal,
                "doubts": line.doubts,
            }
            for name, line in lines
        ],
    }


def _commit() -> str:
    """The commit that is checked out, with a plus sign if files differ from it."""
    run = subprocess.run(["git", "describe", "--always", "--dirty=+"], cwd=HERE, capture_output=True, text=True)
    return run.stdout.strip()


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
