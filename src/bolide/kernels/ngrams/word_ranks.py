"""The positions in a reference of a hypothesis's words, as in RIBES (Isozaki et al. 2010)."""

from collections.abc import Hashable, Sequence

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

COMPILED = cython.compiled


def word_ranks(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> list[int]:
    """The positions in the reference of the hypothesis's words, if unique by themselves or with their neighbours."""
    i: cython.Py_ssize_t
    position: cython.Py_ssize_t
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
        position = there.find(mark)
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
    window: cython.Py_ssize_t
    at: cython.Py_ssize_t
    right: cython.bint = True  # a context that the other text lacks is not looked for at greater length
    left: cython.bint = True
    for window in range(1, min(max(i, size - i + 1), len(there))):
        if right and i + window < size:
            gram: str = here[i : i + window + 1]
            at = there.find(gram)
            right = at >= 0
            if right and there.rfind(gram) == at and here.find(gram) == here.rfind(gram):
                return at
        if left and window <= i:
            gram = here[i - window : i + 1]
            at = there.find(gram)
            left = at >= 0
            if left and there.rfind(gram) == at and here.find(gram) == here.rfind(gram):
                return at + window
        if not (left or right):
            break
    return -1
