"""The same formats in every command, in a file as on standard output; short names, and tables that fit a terminal.

What the formats look like is in printed.toml and in tests/reporting.
"""

import io
from pathlib import Path

import pytest
from rich.console import Console

from bolide import BLEU
from bolide.cli.main import COMMANDS, module_of
from bolide.cli.parser.output import FORMATS
from bolide.data.scores import legend_of, metric_labels
from bolide.reporting.blocks import Span, TableBlock
from bolide.reporting.render.terminal import _table, fitted
from tests.cli.run import bolide

pytestmark = pytest.mark.one_core

# A report is a page or its data; of the others each prints blocks.
OWN = {"report": ("html", "json"), "explain": (*FORMATS, "svg")}


def test_every_command_with_formats_has_all_of_them() -> None:
    actions = {name: module_of(name).parser()._actions for name in COMMANDS}
    formats = {name: tuple(one.choices) for name, all_ in actions.items() for one in all_ if one.dest == "format"}
    assert len(formats) > 10
    assert formats == {name: OWN.get(name, FORMATS) for name in formats}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "line",
    [
        "score ref.txt -i a.txt",
        "compare ref.txt -i a.txt b.txt -n 10",
        "explain ref.txt a.txt --text",
        "align-segments ref.txt -i stream.txt",
        "mbr a.txt -n 2",
        "list",
        "demo",
        "units a.txt ref.txt --units wc",
    ],
)
def test_they_all_print_and_write_the_same(line: str, form: str, examples: Path) -> None:
    result = bolide(*line.split(), "-f", form)
    assert result.code == 0, result.err
    assert result.out
    assert bolide(*line.split(), "-f", form, "-o", "out").out == ""
    assert Path("out").read_text() == result.out


def test_short_names() -> None:
    one, two, three = BLEU(), BLEU(tokenize="intl"), BLEU(tokenize="intl", smooth_method="floor", lowercase=True)
    assert metric_labels([one.signature(), two.signature()]) == ["BLEU tok:13a", "BLEU tok:intl"]
    assert metric_labels([one.signature(), three.signature()]) == ["BLEU 1", "BLEU 2"]
    assert metric_labels([three.signature()]) == ["BLEU"]
    assert legend_of("BLEU", "BLEU|tok:13a") == "BLEU|tok:13a"
    assert legend_of("BLEU 1", "BLEU|tok:13a") == "BLEU 1: BLEU|tok:13a"


def test_wide_tables_come_in_parts_with_their_keys() -> None:
    table = TableBlock.of(("a", "b", *"cdefgh"), [("x" * 10, "y" * 10, *["0.123456"] * 6)], "ll" + "r" * 6, keys=2)
    parts = fitted(table, 50)
    assert [part.header for part in parts] == [("a", "b", "c", "d"), ("a", "b", "e", "f"), ("a", "b", "g", "h")]
    assert all(part.rows[0][:2] == table.rows[0][:2] for part in parts)
    assert fitted(table, 91) == [table]
    assert len(fitted(table, 90)) == 2
    sentence = TableBlock.of(("a", "b"), [("x", Span("word " * 30))])
    assert fitted(sentence, 50) == [sentence]  # its lines are broken between words
    assert parts[0].rows[0][2] == "0.123456"


@pytest.mark.parametrize("width", range(39, 110, 5))
def test_rich_breaks_nothing_that_was_fitted(width: int) -> None:
    cells = ["+62.32", "[+52.43, +70.04]", "0.0326", "0.0978", "+3.612", "1125/304/547"]
    header = ("system", "against", "difference", "95 %", "p", "p corrected", "effect", "won/tied/lost")
    table = TableBlock.of(header, [("GPT4", "A", *cells)], "ll" + "r" * 6, keys=2)
    out = io.StringIO()
    for part in fitted(table, width):
        Console(file=out, width=width).print(_table(part))
    assert [word for word in (*cells, *header) if word not in out.getvalue()] == []
