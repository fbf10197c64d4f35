"""From tokens to the tables the METEOR 1.5 kernel reads: ids, stems, synsets, function words."""

from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain


class _Ids(dict[str, int]):
    def __missing__(self, word: str) -> int:
        self[word] = number = len(self)
        return number


@dataclass(frozen=True)
class WordLore:
    """What METEOR knows of a word. A module that is not used needs no function: its words then match nothing.

    `function_words` are lowercase. Counting characters, a word weighs its length in UTF-16 units, as in Java.
    """

    stem: Callable[[str], str] | None
    synsets: Callable[[str], Iterable[int]] | None
    function_words: Collection[str]
    characters: bool = False

    def table(self, words: Iterable[str]) -> tuple["memoryview[int]", "memoryview[int]"]:
        """The kernel's `words` and `synsets` for words in the order of their ids."""
        stems, synset_ids = _Ids(), dict[int, int]()
        rows, synsets = array("i"), array("i")
        for word in words:
            rows.append(stems[self.stem(word)] if self.stem else 0)
            rows.append(word.lower() in self.function_words)
            rows.append(len(word.encode("utf-16-le", "surrogatepass")) // 2 if self.characters else 1)
            rows.append(len(synsets))
            if self.synsets:
                synsets.extend([synset_ids.setdefault(synset, len(synset_ids)) for synset in self.synsets(word)])
        rows.extend((0, 0, 0, len(synsets)))
        return memoryview(rows), memoryview(synsets)


def encode_pairs(
    hyps: Sequence[list[str]], refs: Sequence[list[str]]
) -> tuple[list[str], "memoryview[int]", "memoryview[int]"]:
    """The distinct words of sentence pairs, and the kernel's `tokens` and `spans`."""
    ids = _Ids()
    lists = list(chain.from_iterable(zip(hyps, refs, strict=True)))
    tokens = array("i", list(map(ids.__getitem__, chain.from_iterable(lists))))
    spans, at = array("q"), 0
    for tokens_of_one in lists:
        spans.append(at)
        at += len(tokens_of_one)
        spans.append(at)
    return list(ids), memoryview(tokens), memoryview(spans)
