"""What each command refuses: one line that says what, where and what to do; exit code 2; nothing printed or written.

The table is refused.toml, which has a mistake of every kind.
"""

import json
import os
import shlex
from pathlib import Path

import pytest

from bolide import METEOR, InputError, evaluate
from bolide.system.limits import COMPARED
from tests.cli.run import bolide, refused
from tests.cli.situations import PYARROW
from tests.docs.example_files import HEADER
from tests.tables import table

TABLES = table(__file__, "refused.toml")
REFUSED = {line: message for line, message in TABLES["refused"].items() if PYARROW or "parquet" not in line}
HOLLOW = {"format": 1, "bolide": "x", "compiled": True, "comparisons": [], "summary": {}, "segments": {}, "batches": []}
FILES = {
    **{name: text.replace("HEADER", HEADER) for name, text in TABLES["files"].items()},
    "latin.txt": b"a\n\xff\xfe\n",
    "damaged.gz": b"\x1f\x8b damaged",
    "old.txt": b"a b\rc d\r",
    "hollow.json": json.dumps(HOLLOW),
    "later.json": json.dumps({**HOLLOW, "format": 99}),
}


@pytest.fixture(autouse=True, scope="module")
def _made(folder: Path) -> None:
    """Files that are made of the others."""
    page = (folder / "report.html").read_text()
    at = page.index('id="data-summary">') + 400
    (folder / "cut.html").write_text(page[:at] + page[at + 5 :])
    assert bolide("score", folder / "ref.txt", "-i", folder / "a.txt", "-o", folder / "base.json").code == 0


def files() -> dict[str, int]:
    """What is in the folder, and when it was written."""
    return {entry.name: entry.stat().st_mtime_ns for entry in os.scandir()}


@pytest.mark.usefixtures("in_folder")
@pytest.mark.parametrize("line", REFUSED)
def test_it_is_refused_in_one_line_and_nothing_is_written(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    late = "the folder is not looked at first"
    monkeypatch.setattr("bolide.web.serve.server.runtime", lambda *given: pytest.fail(late))
    before, messages = files(), REFUSED[line]
    refused(bolide(*shlex.split(line)), *([messages] if isinstance(messages, str) else messages))
    assert files() == before


@pytest.mark.parametrize(
    "command", ["score", "compare", "report -o page.html", "score --table texts.tsv -o rows.parquet"]
)
def test_a_metric_that_refuses_the_texts_does_not_cost_the_others(
    command: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMPARED, "METEOR 2005", 3)
    lines = {"ref": ["a b", "c d"], "x": ["a", "b"], "y": ["a", "d e"]}  # the last of which METEOR refuses
    for name, texts in lines.items():
        (here / name).write_text("\n".join([name, *texts]) + "\n")
    rows = [lines, *zip(*lines.values(), strict=True)]
    (here / "texts.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
    metrics = "-m bleu meteor chrf --meteor.variant 2005"
    result = bolide(*f"{command} ref -i x y {metrics}".split())
    where = "texts.tsv, line 3" if "--table" in command else "y, segment 3"
    assert result.code == 2
    assert f"METEOR is left out: {where}: it has 2 words" in result.err
    page = (here / "page.html").read_text() if "report" in command else result.out
    assert [name in page for name in ("BLEU|", "METEOR|", "chrF2|")] == [True, False, True]
    with pytest.raises(InputError, match="METEOR 2005 compares each with each") as caught:
        evaluate({"y": lines["y"]}, lines["ref"], ["bleu", METEOR(variant="2005")])
    assert caught.value.metric == METEOR(variant="2005")
    assert "METEOR" in caught.value.__notes__[0]


def test_the_only_metric_that_refuses_the_texts_is_an_error(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMPARED, "METEOR 2005", 3)
    Path("ref").write_text("a b\n")
    Path("hyp").write_text("c d\n")
    refused(
        bolide(*shlex.split("score ref -i hyp -m meteor --meteor.variant 2005")), "METEOR 2005 compares each with each"
    )
