"""The metrics, tokenizers and units there are, with a sentence about each."""

import re

from bolide.metrics import METRICS
from bolide.reporting.blocks import Block, Heading, TableBlock
from bolide.text.tokenize import EXTRA_TOKENIZERS, TOKENIZERS
from bolide.text.tokenize.sentencepiece import MODELS
from bolide.text.units import UNITS


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
