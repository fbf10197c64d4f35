"""`bolide selftest`: every worked example computed again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bolide.cli.options import Parser
from bolide.cli.output import add_format, put_out
from bolide.kernels import COMPILED
from bolide.metrics.base import Metric
from bolide.metrics.example import CorpusExample, Example
from bolide.metrics.examples import ALL_EXAMPLES
from bolide.plain_json import to_json
from bolide.report.blocks import Block, Paragraph, Span, Table
from bolide.streams import EXIT_DONE, EXIT_FAILED
from bolide.wording import counted

EXAMPLES = "  bolide selftest"


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "selftest", "Recompute every worked example and compare the result with its published number.", EXAMPLES
    )
    add_format(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Print one line per example; exit code 1 where one differs."""
    options = parser().read(arguments)
    found = [(example, example.value(), example.holds()) for example in ALL_EXAMPLES]
    failed = sum(not good for _, _, good in found)
    rows = []
    for example, value, good in found:
        expected, computed = (f"{number:.{example.digits}f}" for number in (example.expected, value))
        mark = Span("equal", "good") if good else Span("DIFFERS", "bad")
        rows.append((example.metric.name, example.title, expected, computed, mark, example.source))
    core = "compiled" if COMPILED else "interpreted"
    blocks: list[Block] = [
        Table.of(("metric", "example", "published", "computed", "", "source"), rows, "llrrll"),
        Paragraph.of(f"{len(rows) - failed} of {counted(len(rows), 'example')} equal, on the {core} core."),
    ]
    put_out(lambda: blocks, lambda: to_json([_data(*one) for one in found]), options)
    return EXIT_FAILED if failed else EXIT_DONE


def _data(example: Example[Metric] | CorpusExample[Metric], value: float, good: bool) -> dict[str, Any]:
    about = {"metric": example.metric.name, "example": example.title, "source": example.source}
    return {**about, "published": example.expected, "computed": value, "equal": good}
