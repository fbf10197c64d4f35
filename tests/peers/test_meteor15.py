"""The METEOR 1.5 tool's command line and protocol: what its jar prints, and clear errors where it hangs."""

import re
from pathlib import Path

import pytest

from bolide.peers.meteor15 import answer, parser, tool_from
from tests.cli.run import bolide
from tests.oracles.paraphrases import paraphrase_table
from tests.oracles.test_meteor15_golden import golden
from tests.tables import table

WORDS = ("-l", "en", "-m", "exact stem synonym")
DATA = table(__file__, "meteor15.toml")
PRINTED = DATA["printed"]


def alike(ours: str, theirs: str) -> bool:
    """Equal but for the last digits of numbers."""
    decimals = r"\d+\.\d+(?:E-?\d+)?"
    assert re.sub(decimals, "#", ours) == re.sub(decimals, "#", theirs)
    mine, yours = ([float(text) for text in re.findall(decimals, side)] for side in (ours, theirs))
    return mine == pytest.approx(yours, rel=0, abs=1e-12)


@pytest.fixture
def files(here: Path) -> None:
    write(DATA["files"])


def write(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("coco", "out"), [(False, "stdio.stock.out"), (True, "stdio.patched-jar.out")])
def test_the_line_protocol(coco: bool, out: str) -> None:
    tool = tool_from(parser().parse_args(["-", "-", "-stdio", *WORDS, "-norm"]), print)
    assert [told for line in golden("stdio.in") for told in answer(tool, line, coco)] == golden(out)


def test_the_line_protocol_on_standard_input() -> None:
    asked = "SCORE ||| the cat ||| the cats\nEVAL ||| 1 2\nSCORE ||| a ||| b ||| a\n"
    result = bolide("meteor", "-", "-", "-stdio", *WORDS, stdin=asked.encode())
    assert result.out.count("\n") == 3
    assert "Error: Meteor stats are 23 numbers" in result.out


@pytest.mark.usefixtures("files")
def test_plain_text_as_the_jar_prints_it() -> None:
    result = bolide("meteor", "hyp", "ref", *WORDS, "-norm", "-vOut", "-writeAlignments", "-f", "out")
    assert alike(result.out, PRINTED["verbose"])
    assert not result.err
    assert alike(Path("out-align.out").read_text().split("\n\n")[1] + "\n", PRINTED["aligned"])


@pytest.mark.parametrize(
    ("language", "options", "package"),
    [
        ("fr", ("-norm", "-m", "exact stem"), "snowballstemmer"),
        ("ru", ("-norm", "-m", "exact stem"), "snowballstemmer"),
        ("ar-bw-red", (), "pycocoevalcap"),
    ],
)
@pytest.mark.usefixtures("files")
def test_every_statistic_of_other_languages(language: str, options: tuple[str, ...], package: str) -> None:
    """`le` is `n'` to the jar, which compares hashes; its stems know no ё, ë and ï; Arabic words have a table."""
    pytest.importorskip(package)
    hyps, refs, expected = zip(*DATA["statistics"][language], strict=True)
    write({"h": "\n".join([*hyps, ""]), "r": "\n".join([*refs, ""])})
    result = bolide("meteor", "h", "r", "-l", language, *options, "-ssOut")
    assert result.err == ""
    assert tuple(line.replace(".0", "") for line in result.out.splitlines()) == expected


@pytest.mark.usefixtures("here")
def test_full_metric_with_paraphrases() -> None:
    """Forty lines of the golden files, all four modules, through the command line."""
    write({name: "\n".join([*golden(f"align.{name}")[:40], ""]) for name in ("hyp", "ref")})
    result = bolide("meteor", "hyp", "ref", "-ssOut", "-a", paraphrase_table())
    assert result.out.splitlines() == golden("align.full.beam40.ss")[:40]
