"""Texts and names keep what str.splitlines takes for line ends, in every form of judgments and scores; the last line
need not end, empty lines at the end are nothing, and files may be packed.
"""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bolide.agreement.annotations import FORMS, form_of, read_annotations

ODD = [f"a{c}b" for c in "\u2028\u2029\u0085\x0b\x0c\x1c\x1e"]
SPAN = {"start": 0, "end": 3, "severity": "major", "category": "x", "score": 5}


def one_json(**record: object) -> str:
    return json.dumps(record, ensure_ascii=False)


# By form, the lines of files that judge each of the texts, the first by one system, and what stands before and after.
ANNOTATIONS: dict[str, tuple[str, Callable[[int, str], str], str]] = {
    "ESA dump": (
        "",
        lambda k, text: one_json(langs="en-de", line_id=k, system="s", esa_score=80, tgt=text, doc_id=f"d{k}"),
        "",
    ),
    "ESA export": ("", lambda k, text: f'{text},s,{k},TGT,eng,deu,80,d{k},False,"[]",1.0,2.0', ""),
    "MQM errors": (
        "system\tdoc\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\n",
        lambda k, text: f"s\td{k}\t{k + 1}\tr\tx\t<v>{text}</v>\tAccuracy\tMajor",
        "",
    ),
    "span predictions": ("", lambda k, text: one_json(system=text, line_id=k, spans=[SPAN]), ""),
    "xCOMET's errors": (
        '{"s.txt": [',
        lambda k, text: one_json(mt=text, COMET=0.5, errors=[SPAN]) + "," * (k < len(ODD) - 1),
        "]}",
    ),
    "WMT25 spans": (
        "doc_id\tsegment_id\tsystem_id\thypothesis_segment\tstart_indices\tend_indices\terror_types\n",
        lambda k, text: f"d\t{k}\ts\t{text}\t0\t3\tmajor",
        "",
    ),
    "Pearmut": (
        '{"eng-deu": [',
        lambda k, text: (
            one_json(annotation=[{"s": {"score": 80}}], item=[{"item_id": f"x_#_{k}", "tgt": {"s": text}}])
            + "," * (k < len(ODD) - 1)
        ),
        "]}",
    ),
    "JSON lines by system": (
        "",
        lambda k, text: one_json(
            doc_id=f"x_#_{k}", tgt_text={"s": text}, scores={"s": [{"score": 80, "annotator": "r"}]}
        ),
        "",
    ),
    ".seg.rating": ("", lambda k, text: f"{text}\t{json.dumps({'errors': [SPAN]})}", ""),
}


@pytest.mark.parametrize("how", ["plain", "gz"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n"], ids=["no end", "end", "empty line"])
@pytest.mark.parametrize("form", FORMS)
def test_annotations(form: str, end: str, how: str, tmp_path: Path) -> None:
    before, line, after = ANNOTATIONS[form]
    text = before + "\n".join(line(k, odd) for k, odd in enumerate(ODD)) + after + end
    path = tmp_path / ("a.txt" if how == "plain" else "a.txt.gz")
    path.write_bytes(gzip.compress(text.encode()) if how == "gz" else text.encode())
    assert form_of(text) == form
    annotations = read_annotations(path)
    assert annotations is not None
    assert len(annotations.ratings) == len(ODD)
    by_text = {
        "ESA export": lambda rating: rating.annotator,
        "span predictions": lambda rating: rating.system,
        ".seg.rating": lambda rating: rating.system,
    }
    assert [by_text.get(form, lambda rating: rating.output)(rating) for rating in annotations.ratings] == ODD
