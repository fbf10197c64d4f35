"""`bolide list`: the metrics, tokenizers and units there are."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.cli.options import Parser
from bolide.metrics import METRICS
from bolide.report import terminal
from bolide.report.blocks import Heading, Table
from bolide.text.analysis import UNITS
from bolide.text.tokenize import EXTRA_TOKENIZERS, TOKENIZERS
from bolide.text.tokenize.pieces import MODELS

EXAMPLES = "  bolide list"


def parser() -> Parser:
    """The options of the command: none."""
    return Parser("list", "The metrics, tokenizers and units there are, one line each.", EXAMPLES)


def run(arguments: Sequence[str]) -> int:
    """Print the tables."""
    parser().read(arguments)
    cuts = [(name, _line(cut)) for name, cut in {**TOKENIZERS, **EXTRA_TOKENIZERS}.items()]
    cuts += [(name, "Pieces of words, by this model in sacreBLEU's folder; needs the extra `spm`.") for name in MODELS]
    terminal.show(
        [
            Heading("Metrics"),
            Table.of(("name", "what it is"), [(name, _line(cls)) for name, cls in METRICS.items()], "ll"),
            Heading("Tokenizers"),
            Table.of(("name", "what it does"), cuts, "ll"),
            Heading("Units of rgbF"),
            Table.of(("name", "letter", "what it is", "made by"), [_unit(name) for name in UNITS], "llll"),
        ]
    )
    return 0


def _unit(name: str) -> tuple[str, str, str, str]:
    unit = UNITS[name]
    return name, unit.letter, unit.help, " or ".join(unit.tools)


def _line(thing: object) -> str:
    return (thing.__doc__ or "").strip().partition("\n")[0]
