"""Byte-order marks count as text, as in sacreBLEU. What else is said of them, and of tables, is in printed.toml."""

from pathlib import Path

import pytest
from sacrebleu.metrics import BLEU as PeerBLEU

from bolide.peers import rgbf
from tests.cli.run import bolide


@pytest.fixture(autouse=True)
def _files(here: Path) -> None:
    for name, text in {"hyp": "the cat sat on the mat\na dog barked\n", "ref": "the cat sat on a mat\na dog\n"}.items():
        for ending, encoding in (("txt", "utf-8"), ("bom", "utf-8-sig")):
            Path(f"{name}.{ending}").write_text(text, encoding=encoding)


@pytest.mark.parametrize(("hyp", "ref"), [("hyp.bom", "ref.txt"), ("hyp.txt", "ref.bom")])
def test_a_mark_counts_as_text_as_in_sacrebleu_and_is_said_once(hyp: str, ref: str) -> None:
    hyps, refs = (Path(name).read_text(encoding="utf-8").splitlines() for name in (hyp, ref))
    expected = PeerBLEU().corpus_score(hyps, [refs]).score
    found = bolide("score", ref, "-i", hyp, "-b", "-w", "6")
    assert (found.out, found.err.count("\n")) == (f"{expected:.6f}\n", 1)


def test_rgbf_keeps_it_and_says_so() -> None:
    marked, plain = (bolide("-H", name, "-R", "ref.txt", main=rgbf.main) for name in ("hyp.bom", "hyp.txt"))
    assert (marked.code, plain.code, plain.err, marked.out != plain.out) == (0, 0, "", True)
    assert "hyp.bom begins with a byte-order mark" in marked.err
