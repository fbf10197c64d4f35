"""Hashes of texts are those of the definition however the texts arrive, and known references are recognised."""

import gzip
import json
import re
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import bolide
from bolide import Corpus
from bolide.corpus import identity
from bolide.corpus.identity import KnownReference, hashes_of
from tests.cli.run import bolide as run

TEXT = ["The cat sat.", "", "Ein Haus, 語", "last"]
DIGEST = sha256("The cat sat.\n\nEin Haus, 語\nlast\n".encode()).hexdigest()  # the definition, written out
KNOWN = {DIGEST: KnownReference("wmt99/xx-yy", "refA", 4)}
FORMS = {
    "plain": "\n".join(TEXT) + "\n",
    "no final newline": "\n".join(TEXT),
    "CRLF": "\r\n".join(TEXT) + "\r\n",
    "CRLF without the last": "\r\n".join(TEXT),
}


@pytest.fixture
def one_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A table with one reference, and no folder of sacreBLEU's."""
    monkeypatch.setattr(identity, "known_references", lambda: KNOWN)
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "sacrebleu"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def identity_of(*arguments: str) -> dict[str, object]:
    done = run("score", *arguments, "-f", "json")
    assert done.code == 0, done.err
    (texts,) = json.loads(done.out)["identity"]
    return texts  # type: ignore[no-any-return]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_a_file_is_recognised_in_every_form(one_known: Path, form: str, packed: bool) -> None:
    data = FORMS[form].encode()
    Path("ref").write_bytes(gzip.compress(data) if packed else data)
    Path("hyp").write_text("x\n" * 4)
    texts = identity_of("ref", "-i", "hyp")
    assert texts["references"] == [{"lines": 4, "bytes": 33, "sha256": DIGEST, "known": "wmt99/xx-yy refA"}]
    assert texts["outputs"] == {"lines": 4, "bytes": 8, "sha256": sha256(b"x\nx\nx\nx\n").hexdigest(), "known": ""}


texts_lists = st.lists(st.lists(st.text("ab\r\n", max_size=3), min_size=1, max_size=3), min_size=1, max_size=5)


@given(texts_lists, texts_lists)
def test_different_references_have_different_hashes(one: list[list[str]], two: list[list[str]]) -> None:
    """Segments apart that contain line breaks: carriage returns at line ends do not count."""

    def hashes(groups: list[list[str]]) -> object:
        return hashes_of([Corpus.of([""] * len(groups), groups)])[0].references

    one, two = ([[re.sub("[\r\n]", "", text) for text in group] for group in groups] for groups in (one, two))
    assert (hashes(one) == hashes(two)) == (one == two)


# --- what is said -------------------------------------------------------------------------------------------------


def test_the_outputs_of_every_run_are_in_the_signature() -> None:
    refs, other = ["a b", "c d"], ["a", "c d"]
    two = bolide.score(bolide.TestSet(refs, {"s": refs, "r": bolide.Runs(refs, other)}))
    hashes = ",".join(hashes_of([Corpus.of(run, refs)])[0].outputs.short for run in (refs, other))
    assert two.with_hashes().systems[1].scores[0].signature.hyps == hashes
    assert two.provenance == []
    data = bolide.TestSet(refs, {"r": bolide.Runs(refs, other), "s": bolide.Runs(other, refs)})
    for call in (bolide.compare, bolide.report):
        assert [one.system for one in call(data, plan=bolide.Plan(trials=20)).identity] == [*"rrss"]
