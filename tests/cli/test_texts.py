"""Where texts come from: byte-order marks, quoted tables, and arguments of `explain` that name files."""

import csv
import gzip
from pathlib import Path

import pytest
from sacrebleu.metrics import BLEU as PeerBLEU

from bolide import CHRF, demo
from bolide.compat.rgbf import main as rgbf
from tests.cli.run import bolide

pytestmark = pytest.mark.one_core

MARK = b"\xef\xbb\xbf"
HYPS = ["the cat sat on the mat", "a dog barked at the old cat"]
REFS = ["the cat sat on a mat", "a dog barked at the cat"]


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    for name, lines in {"hyp": HYPS, "ref": REFS, "labels": ["x", "y"]}.items():
        raw = "".join(f"{line}\n" for line in lines).encode()
        Path(f"{name}.txt").write_bytes(raw)
        Path(f"{name}.bom").write_bytes(MARK + raw)
        Path("bom").mkdir(exist_ok=True)
        Path(f"bom/{name}.txt").write_bytes(MARK + raw)
        Path(f"{name}.bom.gz").write_bytes(gzip.compress(MARK + raw, mtime=0))


# --- byte-order marks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hyp", "ref"), [("hyp.bom", "ref.txt"), ("hyp.txt", "ref.bom"), ("hyp.bom.gz", "ref.bom.gz")])
def test_a_mark_counts_as_text_as_in_sacrebleu_and_is_said_once(hyp: str, ref: str) -> None:
    texts = [
        [f"\ufeff{lines[0]}" if "bom" in name else lines[0], lines[1]] for name, lines in ((hyp, HYPS), (ref, REFS))
    ]
    expected = PeerBLEU().corpus_score(texts[0], [texts[1]]).score
    found = bolide("score", ref, "-i", hyp, "-b", "-w", "6")
    assert found.out == f"{expected:.6f}\n"
    assert found.err.count("\n") == 1
    for words in (*(name for name in (hyp, ref) if "bom" in name), "byte-order mark", "--drop-bom"):
        assert words in found.err


def test_the_flag_takes_it_off_without_a_word() -> None:
    plain = bolide("score", "ref.txt", "-i", "hyp.txt", "-b", "-w", "6")
    for hyp, ref in (("hyp.bom", "ref.bom"), ("hyp.txt", "ref.bom.gz"), ("hyp.txt", "ref.txt")):
        assert bolide("score", ref, "-i", hyp, "-b", "-w", "6", "--drop-bom") == plain
    assert bolide("score", "ref.txt", "-b", "-w", "6", "--drop-bom", stdin=Path("hyp.bom").read_bytes()) == plain
    marked = bolide("score", "ref.txt", "-b", "-w", "6", stdin=Path("hyp.bom").read_bytes())
    assert marked.out != plain.out
    assert "standard input begins with a byte-order mark" in marked.err


@pytest.mark.parametrize("command", [
    ("compare", "ref.txt", "-i", "bom/hyp.txt", "labels.txt", "-n", "20"),
    ("explain", "bom/hyp.txt", "ref.txt", "--line", "1"),
    ("explain", "bom/hyp.txt", "ref.txt", "--corpus"),
    ("units", "bom/hyp.txt", "--units", "wc"),
    ("score", "ref.txt", "-i", "hyp.txt", "-m", "rgbf", "--units", "word", "pos=bom/hyp.txt,ref.txt"),
], ids=" ".join)  # fmt: skip
def test_every_command_that_reads_segments(command: tuple[str, ...]) -> None:
    plain = bolide(*(word.replace("bom/", "") for word in command))
    assert (plain.code, plain.err) == (0, "")
    marked = bolide(*command)
    assert (marked.code, "byte-order mark" in marked.err, "--drop-bom" in marked.err) == (0, True, True)
    assert marked.out != plain.out
    assert bolide(*command, "--drop-bom") == plain


IDENTICAL = "bolide: hyp: every output is identical to a reference; are these the right files?\n"


def test_tables_and_annotations_drop_it() -> None:
    Path("t.tsv").write_bytes(MARK + b"hyp\tref\na b c d\ta b c d\n")
    assert bolide("score", "ref", "-i", "hyp", "--table", "t.tsv", "-b") == (0, "100.0\n", IDENTICAL)
    Path("t.jsonl").write_bytes(MARK + b'{"hyp": "a b c d", "ref": "a b c d"}\n')
    assert bolide("score", "ref", "-i", "hyp", "--table", "t.jsonl", "-b") == (0, "100.0\n", IDENTICAL)
    Path("other.txt").write_text("".join(f"{line} .\n" for line in Path("hyp.txt").read_text().splitlines()))
    Path("human.csv").write_bytes(MARK + b"hyp,other\n3,1\n2,2\n")
    texts = ("-r", "ref.txt", "-i", "hyp.txt", "other.txt", "-q", "seg/pearson")
    found = bolide("correlate", "--human", "human.csv", *texts)
    assert (found.code, found.err) == (0, "")
    labels = [bolide("compare", "ref.txt", "-i", "hyp.txt", "other.txt", "-n", "20", "--labels", f"labels.{kind}")
              for kind in ("bom", "txt")]  # fmt: skip
    assert labels[0] == labels[1]
    assert labels[0].code == 0


def test_the_peers_commands_keep_it_and_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert rgbf(["-H", "hyp.bom", "-R", "ref.txt"]) == 0
    marked = capsys.readouterr()
    assert rgbf(["-H", "hyp.txt", "-R", "ref.txt"]) == 0
    plain = capsys.readouterr()
    assert marked.out != plain.out
    assert "hyp.bom begins with a byte-order mark" in marked.err
    assert plain.err == ""
    found = bolide("meteor", "hyp.bom", "ref.txt", "-l", "en", "-m", "exact")
    assert found.out != bolide("meteor", "hyp.txt", "ref.txt", "-l", "en", "-m", "exact").out
    assert "hyp.bom begins with a byte-order mark" in found.err


# --- tables -------------------------------------------------------------------------------------------------------

QUOTED = [line if k % 3 else f'He said: "{line}"' for k, line in enumerate(demo.HUMAN_A)]


@pytest.mark.parametrize(("name", "separator"), [("t.tsv", "\t"), ("t.csv", ","), ("t.txt", ";")])
def test_a_table_as_csv_writer_writes_it(name: str, separator: str) -> None:
    """The same numbers as from plain files: quotes of the format are not text."""
    hyps = list(demo.SYSTEMS["careful"])
    with Path(name).open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out, delimiter=separator)
        writer.writerow(["ref", "MT, output; 1"])
        writer.writerows(zip(QUOTED, hyps, strict=True))
    expected = CHRF().corpus(hyps, QUOTED).percent
    found = bolide("score", "ref", "-i", "MT, output; 1", "--table", name, "-m", "chrf", "-b", "-w", "6")
    assert found == (0, f"{expected:.6f}\n", "")


def test_a_doubtful_quote_is_said_and_the_flag_decides() -> None:
    Path("t.tsv").write_text('ref\thyp\n"a b c d e"\ta b c d e\n')
    given = ("score", "ref", "-i", "hyp", "--table", "t.tsv", "-b", "--bleu.tokenize", "none")
    doubtful, as_csv, as_text = bolide(*given), *(bolide(*given, "--table-quotes", q) for q in ("csv", "text"))
    assert as_csv == (0, "100.0\n", IDENTICAL)
    assert (as_text.code, as_text.err) == (0, "")
    assert doubtful.out == as_text.out != as_csv.out
    assert doubtful.err.count("\n") == 1
    assert "--table-quotes" in doubtful.err


def test_a_json_array_is_a_table() -> None:
    Path("t.json").write_text('[{"hyp": "a", "ref": "b"},\n {"hyp": "a", "ref": "b"}]\n')
    assert bolide("score", "ref", "-i", "hyp", "--table", "t.json").code == 0


# --- arguments of explain -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [("hyp.txt", "ref.txt"), ("a cat", "ref.txt"), ("a cat", "a dog", "./ref.txt")])
def test_an_argument_that_names_a_file_is_text_if_it_is_said_to_be(arguments: tuple[str, ...]) -> None:
    assert bolide("explain", *arguments, "--text").code == 0


@pytest.mark.parametrize("text", ["folder", "no-such.txt", "x" * 5000, "a\nb", "-", "", ".", "/"])
def test_other_texts_need_no_flag(text: str) -> None:
    Path("folder").mkdir()
    found = bolide("explain", text, "a cat")
    assert (found.code, found.err) == (0, "")
