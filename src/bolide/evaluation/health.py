"""What is odd about texts before they are scored: one pass over outputs and references, with counts and line numbers.

Nothing is changed. A rule fires only where the two sides differ, or where an output cannot be meant: the notes are few,
and each says what it does to a score. Whole texts are looked at first, and lines only if there is something to find.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, filterfalse, pairwise
from operator import eq, itemgetter
from typing import TYPE_CHECKING, Any
from unicodedata import category, east_asian_width, is_normalized, name, normalize

from bolide.corpus import IDENTICAL, Corpus
from bolide.corpus.decoding import MARK
from bolide.data.results import Result
from bolide.system.errors import counted
from bolide.text.languages import LETTERS

if TYPE_CHECKING:
    from bolide.testset import TestSet

SHOWN = 5  # numbers of segments in a sentence
_ZERO_WIDTH = "\u200b\u2060\ufeff\u00ad"
# Compiled where they are first used: most are not, in texts that are well.
_PREAMBLE = r"""(?imx)^\W{0,3}(?:
    (?:sure|certainly|of\ course|absolutely)[!,.:]?\ (?:here|the\ translation)
    | here(?:'s|’s|\ is|\ are)\ (?:the|a|your|my)\ [^\n]{0,40}translat
    | the\ translat(?:ion|ed)\b[^\n]{0,60}\bis:
    | (?:translation|translated\ text|output|answer)\ ?:\ *\S
    | as\ an\ ai\b | i(?:'m|’m|\ am)\ sorry,\ (?:but\ )?i\ can
    )"""
_MARKUP = r"</?[a-zA-Z][a-zA-Z0-9]{0,9}(?: [^<>\n]{0,80})?/?>|```|&(?:lt|gt|amp|quot|apos|#\d+);"
_LOOP = r"(?<!\S)(\S+(?: \S+){0,3})(?: \1){7,}(?!\S)"
_MISREAD = "[ÂÃ][\x80-\xbf]|â[\x80€]"  # the bytes of é or ’, each as a character
_SURROGATE = r"[\ud800-\udfff]"
_ROW = r"[^\n]*\t|\s*\{.*\}\s*$"
_MIXED = "Chinese or Japanese"  # Japanese is written in both
_SCRIPTS = {name: ranges for name, ranges in LETTERS.items() if name not in ("Chinese", "Japanese")} | {
    _MIXED: LETTERS["Japanese"] + LETTERS["Chinese"]
}
_RANGES = [(script, ranges[k], ranges[k + 2]) for script, ranges in _SCRIPTS.items() for k in range(0, len(ranges), 3)]
_CURLY = "“”„«»"
_ASCII = bytes(range(128))
_FOREIGN = 12  # letters of other scripts, at least, in a line that is reported
_SAMPLE = 5_000  # characters of the references that show their script
_PAIRS = 100  # of neighbouring lines that show whether outputs are beside their references
_QUOTED = tuple(map(tuple, ('""', "''", "“”", "„“", "«»", "»«", "‘’", "「」", "``")))
_OPENED = tuple(pair[0] for pair in _QUOTED)
_NUMBERED = r"\s*[(\[]?\d{1,6}[.):\]]\s"
_NOTHING = frozenset(("none", "null", "nan", "nil", "n/a", "<na>", "undefined"))
_SUBWORD = r"\w@@(?!\S)|(?<!\S)##\w|▁\S"
_LONG = 30  # characters of an output that nobody writes a second time by chance
_ENDS, _CLOSING = tuple(".!?…。！？؟।።"), " \"'”’»)]」』）"  # of a sentence, and what may follow
_MOST_SYSTEMS = 100  # of which each is compared with each


@dataclass(frozen=True)
class HealthNote:
    """One oddity: its kind, the system, the segments it is in (lines of a file, rows of a table), and what it is."""

    kind: str
    system: str
    lines: tuple[int, ...]
    meaning: str

    def __str__(self) -> str:
        listed = ", ".join(f"{line:,}" for line in self.lines[:SHOWN])
        more = " …" if len(self.lines) > SHOWN else ""
        where = f": {counted(len(self.lines), 'segment')} ({listed}{more})" if self.lines else ""
        note = f"{self.system}: {self.meaning}{where}"
        return note if note.endswith("?") else f"{note}."


def health_of(systems: Sequence[Corpus], later: Sequence[Corpus] = (), *, nfc: bool = False) -> list[HealthNote]:
    """Everything that is odd about these systems, their later training runs and their references; `nfc`: metrics
    normalise both sides."""
    rules = [rule for rule in _RULES if not (nfc and rule is _normal_forms)]
    notes = [note for system in (*systems, *later) for note in _notes(system, rules)]
    return [*notes, *_near_references(systems), *_shared(systems)]


@dataclass(frozen=True)
class HealthReport(Result):
    """What is odd about the texts of some systems, and how many segments they have."""

    systems: tuple[str, ...]
    segments: int
    notes: tuple[HealthNote, ...]

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.texts import health_blocks

        return health_blocks(self)


def health(data: TestSet) -> HealthReport:
    """Look for what is odd about outputs and references: normal forms, tokenized text, copies, loops, wrong scripts …

    Nothing is changed; `notes` has the lines of each oddity.

    >>> import bolide
    >>> data = bolide.TestSet(["The cat sat.", "It rains."], {"mine": ["the cat sat .", "it rains ."]})
    >>> [(note.kind, note.lines) for note in bolide.health(data).notes]
    [('tokenized', (1, 2))]
    """
    from bolide.testset import check_test_set  # other rules are for the page, too

    check_test_set(data)
    corpora = data.corpora
    notes = [*health_of(corpora), *(note for corpus in corpora for note in _reading_notes(corpus))]
    return HealthReport(data.names, len(data), tuple(notes))


def _reading_notes(system: Corpus) -> Iterator[HealthNote]:
    """What `bolide score` says of texts where it reads them, and of outputs that are references."""
    if system.hyps and system.identical:
        yield HealthNote("identical", system.name, (), IDENTICAL)
    groups = [system.refs[a:b] for a, b in pairwise(system.ref_starts)]
    for which, first in (("outputs", system.hyps[:1]), ("references", groups[0] if groups else ())):
        if any(text.startswith(MARK) for text in first):
            meaning = f"a byte-order mark (U+FEFF) before the {which}, which counts as part of the first word"
            yield HealthNote("invisible", system.name, (1,), meaning)
    filled = [sum(bool(text.strip()) for text in group) for group in groups]
    if lines := tuple(k for k, group in enumerate(groups, 1) if 0 < filled[k - 1] < len(group)):
        yield HealthNote("empty", system.name, lines, "an empty reference beside another that is not empty")


Odd = tuple[str, tuple[int, ...], str]  # its kind, its lines and what it means


class _Sides:
    """The outputs of a system, and for each segment its references, joined by line breaks."""

    def __init__(self, hyps: Sequence[str], refs: Sequence[str], sources: Sequence[str]) -> None:
        self.hyps, self.refs, self.sources = hyps, refs, sources

    @cached_property
    def texts(self) -> tuple[str, str]:
        """All outputs and all references."""
        return "\n".join(self.hyps), "\n".join(self.refs)

    @cached_property
    def beyond_ascii(self) -> tuple[str, str]:
        """The characters of all outputs and all references that are not ASCII; there are few if letters are Latin."""
        lines = (
            "".join(filterfalse(str.isascii, side)).encode("utf-8", "surrogatepass") for side in (self.hyps, self.refs)
        )
        hyp, ref = (text.translate(None, _ASCII).decode("utf-8", "surrogatepass") for text in lines)
        return hyp, ref

    @property
    def named(self) -> tuple[tuple[str, Sequence[str]], tuple[str, Sequence[str]]]:
        """Both sides, each with its name in a sentence."""
        return ("outputs", self.hyps), ("references", self.refs)

    def lines(self, odd: Callable[[str, str], object]) -> tuple[int, ...]:
        """The lines, counted from 1, of which this is true of output and references."""
        return tuple([k for k, (h, r) in enumerate(zip(self.hyps, self.refs, strict=True), 1) if odd(h, r)])

    def on_one_side(self, kind: str, odd: Callable[[str], object], texts: Sequence[str], meaning: str) -> Iterator[Odd]:
        """What is odd about one side, in `texts` of both, and not about the other, if it is in some lines."""
        there = [bool(odd(text)) for text in texts]
        if there[0] != there[1]:
            which, side = self.named[there[1]]
            lines = _where(side, odd)
            if len(lines) >= self.some(0.01, 2):
                yield kind, lines, meaning.format(which)

    def most(self, odd: Callable[[str, str], object], share: float = 0.5) -> tuple[int, ...]:
        """The lines of which this is true, if they are such a share of all, and three; a sample is looked at first."""
        sample = range(0, len(self.hyps), max(1, len(self.hyps) // _PAIRS))
        if sum(bool(odd(self.hyps[k], self.refs[k])) for k in sample) < 0.8 * share * len(sample):
            return ()
        lines = self.lines(odd)
        return lines if len(lines) >= self.some(share, 3) else ()

    def some(self, share: float, least: int = 1) -> int:
        """How many lines are enough for a note: a share of all, but a few at least."""
        return max(least, round(share * len(self.hyps)))


def _notes(system: Corpus, rules: Sequence[Rule]) -> Iterator[HealthNote]:
    starts = system.ref_starts
    single = len(system.refs) == len(system.hyps)
    refs = system.refs if single else ["\n".join(system.refs[a:b]) for a, b in pairwise(starts)]
    sides = _Sides(system.hyps, refs, system.sources)
    for kind, lines, meaning in chain.from_iterable(rule(sides) for rule in rules):
        yield HealthNote(kind, system.name, lines, meaning)


Rule = Callable[[_Sides], Iterator[Odd]]


def _where(side: Sequence[str], odd: Callable[[str], object]) -> tuple[int, ...]:
    """The lines of one side, counted from 1, of which this is true."""
    return tuple(k for k, line in enumerate(side, 1) if odd(line))


def _is_composed(character: str) -> bool:
    """Whether a character is in NFC in whatever text: it is no mark, and no part of a Korean syllable."""
    return category(character)[0] != "M" and not "\u1160" <= character <= "\u11ff" and is_normalized("NFC", character)


def _normal_forms(sides: _Sides) -> Iterator[Odd]:
    if all(map(_is_composed, set().union(*sides.beyond_ascii))) or all(is_normalized("NFC", t) for t in sides.texts):
        return
    lines = sides.lines(lambda h, r: is_normalized("NFC", h) != is_normalized("NFC", r))
    if len(lines) >= sides.some(0.05, 2) or len(lines) == len(sides.hyps):
        yield (
            "normalization",
            lines,
            "outputs and references in different Unicode normal forms (é as one character or "
            "as two), so that equal words do not match; --nfc (in Python, nfc=True) normalises both",
        )


def _tokenized(sides: _Sides) -> Iterator[Odd]:
    enough = sides.some(0.3 if len(sides.hyps) > 50 else 0.6, 2)  # some lines have such marks anyway
    hyps, refs = (_apart(side, text, enough) for side, text in zip((sides.hyps, sides.refs), sides.texts, strict=True))
    if len(hyps) < enough and len(refs) < enough:
        return
    which = "outputs" if len(refs) < enough else "references" if len(hyps) < enough else "outputs and references"
    meaning = f"punctuation apart from the words in {which}, as if already tokenized; metrics expect plain text"
    yield "tokenized", hyps if which != "references" else refs, meaning


def _apart(side: Sequence[str], text: str, enough: int) -> tuple[int, ...]:
    """The lines with punctuation apart from the words, but for those in rgbF's units, which are made of tokens; none of
    them if they are plainly too few."""
    if text.count(" ,") + sum([line[-2:-1] == " " for line in side]) < enough:
        return ()
    apart = [k for k, line in enumerate(side, 1) if " , " in line or line.endswith((" .", " !", " ?"))]
    return tuple([k for k in apart if " ++ " not in side[k - 1]])


def _empty(sides: _Sides) -> Iterator[Odd]:
    if not all(map(str.strip, sides.hyps)) and (lines := sides.lines(lambda h, r: not h.strip() and r.strip())):
        yield "empty", lines, "empty outputs whose reference is not empty"
    if not all(map(str.strip, sides.refs)) and (lines := sides.lines(lambda h, r: not r.strip() and h.strip())):
        yield "empty", lines, "empty references whose output is not empty"


def _repeated(sides: _Sides) -> Iterator[Odd]:
    if len(set(sides.hyps)) < len(sides.hyps):
        text, number = max(Counter(sides.hyps).items(), key=itemgetter(1))
        lines = sides.lines(lambda h, r: h == text) if number >= 3 and len(text) >= 20 else ()
        different = len({sides.refs[line - 1] for line in lines})
        if different >= 3 and 2 * different > number:
            yield "repeated", lines, "the very same output for different references"
    if loops := sides.lines(lambda h, r: len(h) > 2 * len(r) + 40 and _loops(h)):
        yield "loop", loops, "a few words repeated over and over"


def _loops(text: str) -> bool:
    words = text.split()
    repeats = any(sum(map(eq, words, words[period:])) >= 7 * period for period in range(1, 5))
    return repeats and re.search(_LOOP, text) is not None


def _copies(sides: _Sides) -> Iterator[Odd]:
    if not sides.sources:
        return
    texts = enumerate(zip(sides.hyps, sides.refs, map(str.strip, sides.sources), strict=True), 1)
    copied = (k for k, (hyp, ref, source) in texts if hyp.strip() == source and source not in ref)
    lines = tuple(k for k in copied if len(sides.hyps[k - 1].split()) > 3 and len(sides.hyps[k - 1]) > 20)
    if len(lines) >= sides.some(0.01, 3):
        yield "copy", lines, "copies of the source"


def _letters(text: str) -> Counter[str]:
    """How many letters a text has of each script of which it has any."""
    counts = Counter[str]()
    for character, number in Counter(text).items():
        for script, first, last in _RANGES:
            if first <= character <= last:
                counts[script] += number
    return counts


def _scripts(sides: _Sides) -> Iterator[Odd]:
    if not any(sides.beyond_ascii):
        return
    counts = _letters(sides.texts[1][:_SAMPLE])
    usual = max(_SCRIPTS, key=lambda script: counts[script])
    others = _letters(sides.beyond_ascii[0])
    others["Latin"] += _FOREIGN  # ASCII may have them
    del others[usual]
    if counts[usual] < 10 or others.total() < _FOREIGN:
        return
    letter = f"[{''.join(_SCRIPTS[script] for script in others)}]"
    right, wrong = f"[{_SCRIPTS[usual]}]", re.compile(letter + letter)

    def odd(h: str, r: str) -> bool:
        number = 2 * len(wrong.findall(h))
        if number < _FOREIGN or len(re.findall(right, h)) >= 0.1 * number:
            return False
        there = len(re.findall(right, r))
        return there >= 12 and there > 0.7 * len(r.replace(" ", ""))

    lines = sides.lines(odd)
    if len(lines) >= sides.some(0.005, 2):
        yield "script", lines, f"another script than the reference's ({usual})"


def _preambles(sides: _Sides) -> Iterator[Odd]:
    broken = sides.texts[0].count("\n") >= len(sides.hyps)  # some output has several lines
    preamble = re.compile(_PREAMBLE)
    begins = preamble.search if broken else preamble.match
    if lines := sides.lines(lambda h, r: begins(h) and not preamble.search(r)):
        yield "preamble", lines, "words about the translation before it (“Here is the translation:”)"


def _markup(sides: _Sides) -> Iterator[Odd]:
    if not _has(sides.texts[0], "<&`"):
        return
    markup = re.compile(_MARKUP)
    lines = sides.lines(lambda h, r: ("<" in h or "&" in h or "`" in h) and markup.search(h) and not markup.search(r))
    if len(lines) >= sides.some(0.005, 2):
        yield "markup", lines, "markup that the reference does not have"


def _has(text: str, characters: str) -> bool:
    return any(character in text for character in characters)


def _invisible(sides: _Sides) -> Iterator[Odd]:
    meaning = "invisible characters in the {} alone, so that equal words differ"
    yield from sides.on_one_side("invisible", lambda text: _has(text, _ZERO_WIDTH), sides.beyond_ascii, meaning)


def _encoding(sides: _Sides) -> Iterator[Odd]:
    misread = re.compile(_MISREAD).search
    if any(map(misread, sides.beyond_ascii)):
        meaning = "UTF-8 that was read as Latin-1 (Ã© for é) in the {} alone"
        yield from sides.on_one_side("encoding", misread, sides.texts, meaning)
    surrogate = re.compile(_SURROGATE).search
    for k, (which, side) in enumerate(sides.named):
        if "\0" in sides.texts[k]:
            meaning = f"NUL characters (U+0000) in the {which}, as in UTF-16 or files that are no text"
            yield "encoding", _where(side, lambda line: "\0" in line), meaning
        if surrogate(sides.beyond_ascii[k]):
            meaning = f"lone surrogates in the {which}, which are halves of characters or undecoded bytes"
            yield "encoding", _where(side, surrogate), meaning
    if "\ufffd" in sides.beyond_ascii[0] and (lines := sides.lines(lambda h, r: "\ufffd" in h and "\ufffd" not in r)):
        yield "encoding", lines, "replacement characters (U+FFFD) in the outputs, for bytes that were not decoded"


def _rows(sides: _Sides) -> Iterator[Odd]:
    reader = "--table (in Python, TestSet.from_table)"
    for which, side in sides.named:
        if len(side) > 1 and _has(side[0], "\t{") and all(re.match(_ROW, line) for line in side):
            yield "columns", (), f"every line of the {which} is a row of a table or JSON; {reader} reads its columns"


def _quotes(sides: _Sides) -> Iterator[Odd]:
    curly = [sum(text.count(mark) for mark in _CURLY) for text in sides.beyond_ascii]
    if max(curly) < 20:
        return
    straight = [text.count('"') for text in sides.texts]
    for k, (which, side) in enumerate(sides.named):
        if curly[k] >= 20 and straight[k] * 10 <= curly[k] and straight[1 - k] >= 20 and not curly[1 - k]:
            lines = _where(side, lambda line: _has(line, _CURLY))
            yield "quotes", lines, f"typographic quotation marks in the {which}, straight ones on the other side"


def _units(text: str, spaced: bool) -> set[str]:
    """The words of a text, or pairs of its characters if no spaces separate words; case and normal form are ignored."""
    words = normalize("NFC", text).casefold().split()
    if spaced:
        return set(words)
    plain = "".join(words)
    return set(map(str.__add__, plain, plain[1:]))


def _fits(sides: _Sides, step: int) -> Iterator[tuple[int, int]]:
    """How much more two neighbouring outputs have in common with their references than if these were exchanged.

    With the number of the first line. A few lines in a thousand have less in common in outputs of WMT.
    """
    hyps, refs = sides.hyps, sides.refs
    spaced = 2 * sum(" " in text for text in refs[:_PAIRS]) > len(refs[:_PAIRS])
    for k in range(0, len(hyps) - 1, step):
        if refs[k] != refs[k + 1] and (hyps[k] or hyps[k + 1]):
            a, b, mine, other = (_units(text, spaced) for text in (hyps[k], hyps[k + 1], refs[k], refs[k + 1]))
            yield k + 1, len(a & mine) + len(b & other) - len(a & other) - len(b & mine)


def _misplaced(sides: _Sides) -> Iterator[Odd]:
    sample = [gain for _, gain in _fits(sides, max(1, len(sides.hyps) // _PAIRS))]
    worse, better = sum(gain < 0 for gain in sample), sum(gain > 0 for gain in sample)
    if worse >= max(5, 0.1 * len(sample)):
        lines = tuple(line for line, gain in _fits(sides, 1) if gain < 0)
        yield (
            "order",
            lines,
            "outputs that have more in common with the reference of a neighbouring line than with "
            "their own; a line may be missing, or the lines in another order",
        )
    elif len(sample) >= 50 and better < 0.5 * len(sample) and not sides.most(_is_turned):
        yield (
            "unrelated",
            (),
            "the outputs have hardly more in common with their references than with those of other "
            "lines; are these the right files?",
        )


def _form(sides: _Sides) -> Iterator[Odd]:
    """The form of most outputs: their capital letters, the order of their letters, what stands around them."""
    if lines := sides.most(lambda h, r: h.isupper() and len(h) >= 10 and not r.isupper()):
        yield "case", lines, "outputs all in capital letters, whose words match none of the reference's"
    if lines := sides.most(_is_title):
        yield (
            "case",
            lines,
            "outputs whose Words All Begin With A Capital Letter, which few of the reference's words do",
        )
    if lines := sides.most(_is_turned):
        yield "reversed", lines, "outputs whose letters come in the opposite order"
    if lines := sides.most(_is_quoted, 0.8):
        yield "quoted", lines, "quotation marks around outputs whose references have none"
    begins = re.compile(_NUMBERED).match
    if lines := sides.most(lambda h, r: begins(h) and not r.lstrip(" ([")[:1].isdigit(), 0.8):
        yield "numbered", lines, "numbers before outputs (“1. …”) whose references have none"


def _is_title(hyp: str, ref: str) -> bool:
    """Whether all longer words begin with a capital letter, but at most half of the reference's do."""
    ours, theirs = ([word[0] for word in text.split() if len(word) > 3 and word[0].isalpha()] for text in (hyp, ref))
    enough = len(ours) >= 4 and len(theirs) >= 4 and not hyp.isupper()
    return enough and all(map(str.isupper, ours)) and 2 * sum(map(str.isupper, theirs)) <= len(theirs)


def _is_turned(hyp: str, ref: str) -> bool:
    """Whether at least two words of three letters match from right to left, and more than do from left to right."""
    ours, theirs = ({word for word in text.split() if len(word) > 2} for text in (hyp, ref))
    return len({word[::-1] for word in ours} & theirs) >= max(2, 1 + len(ours & theirs))


def _is_quoted(hyp: str, ref: str) -> bool:
    text = hyp.strip()
    return len(text) > 2 and (text[0], text[-1]) in _QUOTED and not ref.lstrip().startswith(_OPENED)


def _placeholders(sides: _Sides) -> Iterator[Odd]:
    lines = sides.lines(lambda h, r: len(h) < 12 and h.strip().casefold() in _NOTHING and len(r) >= 10)
    if len(lines) >= sides.some(0.005, 2):
        yield "placeholder", lines, "a word for nothing (None, null, NaN) in place of an output"


def _subwords(sides: _Sides) -> Iterator[Odd]:
    marked = re.compile(_SUBWORD).search
    for (which, side), text in zip(sides.named, sides.texts, strict=True):
        if any(map(text.__contains__, ("@@", "##", "▁"))):
            lines = _where(side, marked)
            if len(lines) >= sides.some(0.05, 2):
                yield "subwords", lines, f"marks of subwords (@@, ##, ▁) in the {which}; metrics expect whole words"


def _cut(sides: _Sides) -> Iterator[Odd]:
    """Outputs are cut if none is longer than many, if nearly all whose references are longer have that length, and if
    few of them end as sentences do."""
    for unit, size, slack in (("words", _word_count, 0), ("characters", len, 1)):
        sizes = list(map(size, sides.hyps))
        longest = max(sizes, default=0)
        if longest < (2 if slack == 0 else 10) or sum(number >= longest - slack for number in sizes) < sides.some(
            0.02, 5
        ):
            continue
        needed = 1.25 * longest
        longer = [k for k, ref in enumerate(sides.refs) if min(map(size, ref.split("\n"))) > needed]
        lines = tuple(k + 1 for k in longer if sizes[k] >= longest - slack)
        ended = sum(sides.hyps[line - 1].rstrip(_CLOSING).endswith(_ENDS) for line in lines)
        if len(lines) >= max(sides.some(0.02, 5), 0.8 * len(longer)) and 4 * ended <= len(lines):
            what = f"outputs of {longest:,} {unit}, the most that any has, whose references are longer"
            yield "cut", lines, f"{what}; they may have been cut off"
            return


def _word_count(text: str) -> int:
    return text.count(" ") + 1


_RULES: tuple[Rule, ...] = (
    _misplaced,
    _form,
    _placeholders,
    _subwords,
    _cut,
    _normal_forms,
    _tokenized,
    _empty,
    _repeated,
    _copies,
    _scripts,
    _preambles,
    _markup,
    _invisible,
    _encoding,
    _rows,
    _quotes,
)


def _near_references(systems: Sequence[Corpus]) -> Iterable[HealthNote]:
    """A system that has far more sentences in common with the references than the others: they may be post-edited.

    A third of them is much for any; a tenth is, beside several systems, if none of those comes near.
    """
    shares = []
    for system in systems:
        segments = zip(system.hyps, pairwise(system.ref_starts), strict=True)
        equal = [hyp in system.refs[start:end] for hyp, (start, end) in segments if len(hyp) >= _LONG]
        shares.append(sum(equal) / len(equal) if len(equal) >= 20 and sum(equal) >= 8 else 0.0)
    if max(shares, default=0.0) < 0.1:
        return
    from statistics import median  # takes a while, and is seldom needed

    for k, (system, share) in enumerate(zip(systems, shares, strict=True)):
        others = [other for j, other in enumerate(shares) if j != k]
        many = share >= 0.3 and share >= 3 * (median(others) if others else 0.1)
        unlike_others = share >= 0.1 and len(others) > 1 and share >= 5 * max(others)
        if (many or unlike_others) and not system.identical:
            yield HealthNote(
                "reference",
                system.name,
                (),
                f"{100 * share:.0f} % of the longer outputs are equal to a "
                "reference; the references may have been made from them",
            )


def _shared(systems: Sequence[Corpus]) -> Iterator[HealthNote]:
    """Systems most of whose outputs are those of one before: copies, or one system under two names."""
    if len(systems) > _MOST_SYSTEMS:
        return
    for k, system in enumerate(systems):
        long = [line for line, hyp in enumerate(system.hyps) if len(hyp) >= _LONG]
        sample = long[:: max(1, len(long) // _PAIRS)]
        if len(long) < 20:
            continue
        shares = {}
        for other in systems[:k]:
            if 2 * sum(system.hyps[line] == other.hyps[line] for line in sample) >= len(sample):
                shares[other.name] = sum(system.hyps[line] == other.hyps[line] for line in long) / len(long)
        if shares and max(shares.values()) >= 0.5:
            nearest = max(shares, key=lambda name: shares[name])
            what = f"{100 * shares[nearest]:.0f} % of the longer outputs are those of {nearest}; are these two systems?"
            yield HealthNote("shared", system.name, (), what)


_UNSEEN = ("normalization", "invisible", "encoding")  # oddities that a reader does not see


def text_notes(system: Corpus, line: int = 1, *, nfc: bool = False, unseen: bool = False) -> list[str]:
    """What is odd about one line and its references, and if only punctuation makes them differ; nothing if there is no
    such line. `nfc`: metrics normalise both sides; `unseen`: only what cannot be seen."""
    if line > len(system):
        return []
    texts = (system[line - 1].hyp, *system[line - 1].refs)
    hyp, *refs = (normalize("NFC", text) for text in texts) if nfc else texts
    odd = [note for note in health_of([Corpus.one(hyp, refs)]) if not unseen or note.kind in _UNSEEN]
    notes = [f"{note.meaning[0].upper()}{note.meaning[1:]}." for note in odd]
    if any(note.kind == "normalization" for note in odd):
        return notes
    for ref in refs:
        if (words := _words(hyp)) and words == _words(ref):
            ours, theirs = Counter(hyp) - Counter(ref), Counter(ref) - Counter(hyp)
            marks = [
                f"{side} has {listed}"
                for side, only in (("the candidate", ours), ("the reference", theirs))
                if (listed := _listed(only))
            ]
            if marks and not (unseen and all(map(_is_visible, ours + theirs))):
                return [
                    *notes,
                    f"The words are the same; only punctuation or invisible characters differ: {'; '.join(marks)}.",
                ]
    return notes


def _words(text: str) -> list[str]:
    """The words of a text in one normal form, which all but letters, digits and invisible characters separates; in
    scripts without spaces, its characters."""
    pieces = []
    for one in normalize("NFKC", text):
        if category(one)[0] in "LNM":
            pieces.append(f" {one} " if east_asian_width(one) == "W" else one)
        elif category(one) != "Cf":
            pieces.append(" ")
    return "".join(pieces).split()


def _listed(characters: Iterable[str]) -> str:
    """Characters, those that cannot be seen by their names."""
    names = [
        f"“{one}”" if _is_visible(one) else name(one, "").lower() or f"U+{ord(one):04X}"
        for one in sorted(characters)
        if one != " "
    ]
    return ", ".join(names)


def _is_visible(character: str) -> bool:
    return character == " " or (character.isprintable() and not character.isspace())
