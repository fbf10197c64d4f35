"""`bolide selftest`: every worked example computed again."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.cli.options import Parser
from bolide.kernels import COMPILED
from bolide.metrics.examples import EXAMPLES as WORKED
from bolide.report import terminal
from bolide.report.blocks import Paragraph, Span, Table
from bolide.streams import EXIT_DONE, EXIT_FAILED

EXAMPLES = "  bolide selftest"


def parser() -> Parser:
    """The options of the command: none."""
    return Parser("selftest", "Compute every worked example again and compare with its published number.", EXAMPLES)


def run(arguments: Sequence[str]) -> int:
    """Print one line per example; exit code 1 where one differs."""
    parser().read(arguments)
    rows = []
    failed = 0
    for example in WORKED:
        value = example.value()
        good = example.holds()
        failed += not good
        expected = f"{example.expected:.{example.digits}f}"
        mark = Span("equal", "good") if good else Span("DIFFERS", "bad")
        rows.append((example.metric.name, example.title, expected, f"{value:.{example.digits}f}", mark, example.source))
    core = "compiled" if COMPILED else "interpreted"
    terminal.show(
        [
            Table.of(("metric", "example", "published", "computed", "", "source"), rows, "llrrll"),
            Paragraph.of(f"{len(rows) - failed} of {len(rows)} examples equal, on the {core} core."),
        ]
    )
    return EXIT_FAILED if failed else EXIT_DONE
