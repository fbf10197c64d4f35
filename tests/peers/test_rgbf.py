"""The console script rgbF: the original's options, files and lines; clear words and code 2 for what is wrong."""

from functools import partial
from pathlib import Path

import pytest

from bolide.classroom.examples import HYPS, REFS
from bolide.peers.rgbf import main
from tests.cli.run import Result, bolide
from tests.tables import table

pytestmark = [pytest.mark.usefixtures("here")]
TABLES = table(__file__, "rgbf.toml")
PAPER = ["".join(f"{text}\n" for text in texts) for texts in (HYPS, REFS)]
rgbf = partial(bolide, main=main)


def run(hyp: str, ref: str, flags: str) -> Result:
    """What the script answers about the texts of two files."""
    for name, text in (("hyp", hyp), ("ref", ref)):
        Path(name).write_text(text, encoding="utf-8")
    return rgbf("-R", "ref", "-H", "hyp", *flags.split())


@pytest.mark.parametrize(
    ("hyp", "ref", "flags", "lines"), [*([*PAPER, *case] for case in TABLES["printed"]), *TABLES["scored"]]
)
def test_what_is_printed(hyp: str, ref: str, flags: str, lines: list[str]) -> None:
    assert run(hyp, ref, flags) == (0, "\n".join([*lines, ""]), "")


def test_the_order_of_lines() -> None:
    names = [line.split()[0] for line in run(*PAPER, "-g -u -s -p -r -n 2").out.splitlines()]
    labels = ["u{}-1gram-", "u{}-2gram-", "u{}-"]
    block = [label.format(u) + what for u in range(1, 5) for label in labels for what in ("F", "Prec", "Rec")]
    block += ["rgbF", "rgbPrec", "rgbRec"]
    assert names == [f"1::{name}" for name in block] + [f"2::{name}" for name in block] + block
    grams = run(*PAPER, "-g").out.splitlines()
    assert grams[:6] == [
        "u1-1gram-F 68.0000",
        "u1-2gram-F 39.1304",
        "u1-3gram-F 23.8095",
        "u1-4gram-F 15.7895",
        "u2-1gram-F 72.0000",
        "u2-2gram-F 43.4783",
    ]
    assert grams[-3:] == ["u4-3gram-F 42.8571", "u4-4gram-F 21.0526", "rgbF 42.2512"]
