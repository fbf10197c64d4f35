"""The tool's options, and the metric that they describe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite, nan
from pathlib import Path

from bolide.corpus import Corpus
from bolide.corpus.lines import read_lines, read_text
from bolide.data.stats import Stats
from bolide.metrics.meteor.meteor15 import presets
from bolide.metrics.meteor.meteor15.counts import Counts15
from bolide.metrics.meteor.meteor15.formula import Formula15
from bolide.system.errors import InputError, OptionError, unknown
from bolide.system.limits import BEAM, REFERENCES, whole_number
from bolide.system.messages import counted
from bolide.text.words.jar_words import looked_up as looked_up_stems
from bolide.text.words.paraphrase import TableName
from bolide.text.words.wordnet import looked_up


@dataclass(frozen=True)
class TaskMetric:
    """A metric, and the task its numbers come from: `custom` where some were given."""

    task: str
    counts: Counts15
    formula: Formula15


def setting(
    language: str = "en",
    task: str | None = None,
    modules: Sequence[str] | None = None,
    weights: Sequence[float] | None = None,
    parameters: Sequence[float] | None = None,
) -> TaskMetric:
    """What the tool makes of its options -l, -t, -m, -w and -p (alpha, beta, gamma, delta).

    Weights go to the stages by position, also when `modules` leaves a stage out. Given parameters bring the weights of
    the adequacy task with them unless `weights` says otherwise: outside English those are all 0, and so is every score.
    """
    code = presets.language_code(language)
    named = {"default": "rank", None: presets.default_task(code)}.get(task, task) or ""
    tuned = presets.preset(code, "adq" if parameters is not None and named in presets.TASKS else named)
    stages = presets.default_stages(code, named if parameters is None else "")
    if modules is not None:
        stages = presets.checked_stages(modules)
    if weights is not None and len(weights) != len(stages):
        raise OptionError(f"{counted(len(weights), 'weight')} for the modules {' '.join(stages)}; give one for each.")
    by_position = (*(tuned.weights if weights is None else weights), *(0.0,) * len(stages))[: len(stages)]
    formula = replace(tuned, weights=by_position)
    if parameters is not None:
        if len(parameters) != 4:
            raise OptionError(f"{counted(len(parameters), 'parameter')} given; METEOR takes alpha, beta, gamma, delta.")
        alpha, beta, gamma, delta = parameters
        formula = Formula15(alpha, beta, gamma, delta, by_position)
    custom = parameters is not None or modules is not None or weights is not None
    return TaskMetric("custom" if custom else named, Counts15(code, stages, jar_words=True), formula)


_WITH_VALUE = {"-l", "-t", "-p", "-m", "-w", "-r", "-x", "-s", "-a", "-f", "-new", "-e", "-d"}
_FLAGS = {
    "-q",
    "-ch",
    "-norm",
    "-lower",
    "-noPunct",
    "-sgml",
    "-stdio",
    "-mira",
    "-coco",
    "-vOut",
    "-ssOut",
    "-writeAlignments",
}
# Options that have no effect without one of others, or beside one of others. The tool ignores them in silence.
_NEEDS = {"-noPunct": ("-norm",), "-coco": ("-stdio", "-mira"), "-f": ("-sgml", "-writeAlignments")}
_OVERRULED = {
    "-new": ("-l", "-t", "-p", "-m", "-w", "-norm", "-lower", "-noPunct", "-ch", "-s", "-a", "-e", "-d"),
    "-stdio": ("-mira", "-sgml", "-q", "-vOut", "-ssOut", "-writeAlignments", "-r", "-f"),
    "-mira": ("-sgml", "-q", "-vOut", "-ssOut", "-writeAlignments", "-r", "-f"),
    "-sgml": ("-q", "-r"),
    "-norm": ("-lower",),
    "-ssOut": ("-vOut", "-q"),
    "-p": ("-t",),
}
_MODULE = {"-a": "paraphrase", "-e": "stem", "-d": "synonym"}
_TASKS = {
    "rank": "Ranking",
    "adq": "Adequacy",
    "hter": "HTER",
    "li": "Language-Independent",
    "tune": "Tune",
    "util": "Translator-Utility",
    "universal": "Universal",
    "custom": "Custom",
}


@dataclass(frozen=True)
class Command(TaskMetric):
    """What is to be done with which metric."""

    test: str
    reference: str
    references: int
    prefix: str
    options: frozenset[str]  # those that were given
    inputs: tuple[str, ...]  # every file and folder that is read

    def has(self, *options: str) -> bool:
        """Whether any of these options was given."""
        return not self.options.isdisjoint(options)

    @property
    def language(self) -> str:
        """The language as the tool's header names it."""
        return _full_name(self.counts.language).capitalize()

    def measure(self, corpus: Corpus) -> Stats:
        """The statistics of each segment, against the reference that scores best."""
        return self.formula.best_reference_rows(self.counts.measure(corpus))


def read_arguments(arguments: Sequence[str], warn: Callable[[str], None]) -> Command:
    """The command that a command line of the tool asks for; `warn` is called if a paraphrase table is missing, or
    if every score will be 0."""
    if len(arguments) < 2:
        raise OptionError("test and reference are needed; bolide meteor --help lists the options.")
    test, reference, *words = arguments
    options: dict[str, str] = {}  # a flag has no value
    rest = iter(words)
    for word in rest:
        if word in options:
            raise OptionError(f"{word} is given twice; give it once.")
        if word not in _FLAGS | _WITH_VALUE:
            raise unknown("option of METEOR 1.5", word, _FLAGS | _WITH_VALUE)
        value = next(rest, None) if word in _WITH_VALUE else ""
        if value is None:
            raise OptionError(f"{word} needs a value.")
        options[word] = value
    _refuse_idle([test, reference], options)
    metric = _new_language(options["-new"]) if "-new" in options else _metric_from(options, warn)
    if not any(metric.formula.weights):
        warn("every weight is 0 in these settings, as in the tool, and so is every score; use another -t, or -w.")
    counts = replace(metric.counts, beam=_whole(options, "-x", 40))
    return Command(
        _TASKS[metric.task],
        counts,
        metric.formula,
        test,
        reference,
        _whole(options, "-r", 1),
        options.get("-f", "meteor"),
        frozenset(options),
        (test, reference, *(options[name] for name in ("-s", "-a", "-e", "-d", "-new") if name in options)),
    )


def _refuse_idle(texts: Sequence[str], options: Mapping[str, str]) -> None:
    """Refuse what would have no effect."""
    for option, others in _NEEDS.items():
        if option in options and options.keys().isdisjoint(others):
            raise OptionError(f"{option} has no effect without {' or '.join(others)}; leave it out.")
    for option, others in _OVERRULED.items():
        idle = [other for other in others if other in options]
        if option in options and idle:
            raise OptionError(f"{idle[0]} has no effect together with {option}; leave it out.")
    if not options.keys().isdisjoint(("-stdio", "-mira")) and list(texts) != ["-", "-"]:
        raise OptionError("With -stdio lines come from standard input; write - - in place of test and reference.")


def _metric_from(options: Mapping[str, str], warn: Callable[[str], None]) -> TaskMetric:
    """The metric that the options describe."""
    metric = setting(
        options.get("-l", "en"),
        options.get("-t"),
        options["-m"].split() if "-m" in options else None,
        _floats(options, "-w"),
        _floats(options, "-p"),
    )
    language = metric.counts.language
    for option, module in _MODULE.items():
        if option in options and module not in metric.counts.stages:
            raise OptionError(f"{option} is for {module}, which is not among {' '.join(metric.counts.stages)}.")
    if "paraphrase" in metric.counts.stages:
        metric = _with_table(metric, options.get("-a"), warn)
    if "synonym" in metric.counts.stages and language != "en" and "-d" not in options:
        raise OptionError(
            f"there are synonyms for English only; leave synonym out of -m for {language}, or name a folder that holds "
            f"{_full_name(language)}.synsets and .exceptions with -d."
        )
    if "-norm" in options and language not in presets.NORMALIZED:
        raise OptionError(f"-norm works for {', '.join(presets.NORMALIZED)}; tokenize the text and leave -norm out.")
    counts = replace(
        metric.counts,
        normalize="-norm" in options,
        punctuation="-noPunct" not in options,
        lowercase="-lower" in options,
        char_based="-ch" in options,
        function_words=frozenset(read_text(options["-s"]).split()) if "-s" in options else "english",
        own_stem=stems_from(options["-e"]) if "-e" in options else None,
        own_synonyms=synonyms_from(options["-d"], _full_name(language)) if "-d" in options else None,
    )
    return replace(metric, counts=counts)


def _full_name(code: str) -> str:
    return next((name for name, other in presets.ALIASES.items() if other == code and len(name) > 2), code)


def _with_table(metric: TaskMetric, path: str | None, warn: Callable[[str], None]) -> TaskMetric:
    """With its table; without paraphrases, said aloud, where no table was named and none is installed."""
    try:
        table = TableName(path or "auto", metric.counts.language).checked()
        return replace(metric, counts=replace(metric.counts, paraphrase=table))
    except OptionError as problem:
        if path is not None:
            raise
        warn(f"METEOR runs without paraphrases: {problem}")
    stages = metric.counts.stages
    remaining = [k for k, stage in enumerate(stages) if stage != "paraphrase"]
    formula = replace(metric.formula, weights=tuple(metric.formula.weights[k] for k in remaining))
    return replace(metric, counts=replace(metric.counts, stages=tuple(stages[k] for k in remaining)), formula=formula)


def _new_language(folder: str) -> TaskMetric:
    words = frozenset(read_text(str(Path(folder, "function.words"))).split())
    table = TableName(str(Path(folder, "paraphrase.gz"))).checked()
    tuned = presets.preset("other", "universal")
    counts = Counts15("other", ("exact", "paraphrase"), False, paraphrase=table, function_words=words, jar_words=True)
    return TaskMetric("universal", counts, replace(tuned, weights=tuned.weights[:2]))


def _floats(options: Mapping[str, str], name: str) -> tuple[float, ...] | None:
    if name not in options:
        return None
    try:
        floats = tuple(map(float, options[name].split()))
    except ValueError:
        floats = (nan,)
    if not all(isfinite(number) and number >= 0 for number in floats):
        raise OptionError(f"{name} {options[name]!r} must be finite numbers ≥ 0 with spaces between.")
    return floats


def _whole(options: Mapping[str, str], name: str, default: int) -> int:
    text = options.get(name, str(default))
    try:
        return whole_number(text, 1, BEAM if name == "-x" else REFERENCES)
    except ValueError as problem:
        raise OptionError(f"{name} {problem}.") from None


# --- the user's own words, in the tool's formats ---------------------------------------------------------------------


def stems_from(name: str) -> Callable[[str], str]:
    """A stemmer that looks words up: lines of a word, then the count and the letters of each of its stems."""
    lines = [line.replace("\t", " ") for line in read_lines(name)]
    for number, line in enumerate(lines, 1):
        fields = line.split(" ")
        if len(fields) < 3 or not len(fields) % 2 or not all(count.isdecimal() for count in fields[1::2]):
            raise InputError(f"{name}, line {number}: {line[:60]!r} is not a word, a count and a stem, or several.")
    return looked_up_stems(lines)


def synonyms_from(folder: str, language: str) -> Callable[[str], frozenset[int]]:
    """The meanings of words by LANGUAGE.synsets (a line with a word, a line with its ids) and LANGUAGE.exceptions
    (a line with a base form, a line with its irregular forms).
    """
    ids: dict[str, frozenset[int]] = {}
    for line, word, numbers in _couples(str(Path(folder, f"{language}.synsets"))):
        try:
            ids[word] = frozenset(map(int, numbers.split()))
        except ValueError:
            raise InputError(f"{line}: the ids of {word!r}, {numbers[:60]!r}, must be integers.") from None
    bases = defaultdict(list)
    for _, base, forms in _couples(str(Path(folder, f"{language}.exceptions"))):
        for form in forms.split():
            bases[form].append(base)
    nothing: frozenset[int] = frozenset()

    def synonyms(word: str) -> frozenset[int]:
        forms = looked_up(word, lambda form: tuple(bases.get(form, ())), ids.__contains__)
        return nothing.union(*(ids.get(form, nothing) for form in forms))

    return synonyms


def _couples(name: str) -> Iterator[tuple[str, str, str]]:
    """Lines two by two, each couple with the place of its second line."""
    lines = read_lines(name)
    if len(lines) % 2:
        raise InputError(f"{name} has an odd number of lines; the last word has no line after it.")
    for number in range(0, len(lines), 2):
        yield f"{name}, line {number + 2}", lines[number].strip(), lines[number + 1]
