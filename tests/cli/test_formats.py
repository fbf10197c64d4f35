"""The same formats in every command, in a file as on standard output; short names, and tables that fit a terminal.

What the formats look like is in printed.toml and in tests/reporting.
"""

import csv
import importlib.util
import io
import shlex
from pathlib import Path

import pytest

from bolide.cli.parser.output import FORMATS
from tests.cli.run import bolide, data_of


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


AGREE = "correlate --human mqm.seg.score --scores comet.seg.score -r ref.txt -i a.txt b.txt c.txt -q sys/pearson"
NUMBERS = {
    "score ref.txt -i a.txt b.txt -m bleu ter --confidence 20": "score low high",
    "score ref.txt -i a.txt -sl": "line score",
    "score reference --table long.jsonl -i translation --by model --confidence 20 --mode poisson": "score low high",
    "compare ref.txt -i a.txt b.txt c.txt -m bleu chrf -n 20": "score low high difference difference_low",
    "compare ref.txt -i a.txt b.txt --baseline b": "score low high difference wins ties losses",
    "people esa.csv": "micro segments rank_low rank_high p",
    f"{AGREE} seg/pearson --rank seg/pearson -n 20": "value used p",
    "correlate --folder wmt23/en-de wmt23/zh-en --exclude refA --preset wmt25 -n 20": "value rank weight",
    "correlate --rankings rankings.csv --pair fr-en -r ref.txt -i a.txt b.txt c.txt": "value used",
    "spans esa.csv predicted.jsonl": "f low high precision recall error_free_mcc",
    "mbr nbest.txt": "candidate candidates expected",
    "explain 'the cat is on mat' 'the cat is on the mat'": "value",
    "align-segments ref.txt -i stream.txt": "line edits",
    "doctor ref.txt -i b.txt": "",
    "list": "",
    "demo": "BLEU",
}


@pytest.mark.parametrize("line", NUMBERS)
def test_csv_and_tsv_are_one_table_with_one_number_per_cell(line: str, examples: Path) -> None:
    texts = {form: bolide(*shlex.split(line), "-f", form).out for form in ("csv", "tsv")}
    header, *rows = csv.reader(io.StringIO(texts["csv"]))
    assert rows or line.startswith("doctor")
    assert len(set(header)) == len(header)
    assert {len(row) for row in rows} <= {len(header)}
    for name in NUMBERS[line].split():
        cells = [row[header.index(name)] for row in rows]
        assert any(map(str.strip, cells)) or name in ("p", "difference"), name
        assert [float(cell) for cell in cells if cell], name
    assert [row.split("\t") for row in texts["tsv"].splitlines()] == [header, *rows]
    if importlib.util.find_spec("pandas"):
        import pandas

        frame = pandas.read_csv(io.StringIO(texts["csv"]))
        assert list(frame.columns) == header
        assert all(frame[name].dtype.kind in "fi" for name in NUMBERS[line].split())


def test_the_table_of_a_comparison_has_the_numbers_of_its_json(examples: Path) -> None:
    words = shlex.split("compare ref.txt -i a.txt b.txt c.txt -n 20")
    [comparison] = data_of(*words)["comparisons"]
    scores = {one["system"]: one for one in comparison["systems"]}
    pairs = {(pair["a"], pair["b"]): pair for pair in comparison["pairs"]}
    rows = list(csv.DictReader(io.StringIO(bolide(*words, "-w", "12", "-f", "csv").out)))
    assert {(row["system"], row["against"]) for row in rows if row["against"]} == pairs.keys()
    for row in rows:
        system, pair = scores[row["system"]], pairs.get((row["system"], row["against"]))
        ends = (system["value"], system["interval"]["low"], system["interval"]["high"])
        assert [float(row[name]) for name in ("score", "low", "high")] == pytest.approx([100 * end for end in ends])
        if pair:
            numbers = (pair["difference"], *pair["interval"])
            names = ("difference", "difference_low", "difference_high")
            assert [float(row[name]) for name in names] == pytest.approx([100 * number for number in numbers])
            assert [row["wins"], row["ties"], row["losses"]] == [str(pair[name]) for name in ("wins", "ties", "losses")]
