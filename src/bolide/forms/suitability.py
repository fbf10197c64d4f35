"""Whether metrics suit the language of texts, and which of their settings would suit it better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bolide.forms import form_of
from bolide.metrics import METRICS
from bolide.metrics.base import Metric
from bolide.metrics.options import options_of, write_plain
from bolide.system.errors import listed
from bolide.text.languages import code_named, code_of, contradiction, language_name, unspaced
from bolide.text.tokenize import TOKENIZERS


class Unsuited(NamedTuple):
    """A metric that does not suit texts: it takes whole sentences for words, or another language for its own.

    `looks` is the language or the script of the texts; `better` is the metric with settings that suit them, if it has
    any. A metric stays unsuited as long as the texts are what they are and the settings do not separate their words.
    """

    metric: Metric
    looks: str
    whole: bool  # whether sentences are taken for words
    better: Metric | None

    @property
    def problem(self) -> str:
        """What is wrong, as a sentence without its end."""
        name = self.metric.name
        if self.whole:
            return f"this looks like {self.looks}, of which {name} makes one long token"
        language = language_name(form_of(self.metric).language or "")
        return f"this looks like {self.looks}, and {name} takes it for {language}"

    @property
    def changes(self) -> dict[str, Any]:
        """The options of the better metric, with their values, that are to be set."""
        if self.better is None:
            return {}
        options = {item.name: getattr(self.better, item.name) for item, _ in options_of(self.better)}
        return {name: value for name, value in options.items() if value not in (None, getattr(self.metric, name))}

    @property
    def flags(self) -> str:
        """The options of the command line that make the metric the better one."""
        key = METRICS.key_of(type(self.metric))
        if self.better is not None and self.better == type(self.better)():
            return f"-m {key}"
        return " ".join(_flag(key, name, value) for name, value in self.changes.items())


def _flag(key: str, name: str, value: Any) -> str:
    """How an option is set on the command line: by the flag that several metrics share, if there is one."""
    if name == "tokenize":
        return f"-tok {value}"
    if name == "language" and value != "other":
        return f"-l {code_of(value)}"
    if name == "analysers":
        return "--units word"
    flag = f"--{key}.{name.replace('_', '-')}"
    return flag if value is True else f"{flag} {write_plain(value)}"


def unsuited(metric: Metric, texts: Sequence[str], *, packages: bool = True) -> Unsuited | None:
    """What is wrong if a metric plainly does not suit the texts; without `packages`, no tokenizer needs one."""
    form = form_of(metric)
    script = unspaced(texts)
    tokenize = script and (script.tokenizer if packages or script.tokenizer in TOKENIZERS else "char")
    if script and tokenize and form.words and unspaced(texts, form.words):
        better = form.separating(script.language, tokenize)
        return Unsuited(metric, script.language, True, None if better == metric else better)
    looks = contradiction(texts, form.language) if form.language else None
    if looks is None:
        return None
    better = form.for_language(code_named(looks), tokenize)
    return Unsuited(metric, looks, False, better)


def advice(metrics: Iterable[Metric], texts: Sequence[str]) -> list[str]:
    """What is wrong with metrics for texts, and what to write on the command line: a line for all that take sentences
    for words, and one for each that takes them for another language."""
    problems = [problem for metric in metrics if (problem := unsuited(metric, texts))]
    whole = [problem for problem in problems if problem.whole]
    lines = [_advice_on_words(whole)] if whole else []
    for problem in problems:
        if not problem.whole:
            lines.append(f"{problem.problem}; {_advice_on_language(problem)}.")
    return lines


def _advice_on_words(problems: Sequence[Unsuited]) -> str:
    names = [problem.metric.title for problem in problems]
    makes = "makes" if len(names) == 1 else "make"
    text = f"this looks like {problems[0].looks}, of which {listed(names)} {makes} one long token"
    if flags := " ".join(dict.fromkeys(problem.flags for problem in problems if problem.flags)):
        text += f"; try {flags}"
    if without := [problem.metric.title for problem in problems if not problem.flags]:
        text += f"; {listed(without)} cannot separate its words, so put spaces between them"
    return f"{text}."


def _advice_on_language(problem: Unsuited) -> str:
    metric, code = problem.metric, code_named(problem.looks)
    if (
        form_of(metric).tokenizer_name
        and form_of(metric).language
        and problem.better
        and not form_of(problem.better).language
    ):
        return f"leave out the -tok or -l that asks for the tokenizer {form_of(metric).tokenizer_name}"
    if problem.better is None:
        return f"give -l {code}" if code else "name its language with -l, like -l ru"
    if code is None and problem.looks == "Cyrillic script":
        return f"name its language with -l, like -l ru, or if there is no data for it, try {problem.flags}"
    return f"try {problem.flags}"
