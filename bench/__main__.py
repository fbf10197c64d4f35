"""`python -m bench [name …]`: one table of ratios, measured in one run on one machine."""

import sys
from importlib import import_module
from pathlib import Path

from bench.timing import Line
from bolide import __version__
from bolide.kernels import COMPILED

HERE = Path(__file__).parent


def main() -> None:
    known = sorted(p.stem for p in HERE.glob("*.py") if not p.stem.startswith("_") and p.stem not in NOT_A_BENCH)
    wanted = sys.argv[1:] or known
    for name in wanted:
        if name not in known:
            sys.exit(f"There is no bench called {name!r}; there are {', '.join(known)}.")
    print(f"bolide {__version__}, {'compiled' if COMPILED else 'INTERPRETED'} core; best of several, one thread\n")
    print(f"{'work':<52} {'peer':<18} {'peer ms':>10} {'bolide ms':>10} {'ratio':>7} {'goal':>6}")
    for name in wanted:
        for line in import_module(f"bench.{name}").lines():
            print(shown(line), flush=True)


def shown(line: Line) -> str:
    """A line of the table; a goal that was missed is marked."""
    ratio = line.theirs / line.ours
    mark = "" if ratio >= line.goal else "  missed"
    times = f"{1000 * line.theirs:>10.2f} {1000 * line.ours:>10.2f}"
    return f"{line.work:<52} {line.peer:<18} {times} {ratio:>7.1f} {line.goal:>6g}{mark}"


NOT_A_BENCH = ("timing",)

if __name__ == "__main__":
    main()
