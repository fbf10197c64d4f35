"""Tables that stream by: groups, rows on disk and their sums, and intervals."""

from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from bolide import BLEU, CHRF, demo
from tests.cli.run import bolide, data_of

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

SIZE = 90
HYPS = [f"{demo.SYSTEMS['hasty'][k % 6]} {k}" for k in range(SIZE)]
GOOD = [f"{demo.SYSTEMS['careful'][k % 6]} {k}" for k in range(SIZE)]
REFS = [f"{demo.HUMAN_A[k % 6]} {k}" for k in range(SIZE)]
DOMAIN = ["news" if k % 3 else "chat" for k in range(SIZE)]
YEAR = [2023 + k % 2 for k in range(SIZE)]
TABLE = pa.table({"hyp": HYPS, "good": GOOD, "ref": REFS, "domain": DOMAIN, "year": YEAR})


@pytest.fixture(autouse=True)
def _folder(here: Path) -> None:
    pq.write_table(TABLE, "t.parquet", row_group_size=40)
    Path("parts").mkdir()
    for k in range(3):
        pq.write_table(TABLE.slice(30 * k, 30), f"parts/{k}.parquet")


SCORE = ("score", "ref", "--table", "t.parquet", "-i", "hyp")


def value(system: dict[str, Any]) -> float:
    return float(system["scores"][0]["value"])


MEAN = ("-m", "meteor", "--meteor.variant", "nltk", "--meteor.average", "mean")


@pytest.mark.parametrize("words", [("-m", "bleu", "chrf", "meteor", "ter"), MEAN], ids=["sums", "a mean of segments"])
@pytest.mark.parametrize("table", ["t.parquet", "parts"])
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_stream_has_the_scores_of_the_whole(words: tuple[str, ...], table: str, jobs: str) -> None:
    (streamed,) = data_of("score", "ref", "--table", table, "-i", "hyp", *words, "-j", jobs)["systems"]
    (whole,) = data_of(*SCORE, *words, "-sl")["systems"]
    assert streamed["scores"] == whole["scores"]
    if words is not MEAN:
        assert value(streamed) == BLEU().corpus(HYPS, REFS).value


def test_groups_are_scored_in_one_pass() -> None:
    words = "score", "ref", "--table", "parts", "-i", "hyp", "good", "--by", "domain"
    found = data_of(*words, "year")["systems"]
    assert [(system["name"], system["group"]) for system in found[:2]] == [("hyp", []), ("good", [])]
    assert len(found) == 2 * (1 + 4)
    for system in found[2:]:
        group = dict(system["group"])
        chosen = [k for k in range(SIZE) if (DOMAIN[k], str(YEAR[k])) == (group["domain"], group["year"])]
        texts = HYPS if system["name"] == "hyp" else GOOD
        assert value(system) == BLEU().corpus([texts[k] for k in chosen], [REFS[k] for k in chosen]).value
    rows = [line.split()[:2] for line in bolide(*words).out.splitlines()[2:8]]
    assert rows == [[name, group] for group in ("all", "chat", "news") for name in ("hyp", "good")]
    assert "hyp domain=chat: BLEU|" in bolide(*words, "-f", "text").out


def test_rows_on_disk() -> None:
    words = "score ref --table parts -i hyp good -m bleu chrf --by domain -o rows.parquet --counts -w 6"
    shown = bolide(*words.split())
    assert shown.code == 0, shown.err
    rows = pq.read_table("rows.parquet").to_pylist()
    assert len(rows) == 2 * SIZE
    mine = [row for row in rows if row["system"] == "good"]
    assert [row["segment"] for row in mine] == list(range(1, SIZE + 1))
    assert [row["domain"] for row in mine] == DOMAIN
    alone = BLEU().for_sentences()
    assert [row["BLEU"] for row in mine] == list(alone.segments(GOOD, REFS).values)
    assert [row["chrF2.match_char_1"] for row in mine] == list(CHRF().measure(GOOD, REFS).column("match_char_1"))
    assert bolide("combine", "rows.parquet", "-w", "6") == shown
    assert bolide(*SCORE, "-o", "scores.parquet").code == 0
    assert pq.read_table("scores.parquet").column_names == ["system", "segment", "BLEU"]


@pytest.mark.parametrize("domains", [DOMAIN, ["few" if k in (7, 8) else "others" for k in range(SIZE)]])
def test_every_group_has_its_interval(domains: list[str]) -> None:
    """Draws depend on the file and its rows alone: a group's are those of its rows, and all rows' are as without.

    A resample without a segment of the group is left out.
    """
    pq.write_table(TABLE.set_column(3, "domain", [domains]), "t.parquet")
    words = *SCORE, "-m", "chrf", "--confidence", "99", "--mode", "poisson"
    (alone,), found = data_of(*words)["systems"], data_of(*words, "--by", "domain")["systems"]
    assert found[0]["scores"] == alone["scores"]
    assert [system["group"] for system in found[1:]] == [[["domain", name]] for name in dict.fromkeys(domains)]
    draws = np.random.default_rng([12345, crc32(b"t.parquet"), 1]).poisson(1.0, size=(99, SIZE))
    rows = np.array(CHRF().measure(HYPS, REFS))
    for system in found[1:]:
        chosen = [k for k in range(SIZE) if [["domain", domains[k]]] == system["group"]]
        times = draws[:, chosen]
        values = [CHRF().formula.value(total) for total in (times[times.any(axis=1)] @ rows[chosen]).tolist()]
        result = system["scores"][0]
        assert (len(values) < 99) == (system["group"] == [["domain", "few"]])
        assert result["parts"]["interval"]["resamples"] == len(values)
        assert result["interval"] == pytest.approx(np.quantile(values, (0.025, 0.975)).tolist(), abs=1e-12)
    assert data_of(*words, "--by", "domain", "--resume", "s")["systems"] == found
