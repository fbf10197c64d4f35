"""Segments and corpora: shapes."""

from bolide import Corpus


def test_a_square_shape_is_read_as_documented() -> None:
    corpus = Corpus.of(["a", "b"], [["a", "x"], ["b", "y"]])
    assert corpus[1].refs == ("b", "y")
    assert corpus.nrefs == "2"


def test_references_may_vary_by_line() -> None:
    corpus = Corpus.of(["a", "b"], ["a", ("b", "c")])
    assert corpus.nrefs == "var"
    assert [corpus[i].refs for i in range(2)] == [("a",), ("b", "c")]
