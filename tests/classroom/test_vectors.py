"""The cases of `bolide check`: what other tools computed is what the definitions compute."""

import pytest

from bolide.classroom.cases import known_cases, vectors
from bolide.classroom.definitions import TASKS


@pytest.mark.parametrize("task", [name for name in TASKS if name not in ("meteor/nltk", "bleu/homework")])
def test_the_vectors_are_what_bolide_computes(task: str) -> None:
    """Expected: sacreBLEU, NLTK, jiwer and a plain formula (scripts/make_vectors.py), named beside each number."""
    definition = TASKS[task]
    cases = zip(known_cases(), vectors(), strict=True)
    rows = [(case, row["expected"][task]) for case, row in cases if task in row["expected"]]
    assert len(rows) >= 30
    for case, other in rows:
        assert other["by"]
        [value] = definition.expected([case])
        assert value * (100 if definition.percent else 1) == pytest.approx(other["score"], abs=1e-12), case
        parts = definition.metric_for(case).sentence(case.hyp, list(case.refs)).parts
        for name in ("counts", "totals", "edits", "hyp_len", "ref_len"):
            if name in other:
                assert parts[name] == other[name], (name, case)
