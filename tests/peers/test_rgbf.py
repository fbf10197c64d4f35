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
