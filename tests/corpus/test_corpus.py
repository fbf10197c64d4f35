"""Segments and corpora: shapes, pieces, sources and ids."""

from dataclasses import replace

from bolide import Corpus, InputError, Segment
from tests.errors import raises


def test_a_square_shape_is_read_as_documented() -> None:
    corpus = Corpus.of(["a", "b"], [["a", "x"], ["b", "y"]])
    assert corpus[1].refs == ("b", "y")
    assert corpus.nrefs == "2"


def test_references_may_vary_by_line() -> None:
    corpus = Corpus.of(["a", "b"], ["a", ("b", "c")])
    assert corpus.nrefs == "var"
    assert [corpus[i].refs for i in range(2)] == [("a",), ("b", "c")]


def test_any_iterable_of_texts_will_do() -> None:
    class Text(str):
        __slots__ = ()

    assert Corpus.of((t for t in ["a", Text("b")]), iter(["a", "b"])).hyps == ["a", "b"]


def test_blocks_are_the_corpus_in_pieces() -> None:
    corpus = Corpus.of([str(i) for i in range(10)], [[str(i)] * (1 + i % 3) for i in range(10)])
    pieces = list(corpus.blocks(4))
    assert [len(piece) for piece in pieces] == [4, 4, 2]
    assert [piece[i] for piece in pieces for i in range(len(piece))] == [corpus[i] for i in range(10)]


def test_sources_and_ids_are_one_per_segment_or_unknown() -> None:
    corpus = Corpus.of(["a", "b"], ["c", "d"])
    assert (corpus[1].source, corpus[1].id) == (None, None)
    known = replace(corpus, sources=("x", "y"), ids=("1", "2"))
    assert known[1] == Segment("b", ("d",), "y", "2")
    raises(InputError, "2 segments and 1 id; give one per segment", replace, corpus, ids=("1",))
