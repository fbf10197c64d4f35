"""The alignment of METEOR 1.5 for blocks of sentence pairs, and the row of statistics of each pair.

`matches` lists every match of every stage; `beam` searches for the best alignment among them.
"""

from itertools import pairwise

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels.bounds_checks import BAD_ARRAYS, is_nondecreasing, within
from bolide.system.errors import InputError

if not cython.compiled:
    from bolide.kernels.meteor15.beam import Beam
    from bolide.kernels.meteor15.matches import Matches


COLUMNS = cython.declare(cython.int, 23)
MOST_MATCHES = 1 << 24  # of one pair: 4,096 words against as many, all alike; they take 800 MB
LONGEST_TEXT = cython.declare(cython.longlong, 1 << 24)  # in words: so that the sum of all distances has 48 bits
LONGEST_PHRASE = 60  # a phrase's words then lie in two neighbouring masks of 62 bits


class TooManyMatches(Exception):
    """The pair with this number has more matches than can be listed; the tool, too, lists them all."""


class Aligner:
    """Aligns blocks of sentence pairs over one table of words; not to be shared between threads.

    `words` ('i') has four numbers per word: the stem's id, 1 for a function word, its weight in the sums (1, or its
    length), and where its list begins in `synsets` ('i'); one row more ends the last list. `modules` are the stages
    in order. Ids of stems and of synsets are small: there is room for every number up to the highest. Words match
    exactly if they have the same number in `equal` ('i'), the id of one of them; by default, only if they are the same.
    """

    def __init__(
        self, words: memoryview, synsets: memoryview, modules: list[int], beam: int, equal: memoryview | None = None
    ) -> None:
        self.matches = Matches(words, synsets, modules, equal)
        self.beam = Beam(self.matches, beam)
        self.beam.reserve_matches()

    def rows(
        self,
        tokens: memoryview,
        spans: memoryview,
        phrases: memoryview,
        phrase_at: memoryview,
        out: memoryview,
        links: memoryview,
    ) -> None:
        """Write the 23 statistics of each pair to `out` ('q') and, if `links` ('i') has room, the alignments.

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
            raise InputError(BAD_ARRAYS)
        hyp: cython.longlong = max((b - a for a, b in zip(spans[::4], spans[1::4], strict=True)), default=0)
        ref: cython.longlong = max((b - a for a, b in zip(spans[2::4], spans[3::4], strict=True)), default=0)
        self.matches.reserve_words(hyp, ref, max((b - a for a, b in pairwise(phrase_at)), default=0))
        self.matches.take_texts(tokens, phrases)
        self.beam.reserve(hyp, ref)
        try:
            self._block(spans, phrase_at, out, links)
        finally:
            self.matches.clear()  # while its tokens are as they were checked

    def _check_pairs(
        self,
        tokens: cython.int[::1],
        spans: cython.longlong[::1],
        phrases: cython.int[::1],
        phrase_at: cython.longlong[::1],
        room: cython.Py_ssize_t,
    ) -> cython.void:
        """Refuse what leads outside the texts, and phrases outside their pair."""
        pairs: cython.Py_ssize_t = spans.shape[0] // 4
        size: cython.Py_ssize_t = tokens.shape[0]
        words: cython.Py_ssize_t = len(self.matches.words) // 4 - 1
        good: cython.bint = spans.shape[0] % 4 == 0 and room >= pairs and within(tokens, 0, words - 1)
        if good and phrase_at.shape[0] > 0:
            good = phrase_at.shape[0] == pairs + 1 and is_nondecreasing(phrase_at, phrases.shape[0] // 4)
        if good:
            for p in range(pairs):
                good &= 0 <= spans[4 * p] <= spans[4 * p + 1] <= size
                good &= 0 <= spans[4 * p + 2] <= spans[4 * p + 3] <= size
                good &= max(spans[4 * p + 1] - spans[4 * p], spans[4 * p + 3] - spans[4 * p + 2]) <= LONGEST_TEXT
                if phrase_at.shape[0] > 0:
                    hyp: cython.longlong = spans[4 * p + 1] - spans[4 * p]
                    ref: cython.longlong = spans[4 * p + 3] - spans[4 * p + 2]
                    for k in range(4 * phrase_at[p], 4 * phrase_at[p + 1], 4):
                        good &= 0 <= phrases[k] <= ref - phrases[k + 1] and phrases[k + 1] > 0
                        good &= 0 <= phrases[k + 2] <= hyp - phrases[k + 3] and phrases[k + 3] > 0
        if not good:
            raise InputError(BAD_ARRAYS)

    def _block(
        self,
        spans: cython.longlong[::1],
        phrase_at: cython.longlong[::1],
        out: cython.longlong[::1],
        links: cython.int[::1],
    ) -> cython.void:
        """Align pair after pair; where the matches lack room, make more and match the pair again."""
        p: cython.Py_ssize_t = 0
        pairs: cython.Py_ssize_t = spans.shape[0] // 4
        linked: cython.Py_ssize_t = 0
        fits: cython.bint = True
        while p < pairs:
            with cython.nogil:
                while p < pairs:
                    self.matches.set_pair(spans[4 * p], spans[4 * p + 1], spans[4 * p + 2], spans[4 * p + 3])
                    if phrase_at.shape[0] > 0:
                        self.matches.first_phrase = phrase_at[p]
                        self.matches.end_phrase = phrase_at[p + 1]
                    fits = self.matches.find()
                    if not fits:
                        break
                    self.beam.search()
                    self._count(out, p * COLUMNS)
                    if links.shape[0] > 0:
                        self._link(links, linked)
                    linked += 4 * self.matches.ref_len
                    p += 1
            if not fits:
                if self.matches.room >= MOST_MATCHES or (
                    self.matches.hyp_len * self.matches.ref_len > MOST_MATCHES
                    and self.matches.at_least() > MOST_MATCHES
                ):  # too many are refused before they are listed
                    raise TooManyMatches(p)
                self.matches.reserve(4 * self.matches.room)
                self.beam.reserve_matches()

    def _count(self, out: cython.longlong[::1], row: cython.Py_ssize_t) -> cython.void:
        """Write the statistics: lengths, function words, four counts per stage, chunks, matched words."""
        ref_end: cython.int = -1
        hyp_end: cython.int = -1
        words: cython.int[::1] = self.matches.words
        tokens: cython.int[::1] = self.matches.tokens
        matches: cython.int[::1] = self.matches.table
        alignment: cython.int[::1] = self.beam.alignment
        for i in range(row, row + COLUMNS):
            out[i] = 0
        for i in range(self.matches.hyp_len):
            word = tokens[self.matches.hyp_at + i]
            out[row] += words[4 * word + 2]
            out[row + 2] += words[4 * word + 2] * words[4 * word + 1]
        for j in range(self.matches.ref_len):
            word = tokens[self.matches.ref_at + j]
            out[row + 1] += words[4 * word + 2]
            out[row + 3] += words[4 * word + 2] * words[4 * word + 1]
            if alignment[j] < 0:
                continue
            at: cython.Py_ssize_t = 6 * alignment[j]
            stage: cython.Py_ssize_t = row + 4 + 4 * matches[at + 4]
            for i in range(matches[at + 2], matches[at + 2] + matches[at + 3]):
                word = tokens[self.matches.hyp_at + i]
                out[stage + 2 * words[4 * word + 1]] += words[4 * word + 2]
            for i in range(j, j + matches[at + 1]):
                word = tokens[self.matches.ref_at + i]
                out[stage + 2 * words[4 * word + 1] + 1] += words[4 * word + 2]
            if j != ref_end or matches[at + 2] != hyp_end:
                out[row + 20] += 1
            out[row + 21] += matches[at + 3]
            out[row + 22] += matches[at + 1]
            ref_end = j + matches[at + 1]
            hyp_end = matches[at + 2] + matches[at + 3]

    def _link(self, links: cython.int[::1], at: cython.Py_ssize_t) -> cython.void:
        """Write the links of the alignment."""
        for j in range(self.matches.ref_len):
            match: cython.Py_ssize_t = self.beam.alignment[j]
            for k in range(4):
                links[at + 4 * j + k] = self.matches.table[6 * match + 1 + k] if match >= 0 else 0
