"""Where the fuzzer begins: a few small inputs of each kind, from which it makes the others."""

from tests.laws.settings import SETTINGS

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
    "mqm_files": [
        b"system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
        b"a\td\t1\t1\tr\ts\t<v>t</v>\tAccuracy/Omission\tMajor\n",
    ],
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
