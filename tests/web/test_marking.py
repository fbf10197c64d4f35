"""Errors that people marked, given to the page as a file, over the outputs that it has scored."""

from json import dumps
from typing import Any

import pytest

from bolide.reporting.testset.page_html import unpacked
from tests.web.calls import call, file

pytestmark = pytest.mark.one_core

MQM = """system\tseg_id\trater\tsource\ttarget\tcategory\tseverity
A\t1\tr1\tx\tthe <v>cat 😺</v> sat\tAccuracy/Mistranslation\tMajor
A\t1\tr2\tx\tthe cat <v>😺 sat</v>\tFluency/Grammar\tMinor
A\t1\tr2\t<v>x</v>\tthe cat 😺 sat\tAccuracy/Omission\tMajor
B\t2\tr1\tx\tfine\tNo-error\tno-error
Z\t1\tr1\tx\t<v>y</v>\tStyle\tMinor
"""
SPANS = '{"system": "B", "line_id": 0, "spans": [{"start": 0, "end": 1, "severity": "minor"}]}\n'


@pytest.fixture
def scored() -> None:
    systems = [{"name": "A.txt", "hyps": ["the cat 😺 sat", "good"]}, {"name": "t.tsv: B", "hyps": ["a cat", "fine"]}]
    call("corpus", metrics=[{"metric": "bleu", "options": {}}], systems=systems, refs=[["the cat sat"], ["fine"]])


def marked(*files: dict[str, str], names: list[str]) -> Any:
    return call("marked", files=list(files), names=names)


def test_a_file_of_annotations_is_told_from_a_table() -> None:
    found = call("read", **file("mqm.tsv", MQM))["result"]
    assert found["annotations"] == {"systems": ["A", "B", "Z"], "outputs": 4, "errors": 4}
    assert "columns" in call("read", **file("t.tsv", "category\ttext\nnews\thello\n"))["result"]


@pytest.mark.usefixtures("scored")
def test_errors_lie_over_the_outputs() -> None:
    answer = marked(file("mqm.tsv", MQM), names=["A.txt", "B"])["result"]
    assert answer["notes"] == ["mqm.tsv: errors in the outputs of A, B; those of Z are not here."]
    first, second = answer["marked"]
    assert (first["file"], first["system"], first["segment"]) == (0, 0, 0)
    assert first["text"] == "the cat 😺 sat"
    assert [error[:2] for error in first["errors"]] == [[4, 9], [8, 13], [-1, -1]]  # characters, not UTF-16 units
    assert first["errors"][0][2:] == ["Accuracy/Mistranslation", "Major", "r1"]
    # Somebody has looked at this one and found nothing.
    assert (second["system"], second["segment"], second["text"], second["errors"]) == (1, 1, "fine", [])


@pytest.mark.usefixtures("scored")
def test_people_and_a_tool_stand_side_by_side_and_in_the_report() -> None:
    answer = marked(file("mqm.tsv", MQM), file("p.jsonl", SPANS), names=["A.txt", "B"])["result"]
    where = [(one["file"], one["system"], one["segment"]) for one in answer["marked"]]
    assert where == [(0, 0, 0), (0, 1, 1), (1, 1, 0)]
    from bolide.web.calls.corpora import last

    assert {key: len(errors) for key, errors in last().marked.items()} == {("A.txt", 0): 3, ("t.tsv: B", 0): 1}
    report = dumps(unpacked(call("report", sources=None, documents=None)["result"]).to_dict())
    assert report.count("Accuracy/Mistranslation") == report.count("Fluency/Grammar") == 1


@pytest.mark.usefixtures("scored")
def test_marks_of_other_systems_are_refused() -> None:
    said = marked(file("mqm.tsv", MQM), names=["X.txt", "Y"])["error"]
    assert said.startswith("mqm.tsv marks errors in the outputs of A, B, Z; no system here has such a name.")


def pearmut(*texts: str) -> dict[str, str]:
    """Pearmut's annotations of system A, with ids of segments and the texts that were read."""
    items = [{"item_id": f"x_#_{k}", "tgt": {"A": text}} for k, text in enumerate(texts)]
    judged = {"A": {"score": 50, "error_spans": [{"start_i": 0, "end_i": 2, "severity": "major"}]}}
    return file("a.json", dumps({"eng-deu": [{"annotation": [judged], "item": [item]} for item in items]}))


@pytest.mark.usefixtures("scored")
def test_annotations_with_ids_must_be_of_these_texts_in_their_order() -> None:
    answer = marked(pearmut("the cat 😺 sat", "good"), names=["A.txt", "B"])["result"]
    assert [one["text"][slice(*one["errors"][0][:2])] for one in answer["marked"]] == ["the", "goo"]
    for wrong in (pearmut("good", "the cat 😺 sat"), pearmut("the cat 😺 sat", "good", "more")):
        error = marked(wrong, names=["A.txt", "B"])["error"]
        assert "names segments by ids, the texts have none" in str(error)
