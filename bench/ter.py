"""TER against sacreBLEU, and word error rate against jiwer: the kernels with their tokenizers, no metric on top."""

from array import array

from sacrebleu.metrics import TER as PeerTER

from bench.timing import Line, corpus, race
from bolide.kernels import levenshtein, ter
from bolide.text.tercom import Tercom
from bolide.text.tercom_words import encode_tercom
from bolide.text.vocab import encode

SHARE = 10  # sacreBLEU takes a minute and a half for the whole test set


def lines() -> list[Line]:
    """All measurements of TER and its relatives."""
    name, hyps, refs = corpus()
    return [
        _corpus(f"corpus TER ({name}, 1 segment in {SHARE})", hyps[::SHARE], refs[::SHARE], Tercom()),
        _corpus("corpus TER, normalized", hyps[::SHARE], refs[::SHARE], Tercom(normalized=True)),
        *_rates(name, hyps, refs),
    ]


def _edits(hyps: list[str], refs: list[str], cut: Tercom) -> float:
    found = encode_tercom(hyps, refs, cut)
    rows = memoryview(bytearray(64 * len(refs))).cast("q", (len(refs), 8))
    ter.edits(found.ids, found.starts, memoryview(array("q", range(len(refs) + 1))), rows)
    table = rows.tolist()
    return 100 * sum(row[0] for row in table) / sum(row[7] for row in table)


def _corpus(work: str, hyps: list[str], refs: list[str], cut: Tercom) -> Line:
    peer = PeerTER(normalized=cut.normalized)
    assert peer.corpus_score(hyps, [refs]).score == _edits(hyps, refs, cut)
    times = race(lambda: peer.corpus_score(hyps, [refs]), lambda: _edits(hyps, refs, cut), 1)
    return Line(work, "sacreBLEU", *times, 250)


def _rate(hyps: list[str], refs: list[str]) -> float:
    found = encode([*hyps, *refs], "whitespace")
    rows = memoryview(bytearray(56 * len(refs))).cast("q", (len(refs), 7))
    levenshtein.edits(found.ids, found.starts, memoryview(array("q", range(len(refs) + 1))), rows)
    table = rows.tolist()
    return sum(row[0] for row in table) / sum(row[6] for row in table)


def _rates(name: str, hyps: list[str], refs: list[str]) -> list[Line]:
    try:
        import jiwer
    except ImportError:
        return []
    hyps, refs = ([" ".join(text.split()) for text in side] for side in (hyps, refs))  # jiwer splits at spaces only
    assert jiwer.wer(refs, hyps) == _rate(hyps, refs)
    times = race(lambda: jiwer.wer(refs, hyps), lambda: _rate(hyps, refs), 3)
    return [Line(f"corpus WER ({name})", "jiwer", *times, 1)]
