"""Marks say what they add; their JSON has the same keys whatever their type."""

import pytest

from bolide.data import marks
from bolide.data.figures import MarkedError, error_label, pieces

BIGRAMS = marks.GramKind(2, "match_2", "total_2")
BOTH = marks.GramKind(1, "match_p_u_1", "hyp_u_1", "ref_u_1", "match_r_u_1", "u")


@pytest.mark.parametrize(
    ("mark", "kind", "adds"),
    [
        (marks.Gram("a b", (0, 4), (1,), 0, BIGRAMS, 1), "clipped", {"match_2": 1, "total_2": 2}),
        (marks.Gram("a b", (0,), (1, 3), 0, BIGRAMS, 1), "credited", {"match_2": 1, "total_2": 1}),
        (marks.Gram("a b", (0,), (), None, BIGRAMS), "unmatched", {"match_2": 0, "total_2": 1}),
        (
            marks.Gram("a", (0,), (1, 3), 0, BOTH, 1),
            "credited",
            {"match_p_u_1": 1, "match_r_u_1": 1, "hyp_u_1": 1, "ref_u_1": 2},
        ),
        (
            marks.Gram("a", (0, 2), (1,), 0, BOTH, 1, 0.5, marks.Recalled(1, 3, 2)),
            "credited",
            {"match_p_u_1": 1, "match_r_u_1": 2, "hyp_u_1": 2, "ref_u_1": 3},
        ),
        (marks.Gram("a", (), (1, 3), 0, BOTH), "missed", {"ref_u_1": 2}),
        (
            marks.Link("a", (0,), (1,), 0, "exact", 1, counted={"match_exact": 1, "chunks": 1}),
            "matched",
            {"match_exact": 1, "chunks": 1},
        ),
        (marks.Dropped("a – b", (0,), (1,), 0, "stem", "why"), "dropped", {}),
        (marks.Unmatched("a", (0,)), "unmatched", {}),
        (marks.Edit("a", (0,), (0,), 0), "ok", {}),
        (marks.Edit("a – b", (0,), (0,), 0, "substitute"), "substitute", {"edits": 1, "substitutions": 1}),
        (marks.Edit("a", (0,), (), 0, "insert"), "insert", {"edits": 1, "insertions": 1}),
        (marks.Edit("b", (), (0,), 0, "delete"), "delete", {"edits": 1, "deletions": 1}),
        (marks.Shift("a b", (3, 4), (), None, 3, 0, 2), "shift", {"edits": 1, "shifts": 1, "shifted_words": 2}),
        (marks.Whole(kind="candidate", counted={"hyp_len": 3}), "candidate", {"hyp_len": 3}),
    ],
)
def test_what_each_mark_adds(mark: marks.Mark, kind: str, adds: dict[str, int]) -> None:
    assert (mark.kind, mark.adds()) == (kind, adds)
    data = mark.to_dict()
    assert list(data) == ["text", "kind", "adds", "hyp", "ref", "reference", "details"]
    assert (data["kind"], data["adds"], data["details"]) == (kind, adds, mark.details())


def test_pieces_between_errors_are_the_text() -> None:
    errors = [MarkedError(0, 3, "", "minor", ""), MarkedError(2, 5, "", "major", ""), MarkedError(-1, -1, "", "", "")]
    found = pieces("abcdef", errors)
    assert [(piece.text, piece.errors, piece.starts, piece.ends) for piece in found] == [
        ("ab", (1,), (1,), ()),
        ("c", (1, 2), (2,), (1,)),
        ("de", (2,), (), (2,)),
        ("f", (), (), ()),
    ]
    assert pieces("", errors[2:]) == []
    assert error_label(errors[0]) == "minor"
    assert error_label(MarkedError(-1, -1, "Omission", "Minor", "r2")) == "Minor Omission (no place in the text) · r2"
