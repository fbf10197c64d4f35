"""`bolide report`: everything that it takes, in one page."""

from hashlib import sha256
from pathlib import Path

import pytest

from bolide.reporting.testset.data import TestSetReport
from tests.cli.run import bolide
from tests.reporting.packed import unpacked

pytestmark = [pytest.mark.usefixtures("examples")]


def made(*words: str) -> TestSetReport:
    """The report that is written with these further words."""
    result = bolide("report", *words, "-n", "50", "-o", "r.html")
    assert (result.code, result.out) == (0, ""), result.err
    return unpacked(Path("r.html").read_text(encoding="utf-8"))


TWO = ("ref.txt", "-i", "a.txt", "b.txt")


def test_everything_at_once() -> None:
    Path("strata.txt").write_text("x\n" * 4 + "y\n" * 2)
    words = (
        "--source source.txt --documents documents.txt --labels domains.txt --strata strata.txt --human mqm.seg.score"
    )
    found = made(*TWO, "-m", "bleu", "ter", "--scores", "comet.seg.score", *words.split(), "--title", "News & chat")
    assert [metric["name"] for metric in found.summary["metrics"]] == ["BLEU", "TER", "comet"]
    assert [group["name"] for group in found.summary["groups"]] == ["length", "document", "label", "human"]
    assert found.batches[0]["texts"][0][0] == "sentence 1 of the source"
    assert found.segments["human"] is not None
    assert found.summary["colophon"]["command"][:3] == ["bolide", "report", "ref.txt"]
    assert {one["text"]: one["file"] for one in found.summary["colophon"]["data"]} == {
        "source": "source.txt",
        "reference": "ref.txt",
        "a": "a.txt",
        "b": "b.txt",
        "documents": "documents.txt",
        "labels": "domains.txt",
        "domains": "strata.txt",
        "human scores": "mqm.seg.score",
        "scores 1": "comet.seg.score",
    }
    digests = {one["text"]: one["sha256"] for one in found.summary["colophon"]["data"]}
    assert digests["human scores"] == sha256(Path("mqm.seg.score").read_bytes()).hexdigest()
    assert "News &amp; chat" in Path("r.html").read_text(encoding="utf-8")
