"""Exceptions. Their messages say what is wrong, where, and what to do about it."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Collection, Iterable, Sequence, Set
from typing import Any


def counted(number: int, noun: str, many: str = "") -> str:
    """A number and its noun: 1 line, 2 lines, 1,000 lines. `many` is the plural if it is not `noun` with an s."""
    return f"{number:,} {noun if number == 1 else many or f'{noun}s'}"


def are(number: int) -> str:
    """The verb that agrees with a number: "is" for 1, "are" for any other."""
    return "is" if number == 1 else "are"


def few(items: Sequence[str], most: int) -> str:
    """The first items, and how many more there are: `a, b and 1,000 more`."""
    return ", ".join(items[:most]) + (f" and {len(items) - most:,} more" if len(items) > most else "")


def listed(names: Sequence[str]) -> str:
    """Names as an enumeration in a sentence."""
    return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} and {names[-1]}"


LONGEST = 300  # characters of a word in a message; longer words are cut


def visible(text: str) -> str:
    """Escape control characters and lone surrogates, so that they have no effect on a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def one_line(text: str) -> str:
    """The text in one line for a message: control characters and line breaks are escaped, very long words are cut."""
    line = visible(text).replace("\n", "\\n")
    return line if len(line) <= LONGEST else " ".join(map(_cut, line.split(" ")))


def _cut(word: str) -> str:
    return word if len(word) <= LONGEST else f"{word[:60]}… ({counted(len(word), 'character')})"


class BolideWarning(UserWarning):
    """What a user should know of texts and scores; results have it among their notes."""


def warn_caller(message: str) -> None:
    """Warn with the line that called Bolide, wherever in the package this is found out."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "bolide":
        level, frame = level + 1, frame.f_back
    warnings.warn(message, BolideWarning, stacklevel=level)


# --- exceptions -------------------------------------------------------------------------------------------------------


SHOWN = 100  # names in an error; a table may have tens of thousands of columns


class BolideError(Exception):
    """Any error that Bolide itself raises; its message is meant for users.

    >>> import bolide
    >>> try:
    ...     bolide.BLEU(max_ngram_order=0)
    ... except bolide.BolideError as error:
    ...     print(error)
    BLEU's max_ngram_order is 0; it must be an integer ≥ 1.
    """


class InputError(BolideError, ValueError):
    """The input is wrong: texts that do not fit together, are not texts, or cannot be read.

    `metric` is the metric that cannot measure the texts, `system` whose they are: other metrics may well measure them.

    >>> from bolide import BLEU
    >>> BLEU().corpus(["one", "two"], ["one"])
    Traceback (most recent call last):
        ...
    bolide.system.errors.InputError: `hyps` has length 2 and `refs` has length 1; they must pair up:...
    """

    metric: Any = None
    system = ""


class SegmentError(InputError):
    """An error in one segment: its 0-based index and the problem.

    A caller that knows the file and line of the segment raises an error that names them instead of the index. Of its
    message alone it can be made, too, as Polars does with any error.
    """

    def __init__(self, segment: int | str, what: str = "", unit: str = "segment") -> None:
        whole = isinstance(segment, str)
        self.segment = 0 if isinstance(segment, str) else segment
        self.what, self.unit = str(segment) if whole else what, unit
        super().__init__(segment if whole else f"{unit} {self.segment + 1}: {what}")

    def __reduce__(self) -> tuple[type[SegmentError], tuple[str], dict[str, Any]]:
        return type(self), (str(self),), vars(self)


def unreadable(text: str, program: str) -> InputError:
    """An error for a text with a lone surrogate, which no program outside Python can read."""
    return InputError(
        f"{text!r:.60} has a lone surrogate, half of a character, which {program} cannot read; replace it."
    )


class OptionError(BolideError, ValueError):
    """An option has an invalid value.

    >>> from bolide import BLEU
    >>> BLEU(smooth_method="flour")
    Traceback (most recent call last):
        ...
    bolide.system.errors.OptionError: There is no value of BLEU's `smooth_method` called 'flour'. Did you mean...
    """


def unknown(what: str, name: object, known: Iterable[str]) -> OptionError:
    """An error for a name that is not known, with the most similar one that is."""
    names = sorted(known)
    text = str(name)[:80]
    first = text.lower().replace("_", "-").partition("-")[0]  # en-US is en
    near = most_similar(first, names, cutoff=1) or most_similar(text, names, cutoff=0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    listed = f"Known: {few(names, SHOWN)}." if names else "There is none at all."
    return OptionError(f"There is no {what} called {name!r:.80}.{hint} {listed}")


def most_similar(name: str, known: Iterable[str], cutoff: float) -> list[str]:
    """The known name that is most like this one, whatever the case; none if their similarity is below `cutoff`."""
    from difflib import get_close_matches

    lower = {other.lower(): other for other in known}
    return [lower[near] for near in get_close_matches(name.lower(), lower, n=1, cutoff=cutoff)]


def known_name(what: str, name: object, known: Collection[str]) -> None:
    """Raise OptionError if `name` is not one of the known names."""
    if not isinstance(name, str) or name not in known:
        raise unknown(what, name, known)


def check_names(parameter: str, names: Collection[str], known: Iterable[str]) -> None:
    """Raise OptionError for a name that nothing has, or one passed twice: it is a slip, and would change nothing."""
    expected = list(dict.fromkeys(known))
    check_list(parameter, names)
    if (twice := first_repeated(names)) is not None:
        raise OptionError(f"`{parameter}` {twice}: the name is given twice.")
    for name in names:
        if name not in expected:
            raise OptionError(f"`{parameter}` {name}: unknown name; expected one of {', '.join(expected) or 'none'}.")


def check_list(parameter: str, names: object, *, ordered: bool = False) -> None:
    """Raise OptionError for one name instead of a list, which would be read letter by letter; a set has no order."""
    listed = isinstance(names, Sequence if ordered else Sequence | Set) and not isinstance(names, str)
    if not listed or not all(isinstance(name, str) for name in names):  # type: ignore[attr-defined]
        raise OptionError(f"`{parameter}` is {names!r:.60}; it must be a list of names.")


def first_repeated(names: Iterable[str]) -> str | None:
    """The first name that is a repetition of an earlier one, or None."""
    earlier: set[str] = set()
    for name in names:
        if name in earlier:
            return name
        earlier.add(name)
    return None


class MissingExtra(BolideError, ImportError):
    """A part of Bolide needs a package that is not installed."""


def need(extra: str, *packages: str) -> None:
    """Raise MissingExtra, with the command that installs it, if one of the packages is not installed."""
    absent = [name for name in packages if not _is_here(name)]
    if absent:
        missing = f"{' and '.join(absent)}, which {are(len(absent))} not installed"
        raise MissingExtra(f"This needs {missing}: pip install 'bolide[{extra}]'.")


def _is_here(package: str) -> bool:
    from importlib.util import find_spec

    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):  # something keeps it from being imported
        return False


# --- what users of other tools type, and what to call here ------------------------------------------------------------


# By module or class: what people type, and an expression that works; tests evaluate each of them.
INSTEAD = {
    "bolide": {
        "corpus_bleu": "bolide.BLEU().corpus(hyps, refs)",
        "raw_corpus_bleu": 'bolide.BLEU(tokenize="none").corpus(hyps, refs)',
        "sentence_bleu": "bolide.BLEU(effective_order=True).sentence(hyp, refs)",
        "bleu_score": "bolide.BLEU().corpus(hyps, refs)",
        "corpus_chrf": "bolide.CHRF().corpus(hyps, refs)",
        "sentence_chrf": "bolide.CHRF().sentence(hyp, refs)",
        "chrfpp": "bolide.CHRF(word_order=2)",
        "corpus_ter": "bolide.TER().corpus(hyps, refs)",
        "sentence_ter": "bolide.TER().sentence(hyp, refs)",
        "single_meteor_score": "bolide.METEOR().sentence(hyp, refs)",
        "process_words": "bolide.WER().corpus(hyps, refs)",
        "process_characters": "bolide.CER().corpus(hyps, refs)",
        "compute": 'bolide.score(hyps, refs, ["bleu", "chrf"])',
        "load": 'bolide.parse("bleu")',
        "list_metrics": "list(bolide.METRICS)",
        "list_tokenizers": "list(bolide.TOKENIZERS)",
    },
    "Metric": {
        "score": "metric.corpus(hyps, refs)",
        "corpus_score": "metric.corpus(hyps, refs)",
        "compute": "metric.corpus(hyps, refs)",
        "compute_score": "metric.corpus(hyps, refs)",
        "sentence_score": "metric.sentence(hyp, refs)",
        "sentences": "metric.segments(hyps, refs)",
        "get_signature": "metric.signature()",
        "higher_is_better": "metric.formula.higher_is_better",
    },
    "Score": {
        "score": "score.value",
        "sys_len": 'score.parts["hyp_len"]',
        "format": "str(score)",
        "to_dict": '{"name": score.name, "value": score.value, **score.parts}',
        "to_json": 'json.dumps({"name": score.name, "value": score.value, **score.parts})',
    },
    "SegmentScores": {
        "mean": "metric.corpus(hyps, refs)",
        "to_numpy": "numpy.asarray(scores)",
        "to_frame": "scores.tolist()",
        "to_pandas": "scores.tolist()",
        "to_list": "scores.tolist()",
    },
    "Report": {
        "items": "report.systems[0].scores",
        "keys": "list(report)",
        "scores": "report.systems[0].scores",
        "score": "report.systems[0].scores[0]",
        "value": "report.systems[0].scores[0].value",
        "to_frame": "report.to_pandas()",
    },
    "Study": {
        "pairs": "study.comparisons[0].pairs",
        "systems": "study.comparisons[0].systems",
        "p": "study.comparisons[0].pairs[0].p",
        "p_value": "study.comparisons[0].pairs[0].p",
        "p_values": "[pair.p for pair in study.comparisons[0].pairs]",
    },
    "Choice": {"best": "choice.text", "score": "choice.value"},
    "Choices": {"best": "choices.texts"},
}


def instead(owner: str, name: str, known: list[str]) -> str:
    """What to write instead of a name that `owner` does not have, as the end of a message; perhaps nothing."""
    if call := INSTEAD.get(owner, {}).get(name):
        return f"; use {call}"
    near = most_similar(name, known, cutoff=0.7)
    return f"; did you mean {near[0]!r}?" if near else ""


def no_attribute(value: Any, name: str) -> AttributeError:
    """The error for an attribute that an object does not have."""
    if name.startswith("_"):  # which programs ask for
        return AttributeError(f"{type(value).__name__!r} object has no attribute {name!r}", name=name, obj=value)
    if hasattr(type(value), name):
        object.__getattribute__(value, name)  # a property: the error is one of its own
    known = [other for other in dir(value) if not other.startswith("_")]
    hints = (instead(cls.__name__, name, known) for cls in type(value).__mro__ if cls.__name__ in INSTEAD)
    return AttributeError(f"{type(value).__name__} has no {name!r}{next(hints, '') or instead('', name, known)}")
