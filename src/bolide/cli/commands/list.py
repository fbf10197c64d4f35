"""List the available metrics, tokenizers and units, one per line.

examples:
  bolide list
  bolide list tokenizers
"""

import re

from bolide.cli.parser import Options, Parser
from bolide.cli.parser.output import add_format, put_out
from bolide.metrics import METRICS
from bolide.reporting.blocks import Block, Heading, TableBlock
from bolide.system.stored import to_json
from bolide.text.tokenize import EXTRA_TOKENIZERS, TOKENIZERS
from bolide.text.tokenize.sentencepiece import MODELS
from bolide.text.units import UNITS

KINDS = ("metrics", "tokenizers", "units")


def parser() -> Parser:
    """The options of the command."""
    command = Parser("list", __doc__, "[KIND] ")
    command.option("kind [KIND]", f"only {', '.join(KINDS)}", choices=KINDS)
    add_format(command)
    return command


def run(options: Options) -> None:
    """Print the tables."""
    known = {kind: names for kind, names in catalogue().items() if options.kind in (None, kind)}
    put_out(lambda: catalogue_blocks(options.kind), lambda: to_json(known), options)


def catalogue_blocks(kind: str | None = None) -> list[Block]:
    """One table for each kind, or that of one."""
    known = catalogue()
    units = [(name, UNITS[name].letter, text, " or ".join(UNITS[name].tools)) for name, text in known["units"].items()]
    tables: list[tuple[str, str, TableBlock]] = [
        ("metrics", "Metrics", TableBlock.of(("name", "what it is"), [*known["metrics"].items()], "ll")),
        ("tokenizers", "Tokenizers", TableBlock.of(("name", "what it does"), [*known["tokenizers"].items()], "ll")),
        ("units", "Units of rgbF", TableBlock.of(("name", "letter", "what it is", "made by"), units, "llll")),
    ]
    return [block for name, title, table in tables if kind in (None, name) for block in (Heading(title), table)]


def catalogue() -> dict[str, dict[str, str]]:
    """Everything by name, with a sentence about each."""
    cuts = {name: _sentence(cut) for name, cut in {**TOKENIZERS, **EXTRA_TOKENIZERS}.items()}
    cuts["none"] = "Another name for `whitespace`."
    pieces = "Subwords by this model in sacreBLEU's folder; needs the extra `spm`."
    return {
        "metrics": {name: _sentence(cls) for name, cls in METRICS.items()},
        "tokenizers": cuts | dict.fromkeys(MODELS, pieces),
        "units": {name: f"{unit.help[0].upper()}{unit.help[1:]}." for name, unit in UNITS.items()},
    }


def _sentence(thing: object) -> str:
    """The first sentence of a docstring."""
    text = " ".join((thing.__doc__ or "").partition("\n\n")[0].split())
    return re.split(r"(?<=[.]) (?=[A-Z])", text, maxsplit=1)[0]
