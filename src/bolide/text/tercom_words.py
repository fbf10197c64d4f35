"""Hypotheses and references as ids of tercom's tokens, by the compiled scanner where there is one."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from bolide.kernels import beats_built_ins
from bolide.text.tokenize.character_classes import kinds_of
from bolide.text.tokenize.tercom import Tercom
from bolide.text.vocab import Ids, Vocab, encode_by, encode_tokens


def encode_tercom(hyps: Sequence[str], refs: Sequence[str], cut: Tercom, twice: bool = True) -> Ids:
    """The tokens of all texts, first the hypotheses, then the references.

    With `twice` references are tokenized twice, as sacreBLEU does it; otherwise as hypotheses are.
    """
    twice = twice and cut.normalized
    if not beats_built_ins():
        return encode_tokens([*map(cut.tokens, hyps), *map(cut.twice if twice else cut.tokens, refs)])
    texts = [text.rstrip() for text in (*hyps, *refs)]
    if not cut.case_sensitive:
        texts = list(map(str.lower, texts))
    if not cut.normalized:
        return encode_by(list(map(cut.without_punctuation, texts)), kinds_of("whitespace"), str.split)
    found = encode_by(texts, kinds_of("tercom-asian" if cut.asian_support else "tercom"), cut.tokens)
    if cut.no_punct:
        deleted = [[kept] if (kept := cut.without_punctuation(word)) else [] for word in found.tokens]
        found = _replaced(found, deleted, 0)
    if twice:
        # A token of the first pass stands between spaces in the second, so each is cut as if it were alone.
        again = [[word] if len(word) == 1 or word.isalnum() else cut.tokens(word) for word in found.tokens]
        found = _replaced(found, again, len(hyps))
    return found


def _replaced(found: Ids, new: list[list[str]], first: int) -> Ids:
    """The same with new[id] in place of each token of the texts from `first` on."""
    changed = {id_: words for id_, (word, words) in enumerate(zip(found.tokens, new, strict=True)) if words != [word]}
    if not changed:
        return found
    numbers = {word: id_ for id_, word in enumerate(found.tokens)}
    instead = {id_: [numbers.setdefault(word, len(numbers)) for word in words] for id_, words in changed.items()}
    at = found.starts[first]
    ids, starts = array("i", found.ids[:at].tobytes()), array("q", found.starts[: first + 1].tobytes())
    for k in range(first, len(found.starts) - 1):
        text = found.ids[found.starts[k] : found.starts[k + 1]].tolist()
        if not changed.keys().isdisjoint(text):
            text = [number for id_ in text for number in instead.get(id_, (id_,))]
        ids.extend(text)
        starts.append(len(ids))
    return Ids(memoryview(ids), memoryview(starts), Vocab(lambda: numbers))
