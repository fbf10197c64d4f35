"""Errors that people marked, given to the page as a file, over the outputs that it has scored."""

from typing import Any

import pytest

from tests.web.calls import call, file

MQM = """system\tseg_id\trater\tsource\ttarget\tcategory\tseverity
A\t1\tr1\tx\tthe <v>cat 😺</v> sat\tAccuracy/Mistranslation\tMajor
A\t1\tr2\tx\tthe cat <v>😺 sat</v>\tFluency/Grammar\tMinor
A\t1\tr2\t<v>x</v>\tthe cat 😺 sat\tAccuracy/Omission\tMajor
B\t2\tr1\tx\tfine\tNo-error\tno-error
Z\t1\tr1\tx\t<v>y</v>\tStyle\tMinor
"""


@pytest.fixture
def scored() -> None:
    systems = [{"name": "A.txt", "hyps": ["the cat 😺 sat", "good"]}, {"name": "t.tsv: B", "hyps": ["a cat", "fine"]}]
    call("corpus", metrics=[{"metric": "bleu", "options": {}}], systems=systems, refs=[["the cat sat"], ["fine"]])


def marked(*files: dict[str, str], names: list[str]) -> Any:
    return call("marked", files=list(files), names=names)


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
