"""The positions in a reference of a hypothesis's words, as in RIBES (Isozaki et al. 2010)."""

from collections.abc import Hashable, Sequence

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython


def word_ranks(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> list[int]:
    """The positions in the reference of the hypothesis's words, if unique by themselves or with their neighbours."""
    i: cython.Py_ssize_t
    theirs: dict[Hashable, int] = {}
    for i, word in enumerate(reference):
        theirs[word] = i
    if len(theirs) == len(reference) and len(set(hypothesis)) == len(hypothesis):  # no word is repeated
        return [theirs[word] for word in hypothesis if word in theirs]
    # Every distinct word becomes a character: what is searched for in a string is found fast.
    marks: dict[Hashable, str] = {word: chr(number) for number, word in enumerate({*hypothesis, *reference})}
    here: str = "".join([marks[word] for word in hypothesis])
    there: str = "".join([marks[word] for word in reference])
    ranks: list[int] = []
    for i, mark in enumerate(here):
        position: cython.Py_ssize_t = there.find(mark)
        if position >= 0 and (there.rfind(mark) != position or here.find(mark) != here.rfind(mark)):
            position = _by_context(here, there, i)
        if position >= 0:
            ranks.append(position)
    return ranks


@cython.cfunc
def _by_context(here: str, there: str, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The position of a repeated word, by its shortest context that both texts have exactly once, right contexts before
    left ones; -1 if there is none."""
    size: cython.Py_ssize_t = len(here)
    most: cython.Py_ssize_t = min(max(i, size - i + 1), len(there)) - 1
    after: cython.Py_ssize_t = _shortest(here, there, i, 1, min(most, size - i - 1))
    # A left context is better only if it is shorter.
    before: cython.Py_ssize_t = _shortest(here, there, i, -1, min(most, i, after - 1 if after else most))
    if before:
        return there.find(here[i - before : i + 1]) + before
    return there.find(here[i : i + after + 1]) if after else -1


@cython.cfunc
def _shortest(
    here: str, there: str, i: cython.Py_ssize_t, way: cython.int, most: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The length of the shortest context on one side that both texts have exactly once, 0 if there is none.

    A longer one occurs no more often: the shortest that neither text has twice, or the other not at all, is found by
    doubling, then bisection."""
    least: cython.Py_ssize_t = 1
    end: cython.Py_ssize_t = most + 1
    window: cython.Py_ssize_t = 1
    gram: str
    while least < end:
        gram = here[i : i + window + 1] if way > 0 else here[i - window : i + 1]
        at: cython.Py_ssize_t = there.find(gram)
        if at < 0 or (there.rfind(gram) == at and here.find(gram) == here.rfind(gram)):
            end = window
        else:
            least = window + 1
        window = min(2 * window, end - 1) if end > most else (least + end) // 2
    if least > most:
        return 0
    gram = here[i : i + least + 1] if way > 0 else here[i - least : i + 1]
    return least if gram in there else 0
