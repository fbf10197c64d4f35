"""What systems have in common with each other and with the references, in the words of the report."""

from bolide import Corpus
from bolide.reporting.testset.summary import equal_to_references, overlap_sentences, shared_outputs


def said(**systems: list[str]) -> list[str]:
    refs = [[f"r{k}", f"s{k}"] for k in range(len(next(iter(systems.values()))))]
    corpora = [Corpus.of(hyps, refs, name) for name, hyps in systems.items()]
    summary = {"systems": list(systems), "segments": len(refs)}
    return overlap_sentences(summary, {"same": shared_outputs(corpora), "equal": equal_to_references(corpora)})


def outputs(letter: str, equal: int) -> list[str]:
    """Twenty outputs, of which so many are one of the references."""
    return [f"{'rs'[k % 2]}{k}" if k < equal else f"{letter}{k}" for k in range(20)]


def test_who_has_most_outputs_in_common() -> None:
    a = outputs("a", 0)
    assert said(a=a, b=[*a[:10], *outputs("b", 0)[10:]], c=outputs("c", 0)) == [
        "The same output is given by a and b in 50 % of the segments."
    ]
    assert said(a=a, b=outputs("b", 0)) == []


def test_who_equals_the_references_far_more_often() -> None:
    lines = {"a": outputs("a", 10), "b": outputs("b", 4), "c": outputs("c", 0)}
    assert said(**lines) == ["a equals the reference in 10 segments, the others in 0 to 4."]
    assert said(a=outputs("a", 10), b=outputs("b", 5)) == [], "twice as often"
    assert said(a=outputs("a", 7), b=outputs("b", 0)) == [], "seven of twenty"
