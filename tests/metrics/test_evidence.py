"""Which marks an explanation has, by brute force: not how many, which the row says, but on which tokens."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from bolide import BLEU, CDER, CER, CHRF, METEOR, PER, RGBF, TER, WER, Metric
from bolide.data.explanation import Explanation
from bolide.data.marks import Edit, Gram, Jump, Link, Mark, Shift, Unmatched
from tests import drawn as st
from tests.drawn import given
from tests.plain import edit_distance

Positions = dict[tuple[str, ...], tuple[int, ...]]
Facts = set[tuple[Any, ...]]


def texts(words: str) -> st.Made:
    return st.lists(st.sampled_from(words.split()), max_size=8).map(" ".join)


few_words = texts("a b c dd")
some_refs = st.lists(few_words, min_size=1, max_size=3)


def explained(metric: Metric, hyp: str, refs: list[str]) -> Explanation:
    """An explanation whose marks add up to the row that is measured: where the marks are right, so is that."""
    found = metric.explain(hyp, refs)
    assert found.row(metric.counts.columns) == metric.measure([hyp], [refs])[0]
    return found


def places(tokens: Sequence[str], n: int, starts: Sequence[int] = range(99)) -> Positions:
    """Where each n-gram begins."""
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i in range(len(tokens) - n + 1):
        found[tuple(tokens[i : i + n])].append(starts[i])
    return {gram: tuple(where) for gram, where in found.items()}


def common(one: Positions, other: Positions) -> int:
    return sum(min(len(where), len(other.get(gram, ()))) for gram, where in one.items())


def first_best(values: Iterable[float]) -> int:
    listed = list(values)
    return listed.index(max(listed))


# --- n-grams ----------------------------------------------------------------------------------------------------------


@given(hyp=few_words, refs=some_refs)
def test_marks_of_bleu(hyp: str, refs: list[str]) -> None:
    """An n-gram is credited by the first of the references that have it most often."""
    found = explained(BLEU(tokenize="none", max_ngram_order=3), hyp, refs)
    wanted: Facts = set()
    for n in range(1, 4):
        by_reference = [places(ref.split(), n) for ref in refs]
        for gram, where in places(hyp.split(), n).items():
            best = first_best(len(ref.get(gram, ())) for ref in by_reference)
            there = by_reference[best].get(gram, ())
            wanted.add((n, " ".join(gram), where, there, best if there else None, min(len(where), len(there))))
    marks = [mark for mark in found.marks if isinstance(mark, Gram)]
    assert {(m.order, m.text, m.hyp, m.ref, m.reference, m.credited) for m in marks} == wanted
    assert len(marks) == len(wanted)
    closest = min(range(len(refs)), key=lambda r: (abs(len(refs[r].split()) - len(hyp.split())), len(refs[r].split())))
    assert [mark.reference for mark in found.marks if "ref_len" in mark.adds()] == [closest]


def word_starts(text: str) -> list[int]:
    """The index of each word's first letter among the letters."""
    words = text.split()
    return [len("".join(words[:k])) for k in range(len(words))]


@pytest.mark.parametrize("options", [{}, {"eps_smoothing": True, "beta": 1.0}], ids=str)
@given(hyp=few_words, refs=some_refs)
def test_marks_of_chrf(hyp: str, refs: list[str], options: dict[str, Any]) -> None:
    """One reference, the first of the best, serves all orders; a word is where its first letter is."""
    metric = CHRF(char_order=3, word_order=2, **options)
    found = explained(metric, hyp, refs)
    best = first_best(metric.sentence(hyp, [ref]).points for ref in refs)
    pair = hyp, refs[best]
    letters, words = [(list("".join(t.split())), range(99)) for t in pair], [(t.split(), word_starts(t)) for t in pair]
    views: list[Any] = [("char", n, "", *letters) for n in (1, 2, 3)]
    views += [("word", n, " ", *words) for n in (1, 2)]
    wanted: Facts = set()
    for unit, n, glue, (mine, starts), (theirs, there_starts) in views:
        ours, others = places(mine, n, starts), places(theirs, n, there_starts)
        for gram in {**ours, **others}:
            here, there = ours.get(gram, ()), others.get(gram, ())
            reference = best if there else None
            wanted.add((unit, n, glue.join(gram), here, there, reference, min(len(here), len(there))))
    marks = [mark for mark in found.marks if isinstance(mark, Gram)]
    assert {(m.unit, m.order, m.text, m.hyp, m.ref, m.reference, m.credited) for m in marks} == wanted
    check_shares(marks, found.score.value)


@given(hyp=few_words, refs=some_refs)
def test_marks_of_rgbf(hyp: str, refs: list[str]) -> None:
    """Of each order, the first reference with most matches serves precision, that with the best recall recall."""
    found = explained(RGBF(max_ngram_order=2), hyp, refs)
    wanted: Facts = set()
    for n in (1, 2):
        ours, theirs = places(hyp.split(), n), [places(ref.split(), n) for ref in refs]
        matched = [common(ours, ref) for ref in theirs]
        p = first_best(matched)
        r = first_best(m / (sum(map(len, ref.values())) or 1) for m, ref in zip(matched, theirs, strict=True))
        for gram, here in ours.items():
            in_p, in_r = theirs[p].get(gram, ()), theirs[r].get(gram, ())
            credits = min(len(here), len(in_p)), min(len(here), len(in_r))
            reference = p if in_p else r if in_r else None
            wanted.add((n, " ".join(gram), here, in_p or in_r, reference, *credits))
        wanted |= {(n, " ".join(gram), (), there, r, 0, 0) for gram, there in theirs[r].items() if gram not in ours}
    marks = [mark for mark in found.marks if isinstance(mark, Gram)]
    recalls = [m.recall.credited if m.recall else m.matched for m in marks]
    facts = [(m.order, m.text, m.hyp, m.ref, m.reference, m.matched) for m in marks]
    assert {(*fact, recall) for fact, recall in zip(facts, recalls, strict=True)} == wanted
    if len(refs) == 1:
        check_shares(marks, found.score.value)


def check_shares(marks: Sequence[Gram], value: float) -> None:
    """Every match of an order contributes the same, and all together the score."""
    for unit, n in {(m.unit, m.order) for m in marks}:
        mine = [m for m in marks if (m.unit, m.order) == (unit, n)]
        each = sum(m.share or 0 for m in mine) / (sum(m.credited for m in mine) or 1)
        assert [m.share for m in mine] == pytest.approx([each * m.credited for m in mine])
    assert sum(m.share or 0 for m in marks) == pytest.approx(value)


# --- edits ------------------------------------------------------------------------------------------------------------


def check_edits(marks: Sequence[Mark], hyp: Sequence[str], ref: Sequence[str], best: int) -> list[Edit]:
    """Each edit stands on the words that it is about; every word of either text has one."""
    edits = [mark for mark in marks if isinstance(mark, Edit)]
    for mark in edits:
        ours, theirs = [hyp[i] for i in mark.hyp], [ref[j] for j in mark.ref]
        same = {"ok": ours == theirs, "substitute": ours != theirs, "insert": not theirs, "delete": not ours}
        assert same[mark.kind]
        assert (len(ours), len(theirs)) == (mark.kind != "delete", mark.kind != "insert")
        assert mark.text == (ours[0] if mark.kind == "ok" else " – ".join([*ours, *theirs]))
    assert {mark.reference for mark in marks if isinstance(mark, (Edit, Jump, Shift))} <= {best}
    assert sorted(j for mark in edits for j in mark.ref) == list(range(len(ref)))
    if not any(isinstance(mark, Jump) for mark in marks):
        assert sorted(i for mark in edits for i in mark.hyp) == list(range(len(hyp)))
    return edits


@pytest.mark.parametrize("metric", [WER(), CER(), CDER(), PER()], ids=str)
@given(hyp=few_words, refs=some_refs)
def test_marks_of_error_rates(hyp: str, refs: list[str], metric: Metric) -> None:
    """Of the fewest edits, the longest reference; WER and CER go through both texts from left to right."""
    found = explained(metric, hyp, refs)
    needed = [dict(zip(metric.counts.columns, metric.measure([hyp], [[ref]])[0], strict=True))["edits"] for ref in refs]
    cut = list if isinstance(metric, CER) else str.split
    best = min(range(len(refs)), key=lambda k: (needed[k], -len(cut(refs[k]))))
    ours, theirs = cut(hyp), cut(refs[best])
    edits = check_edits(found.marks, ours, theirs, best)
    jumps = [mark for mark in found.marks if isinstance(mark, Jump)]
    assert sum(mark.kind != "ok" for mark in edits) + len(jumps) == needed[best]
    if isinstance(metric, (WER, CER)):
        assert needed == [edit_distance(ours, cut(ref)) for ref in refs]
        for side in ("hyp", "ref"):
            indices = [index for mark in edits for index in getattr(mark, side)]
            assert indices == sorted(indices)
    assert [mark.reference for mark in found.marks if "ref_len" in mark.adds()] == [best]


@given(hyp=texts("a b c d e"), refs=st.lists(texts("a b c d e"), min_size=1, max_size=2))
def test_marks_of_ter(hyp: str, refs: list[str]) -> None:
    """Shifts carried out one after the other on the indices of the words, then edits from left to right."""
    found = explained(TER(), hyp, refs)
    needed = [TER().measure([hyp], [[ref]])[0][1] for ref in refs]
    best = needed.index(min(needed))
    ours, theirs = hyp.split(), refs[best].split()
    edits = check_edits(found.marks, ours, theirs, best)
    order, shifts = list(range(len(ours))), [mark for mark in found.marks if isinstance(mark, Shift)]
    for mark in shifts:
        assert tuple(order[mark.start : mark.start + mark.length]) == mark.hyp
        assert mark.text == " ".join(ours[i] for i in mark.hyp)
        before = edit_distance([ours[i] for i in order], theirs)
        order = [i for i in order if i not in mark.hyp]
        behind = mark.target > mark.start + mark.length
        at = mark.target - mark.length if behind else mark.target
        order[at:at] = mark.hyp
        assert before - edit_distance([ours[i] for i in order], theirs) == mark.gain > 0
    assert [i for mark in edits for i in mark.hyp] == order
    assert sum(mark.kind != "ok" for mark in edits) == edit_distance([ours[i] for i in order], theirs)


# --- links ------------------------------------------------------------------------------------------------------------

STEMS = {"cats": "cat", "runs": "run"}
MODULES = {"modules": ("exact", "stem"), "weights": (1.0, 0.6), "language": "en"}
STAGED = {"stages": ("exact", "stem")}
VARIANTS = [MODULES, {"variant": "nltk", **STAGED}, {"variant": "2005", **STAGED}, {"variant": "runs"}]


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: options.get("variant", "1.5"))
@given(hyp=texts("cat cats run runs x"), refs=st.lists(texts("cat cats run runs x y"), min_size=1, max_size=2))
def test_marks_of_meteor(hyp: str, refs: list[str], options: dict[str, Any]) -> None:
    """Links join words that are equal or have one stem; a chunk ends where links are not adjacent in both texts."""
    metric = METEOR(**options)
    found = explained(metric, hyp, refs)
    best = first_best(metric.sentence(hyp, [ref]).value for ref in refs)
    ours, theirs = hyp.split(), refs[best].split()
    links = [mark for mark in found.marks if isinstance(mark, Link)]
    chunk, end = 0, (-1, -1)
    for link in links:
        (i,), (j,) = link.hyp, link.ref
        one, other = ours[i], theirs[j]
        assert link.stage == ("exact" if one == other else "stem")
        assert STEMS.get(one, one) == STEMS.get(other, other)
        assert link.text == (one if one == other else f"{one} – {other}")
        chunk += i != end[0] or (j != end[1] and options.get("variant") != "runs")
        end = i + 1, j + 1
        assert (link.chunk, link.reference) == (chunk, best)
        assert link.crossing == any((i < m.hyp[0]) != (j < m.ref[0]) for m in links if m is not link)
    assert all(one.hyp < other.hyp for one, other in pairwise(links))
    left = [(mark.hyp, mark.ref, mark.text, mark.reference) for mark in found.marks if isinstance(mark, Unmatched)]
    linked = {i for link in links for i in link.hyp}, {j for link in links for j in link.ref}
    assert len(linked[0]) == len(linked[1]) == len(links)
    wanted: list[Any] = [((i,), (), word, None) for i, word in enumerate(ours) if i not in linked[0]]
    assert left == [*wanted, *(((), (j,), word, best) for j, word in enumerate(theirs) if j not in linked[1])]
