"""`bolide list`: the metrics, tokenizers and units there are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bolide.cli.parser import Parser
from bolide.cli.parser.output import add_format, put_out
from bolide.metrics import METRICS
from bolide.reporting.blocks import Block, Heading, TableBlock
from bolide.system.strict import to_json
from bolide.text.tokenize import EXTRA_TOKENIZERS, TOKENIZERS
from bolide.text.tokenize.sentencepiece import MODELS
from bolide.text.units import UNITS

EXAMPLES = "  bolide list"


def parser() -> Parser:
    """The options of the command."""
    command = Parser("list", "List the available metrics, tokenizers and units, one per line.", EXAMPLES)
    add_format(command)
    return command


def run(arguments: Sequence[str]) -> int:
    """Print the tables."""
    options = parser().read(arguments)
    put_out(_blocks, lambda: to_json(_data()), options)
    return 0


def _blocks() -> list[Block]:
    known = _data()
    return [
        Heading("Metrics"),
        TableBlock.of(("name", "what it is"), list(known["metrics"].items()), "ll"),
        Heading("Tokenizers"),
        TableBlock.of(("name", "what it does"), list(known["tokenizers"].items()), "ll"),
        Heading("Units of rgbF"),
        TableBlock.of(
            ("name", "letter", "what it is", "made by"), [_unit(*each) for each in known["units"].items()], "llll"
        ),
    ]


def _data() -> dict[str, dict[str, str]]:
    """Everything by name, with a sentence about each."""
    cuts = {name: _sentence(cut) for name, cut in {**TOKENIZERS, **EXTRA_TOKENIZERS}.items()}
    cuts["none"] = "Another name for `whitespace`."
    pieces = "Subwords by this model in sacreBLEU's folder; needs the extra `spm`."
    return {
        "metrics": {name: _sentence(cls) for name, cls in METRICS.items()},
        "tokenizers": cuts | dict.fromkeys(MODELS, pieces),
        "units": {name: f"{unit.help[0].upper()}{unit.help[1:]}." for name, unit in UNITS.items()},
    }


def _unit(name: str, help_text: str) -> tuple[str, str, str, str]:
    unit = UNITS[name]
    return name, unit.letter, help_text, " or ".join(unit.tools)


def _sentence(thing: object) -> str:
    """The first sentence of a docstring."""
    text = " ".join((thing.__doc__ or "").partition("\n\n")[0].split())
    return re.split(r"(?<=[.]) (?=[A-Z])", text, maxsplit=1)[0]
