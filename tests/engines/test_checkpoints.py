"""Work that is stopped after a save and goes on has the scores, intervals, groups, hashes and rows of other work."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bolide import BLEU, CHRF, InputError
from bolide.corpus import tables
from bolide.corpus.tables import BY_CONTENT
from bolide.data.results import Report
from bolide.engines import checkpoints
from bolide.engines.checkpoints import Checkpoint, checkpoint
from bolide.engines.counts_file import counts_file
from bolide.engines.poisson import Poisson
from bolide.engines.streaming import TableQuery, score_table
from tests.engines.texts import HYPS, MEAN, OTHERS, REFS
from tests.errors import raises

pq = pytest.importorskip("pyarrow.parquet")

NAMES = ["one.tsv", "two.tsv"]
SIZES = 7, 5  # no multiples of what is read (2) or saved (3 rows) at a time


@pytest.fixture(autouse=True)
def _tables(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files; `same` is its reference up to the last row of the first."""
    texts = [*zip(HYPS, REFS, OTHERS, strict=True)] * 2
    lines = [
        "\t".join(
            (f"{hyp} {k}", f"{ref} {k}" if k < SIZES[0] - 1 else hyp, f"{ref} {k}", other, f"d{k // 2}", "xyz"[k % 3])
        )
        for k, (hyp, ref, other) in enumerate(texts)
    ]
    for name, some in zip(NAMES, (lines[: SIZES[0]], lines[SIZES[0] :]), strict=True):
        (here / name).write_text("\n".join(["hyp\tsame\tref\tother\tdoc\tgroup", *some]) + "\n", "utf-8")
    monkeypatch.setattr(tables, "ROWS", 2)
    monkeypatch.setattr(checkpoints, "PART", 3)


def query(**changes: Any) -> TableQuery:
    poisson, metrics = Poisson(50, 3, "doc"), [BLEU(), CHRF(), MEAN]
    usual = TableQuery(("hyp", "same"), ("ref",), metrics, ("group",), poisson, ("first", "second"))
    return replace(usual, **changes)


def work(stops: set[int], every: int, measured: list[int], **changes: Any) -> Report | None:
    """The report of work that goes on in the folder `state`; None if it was stopped after so many saves, which it is
    once at every number of rows."""
    saves, real = 0, Checkpoint.save

    def save(checkpoint: Checkpoint) -> None:
        nonlocal saves
        real(checkpoint)
        saves += 1
        if saves == every and checkpoint.rows not in stops:
            stops.add(checkpoint.rows)
            raise KeyboardInterrupt

    asked = query(**changes)
    with (
        patch.object(Checkpoint, "save", save),
        suppress(KeyboardInterrupt),
        checkpoint("state", NAMES, BY_CONTENT, "rows.parquet", True) as sink,
    ):
        return score_table(NAMES, asked, progress=measured.append, rows=sink)
    return None


@pytest.mark.parametrize("changes", [{}, {"refs": ("ref", "other")}, {"poisson": None}], ids=str)
@pytest.mark.parametrize(("every", "at"), [(1, {4, 7, 11, 12}), (2, {7, 12}), (9, set())])
def test_work_that_was_stopped_ends_as_if_it_had_not(every: int, at: set[int], changes: dict[str, Any]) -> None:
    with counts_file("whole.parquet", True, NAMES) as sink:
        whole = score_table(NAMES, query(**changes), rows=sink)
    stops: set[int] = set()
    while (found := work(stops, every, measured := [], **changes)) is None:
        assert Path("state", "state.json").exists()
    assert (stops, Path("state").exists()) == (at, False)
    assert sum(measured) == 3 * 2 * sum(SIZES)  # three metrics, two systems; finished rows are told at once
    assert found == whole
    rows, expected = (pq.read_table(name) for name in ("rows.parquet", "whole.parquet"))
    assert rows.equals(expected, check_metadata=True)
    assert rows.num_rows == 2 * sum(SIZES)


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"refs": ("other",)}, "columns"),
        ({"by": ()}, "columns"),
        ({"metrics": [BLEU(lowercase=True), CHRF(), MEAN]}, "settings"),
        ({"poisson": Poisson(50, 4, "doc")}, "resamples"),
        ({"poisson": None}, "resamples"),
        ({"nulls": "skip"}, "nulls"),
        ({"quotes": "text"}, "quotes"),
        ({"rows": None}, "rows"),
        ({"file": "two.tsv"}, "files"),
    ],
    ids=str,
)
def test_what_changed_in_the_meantime_is_refused(changed: dict[str, Any], what: str) -> None:
    assert work(set(), 1, []) is None
    if "file" in changed:
        path = Path(changed["file"])
        path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    asked = query(**{name: value for name, value in changed.items() if name in vars(query())})
    reading = BY_CONTENT._replace(**{name: value for name, value in changed.items() if name in BY_CONTENT._fields})
    rows = changed.get("rows", "rows.parquet")
    before = Path("state/state.json").read_bytes()

    def again() -> None:
        with checkpoint("state", NAMES, reading, rows, rows is not None) as sink:
            score_table(NAMES, asked, reading, rows=sink)

    raises(InputError, f"was written with other {what}: ", again)
    assert Path("state/state.json").read_bytes() == before
