"""Texts in pieces between the errors that are marked in them."""

from bolide.data.figures import MarkedError, error_label, pieces


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
