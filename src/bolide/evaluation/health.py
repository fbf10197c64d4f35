"""What is odd about texts before they are scored: one pass over outputs and references, with counts and line numbers.

Nothing is changed. A check fires only where the two sides differ, or where an output cannot be meant: the notes are
few, and each says what it does to a score. Whole texts are looked at first, and lines only if there is something to
find.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, repeat
from operator import eq
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
_PREAMBLE = re.compile(r"""(?imx)^\W{0,3}(?:
    (?:sure|certainly|of\ course|absolutely)[!,.:]?\ (?:here|the\ translation)
    | here(?:'s|’s|\ is|\ are)\ (?:the|a|your|my)\ [^\n]{0,40}translat
    | the\ translat(?:ion|ed)\b[^\n]{0,60}\bis:
    | (?:translation|translated\ text|output|answer)\ ?:\ *\S
    | as\ an\ ai\b | i(?:'m|’m|\ am)\ sorry,\ (?:but\ )?i\ can
    )""")
# Other patterns are compiled where they are first used: most are not, in texts that are well.
_MARKUP = r"</?[a-zA-Z][a-zA-Z0-9]{0,9}(?: [^<>\n]{0,80})?/?>|```|&(?:lt|gt|amp|quot|apos|#\d+);"
_LOOP = r"(?<!\S)(\S+(?: \S+){0,3})(?: \1){7,}(?!\S)"
_ROW = r"[^\n]*\t|\s*\{.*\}\s*$"
_MIXED = "Chinese or Japanese"  # Japanese is written in both
_SCRIPTS = {name: ranges for name, ranges in LETTERS.items() if name not in ("Chinese", "Japanese")} | {
    _MIXED: LETTERS["Japanese"] + LETTERS["Chinese"]
}
_CURLY = "“”„«»"
_ASCII = bytes(range(128))
_FOREIGN = 12  # letters of other scripts, at least, in a line that is reported
_SAMPLE = 5_000  # characters of the references that show their script
_PAIRS = 100  # of lines that show what is true of most
_QUOTED = tuple(map(tuple, ('""', "''", "“”", "„“", "«»", "»«", "‘’", "「」", "``")))
_OPENED = tuple(pair[0] for pair in _QUOTED)
_NUMBERED = r"\s*[(\[]?\d{1,6}[.):\]]\s"
_NOTHING = frozenset(("none", "null", "nan", "nil", "n/a", "<na>", "undefined"))
_LONG = 30  # characters of an output that nobody writes a second time by chance
_ENDS, _CLOSING = tuple(".!?…。！？؟।。"), " \"'”’»)]」』）"  # of a sentence, and what may follow


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
    notes = [
        HealthNote(kind, system.name, lines, meaning)
        for system in (*systems, *later)
        for kind, lines, meaning in _oddities(_Texts(system))
        if not (nfc and kind == "normalization")
    ]
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


class _Side:
    """The outputs or the references: their name, their lines, these as one text, and its characters beyond ASCII."""

    def __init__(self, name: str, lines: Sequence[str]) -> None:
        self.name, self.lines, self.text = name, lines, "\n".join(lines)
        encoded = self.text.encode("utf-8", "surrogatepass")
        self.beyond_ascii = encoded.translate(None, _ASCII).decode("utf-8", "surrogatepass")

    def where(self, odd: Callable[[str], object]) -> tuple[int, ...]:
        """The lines, counted from 1, of which this is true."""
        return tuple(k for k, line in enumerate(self.lines, 1) if odd(line))


class _Texts:
    """The outputs of a system, its references and its sources; several references of a segment are joined by line
    breaks."""

    def __init__(self, system: Corpus) -> None:
        starts, single = system.ref_starts, len(system.refs) == len(system.hyps)
        self.refs = system.refs if single else ["\n".join(system.refs[a:b]) for a, b in pairwise(starts)]
        self.hyps = system.hyps
        self.texts = [*zip(self.hyps, self.refs, system.sources or repeat(""), strict=False)]
        self.sides = _Side("outputs", self.hyps), _Side("references", self.refs)

    def enough(self, share: float, least: int) -> int:
        """How many lines are enough for a note: a share of all, but a few at least."""
        return max(least, round(share * len(self.hyps)))

    def lines(self, odd: Callable[[str, str, str], object], share: float = 0.0, least: int = 1) -> tuple[int, ...]:
        """The lines, counted from 1, of which this is true of output, reference and source, if they are enough; of what
        must be true of most, a sample is looked at first."""
        texts = self.texts
        sample = texts[:: max(1, len(texts) // _PAIRS)] if share >= 0.5 else []
        if sum(bool(odd(*three)) for three in sample) < 0.8 * share * len(sample):
            return ()
        lines = tuple([line for line, three in enumerate(texts, 1) if odd(*three)])
        return lines if len(lines) >= self.enough(share, least) else ()


@dataclass(frozen=True)
class _Check:
    """What is odd about an output beside its reference and its source, in how many lines at least.

    Lines are looked at only if one of the characters `signs` is in the outputs.
    """

    kind: str
    meaning: str
    odd: Callable[[str, str, str], object]
    share: float = 0.0
    least: int = 1
    signs: str = ""


@dataclass(frozen=True)
class _SideCheck:
    """What is odd about the lines of one side with this pattern; if `alone`, only where the other side has none."""

    kind: str
    meaning: str
    pattern: str
    share: float = 0.0
    least: int = 1
    signs: Sequence[str] = ""
    alone: bool = False


def _has(text: str, signs: Sequence[str]) -> bool:
    return any(map(text.__contains__, signs))


def _is_title(hyp: str, ref: str, source: str) -> bool:
    """Whether all longer words begin with a capital letter, but at most half of the reference's do."""
    ours, theirs = ([word[0] for word in text.split() if len(word) > 3 and word[0].isalpha()] for text in (hyp, ref))
    enough = len(ours) >= 4 and len(theirs) >= 4 and not hyp.isupper()
    return enough and all(map(str.isupper, ours)) and 2 * sum(map(str.isupper, theirs)) <= len(theirs)


def _is_turned(hyp: str, ref: str, source: str) -> bool:
    """Whether at least two words of three letters match from right to left, and more than do from left to right."""
    ours, theirs = ({word for word in text.split() if len(word) > 2} for text in (hyp, ref))
    return len({word[::-1] for word in ours} & theirs) >= max(2, 1 + len(ours & theirs))


def _is_quoted(hyp: str, ref: str, source: str) -> bool:
    text = hyp.strip()
    return len(text) > 2 and (text[0], text[-1]) in _QUOTED and not ref.lstrip().startswith(_OPENED)


def _is_loop(hyp: str, ref: str, source: str) -> bool:
    if len(hyp) <= 2 * len(ref) + 40:
        return False
    words = hyp.split()
    repeats = any(sum(map(eq, words, words[period:])) >= 7 * period for period in range(1, 5))
    return repeats and re.search(_LOOP, hyp) is not None


def _is_copy(hyp: str, ref: str, source: str) -> bool:
    source = source.strip()
    return len(hyp) > 20 and hyp.strip() == source and source not in ref and len(hyp.split()) > 3


_CHECKS = (
    _Check(
        "case",
        "outputs all in capital letters, whose words match none of the reference's",
        lambda h, r, s: h.isupper() and len(h) >= 10 and not r.isupper(),
        0.5,
        3,
    ),
    _Check(
        "case",
        "outputs whose Words All Begin With A Capital Letter, which few of the reference's words do",
        _is_title,
        0.5,
        3,
    ),
    _Check("reversed", "outputs whose letters come in the opposite order", _is_turned, 0.5, 3),
    _Check("quoted", "quotation marks around outputs whose references have none", _is_quoted, 0.8, 3),
    _Check(
        "numbered",
        "numbers before outputs (“1. …”) whose references have none",
        lambda h, r, s: re.match(_NUMBERED, h) and not r.lstrip(" ([")[:1].isdigit(),
        0.8,
        3,
    ),
    _Check(
        "placeholder",
        "a word for nothing (None, null, NaN) in place of an output",
        lambda h, r, s: len(h) < 12 and h.strip().casefold() in _NOTHING and len(r) >= 10,
        0.005,
        2,
    ),
    _Check("empty", "empty outputs whose reference is not empty", lambda h, r, s: not h.strip() and r.strip()),
    _Check("empty", "empty references whose output is not empty", lambda h, r, s: not r.strip() and h.strip()),
    _Check("loop", "a few words repeated over and over", _is_loop),
    _Check("copy", "copies of the source", _is_copy, 0.01, 3),
    _Check(
        "preamble",
        "words about the translation before it (“Here is the translation:”)",
        lambda h, r, s: (_PREAMBLE.search if "\n" in h else _PREAMBLE.match)(h) and not _PREAMBLE.search(r),
    ),
    _Check(
        "markup",
        "markup that the reference does not have",
        lambda h, r, s: _has(h, "<&`") and re.search(_MARKUP, h) and not re.search(_MARKUP, r),
        0.005,
        2,
        "<&`",
    ),
    _Check(
        "encoding",
        "replacement characters (U+FFFD) in the outputs, for bytes that were not decoded",
        lambda h, r, s: "\ufffd" in h and "\ufffd" not in r,
        signs="\ufffd",
    ),
)
_SIDE_CHECKS = (
    _SideCheck(
        "subwords",
        "marks of subwords (@@, ##, ▁) in the {}; metrics expect whole words",
        r"\w@@(?!\S)|(?<!\S)##\w|▁\S",
        0.05,
        2,
        ("@@", "##", "▁"),
    ),
    _SideCheck(
        "invisible",
        "invisible characters in the {} alone, so that equal words differ",
        "[\u200b\u2060\ufeff\u00ad]",
        0.01,
        2,
        "\u200b\u2060\ufeff\u00ad",
        alone=True,
    ),
    _SideCheck(
        "encoding",
        "UTF-8 that was read as Latin-1 (Ã© for é) in the {} alone",
        "[ÂÃ][\x80-\xbf]|â[\x80€]",  # the bytes of é or ’, each as a character
        0.01,
        2,
        "ÂÃâ",
        alone=True,
    ),
    _SideCheck(
        "encoding", "NUL characters (U+0000) in the {}, as in UTF-16 or files that are no text", "\0", signs="\0"
    ),
    _SideCheck(
        "encoding",
        "lone surrogates in the {}, which are halves of characters or undecoded bytes",
        "[\ud800-\udfff]",
    ),
)


def _oddities(texts: _Texts) -> Iterator[Odd]:
    """What every check finds, and what needs more than a look at single lines."""
    for check in _CHECKS:
        looked_at = not check.signs or _has(texts.sides[0].text, check.signs)
        if looked_at and (lines := texts.lines(check.odd, check.share, check.least)):
            yield check.kind, lines, check.meaning
    for each in _SIDE_CHECKS:
        search = re.compile(each.pattern).search
        found = [
            side.where(search) if (_has(side.text, each.signs) if each.signs else search(side.beyond_ascii)) else ()
            for side in texts.sides
        ]
        for side, lines in zip(texts.sides, found, strict=True):
            if lines and len(lines) >= texts.enough(each.share, each.least) and not (each.alone and all(found)):
                yield each.kind, lines, each.meaning.format(side.name)
    for rule in (_misplaced, _cut, _normal_forms, _tokenized, _repeated, _scripts, _rows, _quotes):
        yield from rule(texts)


def _normal_forms(texts: _Texts) -> Iterator[Odd]:
    if not all(is_normalized("NFC", side.text) for side in texts.sides):
        lines = texts.lines(lambda h, r, s: is_normalized("NFC", h) != is_normalized("NFC", r))
        if len(lines) >= texts.enough(0.05, 2) or len(lines) == len(texts.hyps):
            yield (
                "normalization",
                lines,
                "outputs and references in different Unicode normal forms (é as one character or "
                "as two), so that equal words do not match; --nfc (in Python, nfc=True) normalises both",
            )


def _tokenized(texts: _Texts) -> Iterator[Odd]:
    """Punctuation apart from the words, but not in rgbF's units, which are made of tokens."""
    enough = texts.enough(0.3 if len(texts.hyps) > 50 else 0.6, 2)  # some lines have such marks anyway
    found = {}
    for side in texts.sides:
        if side.text.count(" ,") + sum([line[-2:-1] == " " for line in side.lines]) >= enough:
            apart = side.where(lambda line: " , " in line or line.endswith((" .", " !", " ?")))
            if len(lines := tuple([k for k in apart if " ++ " not in side.lines[k - 1]])) >= enough:
                found[side.name] = lines
    if found:
        meaning = f"punctuation apart from the words in {' and '.join(found)}"
        yield "tokenized", next(iter(found.values())), f"{meaning}, as if already tokenized; metrics expect plain text"


def _repeated(texts: _Texts) -> Iterator[Odd]:
    if len(set(texts.hyps)) < len(texts.hyps):
        [(text, number)] = Counter(texts.hyps).most_common(1)
        lines = texts.sides[0].where(text.__eq__) if number >= 3 and len(text) >= 20 else ()
        different = len({texts.refs[line - 1] for line in lines})
        if different >= 3 and 2 * different > number:
            yield "repeated", lines, "the very same output for different references"


def _scripts(texts: _Texts) -> Iterator[Odd]:
    outputs, references = texts.sides
    if not (outputs.beyond_ascii or references.beyond_ascii):
        return
    shown = references.text[:_SAMPLE]
    found = {script: len(re.findall(f"[{ranges}]", shown)) for script, ranges in _SCRIPTS.items()}
    usual = max(found, key=lambda script: found[script])
    if found[usual] < 10:
        return
    others = "".join(set(outputs.beyond_ascii)) + "aA"  # ASCII has letters, too
    foreign = [ranges for script, ranges in _SCRIPTS.items() if script != usual and re.search(f"[{ranges}]", others)]
    if not foreign:
        return
    letter = f"[{''.join(foreign)}]"
    right, wrong = re.compile(f"[{_SCRIPTS[usual]}]"), re.compile(letter + letter)

    def odd(hyp: str, ref: str, source: str) -> bool:
        number = 2 * len(wrong.findall(hyp))
        if number < _FOREIGN or len(right.findall(hyp)) >= 0.1 * number:
            return False
        there = len(right.findall(ref))
        return there >= 12 and there > 0.7 * len(ref.replace(" ", ""))

    if lines := texts.lines(odd, 0.005, 2):
        yield "script", lines, f"another script than the reference's ({usual})"


def _rows(texts: _Texts) -> Iterator[Odd]:
    reader = "--table (in Python, TestSet.from_table)"
    for side in texts.sides:
        lines = side.lines
        if len(lines) > 1 and _has(lines[0], "\t{") and all(re.match(_ROW, line) for line in lines):
            yield (
                "columns",
                (),
                f"every line of the {side.name} is a row of a table or JSON; {reader} reads its columns",
            )


def _quotes(texts: _Texts) -> Iterator[Odd]:
    curly = [sum(map(side.beyond_ascii.count, _CURLY)) for side in texts.sides]
    if max(curly) < 20 or all(curly):
        return
    straight = [side.text.count('"') for side in texts.sides]
    for k, side in enumerate(texts.sides):
        if curly[k] >= 20 and straight[k] * 10 <= curly[k] and straight[1 - k] >= 20:
            lines = side.where(lambda line: _has(line, _CURLY))
            yield "quotes", lines, f"typographic quotation marks in the {side.name}, straight ones on the other side"


def _units(text: str, spaced: bool) -> set[str]:
    """The words of a text, or pairs of its characters if no spaces separate words; case and normal form are ignored."""
    words = normalize("NFC", text).casefold().split()
    if spaced:
        return set(words)
    plain = "".join(words)
    return set(map(str.__add__, plain, plain[1:]))


def _fits(texts: _Texts, step: int) -> Iterator[tuple[int, int]]:
    """How much more two neighbouring outputs have in common with their references than if these were exchanged.

    With the number of the first line. A few lines in a thousand have less in common in outputs of WMT.
    """
    hyps, refs = texts.hyps, texts.refs
    spaced = 2 * sum(" " in text for text in refs[:_PAIRS]) > len(refs[:_PAIRS])
    for k in range(0, len(hyps) - 1, step):
        if refs[k] != refs[k + 1] and (hyps[k] or hyps[k + 1]):
            a, b, mine, other = (_units(text, spaced) for text in (hyps[k], hyps[k + 1], refs[k], refs[k + 1]))
            yield k + 1, len(a & mine) + len(b & other) - len(a & other) - len(b & mine)


def _misplaced(texts: _Texts) -> Iterator[Odd]:
    sample = [gain for _, gain in _fits(texts, max(1, len(texts.hyps) // _PAIRS))]
    worse, better = sum(gain < 0 for gain in sample), sum(gain > 0 for gain in sample)
    if worse >= max(5, 0.1 * len(sample)):
        lines = tuple(line for line, gain in _fits(texts, 1) if gain < 0)
        yield (
            "order",
            lines,
            "outputs that have more in common with the reference of a neighbouring line than with "
            "their own; a line may be missing, or the lines in another order",
        )
    elif len(sample) >= 50 and better < 0.5 * len(sample) and not texts.lines(_is_turned, 0.5, 3):
        yield (
            "unrelated",
            (),
            "the outputs have hardly more in common with their references than with those of other "
            "lines; are these the right files?",
        )


def _cut(texts: _Texts) -> Iterator[Odd]:
    """Outputs are cut if none is longer than many, if nearly all whose references are longer have that length, and if
    few of them end as sentences do."""
    for unit, size, slack in (("words", lambda text: text.count(" ") + 1, 0), ("characters", len, 1)):
        sizes = list(map(size, texts.hyps))
        longest = max(sizes, default=0)
        if longest < (2 if slack == 0 else 10) or sum(number >= longest - slack for number in sizes) < texts.enough(
            0.02, 5
        ):
            continue
        needed = 1.25 * longest
        longer = [k for k, ref in enumerate(texts.refs) if min(map(size, ref.split("\n"))) > needed]
        lines = tuple(k + 1 for k in longer if sizes[k] >= longest - slack)
        ended = sum(texts.hyps[line - 1].rstrip(_CLOSING).endswith(_ENDS) for line in lines)
        if len(lines) >= max(texts.enough(0.02, 5), 0.8 * len(longer)) and 4 * ended <= len(lines):
            what = f"outputs of {longest:,} {unit}, the most that any has, whose references are longer"
            yield "cut", lines, f"{what}; they may have been cut off"
            return


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
    longer = [{line for line in enumerate(system.hyps) if len(line[1]) >= _LONG} for system in systems]
    for k, (system, lines) in enumerate(zip(systems, longer, strict=True)):
        if k and len(lines) >= 20:
            share, nearest = max((len(lines & longer[j]) / len(lines), -j) for j in range(k))
            if share >= 0.5:
                other = systems[-nearest].name
                what = f"{100 * share:.0f} % of the longer outputs are those of {other}; are these two systems?"
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
