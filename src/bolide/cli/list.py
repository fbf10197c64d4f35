"""`bolide list`: the metrics and tokenizers there are."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.cli.options import Parser
from bolide.metrics import METRICS
from bolide.report import terminal
from bolide.report.blocks import Heading, Table
from bolide.text.tokenizers import TOKENIZERS

EXAMPLES = "  bolide list"


def parser() -> Parser:
    """The options of the command: none."""
    return Parser("list", "The metrics and tokenizers there are, one line each.", EXAMPLES)


def run(arguments: Sequence[str]) -> int:
    """Print both tables."""
    parser().read(arguments)
    terminal.show(
        [
            Heading("Metrics"),
            Table.of(("name", "what it is"), [(name, _line(cls)) for name, cls in METRICS.items()], "ll"),
            Heading("Tokenizers"),
            Table.of(("name", "what it does"), [(name, _line(cut)) for name, cut in TOKENIZERS.items()], "ll"),
        ]
    )
    return 0


def _line(thing: object) -> str:
    return (thing.__doc__ or "").strip().partition("\n")[0]
