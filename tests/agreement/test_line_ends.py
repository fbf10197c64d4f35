"""Texts and names keep what str.splitlines takes for line ends, in every form of judgments and scores; the last line
need not end, empty lines at the end are nothing, and files may be packed.
"""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bolide.agreement.annotations import FORMS, form_of, read_annotations
from bolide.agreement.labels import read_labels
from bolide.agreement.reading import read_table
from bolide.agreement.score_files import Content, read_scores

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


SCORES: dict[str, tuple[str, Callable[[int, str], str], str]] = {
    "task2_pred": ("", lambda k, name: one_json(item_id=f"x_#_{k}", task2_pred={name: k}), ""),
    "comet-score's JSON": (
        "{",
        lambda k, name: f'{json.dumps(name, ensure_ascii=False)}: [{{"COMET": {k}}}]' + "," * (k < len(ODD) - 1),
        "}",
    ),
    "comet-score's lines": ("", lambda k, name: f"{name}\tSegment 0\tscore: {k}", ""),
    "long table": ("system\tsegment\tscore\n", lambda k, name: f"{name}\t1\t{k}", ""),
    "mt-metrics-eval": ("", lambda k, name: f"{name}\t{k}", ""),
    "submission": ("", lambda k, name: f"M\ten-de\tset\tall\tref\t{name}\t{k}", ""),
}


@pytest.mark.parametrize("how", ["plain", "gz"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n"], ids=["no end", "end", "empty line"])
@pytest.mark.parametrize("form", SCORES)
def test_names_of_systems_in_score_files(form: str, end: str, how: str, tmp_path: Path) -> None:
    before, line, after = SCORES[form]
    text = before + "\n".join(line(k, odd) for k, odd in enumerate(ODD)) + after + end
    found, (read, *_) = (
        read_scores(Content(Path("x.txt"), text))[0],
        read_scores(Content(Path("x.txt"), text))[1].values(),
    )
    assert (found, list(read.scores)) == (form, ODD)
    path = tmp_path / ("x.txt" if how == "plain" else "x.txt.gz")
    path.write_bytes(gzip.compress(text.encode()) if how == "gz" else text.encode())
    table = read_table(path)
    assert [np.nansum(line) for line in table.cells] == [*range(len(ODD))]


@pytest.mark.parametrize("how", ["plain", "gz"])
@pytest.mark.parametrize("end", ["", "\n"], ids=["no end", "end"])
def test_wide_tables_numbers_and_labels(end: str, how: str, tmp_path: Path) -> None:
    def written(name: str, text: str) -> Path:
        path = tmp_path / (name if how == "plain" else f"{name}.gz")
        path.write_bytes(gzip.compress(text.encode()) if how == "gz" else text.encode())
        return path

    wide = read_table(written("wide.tsv", "\t".join(ODD) + "\n" + "\t".join(map(str, range(len(ODD)))) + end))
    assert (list(wide.systems), wide.cells[:, 0].tolist()) == (ODD, [*range(len(ODD))])
    numbers = read_table(written("numbers.txt", "1\n2\n\n4" + end))
    np.testing.assert_array_equal(numbers.cells, [[1, 2, np.nan, 4]])
    labels = read_labels(str(written("labels", "\n".join(ODD) + end)), "document")
    assert list(labels.names) == ODD
    both = read_labels(str(written("docs.tsv", "\n".join(f"news\t{odd}" for odd in ODD) + end)), "domain")
    assert both.documents is not None
    assert (set(both.names), list(both.documents.names)) == ({"news"}, ODD)
