"""All matches of a sentence pair under METEOR 1.5's stages: equal words, stems, synonyms and paraphrases."""

from array import array
from collections import Counter

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import memory
from bolide.kernels.bounds_checks import BAD_ARRAYS, is_nondecreasing, within
from bolide.system.errors import InputError

EXACT = cython.declare(cython.int, 0)
STEM = cython.declare(cython.int, 1)
SYNONYM = cython.declare(cython.int, 2)  # paraphrases are what is left


def _count_equal(hyp: list[int], ref: list[int]) -> int:
    """How many pairs of one number each are equal."""
    known = Counter(ref)
    return sum([count * known[number] for number, count in Counter(hyp).items()])


class Matches:
    """The matches of one pair at a time, over one table of words; `Aligner` says what the arguments are."""

    def __init__(self, words: memoryview, synsets: memoryview, modules: list[int], equal: memoryview | None) -> None:
        self.words = words
        self.synsets = synsets
        self.modules = memoryview(array("i", [*modules, -1]))
        self.stages = len(modules)
        count: cython.Py_ssize_t = len(words) // 4 - 1
        self._check_words(words, synsets, count)
        self.equal = memoryview(array("i", range(count))) if equal is None else equal
        if not (len(self.equal) >= count and within(self.equal, 0, max(0, count - 1))):
            raise InputError(BAD_ARRAYS)
        stems: cython.Py_ssize_t = 0
        synset_count: cython.Py_ssize_t = 0
        self.longest_list = 0
        for k in range(count):
            stems = max(stems, self.words[4 * k] + 1)
            self.longest_list = max(self.longest_list, self.words[4 * k + 7] - self.words[4 * k + 3])
        for k in range(len(synsets)):
            synset_count = max(synset_count, self.synsets[k] + 1)
        # The hypothesis position at which a word or a stem first stands; where next is in word_next and stem_next. Of a
        # synset it is a node, which names its position in synset_word.
        self.word_head = memory(count, -1)
        self.stem_head = memory(stems, -1)
        self.synset_head = memory(synset_count, -1)
        # Which hypothesis is chained (often the same for many references), how many were before it, and the last of
        # them that has no synonym of a word.
        self.chained_at = self.chained_len = self.chained = 0
        self.no_synonym = memory(count, -1)
        self.reserve(256)

    def _check_words(self, words: memoryview, synsets: memoryview, count: int) -> None:
        """Refuse lists that lead outside their tables."""
        lists = memoryview(array("q", words[3::4]))
        good = count >= 0 and len(words) % 4 == 0 and len(lists) == count + 1 and is_nondecreasing(lists, len(synsets))
        if not (good and within(words, 0, 0x7FFFFFFE) and within(synsets, 0, 0x7FFFFFFE)):
            raise InputError(BAD_ARRAYS)

    def reserve(self, room: int) -> None:
        """Make room for `room` matches of six numbers each: ref start and words, hyp start and words, stage, gain."""
        self.room = room
        self.count = 0
        self.table = memory(6 * room)

    def reserve_words(self, hyp: int, ref: int, phrases: int) -> None:
        """Make room for the longest sentences of a block, and for the most phrase matches of a pair."""
        self.word_next = memory(hyp)
        self.stem_next = memory(hyp)
        self.synset_next = memory(hyp * self.longest_list)
        self.synset_word = memory(hyp * self.longest_list)
        self.last_ref = memory(hyp)  # the last reference position that has this word among its synonyms
        self.phrase_head = memory(ref, -1)
        self.phrase_next = memory(phrases)
        self.starts = memory(ref + 1)  # the first match of each reference position

    def take_texts(self, tokens: memoryview, phrases: memoryview) -> None:
        """Set the block's tokens and phrase matches."""
        self.tokens = tokens
        self.phrases = phrases

    def set_pair(
        self, hyp_at: cython.longlong, hyp_end: cython.longlong, ref_at: cython.longlong, ref_end: cython.longlong
    ) -> cython.void:
        """Take the pair with these tokens; it has no phrase matches unless they are set afterwards."""
        self.hyp_at = hyp_at
        self.hyp_len = hyp_end - hyp_at
        self.ref_at = ref_at
        self.ref_len = ref_end - ref_at
        self.first_phrase = 0
        self.end_phrase = 0

    def at_least(self) -> int:
        """How many matches of equal words and stems there are; 0 for equal sentences, of which not all are listed."""
        hyp = [self.tokens[k] for k in range(self.hyp_at, self.hyp_at + self.hyp_len)]
        ref = [self.tokens[k] for k in range(self.ref_at, self.ref_at + self.ref_len)]
        hyp_equal, ref_equal = [self.equal[word] for word in hyp], [self.equal[word] for word in ref]
        if hyp_equal == ref_equal:
            return 0
        modules = [self.modules[k] for k in range(self.stages)]
        words = _count_equal(hyp_equal, ref_equal)
        stems = _count_equal([self.words[4 * word] for word in hyp], [self.words[4 * word] for word in ref])
        return (EXACT in modules) * words + (STEM in modules) * (stems - words)

    def find(self) -> cython.bint:
        """List all matches, by reference position, stage and hypothesis position; return whether there is room."""
        stages: cython.Py_ssize_t = self.stages
        fits: cython.bint = True
        same: cython.bint = self.hyp_len == self.ref_len
        for i in range(self.hyp_len):
            same = same and self.equal[self.tokens[self.hyp_at + i]] == self.equal[self.tokens[self.ref_at + i]]
        self.count = 0
        if same and stages > 0 and self.modules[0] == EXACT:
            # Equal sentences are matched by the first stage only, and word for word is then always the best path:
            # it has the most matches, no closed chunk, no distance, and comes first. No other match need be listed.
            for j in range(self.ref_len):
                self.starts[j] = self.count
                fits = fits and self._add(j, 1, j, 1, 0, 2)
            self.starts[self.ref_len] = self.count
            return fits
        if same and stages > 1:
            stages = 1
        for k in range(self.end_phrase - self.first_phrase - 1, -1, -1):
            i = self.phrases[4 * (self.first_phrase + k)]
            self.phrase_next[k] = self.phrase_head[i]
            self.phrase_head[i] = k
        if self.hyp_at != self.chained_at or self.hyp_len != self.chained_len:
            self.clear()
            self._index()
        for i in range(self.hyp_len):
            self.last_ref[i] = -1
        for j in range(self.ref_len):
            self.starts[j] = self.count
            word: cython.int = self.tokens[self.ref_at + j]
            for stage in range(stages):
                if self.modules[stage] == EXACT:
                    i = self.word_head[self.equal[word]]
                    while i >= 0 and fits:
                        fits = self._add(j, 1, i, 1, stage, 2)
                        i = self.word_next[i]
                elif self.modules[stage] == STEM:
                    i = self.stem_head[self.words[4 * word]]
                    while i >= 0 and fits:
                        if self.equal[self.tokens[self.hyp_at + i]] != self.equal[word]:
                            fits = self._add(j, 1, i, 1, stage, 0)
                        i = self.stem_next[i]
                elif self.modules[stage] == SYNONYM:
                    fits = fits and self._add_synonyms(j, word, stage)
                else:
                    k = self.phrase_head[j]
                    while k >= 0 and fits:
                        at: cython.longlong = 4 * (self.first_phrase + k)
                        ref_words: cython.int = self.phrases[at + 1]
                        hyp_words: cython.int = self.phrases[at + 3]
                        gain: cython.int = (ref_words >> 1) + (hyp_words >> 1)  # half the words
                        fits = self._add(self.phrases[at], ref_words, self.phrases[at + 2], hyp_words, stage, gain)
                        k = self.phrase_next[k]
        self.starts[self.ref_len] = self.count
        for k in range(self.first_phrase, self.end_phrase):
            self.phrase_head[self.phrases[4 * k]] = -1
        return fits

    def _index(self) -> cython.void:
        """Chain the hypothesis' positions by word, stem and synset, ascending."""
        node: cython.int = 0
        for i in range(self.hyp_len - 1, -1, -1):
            word: cython.int = self.tokens[self.hyp_at + i]
            self.word_next[i] = self.word_head[self.equal[word]]
            self.word_head[self.equal[word]] = i
            stem: cython.int = self.words[4 * word]
            self.stem_next[i] = self.stem_head[stem]
            self.stem_head[stem] = i
            for k in range(self.words[4 * word + 3], self.words[4 * word + 7]):
                synset: cython.int = self.synsets[k]
                self.synset_word[node] = i
                self.synset_next[node] = self.synset_head[synset]
                self.synset_head[synset] = node
                node += 1
        self.chained_at = self.hyp_at
        self.chained_len = self.hyp_len
        self.chained += 1

    def clear(self) -> cython.void:
        """Clear the chains of a hypothesis."""
        for i in range(self.chained_len):
            word: cython.int = self.tokens[self.chained_at + i]
            self.word_head[self.equal[word]] = -1
            self.stem_head[self.words[4 * word]] = -1
            for k in range(self.words[4 * word + 3], self.words[4 * word + 7]):
                self.synset_head[self.synsets[k]] = -1
        self.chained_len = 0

    def _add(
        self,
        ref: cython.Py_ssize_t,
        ref_words: cython.int,
        hyp: cython.Py_ssize_t,
        hyp_words: cython.int,
        stage: cython.Py_ssize_t,
        gain: cython.int,
    ) -> cython.bint:
        """Add a match; return whether there is room."""
        at: cython.Py_ssize_t = 6 * self.count
        if self.count == self.room:
            return False
        self.table[at] = ref
        self.table[at + 1] = ref_words
        self.table[at + 2] = hyp
        self.table[at + 3] = hyp_words
        self.table[at + 4] = stage
        self.table[at + 5] = gain
        self.count += 1
        return True

    def _add_synonyms(self, ref: cython.Py_ssize_t, word: cython.int, stage: cython.Py_ssize_t) -> cython.bint:
        """Add matches with the words that share a synset with this one, each once, from left to right."""
        first: cython.Py_ssize_t = self.hyp_len
        end: cython.Py_ssize_t = 0
        fits: cython.bint = True
        if self.no_synonym[word] == self.chained:
            return True
        for k in range(self.words[4 * word + 3], self.words[4 * word + 7]):
            node: cython.int = self.synset_head[self.synsets[k]]
            while node >= 0:
                i = self.synset_word[node]
                if self.equal[self.tokens[self.hyp_at + i]] != self.equal[word]:
                    self.last_ref[i] = ref
                    if i < first:
                        first = i
                    if i >= end:
                        end = i + 1
                node = self.synset_next[node]
        if end == 0:
            self.no_synonym[word] = self.chained
        for i in range(first, end):
            if self.last_ref[i] == ref:
                fits = fits and self._add(ref, 1, i, 1, stage, 0)
        return fits
