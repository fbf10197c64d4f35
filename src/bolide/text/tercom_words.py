"""Hypotheses and references as ids of tercom's tokens, by the compiled scanner where there is one."""

from array import array
from collections.abc import Sequence
from itertools import accumulate

from bolide.kernels import COMPILED
from bolide.kernels.scan import scan
from bolide.text.encoded import Encoded, encode_lists
from bolide.text.kinds import kinds_of
from bolide.text.tercom import Tercom


def encode_tercom(hyps: Sequence[str], refs: Sequence[str], cut: Tercom, twice: bool = True) -> Encoded:
    """The tokens of all texts, first the hypotheses, then the references.

    With `twice` references are tokenized twice, as sacreBLEU does it; otherwise as hypotheses are.
    """
    twice = twice and cut.normalized
    if not COMPILED:
        return encode_lists([*map(cut, hyps), *map(cut.twice if twice else cut, refs)])
    texts = [text.rstrip() for text in (*hyps, *refs)]
    if not cut.case_sensitive:
        texts = list(map(str.lower, texts))
    if not cut.normalized:
        return _scanned(list(map(cut.without_punctuation, texts)), "whitespace")
    found = _scanned(texts, "tercom-asian" if cut.asian_support else "tercom")
    if cut.no_punct:
        deleted = [[kept] if (kept := cut.without_punctuation(word)) else [] for word in found.words]
        found = _replaced(found, deleted, 0)
    if twice:
        # A token of the first pass stands between spaces in the second, so each is cut as if it were alone.
        again = [[word] if len(word) == 1 or word.isalnum() else cut(word) for word in found.words]
        found = _replaced(found, again, len(hyps))
    return found


def _scanned(texts: list[str], name: str) -> Encoded:
    kinds = kinds_of(name)
    assert kinds is not None
    if kinds.prepare is not None:
        texts = kinds.prepare(texts)
    text = "".join(texts)
    starts = memoryview(array("q", accumulate(map(len, texts), initial=0)))
    size = len(text) + 1  # more tokens than characters there cannot be; memory that is not touched costs nothing
    tokens = memoryview(bytearray(4 * size)).cast("i")
    token_starts = memoryview(array("q", bytes(8 * len(starts))))
    places = memoryview(bytearray(12 * size)).cast("i", (size, 3))
    table = memoryview(bytearray(4 << max(4, (3 * len(text) // 2).bit_length()))).cast("i")
    points = memoryview(text.encode("utf-32-le", "surrogatepass")).cast("I")
    kinds_table = memoryview(kinds.table)
    count = scan(points, starts, kinds_table, kinds.beyond, kinds.padded, table, places, tokens, token_starts)
    flat = places.cast("B").cast("i")[: 3 * count].tolist()
    words = [text[first : first + length] for first, length in zip(flat[::3], flat[1::3], strict=True)]
    return Encoded(words, tokens[: token_starts[-1]], token_starts)


def _replaced(found: Encoded, new: list[list[str]], first: int) -> Encoded:
    """The same with new[id] in place of each token of the texts from `first` on."""
    changed = {id_: words for id_, (word, words) in enumerate(zip(found.words, new, strict=True)) if words != [word]}
    if not changed:
        return found
    ids = {word: id_ for id_, word in enumerate(found.words)}
    numbers = {id_: [ids.setdefault(word, len(ids)) for word in words] for id_, words in changed.items()}
    at = found.starts[first]
    tokens, starts = array("i", found.tokens[:at].tobytes()), array("q", found.starts[: first + 1].tobytes())
    for k in range(first, len(found.starts) - 1):
        text = found.tokens[found.starts[k] : found.starts[k + 1]].tolist()
        if not changed.keys().isdisjoint(text):
            text = [number for id_ in text for number in numbers.get(id_, (id_,))]
        tokens.extend(text)
        starts.append(len(tokens))
    return Encoded(list(ids), memoryview(tokens), memoryview(starts))
