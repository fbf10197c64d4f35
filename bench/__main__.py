"""`python -m bench [name …]`: one table of ratios, measured in one run on one machine."""

from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

from bench.timing import Line, corpus
from bench.wordnet_data import Unavailable
from bolide import __version__
from bolide.kernels import COMPILED

NOT_A_BENCH = ("timing", "wordnet_data")


def main() -> None:
    known = sorted(p.stem for p in Path(__file__).parent.glob("[!_]*.py") if p.stem not in NOT_A_BENCH)
    parser = ArgumentParser(prog="python -m bench", description="Times Bolide and its peers doing the same work.")
    parser.add_argument("names", nargs="*", choices=[*known, []], metavar="NAME", help=f"{', '.join(known)}; or all")
    names = parser.parse_args().names or known
    core = "compiled" if COMPILED else "INTERPRETED"
    print(f"bolide {__version__}, {core} core; one thread; best of several rounds; {corpus()[0]}\n")
    print(f"{'work':<52} {'peer':<18} {'peer ms':>10} {'bolide ms':>10} {'ratio':>7} {'goal':>6}")
    for name in names:
        try:
            for line in import_module(f"bench.{name}").lines():
                print(shown(line), flush=True)
        except (ModuleNotFoundError, Unavailable) as error:
            print(f"{name}: left out, {error}")


def shown(line: Line) -> str:
    """A line of the table; a goal that was missed is marked."""
    times = f"{1000 * line.theirs:>10.2f} {1000 * line.ours:>10.2f}"
    unit = f"  {line.unit}" if line.unit != "ms" else ""
    mark = "" if line.ratio >= line.goal else "  missed"
    return f"{line.work:<52} {line.peer:<18} {times} {line.ratio:>7.1f} {line.goal:>6.3g}{unit}{mark}"


if __name__ == "__main__":
    main()
