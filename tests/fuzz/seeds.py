"""Where the fuzzer begins: a few small inputs of each kind, from which it makes the others."""

from bolide import Accumulator
from tests.laws.settings import SETTINGS


def _summed(metric: str) -> bytes:
    made = Accumulator(metric)
    made.add(["a b"], ["a c"])
    return made.to_json().encode()


_SENTENCES = [
    b"the cat sat on the mat .\nthe cat is on the mat .\na cat sat",
    b"\n\n",
    "Der Hund, der bellt!\nDie Hunde bellen 3.5 % ... \u201cja\u201d\n\u4f60\u597d \u4e16\u754c".encode(),
    b"a b c d e f g a b c\nc b a g f e d a a a\nb b b",
    b"&lt;tag&gt; it's 1,000.00 -- a-b .. MULTI. ''quoted''\nIt is (fine).",
    b"walking dogs ran quickly\nthe dog runs quick\nwalks a hound",
]
_SIGNATURES = [str(metric.signature()).encode() for metric in SETTINGS]
_TABLE = b"0.5\na cat\nthe cat\n0.25\nthe cat\na small cat\n0.1\ndog\nhound\n"

_MQM = (
    b"system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    b"a\td\t1\t1\tr\ts\t<v>t</v>\tAccuracy/Omission\tMajor\n"
)
_ANNOTATIONS = [
    b'ann1,a,0,TGT,eng,ces,80,doc0,False,"[{""start_i"": 1, ""end_i"": 4, ""severity"": ""minor""}]",10.0,20.0\n'
    b"ann2,a,0,TGT,eng,ces,70,doc0,False,[],10.0,20.0\nann1,a,0,BAD,eng,ces,3,doc0#bad,False,[],10.0,11.0\n",
    b'{"langs": "en-de", "line_id": 0, "system": "a", "esa_score": 80, "doc_id": "d", "annotator": "x", "domain": "n",'
    b' "tgt": "t t", "esa_spans": [{"start_i": 1, "end_i": 4, "severity": "minor"}]}\n',
    b'{"system": "a", "line_id": 0, "spans": [{"start": 0, "end": 3, "severity": "major"}]}\n',
    b"doc_id\tsegment_id\tsystem_id\thypothesis_segment\tstart_indices\tend_indices\terror_types\n"
    b"d\t1\ta\tsome text\t0 missing\t3 missing\tmajor minor\nd\t2\ta\tx\t-1\t-1\tno-error\n",
    b'a\t{"errors": [{"start": 0, "end": 4, "severity": "major", "category": "style", "score": 5}]}\nb\tNone\n',
    _MQM,
]
_SUMS = [_summed(name) for name in ("bleu", "ter")]

SEEDS: dict[str, list[bytes]] = {
    "metric_rows": [bytes([k]) + text for k in range(len(SETTINGS)) for text in _SENTENCES[:3]],
    "metric_explanation": [bytes([k]) + _SENTENCES[k % len(_SENTENCES)] for k in range(len(SETTINGS))],
    "signatures": _SIGNATURES,
    "wild_starts": [bytes([3, 4, 6, 3, 4]), bytes([3, 5, 8, 10, 3, 4, 5, 6])],
    "tokens": _SENTENCES,
    "letters": _SENTENCES,
    "normalized": _SENTENCES,
    "units": [b"a b ++ c d", b"w # v ++ p # q", b"a ++ b # c ++ d", b"\\++ #"],
    "lines": [b"one\ntwo\n", b"\xef\xbb\xbfone\r\n", b"\x1f\x8b\x08\x00", b"PK\x03\x04", b"<?xml version='1.0'?>"],
    "gzip_lines": [b"one\ntwo\n", b"\xff\xfea\0"],
    "tables": [
        b"a\tb\nx\ty\n", b'a,b\n"x, y",z\n', b'{"a": "x", "b": ["y", "z"]}\n', b'a\tb\n"x ""y"""\tz\n', b"a;b\n1;2\n",
    ],
    "score_files": [
        b"sysA\t0.5\nsysB\tNone\n", b"system,segment,score\na,1,0.5\na,2,\nb,1,3\nb,2,4\n", b"segment,a,b\n1,2,3\n",
    ],
    "mqm_files": [_MQM],
    "annotation_files": _ANNOTATIONS,
    "label_files": [b"news\tdoc1\nnews\tdoc2\n", b"a\n\n"],
    "nbest_lists": [
        b"\x000 ||| a b ||| x ||| 1\n0 ||| a\n1 ||| c\n", b"\x01a\nb\n", b'\x02{"a": ["x", "y"]}\n',
    ],
    "accumulators": [b"{}", *_SUMS],
    "dossiers": [b'{"format": 1, "comparisons": [], "summary": {}, "segments": {}, "pieces": []}'],
    "damaged_sheets": [b"\0", b"\0\x21\xff\x03", b"\1\0\0\2\0\0\xff"],
    "arrow_rows": [bytes([k]) + text for k in range(0, len(SETTINGS), 3) for text in _SENTENCES[:3]],
    "recut_texts": _SENTENCES,
    "ranking_files": [
        b"srclang,trglang,srcIndex,segmentId,judgeId,system1Id,system1rank,system2Id,system2rank\n"
        b"fr,en,1,1,j,a,1,b,2\n",
    ],
    "sgml_files": [
        b'<tstset setid="s" srclang="a" trglang="b">\n<doc docid="d" sysid="x">\n<seg id="1">a &amp; b</seg>\n'
        b'<seg id=2>c\nd</seg>\n</doc></tstset>\n',
    ],
    "paraphrase_tables": [_TABLE, b"0.5\na\nb"],
    "reports": [b'{"systems": [], "bolide": "1", "compiled": true}', b"[" * 50],
    "explain_command": [
        b"'the cat' 'a cat' -m bleu chrf", b"a b -m meteor --meteor.variant nltk", b"'a b' 'b a' -m ter -w 3 -f json",
    ],
    "sacrebleu_scores": [bytes([k]) + text for k in range(13) for text in _SENTENCES[:2]],
    "sacrebleu_tokens": _SENTENCES,
    "nltk_scores": _SENTENCES,
}  # fmt: skip
