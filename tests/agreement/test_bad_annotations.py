"""Annotations that are not what they should be: refused with file and line, in every form, for whatever is asked."""

import json
from pathlib import Path
from typing import Any

import pytest

from bolide.agreement.annotations import form_of, read_annotations
from bolide.agreement.human_ranking import people_report
from bolide.agreement.span_scores import ScoredSpan, SpanScoring
from bolide.agreement.spans import PRESETS
from bolide.system.errors import InputError
from tests.errors import raises

ESA = "ann1,a,{segment},TGT,eng,ces,{score},doc0,False,{spans},10.0,{end}"
DUMP: dict[str, Any] = {"langs": "en-de", "line_id": 0, "system": "a", "esa_score": 80, "esa_spans": []}
PREDICTION: dict[str, Any] = {"system": "a", "line_id": 0, "spans": []}
WMT25 = "doc_id\tsegment_id\tsystem_id\tstart_indices\tend_indices\terror_types\nd\t1\ta\t{start}\t{end}\t{kind}"
MARK = {"start": 3, "end": 7, "severity": "major", "category": "style", "score": 5}
NO_NUMBER: list[Any] = ["1_0", "\uff11", "x", None, True, [1], {"a": 1}, "nan", "", 10**400, "9" * 5000]
# What cannot be a place in a text, nor the number of a segment: as JSON, and as the cell of a table.
NO_PLACE: list[Any] = [*NO_NUMBER, -1, 1.5, 2**40]


def esa(segment: str = "0", score: str = "80", spans: str = "[]", end: str = "20.0") -> str:
    return ESA.format(segment=segment, score=score, end=end, spans='"' + spans.replace('"', '""') + '"')


def rated(**changed: Any) -> str:
    return "a\t" + json.dumps({"errors": [{**MARK, **changed}]})


def esa_spans(**changed: Any) -> str:
    return json.dumps([{"start_i": 1, "end_i": 4, "severity": "minor", **changed}])


def by_system(**changed: Any) -> str:
    judged = {"score": 80, "errors": [], **changed}
    return json.dumps({"doc_id": "en-cs_#_d_#_1", "tgt_text": {"A": "x"}, "scores": {"A": [judged]}})


def predicted(task: str, answers: Any) -> str:
    return json.dumps({"item_id": "en-cs_#_d_#_1", task: answers})


def pearmut(**changed: Any) -> str:
    judged = {"score": 80, "error_spans": [], **changed}
    return json.dumps({"en-cs": [{"annotation": [{"A": judged}], "item": [{"item_id": "en-cs_#_d_#_1"}]}]})


def cells(values: list[Any]) -> list[str]:
    return [value for value in map(str, values) if "\n" not in value and "," not in value]


BAD = {
    "ESA export": [
        *(f"{esa()}\n{esa(segment=text)}" for text in cells(NO_PLACE)),
        *(f"{esa()}\n{esa(score=text)}" for text in [*cells(NO_NUMBER), "-1", "101"]),
        *(f"{esa()}\n{esa(end=text)}" for text in ["1_0", "\uff11", "x", "nan", ""]),
        *(f"{esa()}\n{esa('1', spans=esa_spans(start_i=value))}" for value in NO_PLACE),
        *(f"{esa()}\n{esa('1', spans=esa_spans(end_i=value))}" for value in [*NO_PLACE[:3], None, -1, 1.5, 2**40]),
        *(f"{esa()}\n{esa('1', spans=text)}" for text in ["{", "1", '"x"', "[1]", "[[]]", "[{}]", "[" * 9999, "[NaN]"]),
    ],
    "ESA dump": [
        *(json.dumps({**DUMP, name: value}) for name in ("line_id", "esa_score") for value in NO_PLACE if value != 1.5),
        *(json.dumps({**DUMP, name: value}) for name in ("langs", "system") for value in (None, 1, [], ["a"], {}, "")),
        *(json.dumps({**DUMP, "esa_spans": json.loads(esa_spans(start_i=value))}) for value in NO_PLACE),
        *(json.dumps({**DUMP, "esa_spans": value}) for value in (1, "x", {"a": 1}, [1], [None], [[]], True)),
        json.dumps(DUMP)[:-1] + ', "system": "b"}',
    ],
    "span predictions": [
        *(json.dumps({**PREDICTION, "line_id": value}) for value in NO_PLACE),
        *(json.dumps({**PREDICTION, "system": value}) for value in (None, 1, [], ["a"], {}, "")),
        *(json.dumps({**PREDICTION, "score": value}) for value in NO_NUMBER if value is not None),
        *(json.dumps({**PREDICTION, "spans": [{**MARK, name: v}]}) for name in ("start", "end") for v in NO_PLACE),
        *(json.dumps({**PREDICTION, "spans": value}) for value in (1, "x", {"a": 1}, [1], [None], [[]], True)),
    ],
    "WMT25 spans": [
        *(WMT25.format(start=text, end="7", kind="major") for text in cells(NO_PLACE) if text and text != "None"),
        *(WMT25.format(start="3", end=text, kind="major") for text in (*cells(NO_PLACE), "2", "3 4")),
    ],
    "JSON lines by system": [
        *(by_system(score=value) for value in [*NO_NUMBER, -1, 250]),
        *(by_system(errors=json.loads(esa_spans(start_i=value))) for value in NO_PLACE),
        *(by_system(errors=value) for value in (1, "x", {"a": 1}, [1], [None], [[]], True)),
        *(predicted("task1_pred", {"A": [{**MARK, name: v}]}) for name in ("start", "end") for v in NO_PLACE),
        *(predicted("task1_pred", value) for value in (1, "x", [1], {"A": 1}, {"A": [1]}, {"A": [{}]}, None)),
        *(predicted("task2_pred", {"A": value}) for value in NO_NUMBER),
        *(predicted("task3_pred", {"A": value}) for value in (2, -1, "1", None, [], 0.5, 1.0)),
    ],
    "Pearmut": [
        *(pearmut(score=value) for value in [*NO_NUMBER, -1, 101] if value is not None),
        *(pearmut(error_spans=json.loads(esa_spans(start_i=value))) for value in NO_PLACE),
        *(pearmut(error_spans=value) for value in (1, "x", {"a": 1}, [1], [None], [[]], True)),
    ],
    ".seg.rating": [
        *(f"{rated()}\n{rated(start=value)}" for value in NO_PLACE),
        *(f"{rated()}\n{rated(end=value)}" for value in [*NO_PLACE, 2]),
        *(f"{rated()}\n{rated(score=value)}" for value in NO_NUMBER),
        *(f'{rated()}\na\t{{"errors": {text}}}' for text in ('"x"', "1", "[1]", "[null]", '{"a": 1}', "[{}]")),
    ],
}


def read_all(path: Path) -> None:
    """The scores and every mark, and what is said of them."""
    people_report(read_annotations(path))


@pytest.mark.parametrize("form", BAD)
def test_bad_annotations_are_refused_with_their_line(form: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text in BAD[form]:
        path.write_text(text, encoding="utf-8")
        assert form_of(text) == form, text[:200]
        with pytest.raises(InputError) as refused:
            read_all(path)
        where = f"{path}, 'en-cs', entry 1" if form == "Pearmut" else f"{path}, line {1 + text.count(chr(10))}"
        assert where in str(refused.value), (text[:200], refused.value)
        assert len(str(refused.value)) < 600 + len(str(path))
        assert "\n" not in str(refused.value)


def test_many_marks_in_one_line_take_no_time() -> None:
    spans = [ScoredSpan(place, place + 5, "major") for place in range(10_000)]  # each with each would take minutes
    assert PRESETS["wmt25"].segment(spans, spans) == (50_000, 50_000, 50_000, 50_000)
    assert SpanScoring("EM").segment(spans, spans).f == 1
    raises(InputError, "many-to-many", SpanScoring().segment, spans, spans)  # nobody waits for a search through those
