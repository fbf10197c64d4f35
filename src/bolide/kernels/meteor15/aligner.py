"""The alignment of METEOR 1.5: every match of every stage, then a beam search over the reference's positions.

The search's surprises are kept, because they are the scores: totals are integers (a one-word match that is not exact
adds nothing), a match is settled beforehand only if it is the sole one on all its words, and the distance of a match
is charged to the path that leaves it (Denkowski and Lavie 2014, as released).
"""

from array import array
from collections import Counter
from itertools import pairwise

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._tables import longs, memory
from bolide.kernels.bounds_checks import climbing, within
from bolide.system.errors import InputError

COMPILED = cython.compiled

EXACT = cython.declare(cython.int, 0)
STEM = cython.declare(cython.int, 1)
SYNONYM = cython.declare(cython.int, 2)  # paraphrases are what is left
COLUMNS = cython.declare(cython.int, 23)
MOST_MATCHES = 1 << 24  # of one pair: 4,096 words against as many, all alike; they take 800 MB
PATHS = cython.declare(cython.longlong, 1 << 14)  # a path's number has fourteen bits
LOW = cython.declare(cython.longlong, 0xFFFFFFFF)
NONE_WORSE = cython.declare(cython.longlong, (1 << 63) - 1)
LONGEST_TEXT = cython.declare(cython.longlong, 1 << 24)  # in words: so that the sum of all distances has 48 bits
LONGEST_PHRASE = 60  # a phrase's words then lie in two neighbouring masks of 62 bits


UNFIT = "The sentence pairs, what is known of their words and the tables to fill do not fit each other."


def _alike(hyp: list[int], ref: list[int]) -> int:
    """How many pairs of one number each are equal."""
    known = Counter(ref)
    return sum([count * known[number] for number, count in Counter(hyp).items()])


class TooManyMatches(Exception):
    """The pair with this number has more matches than can be listed; the tool, too, lists them all."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ranked(ref: cython.longlong, hyp: cython.longlong) -> cython.longlong:
    """How far apart two positions are, as a path's rank counts it."""
    return (ref - hyp if ref > hyp else hyp - ref) << 14


@cython.cclass
class Aligner:
    """Aligns blocks of sentence pairs over one table of words; not to be shared between threads.

    `words` ('i') has four numbers per word: the stem's id, 1 for a function word, its weight in the sums (1, or its
    length), and where its list begins in `synsets` ('i'); one row more ends the last list. `modules` are the stages
    in order. Ids of stems and of synsets are small: there is a place for every number up to the highest. Words match
    exactly if they have the same number in `equal` ('i'), the id of one of them; by default, only if they are the same.
    """

    words: cython.int[::1]
    equal: cython.int[::1]
    synsets: cython.int[::1]
    modules: cython.int[::1]
    stages: cython.Py_ssize_t
    beam: cython.Py_ssize_t
    longest_list: cython.Py_ssize_t
    # The pair at hand: where its sides and its phrases begin.
    tokens: cython.int[::1]
    hyp_at: cython.longlong
    hyp_len: cython.longlong
    ref_at: cython.longlong
    ref_len: cython.longlong
    phrases: cython.int[::1]
    phrase_at: cython.longlong
    phrase_end: cython.longlong
    # Where a word, stem or synset first stands in the hypothesis, and where next; a synset's node names its position.
    word_head: cython.int[::1]
    stem_head: cython.int[::1]
    synset_head: cython.int[::1]
    phrase_head: cython.int[::1]
    word_next: cython.int[::1]
    stem_next: cython.int[::1]
    synset_next: cython.int[::1]
    synset_word: cython.int[::1]
    phrase_next: cython.int[::1]
    seen: cython.int[::1]
    # Matches, six numbers each: ref start and words, hyp start and words, stage, gain. Position j's from match_at[j].
    matches: cython.int[::1]
    match_at: cython.int[::1]
    matched: cython.Py_ssize_t
    room: cython.Py_ssize_t
    ref_cover: cython.int[::1]
    hyp_cover: cython.int[::1]
    # Hypothesis words wanted twice have a bit; a match's bits: which mask, in that mask, in the one after it.
    bit: cython.int[::1]
    masks: cython.longlong[::1]
    width: cython.Py_ssize_t
    chosen: cython.int[::1]
    # Paths, best first. `key` is closed chunks - total * 2**32, the less the better; `rank`, which decides between
    # equal keys, is distance * 2**14 + the path's number; `state` is the next position * 2**32 + one more than the end
    # of the open chunk, or 0. State and used words fill one half of their arrays while the next are made in the other.
    count: cython.Py_ssize_t
    half: cython.Py_ssize_t
    key: cython.longlong[::1]
    rank: cython.longlong[::1]
    state: cython.longlong[::1]
    used: cython.longlong[::1]
    # While all paths have the same state: this, and what they gain together.
    agreed: cython.bint
    all_key: cython.longlong
    all_rank: cython.longlong
    all_end: cython.longlong
    all_index: cython.longlong
    # Three lists of the next paths, best first: those found, those that one match makes, and room to merge them. Each
    # has its key, its rank, which names the path it comes from, and its match or -1. Where enough are found, `worst`
    # is the last of them.
    lists: cython.longlong[::1]
    found: cython.Py_ssize_t
    found_at: cython.Py_ssize_t
    tried: cython.Py_ssize_t
    tried_at: cython.Py_ssize_t
    free_at: cython.Py_ssize_t
    worst_key: cython.longlong
    worst_rank: cython.longlong
    # What each path of each step took, a match or -1, and the path it came from.
    steps: cython.Py_ssize_t
    choices: cython.int[::1]

    def __init__(
        self, words: memoryview, synsets: memoryview, modules: list[int], beam: int, equal: memoryview | None = None
    ) -> None:
        if not 1 <= beam <= PATHS:
            raise ValueError(f"a beam of {beam} paths; it must be 1 or more, and {PATHS:,} at most.")
        self.words = words
        self.synsets = synsets
        self.modules = memoryview(array("i", [*modules, -1]))
        self.stages = len(modules)
        self.beam = beam
        count: cython.Py_ssize_t = len(words) // 4 - 1
        self._check_words(words, synsets, count)
        self.equal = memoryview(array("i", range(count))) if equal is None else equal
        if self.equal.shape[0] < count or not within(self.equal, 0, max(0, count - 1)):
            raise InputError(UNFIT)
        self.word_head = memory(count, -1)
        stems: cython.Py_ssize_t = 0
        synset_count: cython.Py_ssize_t = 0
        self.longest_list = 0
        k: cython.Py_ssize_t
        for k in range(count):
            stems = max(stems, self.words[4 * k] + 1)
            self.longest_list = max(self.longest_list, self.words[4 * k + 7] - self.words[4 * k + 3])
        for k in range(len(synsets)):
            synset_count = max(synset_count, self.synsets[k] + 1)
        self.stem_head = memory(stems, -1)
        self.synset_head = memory(synset_count, -1)
        self._reserve_matches(256)
        self.key = longs(beam)
        self.rank = longs(beam)
        self.state = longs(2 * beam)
        self.lists = longs(9 * beam)
        self.found_at = 0
        self.tried_at = 3 * beam
        self.free_at = 6 * beam
        self.tried = 0

    def _check_words(self, words: memoryview, synsets: memoryview, count: int) -> None:
        """Refuse lists that lead outside their tables."""
        lists = memoryview(array("q", words[3::4]))
        good = count >= 0 and len(words) % 4 == 0 and len(lists) == count + 1 and climbing(lists, len(synsets))
        if not (good and within(words, 0, 0x7FFFFFFE) and within(synsets, 0, 0x7FFFFFFE)):
            raise InputError(UNFIT)

    @cython.cfunc
    def _check_pairs(
        self,
        tokens: cython.int[::1],
        spans: cython.longlong[::1],
        phrases: cython.int[::1],
        phrase_at: cython.longlong[::1],
        room: cython.Py_ssize_t,
    ) -> cython.bint:
        """Refuse what leads outside the texts, and phrases outside their pair."""
        pairs: cython.Py_ssize_t = spans.shape[0] // 4
        size: cython.Py_ssize_t = tokens.shape[0]
        words: cython.Py_ssize_t = self.words.shape[0] // 4 - 1
        p: cython.Py_ssize_t
        k: cython.Py_ssize_t
        hyp: cython.longlong
        ref: cython.longlong
        good: cython.bint = spans.shape[0] % 4 == 0 and room >= pairs and (size == 0 or within(tokens, 0, words - 1))
        if good and phrase_at.shape[0] > 0:
            good = phrase_at.shape[0] == pairs + 1 and climbing(phrase_at, phrases.shape[0] // 4)
        if good:
            for p in range(pairs):
                good &= 0 <= spans[4 * p] <= spans[4 * p + 1] <= size
                good &= 0 <= spans[4 * p + 2] <= spans[4 * p + 3] <= size
                good &= max(spans[4 * p + 1] - spans[4 * p], spans[4 * p + 3] - spans[4 * p + 2]) <= LONGEST_TEXT
                if phrase_at.shape[0] > 0:
                    hyp = spans[4 * p + 1] - spans[4 * p]
                    ref = spans[4 * p + 3] - spans[4 * p + 2]
                    for k in range(4 * phrase_at[p], 4 * phrase_at[p + 1], 4):
                        good &= 0 <= phrases[k] <= ref - phrases[k + 1] and phrases[k + 1] > 0
                        good &= 0 <= phrases[k + 2] <= hyp - phrases[k + 3] and phrases[k + 3] > 0
        if not good:
            raise InputError(UNFIT)
        return good

    def _reserve_matches(self, room: int) -> None:
        self.room = room
        self.matches = memory(6 * room)
        self.masks = longs(3 * room)

    def _reserve_words(self, tokens: memoryview, spans: memoryview, phrase_at: memoryview) -> None:
        """Scratch space for the longest sentences of a block."""
        hyp: cython.longlong = max((b - a for a, b in zip(spans[::4], spans[1::4], strict=True)), default=0)
        ref: cython.longlong = max((b - a for a, b in zip(spans[2::4], spans[3::4], strict=True)), default=0)
        most: cython.longlong = max((b - a for a, b in pairwise(phrase_at)), default=0)
        self.word_next = memory(hyp)
        self.stem_next = memory(hyp)
        self.synset_next = memory(hyp * self.longest_list)
        self.synset_word = memory(hyp * self.longest_list)
        self.seen = memory(hyp)
        self.hyp_cover = memory(hyp)
        self.bit = memory(hyp)
        self.phrase_head = memory(ref, -1)
        self.phrase_next = memory(most)
        self.match_at = memory(ref + 1)
        self.ref_cover = memory(ref)
        self.chosen = memory(ref)
        self.choices = memory(2 * self.beam * ref)
        self.used = longs(2 * self.beam * (hyp // 62 + 2))

    def rows(
        self,
        tokens: memoryview,
        spans: memoryview,
        phrases: memoryview,
        phrase_at: memoryview,
        out: memoryview,
        links: memoryview,
    ) -> None:
        """Write the 23 statistics of each pair to `out` ('q') and, if `links` ('i') has room, the matches chosen.

        Pair p is the hypothesis tokens[spans[4p]:spans[4p+1]] and the reference tokens[spans[4p+2]:spans[4p+3]]
        ('i', 'q'). Its phrase matches, in the order found, are rows phrase_at[p]:phrase_at[p+1] of `phrases` ('i':
        ref start, ref words, hyp start, hyp words); an empty `phrase_at` means none. `links` gets four numbers a
        reference word, pair after pair: where a match begins its words there, the hypothesis start, its words, the
        stage; otherwise a first number of 0.
        """
        if len(phrases) and max(max(phrases[1::4]), max(phrases[3::4])) > LONGEST_PHRASE:
            raise ValueError(f"phrases to match are limited to {LONGEST_PHRASE} words.")
        self._check_pairs(tokens, spans, phrases, phrase_at, len(out) // COLUMNS)
        if len(links) and len(links) < 4 * sum(spans[3::4]) - 4 * sum(spans[2::4]):
            raise InputError(UNFIT)
        self._reserve_words(tokens, spans, phrase_at)
        self.tokens = tokens
        self.phrases = phrases
        self._block(spans, phrase_at, out, links)

    @cython.cfunc
    def _block(
        self,
        spans: cython.longlong[::1],
        phrase_at: cython.longlong[::1],
        out: cython.longlong[::1],
        links: cython.int[::1],
    ) -> cython.bint:
        p: cython.Py_ssize_t = 0
        pairs: cython.Py_ssize_t = spans.shape[0] // 4
        linked: cython.Py_ssize_t = 0
        fits: cython.bint = True
        while p < pairs:
            with cython.nogil:
                while p < pairs:
                    self.hyp_at = spans[4 * p]
                    self.hyp_len = spans[4 * p + 1] - spans[4 * p]
                    self.ref_at = spans[4 * p + 2]
                    self.ref_len = spans[4 * p + 3] - spans[4 * p + 2]
                    self.phrase_at = phrase_at[p] if phrase_at.shape[0] > 0 else 0
                    self.phrase_end = phrase_at[p + 1] if phrase_at.shape[0] > 0 else 0
                    fits = self._match()
                    if not fits:
                        break
                    self._search()
                    self._count(out, p * COLUMNS)
                    if links.shape[0] > 0:
                        self._link(links, linked)
                    linked += 4 * self.ref_len
                    p += 1
            if not fits:
                if self.room >= MOST_MATCHES or self._at_least() > MOST_MATCHES:
                    raise TooManyMatches(p)
                self._reserve_matches(4 * self.room)
        return True

    def _at_least(self) -> int:
        """How many matches of equal words and stems a long pair has: too many are then refused before they are listed.

        Of equal sentences not all matches are listed.
        """
        if self.hyp_len * self.ref_len <= MOST_MATCHES:
            return 0
        hyp = [self.tokens[k] for k in range(self.hyp_at, self.hyp_at + self.hyp_len)]
        ref = [self.tokens[k] for k in range(self.ref_at, self.ref_at + self.ref_len)]
        hyp_equal, ref_equal = [self.equal[word] for word in hyp], [self.equal[word] for word in ref]
        if hyp_equal == ref_equal:
            return 0
        modules = [self.modules[k] for k in range(self.stages)]
        words = _alike(hyp_equal, ref_equal)
        stems = _alike([self.words[4 * word] for word in hyp], [self.words[4 * word] for word in ref])
        return (EXACT in modules) * words + (STEM in modules) * (stems - words)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _match(self) -> cython.bint:
        """All matches, by reference position, then stage, then hypothesis position; false if they lack room."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        stage: cython.Py_ssize_t
        stages: cython.Py_ssize_t = self.stages
        word: cython.int
        fits: cython.bint = True
        same: cython.bint = self.hyp_len == self.ref_len
        for i in range(self.hyp_len):
            same = same and self.equal[self.tokens[self.hyp_at + i]] == self.equal[self.tokens[self.ref_at + i]]
        self.matched = 0
        if same and stages > 0 and self.modules[0] == EXACT:
            # Equal sentences are matched by the first stage only, and word for word is then always the best path:
            # it has the most matches, no closed chunk, no distance, and comes first. No other match need be listed.
            for j in range(self.ref_len):
                self.match_at[j] = self.matched
                fits = fits and self._add(j, 1, j, 1, 0, 2)
            self.match_at[self.ref_len] = self.matched
            return fits
        if same and stages > 1:
            stages = 1
        self._index()
        for j in range(self.ref_len):
            self.match_at[j] = self.matched
            word = self.tokens[self.ref_at + j]
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
                        fits = self._add_phrase(self.phrase_at + k, stage)
                        k = self.phrase_next[k]
        self.match_at[self.ref_len] = self.matched
        self._unindex()
        return fits

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _index(self) -> cython.bint:
        """Chain the hypothesis' positions by word, stem and synset, ascending, and the phrases by reference start."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        node: cython.int = 0
        word: cython.int
        stem: cython.int
        synset: cython.int
        for i in range(self.hyp_len - 1, -1, -1):
            word = self.tokens[self.hyp_at + i]
            self.word_next[i] = self.word_head[self.equal[word]]
            self.word_head[self.equal[word]] = i
            stem = self.words[4 * word]
            self.stem_next[i] = self.stem_head[stem]
            self.stem_head[stem] = i
            self.seen[i] = -1
            for k in range(self.words[4 * word + 3], self.words[4 * word + 7]):
                synset = self.synsets[k]
                self.synset_word[node] = i
                self.synset_next[node] = self.synset_head[synset]
                self.synset_head[synset] = node
                node += 1
        for k in range(self.phrase_end - self.phrase_at - 1, -1, -1):
            i = self.phrases[4 * (self.phrase_at + k)]
            self.phrase_next[k] = self.phrase_head[i]
            self.phrase_head[i] = k
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _unindex(self) -> cython.bint:
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        word: cython.int
        for i in range(self.hyp_len):
            word = self.tokens[self.hyp_at + i]
            self.word_head[self.equal[word]] = -1
            self.stem_head[self.words[4 * word]] = -1
            for k in range(self.words[4 * word + 3], self.words[4 * word + 7]):
                self.synset_head[self.synsets[k]] = -1
        for k in range(self.phrase_at, self.phrase_end):
            self.phrase_head[self.phrases[4 * k]] = -1
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(
        self,
        ref: cython.Py_ssize_t,
        ref_words: cython.int,
        hyp: cython.Py_ssize_t,
        hyp_words: cython.int,
        stage: cython.Py_ssize_t,
        gain: cython.int,
    ) -> cython.bint:
        at: cython.Py_ssize_t = 6 * self.matched
        if self.matched == self.room:
            return False
        self.matches[at] = ref
        self.matches[at + 1] = ref_words
        self.matches[at + 2] = hyp
        self.matches[at + 3] = hyp_words
        self.matches[at + 4] = stage
        self.matches[at + 5] = gain
        self.matched += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_synonyms(self, ref: cython.Py_ssize_t, word: cython.int, stage: cython.Py_ssize_t) -> cython.bint:
        """Matches with the words that share a synset with this one, each once, from left to right."""
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        node: cython.int
        first: cython.Py_ssize_t = self.hyp_len
        end: cython.Py_ssize_t = 0
        fits: cython.bint = True
        for k in range(self.words[4 * word + 3], self.words[4 * word + 7]):
            node = self.synset_head[self.synsets[k]]
            while node >= 0:
                i = self.synset_word[node]
                if self.equal[self.tokens[self.hyp_at + i]] != self.equal[word]:
                    self.seen[i] = ref
                    if i < first:
                        first = i
                    if i >= end:
                        end = i + 1
                node = self.synset_next[node]
        for i in range(first, end):
            if self.seen[i] == ref:
                fits = fits and self._add(ref, 1, i, 1, stage, 0)
        return fits

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_phrase(self, phrase: cython.longlong, stage: cython.Py_ssize_t) -> cython.bint:
        ref_words: cython.int = self.phrases[4 * phrase + 1]
        hyp_words: cython.int = self.phrases[4 * phrase + 3]
        gain: cython.int = (ref_words >> 1) + (hyp_words >> 1)
        return self._add(self.phrases[4 * phrase], ref_words, self.phrases[4 * phrase + 2], hyp_words, stage, gain)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cover(self) -> cython.bint:
        """Count the matches on each word; give bits to the hypothesis words wanted twice."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        bits: cython.int = 0
        for i in range(self.hyp_len):
            self.hyp_cover[i] = 0
        for j in range(self.ref_len):
            self.ref_cover[j] = 0
        for k in range(self.matched):
            at = 6 * k
            for j in range(self.matches[at], self.matches[at] + self.matches[at + 1]):
                self.ref_cover[j] += 1
            for i in range(self.matches[at + 2], self.matches[at + 2] + self.matches[at + 3]):
                self.hyp_cover[i] += 1
        for i in range(self.hyp_len):
            self.bit[i] = bits
            if self.hyp_cover[i] > 1:
                bits += 1
        self.width = bits // 62 + 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pin(self) -> cython.bint:
        """Choose the matches that are alone on all their words."""
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        alone: cython.bint
        for j in range(self.ref_len):
            at = 6 * self.match_at[j]
            alone = self.match_at[j + 1] - self.match_at[j] == 1
            if alone:
                for k in range(j, j + self.matches[at + 1]):
                    alone = alone and self.ref_cover[k] == 1
                for k in range(self.matches[at + 2], self.matches[at + 2] + self.matches[at + 3]):
                    alone = alone and self.hyp_cover[k] == 1
            self.chosen[j] = self.match_at[j] if alone else -1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mask(self, match: cython.Py_ssize_t) -> cython.bint:
        """The bits of a match's hypothesis words."""
        i: cython.Py_ssize_t
        first: cython.Py_ssize_t = self.matches[6 * match + 2]
        mask: cython.Py_ssize_t = self.bit[first] // 62
        bit: cython.int
        one: cython.longlong = 1
        self.masks[3 * match] = mask
        self.masks[3 * match + 1] = 0
        self.masks[3 * match + 2] = 0
        for i in range(first, first + self.matches[6 * match + 3]):
            if self.hyp_cover[i] > 1:
                bit = self.bit[i] - 62 * mask
                if bit < 62:
                    self.masks[3 * match + 1] |= one << bit
                else:
                    self.masks[3 * match + 2] |= one << (bit - 62)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self) -> cython.bint:
        """Set chosen[j] to the match that begins at reference word j on the best path, or -1."""
        cur: cython.Py_ssize_t
        pin: cython.Py_ssize_t
        forced: cython.bint
        self._cover()
        self._pin()
        self._start()
        for cur in range(self.ref_len):
            pin = self.chosen[cur]
            forced = pin >= 0 or self.match_at[cur] == self.match_at[cur + 1]
            if forced and (self.agreed or self._now_agreed(cur, pin)):
                self._go_together(cur, pin)
                continue
            if self.agreed:
                self._part()
            self.found = 0
            self.worst_key = NONE_WORSE
            if pin >= 0:
                self._follow_pin(cur, pin)
            else:
                self._choose(cur)
            self._advance(cur)
        return self._settle()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _start(self) -> cython.bint:
        """One path with nothing chosen but what is pinned."""
        k: cython.Py_ssize_t
        self.count = 1
        self.half = 0
        self.steps = 0
        self.key[0] = 0
        self.rank[0] = 0
        for k in range(self.width):
            self.used[k] = 0
        return self._agree(0, 0)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _agree(self, end: cython.longlong, index: cython.longlong) -> cython.bint:
        """From here on all paths have the same open chunk and the same next position."""
        self.agreed = True
        self.all_key = 0
        self.all_rank = 0
        self.all_end = end
        self.all_index = index
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _now_agreed(self, cur: cython.Py_ssize_t, pin: cython.Py_ssize_t) -> cython.bint:
        """Whether a word with nothing to choose closes a chunk of every path or of none; then it makes them agree."""
        p: cython.Py_ssize_t
        at: cython.Py_ssize_t = self.half * self.beam
        end: cython.longlong = self.state[at] & LOW
        goes_on: cython.longlong = self.matches[6 * pin + 2] + 1 if pin >= 0 else 0
        closes: cython.bint = end != 0 and end != goes_on
        for p in range(at, at + self.count):
            end = self.state[p] & LOW
            if (end != 0 and end != goes_on) != closes or self.state[p] >> 32 > cur:
                return False
        return self._agree(end, cur)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_together(self, cur: cython.Py_ssize_t, pin: cython.Py_ssize_t) -> cython.bint:
        """Paths that agree on what comes next go on as one where nothing is to choose."""
        hyp: cython.int
        gain: cython.longlong
        if pin >= 0:
            hyp = self.matches[6 * pin + 2]
            gain = self.matches[6 * pin + 5]
            self.all_key -= gain << 32
            if self.all_end != 0 and self.all_end != hyp + 1:
                self.all_key += 1
            self.all_end = hyp + self.matches[6 * pin + 3] + 1
            self.all_index = cur + self.matches[6 * pin + 1]
            self.all_rank += _ranked(cur, hyp)
        elif self.all_index <= cur:
            if self.all_end != 0:
                self.all_key += 1
            self.all_end = 0
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _part(self) -> cython.bint:
        """Give each path what they gained together."""
        p: cython.Py_ssize_t
        state: cython.longlong = (self.all_index << 32) + self.all_end
        for p in range(self.count):
            self.key[p] += self.all_key
            self.rank[p] += self.all_rank
            self.state[self.half * self.beam + p] = state
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self) -> cython.bint:
        """Close the open chunks, take the best path, and follow its choices back."""
        p: cython.Py_ssize_t
        step: cython.Py_ssize_t
        best: cython.Py_ssize_t = 0
        match: cython.Py_ssize_t
        if not self.agreed:
            for p in range(self.count):
                if self.state[self.half * self.beam + p] & LOW:
                    self.key[p] += 1
                if self.key[p] < self.key[best] or (self.key[p] == self.key[best] and self.rank[p] < self.rank[best]):
                    best = p
        for step in range(self.steps - 1, -1, -1):
            match = self.choices[2 * (step * self.beam + best)]
            if match >= 0:
                self.chosen[self.matches[6 * match]] = match
            best = self.choices[2 * (step * self.beam + best) + 1]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow_pin(self, cur: cython.Py_ssize_t, pin: cython.Py_ssize_t) -> cython.bint:
        """Every path takes the match settled beforehand."""
        p: cython.Py_ssize_t
        hyp: cython.int = self.matches[6 * pin + 2]
        away: cython.longlong = _ranked(cur, hyp)
        gain: cython.longlong = self.matches[6 * pin + 5]
        end: cython.longlong
        key: cython.longlong
        self._mask(pin)
        for p in range(self.count):
            end = self.state[self.half * self.beam + p] & LOW
            key = self.key[p] - (gain << 32)
            if end != 0 and end != hyp + 1:
                key += 1
            self._try(key, self.rank[p] + away, pin)
        return self._merge()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self, cur: cython.Py_ssize_t) -> cython.bint:
        """Every path takes each match it can, and none: match by match over all paths, so that keys come nearly sorted,
        are sorted by insertion, and are merged.

        The tool goes path by path; the path's number in `rank` restores its order where keys and distances are equal.
        """
        p: cython.Py_ssize_t
        at: cython.Py_ssize_t = self.half * self.beam
        used: cython.Py_ssize_t
        match: cython.Py_ssize_t
        first: cython.Py_ssize_t = self.match_at[cur]
        end: cython.Py_ssize_t = self.match_at[cur + 1]
        state: cython.longlong
        goes_on: cython.longlong
        away: cython.longlong
        gain: cython.longlong
        mask: cython.longlong
        overflow: cython.longlong
        key: cython.longlong
        rank: cython.longlong
        most: cython.longlong = 0  # what any match here can gain; a path that is too far behind even so is let go
        count: cython.Py_ssize_t = self.count
        for match in range(first, end):
            gain = self.matches[6 * match + 5]
            most = max(most, gain << 32)
        for match in range(first, end):
            while count > 0 and self.key[count - 1] - most > self.worst_key:
                count -= 1
            self._mask(match)
            mask = self.masks[3 * match + 1]
            overflow = self.masks[3 * match + 2]
            goes_on = self.matches[6 * match + 2] + 1
            away = _ranked(cur, self.matches[6 * match + 2])
            gain = self.matches[6 * match + 5]
            gain = gain << 32
            used = at * self.width + self.masks[3 * match]
            for p in range(count):
                state = self.state[at + p]
                if state >> 32 <= cur and not (
                    self.used[used] & mask or (overflow != 0 and self.used[used + 1] & overflow)
                ):
                    state &= LOW
                    key = self.key[p] - gain
                    if state != 0 and state != goes_on:
                        key += 1
                    rank = self.rank[p]
                    self.rank[p] = rank + away
                    self._try(key, rank, match)
                used += self.width
            self._merge()
        for p in range(self.count):
            key = self.key[p]
            if key > self.worst_key:
                break
            if self.state[at + p] >> 32 <= cur and self.state[at + p] & LOW:
                key += 1
            self._try(key, self.rank[p], -1)
        return self._merge()

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _try(self, key: cython.longlong, rank: cython.longlong, match: cython.Py_ssize_t) -> cython.bint:
        """Put a new path among those tried, unless enough better ones are found."""
        first: cython.Py_ssize_t = self.tried_at
        k: cython.Py_ssize_t = first + 3 * self.tried
        if key > self.worst_key or (key == self.worst_key and rank >= self.worst_rank):
            return False
        self.lists[k + 2] = match
        while k > first and (key < self.lists[k - 3] or (key == self.lists[k - 3] and rank < self.lists[k - 2])):
            self.lists[k] = self.lists[k - 3]
            self.lists[k + 1] = self.lists[k - 2]
            k -= 3
        self.lists[k] = key
        self.lists[k + 1] = rank
        self.tried += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _merge(self) -> cython.bint:
        """Put the paths tried among those found before, which go first where all is equal; what is more than the beam
        holds is left out.
        """
        a: cython.Py_ssize_t = self.found_at
        a_end: cython.Py_ssize_t = a + 3 * self.found
        b: cython.Py_ssize_t = self.tried_at
        b_end: cython.Py_ssize_t = b + 3 * self.tried
        to: cython.Py_ssize_t = self.free_at
        end: cython.Py_ssize_t
        if self.tried == 0:
            return True
        if self.found == 0:
            self.tried_at = a
            self.found_at = b
            self.found = self.tried
        else:
            self.free_at = a
            self.found_at = to
            self.found = min(self.found + self.tried, self.beam)
            end = to + 3 * self.found
            while to < end:
                if a == a_end or (
                    b < b_end
                    and (
                        self.lists[b] < self.lists[a]
                        or (self.lists[b] == self.lists[a] and self.lists[b + 1] < self.lists[a + 1])
                    )
                ):
                    self.lists[to] = self.lists[b]
                    self.lists[to + 1] = self.lists[b + 1]
                    self.lists[to + 2] = self.lists[b + 2]
                    b += 3
                else:
                    self.lists[to] = self.lists[a]
                    self.lists[to + 1] = self.lists[a + 1]
                    self.lists[to + 2] = self.lists[a + 2]
                    a += 3
                to += 3
        self.tried = 0
        if self.found == self.beam:
            end = self.found_at + 3 * self.beam - 3
            self.worst_key = self.lists[end]
            self.worst_rank = self.lists[end + 1]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _advance(self, cur: cython.Py_ssize_t) -> cython.bint:
        """The paths found become the paths; see whether all agree on the open chunk and the next position."""
        p: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t = self.found_at
        match: cython.Py_ssize_t
        number: cython.longlong
        state: cython.longlong = 0
        common: cython.longlong = -1
        old: cython.Py_ssize_t
        new: cython.Py_ssize_t = (1 - self.half) * self.beam
        choice: cython.Py_ssize_t = 2 * self.steps * self.beam
        agreed: cython.bint = True
        self.count = self.found
        for p in range(self.found):
            number = self.lists[at + 1] & (PATHS - 1)
            match = self.lists[at + 2]
            self.key[p] = self.lists[at]
            self.rank[p] = self.lists[at + 1] - number + p
            self.choices[choice] = match
            self.choices[choice + 1] = number
            old = self.half * self.beam + number
            state = self.state[old]
            self._copy_used(old * self.width, new * self.width)
            if match >= 0:
                state = cur + self.matches[6 * match + 1]
                state = (state << 32) + self.matches[6 * match + 2] + self.matches[6 * match + 3] + 1
                k = new * self.width + self.masks[3 * match]
                self.used[k] |= self.masks[3 * match + 1]
                if self.masks[3 * match + 2]:
                    self.used[k + 1] |= self.masks[3 * match + 2]
            elif state >> 32 <= cur:
                state = cur + 1
                state = state << 32
            self.state[new] = state
            if p == 0:
                common = state
            agreed = agreed and state == common
            new += 1
            at += 3
            choice += 2
        self.steps += 1
        self.half = 1 - self.half
        self.agreed = False
        if agreed:
            self._agree(state & LOW, state >> 32)
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy_used(self, old: cython.Py_ssize_t, new: cython.Py_ssize_t) -> cython.bint:
        """Most pairs need one mask only."""
        k: cython.Py_ssize_t
        self.used[new] = self.used[old]
        for k in range(1, self.width):
            self.used[new + k] = self.used[old + k]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self, out: cython.longlong[::1], row: cython.Py_ssize_t) -> cython.bint:
        """The statistics of what was chosen: lengths, function words, four counts per stage, chunks, matched words."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        stage: cython.Py_ssize_t
        word: cython.int
        ref_end: cython.int = -1
        hyp_end: cython.int = -1
        for i in range(row, row + COLUMNS):
            out[i] = 0
        for i in range(self.hyp_len):
            word = self.tokens[self.hyp_at + i]
            out[row] += self.words[4 * word + 2]
            out[row + 2] += self.words[4 * word + 2] * self.words[4 * word + 1]
        for j in range(self.ref_len):
            word = self.tokens[self.ref_at + j]
            out[row + 1] += self.words[4 * word + 2]
            out[row + 3] += self.words[4 * word + 2] * self.words[4 * word + 1]
            if self.chosen[j] < 0:
                continue
            at = 6 * self.chosen[j]
            stage = row + 4 + 4 * self.matches[at + 4]
            for i in range(self.matches[at + 2], self.matches[at + 2] + self.matches[at + 3]):
                word = self.tokens[self.hyp_at + i]
                out[stage + 2 * self.words[4 * word + 1]] += self.words[4 * word + 2]
            for i in range(j, j + self.matches[at + 1]):
                word = self.tokens[self.ref_at + i]
                out[stage + 2 * self.words[4 * word + 1] + 1] += self.words[4 * word + 2]
            if j != ref_end or self.matches[at + 2] != hyp_end:
                out[row + 20] += 1
            out[row + 21] += self.matches[at + 3]
            out[row + 22] += self.matches[at + 1]
            ref_end = j + self.matches[at + 1]
            hyp_end = self.matches[at + 2] + self.matches[at + 3]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _link(self, links: cython.int[::1], at: cython.Py_ssize_t) -> cython.bint:
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for j in range(self.ref_len):
            for k in range(4):
                links[at + 4 * j + k] = self.matches[6 * self.chosen[j] + 1 + k] if self.chosen[j] >= 0 else 0
        return True


if not cython.compiled:
    from itertools import accumulate
    from math import inf

    Five = tuple[int, int, int, int, int]
    Six = tuple[int, int, int, int, int, int]
    Seven = tuple[int, int, int, int, int, int, int]

    AlignerByTable = Aligner

    class InterpretedAligner(AlignerByTable):
        """The same search over lists, with integers of any size as masks, which is fast in Python.

        A path is its key, distance, used words, the end of its open chunk or -1, next position and last choice.
        """

        def _search(self) -> bool:
            self._cover()
            self._pin()
            one, bit = 1, self.bit.tolist()
            wanted = [one << bit[i] if self.hyp_cover[i] > 1 else 0 for i in range(self.hyp_len)]
            flat = self.matches[: 6 * self.matched].tolist()
            choices: list[tuple[int, int]] = []
            paths = [(0, 0, 0, -1, 0, -1)]
            for cur in range(self.ref_len):
                first, end = self.match_at[cur], self.match_at[cur + 1]
                pin = self.chosen[cur]
                if pin >= 0:
                    first, end = pin, pin + 1
                options = []
                for match in range(first, end):
                    _, ref_words, hyp, hyp_words, _, gain = flat[6 * match : 6 * match + 6]
                    mask = sum(wanted[hyp : hyp + hyp_words])
                    options.append((hyp, mask, gain << 32, abs(cur - hyp), hyp + hyp_words, cur + ref_words, match))
                found = _taken(paths, options) if pin >= 0 else _chosen(paths, options, self.beam, cur)
                after = []
                for key, distance, _, p, k in found:
                    _, _, used, last, index, choice = paths[p]
                    if k >= 0:
                        _, mask, _, _, last, index, match = options[k]
                        used |= mask
                        if pin < 0:
                            choices.append((match, choice))
                            choice = len(choices) - 1
                    elif index <= cur:
                        last, index = -1, cur + 1
                    after.append((key, distance, used, last, index, choice))
                paths = after
            choice = min(
                (
                    (key + (last >= 0), distance, p, choice)
                    for p, (key, distance, _, last, _, choice) in enumerate(paths)
                )
            )[3]
            while choice >= 0:
                match, choice = choices[choice]
                self.chosen[flat[6 * match]] = match
            return True

    def _taken(paths: list[Six], options: list[Seven]) -> list[Five]:
        """What comes of the paths when all take the one match that was settled beforehand; best first."""
        hyp, _, gain, away = options[0][:4]
        found = [
            (key - gain + (0 <= last != hyp), distance + away, p, p, 0)
            for p, (key, distance, _, last, _, _) in enumerate(paths)
        ]
        return sorted(found)

    def _chosen(paths: list[Six], options: list[Seven], beam: int, cur: int) -> list[Five]:
        """What comes of the paths when each takes every match it can, and none; the best of them, best first."""
        # The most that a match from here on can gain; where even that is too little, the rest of a path is not tried.
        ahead = [*accumulate((option[2] for option in reversed(options)), max)][::-1]
        starts = {option[0] for option in options}
        found: list[Five] = []
        limit: tuple[float, float] = (inf, inf)
        order = 0
        for p, (key, distance, used, last, index, _) in enumerate(paths):
            if index > cur:
                found.append((key, distance, order, p, -1))
                order += 1
                continue
            least = key + (last >= 0 and last not in starts)
            for k, (hyp, mask, gain, away, _, _, _) in enumerate(options):
                if (least - ahead[k], distance) > limit:
                    break
                if not used & mask:
                    found.append((key - gain + (0 <= last != hyp), distance, order, p, k))
                    order += 1
                    distance += away
            else:
                found.append((key + (last >= 0), distance, order, p, -1))
                order += 1
            if len(found) > 2 * beam:
                found.sort()
                del found[beam:]
                limit = found[-1][:2]
        found.sort()
        return found[:beam]

    Aligner = InterpretedAligner  # type: ignore[misc]
