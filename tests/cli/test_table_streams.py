"""Tables that stream by: groups, rows on disk and their sums, intervals, and going on after a kill."""

import csv
import json
import os
import signal
from array import array
from math import fsum
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from bolide import BLEU, CHRF, demo
from bolide.corpus.batches import Batch
from bolide.corpus.tables import BY_CONTENT
from bolide.data.stats import Stats
from bolide.engines.checkpoints import score_with_checkpoints
from bolide.engines.poisson import Poisson
from bolide.engines.streaming import TableQuery
from tests.cli.run import begun, bolide, data_of, refused

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


def test_a_mean_of_segments_by_group() -> None:
    found = data_of(*SCORE, *MEAN, "--by", "domain")["systems"]
    (segments,) = data_of(*SCORE, *MEAN, "-sl")["systems"]
    for system in found[1:]:
        lines = zip(segments["segments"], DOMAIN, strict=True)
        own = [line["scores"][0]["value"] for line, domain in lines if domain == system["group"]["domain"]]
        assert value(system) == fsum(own) / len(own)


def test_groups_are_scored_in_one_pass() -> None:
    words = "score", "ref", "--table", "parts", "-i", "hyp", "good", "--by", "domain"
    found = data_of(*words, "year")["systems"]
    assert [(system["name"], system.get("group")) for system in found[:2]] == [("hyp", None), ("good", None)]
    assert len(found) == 2 * (1 + 4)
    for system in found[2:]:
        group = system["group"]
        chosen = [k for k in range(SIZE) if (DOMAIN[k], str(YEAR[k])) == (group["domain"], group["year"])]
        texts = HYPS if system["name"] == "hyp" else GOOD
        assert value(system) == BLEU().corpus([texts[k] for k in chosen], [REFS[k] for k in chosen]).value
    rows = [line.split()[:2] for line in bolide(*words).out.splitlines()[2:8]]
    assert rows == [[name, group] for group in ("all", "chat", "news") for name in ("hyp", "good")]
    assert "hyp domain=chat: BLEU|" in bolide(*words, "-f", "text").out


def test_rows_on_disk() -> None:
    shown = bolide(
        "score",
        "ref",
        "--table",
        "parts",
        "-i",
        "hyp",
        "good",
        "-m",
        "bleu",
        "chrf",
        "--by",
        "domain",
        "-o",
        "rows.parquet",
        "--counts",
        "-w",
        "6",
    )
    assert shown.code == 0, shown.err
    rows = pq.read_table("rows.parquet").to_pylist()
    assert len(rows) == 2 * SIZE
    mine = [row for row in rows if row["system"] == "good"]
    assert [row["segment"] for row in mine] == list(range(1, SIZE + 1))
    assert [row["domain"] for row in mine] == DOMAIN
    alone = BLEU().form.for_sentences()
    assert [row["BLEU"] for row in mine] == list(alone.segments(GOOD, REFS).values)
    assert [row["chrF2.match_char_1"] for row in mine] == list(CHRF().measure(GOOD, REFS).column("match_char_1"))
    assert bolide("combine", "rows.parquet", "-w", "6") == shown
    assert bolide(*SCORE, "-o", "scores.parquet").code == 0
    assert pq.read_table("scores.parquet").column_names == ["system", "segment", "BLEU"]


JOINED = "--table ref.parquet --table x.parquet --table y.parquet --join id -i hyp"
NAMED = {  # tables with their outputs, and what these are called
    "--table t.parquet -i hyp good": "hyp good",
    "--table t.tsv -i a.txt b.txt.gz": "a b",
    "--table nest.parquet -i hyps.*": "A B",
    "--table flat.parquet -i hyps.*": "A B",
    "--table flat.parquet -i hyps.* A": "hyps.A hyps.B A",
    JOINED: "x y",
    f"{JOINED} good": "x:hyp y:hyp x:good y:good",
}


@pytest.mark.parametrize("texts", NAMED)
def test_systems_have_one_name_everywhere(texts: str) -> None:
    ids = list(range(SIZE))
    for name, columns in {
        "nest": {"ref": REFS, "hyps": [{"A": a, "B": b} for a, b in zip(HYPS, GOOD, strict=True)]},
        "flat": {"ref": REFS, "hyps.A": HYPS, "hyps.B": GOOD, "A": REFS},
        "ref": {"id": ids, "ref": REFS},
        "x": {"id": ids, "hyp": HYPS, "good": GOOD},
        "y": {"id": ids, "hyp": GOOD, "good": HYPS},
    }.items():
        pq.write_table(pa.table(columns), f"{name}.parquet")
    lines = ["ref\ta.txt\tb.txt.gz", *map("\t".join, zip(REFS, HYPS, GOOD, strict=True)), ""]
    Path("t.tsv").write_text("\n".join(lines))
    usual, words = NAMED[texts].split(), ["score", "ref", *texts.split()]
    ways = [[]] if "--join" in words else [[], ["--resume", "state"]]
    for names in ([], ["one", "two", "three", "four"][: len(usual)]):
        more = ["--names", *names] if names else []
        whole = data_of(*words, *more, "-sl")
        scores = {system["name"]: system["scores"][0]["value"] for system in whole["systems"]}
        assert list(scores) == [each["system"] for each in whole["identity"]] == (names or usual)
        for way in ways:
            streamed = data_of(*words, *more, *way)
            assert bolide(*words, *more, *way, "-o", "rows.parquet", "--counts").code == 0
            assert [*dict.fromkeys(pq.read_table("rows.parquet")["system"].to_pylist())] == (names or usual)
            for data in (streamed, data_of("combine", "rows.parquet")):
                assert {system["name"]: system["scores"][0]["value"] for system in data["systems"]} == scores
                assert data["identity"] == whole["identity"]
    for way in (["-sl"], *ways):
        refused(bolide(*words, *way, "--names", *"123456789"), f"has 9 names for {len(usual)} outputs")


@pytest.mark.parametrize("domains", [DOMAIN, ["few" if k in (7, 8) else "others" for k in range(SIZE)]])
def test_every_group_has_its_interval(domains: list[str]) -> None:
    """Draws depend on the file and its rows alone: a group's are those of its rows, and all rows' are as without.

    A resample without a segment of the group is left out.
    """
    pq.write_table(TABLE.set_column(3, "domain", [domains]), "t.parquet")
    words = *SCORE, "-m", "chrf", "--confidence", "99", "--mode", "poisson"
    (alone,), found = data_of(*words)["systems"], data_of(*words, "--by", "domain")["systems"]
    assert found[0]["scores"] == alone["scores"]
    assert [system.get("group") for system in found[1:]] == [{"domain": name} for name in dict.fromkeys(domains)]
    draws = np.random.default_rng([12345, crc32(b"t.parquet"), 1]).poisson(1.0, size=(99, SIZE))
    rows = np.array(CHRF().measure(HYPS, REFS))
    for system in found[1:]:
        chosen = [k for k in range(SIZE) if domains[k] == system["group"]["domain"]]
        times = draws[:, chosen]
        values = [CHRF().formula.value(total) for total in (times[times.any(axis=1)] @ rows[chosen]).tolist()]
        result = system["scores"][0]
        assert (len(values) < 99) == (system["group"] == {"domain": "few"})
        assert result["parts"]["interval"]["resamples"] == len(values)
        assert result["interval"] == pytest.approx(np.quantile(values, (0.025, 0.975)).tolist(), abs=1e-12)
    assert data_of(*words, "--by", "domain", "--resume", "s")["systems"] == found


def test_the_interval_is_about_that_of_the_multinomial_bootstrap() -> None:
    """Both estimate the same spread; with 2,000 resamples the widths agree to some per cent.

    Not so where a score depends on the size of the corpus, as BLEU does where it is smoothed for want of matches.
    """
    pq.write_table(pa.concat_tables([TABLE] * 10), "t.parquet")
    words = *SCORE[:-1], "good", "--confidence", "2000"
    (poisson,), (sound,) = (data_of(*words, "--mode", mode)["systems"] for mode in ("poisson", "sound"))
    widths = [high - low for low, high in (found["scores"][0]["interval"] for found in (poisson, sound))]
    assert widths[0] == pytest.approx(widths[1], rel=0.1)


def test_how_often_a_segment_comes_up_is_poisson_1() -> None:
    ones = Stats(("segments",), array("q", [1]) * 400)
    found = Poisson(2000, 1).sums([BLEU()], [ones], Batch("x", {}, range(1, 401)))
    sums, sizes = found[()]
    assert list(found) == [()]
    assert sums.shape == (2000, 1)
    assert (sums == sizes).all()
    assert abs(sums.mean() - 400) < 5 * np.sqrt(400 / 2000)  # a sum of 400 draws has mean and variance 400
    assert sums.var() == pytest.approx(400, rel=0.2)


@pytest.mark.parametrize("rows", [False, True], ids=["scores", "rows"])
def test_a_killed_run_goes_on_where_it_was(rows: bool) -> None:
    Path("many").mkdir()
    parts = 6
    for k in range(parts):
        pq.write_table(TABLE.slice(k), f"many/{k:02d}.parquet")
    words = ["score", "ref", "--table", "many", "-i", "hyp", "good", "-m", "chrf", "ter", "-j", "1", "-w", "9"]
    plain = bolide(*words, *(["-o", "whole.parquet", "--counts"] if rows else []))
    assert plain.code == 0
    more = ["--resume", "state", *(["-o", "rows.parquet", "--counts"] if rows else [])]
    run = begun(" ".join([*words, *more]), "engines.checkpoints:Checkpoint.save", waits=5)
    os.kill(run.pid, signal.SIGKILL)
    run.communicate()
    assert run.returncode == -signal.SIGKILL
    kept = json.loads(Path("state/state.json").read_text())
    assert sum(len(TABLE) - k for k in range(2)) <= kept["rows"] < sum(len(TABLE) - k for k in range(parts))
    assert not Path("rows.parquet").exists()
    assert bolide(*words, *more) == plain
    assert not Path("state").exists()
    if rows:
        assert pq.read_table("rows.parquet") == pq.read_table("whole.parquet")
        assert bolide("combine", "rows.parquet", "-w", "9") == plain


def stop_after(most: int, table: str, query: TableQuery, *output: Any) -> None:
    """Work with checkpoints that is interrupted as soon as more segments than these are measured."""
    seen: list[int] = []

    def stop(segments: int) -> None:
        seen.append(segments)
        if sum(seen) > most:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        score_with_checkpoints(table, query, BY_CONTENT, "state", *output, jobs=1, progress=stop)


@pytest.mark.parametrize(
    ("kind", "most", "done"), [("parquet", 120, (48, 1)), ("csv", 120, (48, 1)), ("csv", 40, None)]
)
def test_going_on_in_the_middle_of_a_file(
    kind: str, most: int, done: tuple[int, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state is kept after every 40 rows; the work stops after some 60 of two systems, and goes on from 48, or after
    some 20, before there is a state."""
    monkeypatch.setattr("bolide.engines.checkpoints.PART", 40)
    monkeypatch.setattr("bolide.corpus.arrow_files.ROWS", 16)
    monkeypatch.setattr("bolide.corpus.tables.ROWS", 16)
    if kind == "csv":
        with Path("t.csv").open("w", newline="") as out:
            csv.writer(out).writerows([("hyp", "good", "ref"), *zip(["", *HYPS[1:]], GOOD, REFS, strict=True)])
    words = "score", "ref", "--table", f"t.{kind}", "-i", "hyp", "good", "-w", "9"
    wanted = bolide(*words, "-o", "whole.parquet", "--counts")
    assert wanted.code == 0, wanted.err
    assert kind != "csv" or "in the first 16 rows, hyp: empty outputs" in wanted.err
    stop_after(most, f"t.{kind}", TableQuery(("hyp", "good"), ("ref",), ("bleu",)), "rows.parquet", True)
    if done is None:
        assert [path.name for path in Path("state").iterdir()] == ["rows-000000.parquet"]
    else:
        saved = json.loads(Path("state/state.json").read_text())
        assert (saved["rows"], saved["parts"]) == done
    assert bolide(*words, "-o", "rows.parquet", "--counts", "--resume", "state") == wanted
    assert pq.read_table("rows.parquet") == pq.read_table("whole.parquet")


def test_an_interrupted_run_leaves_no_file() -> None:
    Path("many").mkdir()
    for k in range(3):
        pq.write_table(TABLE.slice(k), f"many/{k:02d}.parquet")
    words = "score ref --table many -i hyp good -m ter chrf -o rows.parquet -j 2"
    run = begun(words, "engines.counts_file:CountsFile.write", waits=1)
    assert list(Path().glob(".bolide-*.part"))
    run.send_signal(signal.SIGINT)
    _, err = run.communicate()
    assert (run.returncode, err.splitlines()[-1]) == (130, "bolide: interrupted")
    assert not list(Path().glob(".bolide-*"))
    assert not Path("rows.parquet").exists()
