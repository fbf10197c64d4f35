"""The command line of METEOR 1.5 (meteor-1.5.jar): plain files, and the line protocol of -stdio.

What differs from the Java program, on purpose: an error has a message and an exit code, and where no paraphrase table
is found the run goes on without one and says so. The last digit of a score may differ (C's power is not Java's).
"""

from __future__ import annotations

import argparse
import math
import re
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import TextIO

from bolide.corpus import Corpus
from bolide.corpus.decoding import MARK, mark_notice
from bolide.corpus.lines import read_lines, read_text
from bolide.data.stats import Stats
from bolide.kernels.formulas.meteor15 import forgive_whole
from bolide.metrics.counts import Pairs
from bolide.metrics.meteor import options as presets
from bolide.metrics.meteor.meteor15 import WIDTH, Counts15, printed_row
from bolide.metrics.meteor.options import Formula15
from bolide.peers.rgbf import Parser
from bolide.system.errors import InputError, OptionError, counted, one_line
from bolide.system.files import check_target, write_text
from bolide.system.limits import MAX_BEAM, REFERENCES, whole_number
from bolide.text.words.jar_words import looked_up as looked_up_stems
from bolide.text.words.paraphrase import TableName
from bolide.text.words.wordnet import looked_up

TASKS = {
    "rank": "Ranking",
    "adq": "Adequacy",
    "hter": "HTER",
    "li": "Language-Independent",
    "tune": "Tune",
    "util": "Translator-Utility",
    "universal": "Universal",
    "custom": "Custom",
}


# --- options ----------------------------------------------------------------------------------------------------------


def _numbers(text: str) -> tuple[float, ...]:
    try:
        values = tuple(map(float, text.split()))
    except ValueError:
        values = (math.nan,)
    if not all(math.isfinite(value) and value >= 0 for value in values):
        raise argparse.ArgumentTypeError(f"{text!r} must be finite numbers ≥ 0 with spaces between")
    return values


def _whole(text: str, most: int) -> int:
    try:
        return whole_number(text, 1, most)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def parser() -> Parser:
    """The tool's options."""
    tool = Parser(
        prog="bolide meteor",
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="The command line of METEOR 1.5 (meteor-1.5.jar) without Java: scripts written\n"
        "for the tool run unchanged, but for -sgml and -mira.\nIts options in other commands: bolide help METEOR",
        epilog="examples:\n  bolide meteor system.txt ref.txt -l en -norm\n"
        "  bolide meteor system.txt ref.txt -l en -norm -m 'exact stem synonym' -q",
    )
    add = tool.add_argument
    add("test", metavar="TEST", help="translations, one per line; - with -stdio")
    add("reference", metavar="REFERENCE", help="references, -r lines for each translation; - with -stdio")
    add("-l", metavar="LANGUAGE", default="en", help="language: en cz fr de es ru … (default: en)")
    add("-t", metavar="TASK", help="task: rank adq hter util li tune universal (default: rank, or li)")
    parameters = "parameters alpha beta gamma delta, with the module weights of adq; set those with -w"
    add("-p", metavar="'A B G D'", type=_numbers, help=parameters)
    add("-m", metavar="'M …'", type=str.split, help="modules: exact stem synonym paraphrase")
    add("-w", metavar="'W …'", type=_numbers, help="weights of the modules, by position")
    references = "references for each segment (default: 1)"
    add("-r", metavar="N", type=lambda text: _whole(text, REFERENCES), default=1, help=references)
    add("-x", metavar="N", type=lambda text: _whole(text, MAX_BEAM), default=40, help="beam size (default: 40)")
    add("-s", metavar="FILE", help="function words")
    add("-e", metavar="FILE", help="stems: lines of word, count and stem … (default: the tool's own)")
    add("-d", metavar="DIR", help="synonyms: english.synsets and english.exceptions (default: WordNet 3.0)")
    add("-a", metavar="FILE", help="paraphrase table (default: that of an installed pycocoevalcap)")
    add("-new", metavar="DIR", help="a new language: function.words and paraphrase.gz")
    add("-f", metavar="PREFIX", default="meteor", help="prefix of the file of -writeAlignments (default: meteor)")
    for flag, text in (
        ("-ch", "character-based precision and recall"),
        ("-norm", "tokenize, normalise and lowercase"),
        ("-lower", "lowercase"),
        ("-noPunct", "strip punctuation, with -norm"),
        ("-stdio", "SCORE and EVAL lines on standard input"),
        ("-coco", "with -stdio: EVAL answers as the jar in pycocoevalcap does"),
        ("-q", "segment scores to standard error, the final score alone to standard output"),
        ("-vOut", "print precision, recall, penalty and score"),
        ("-ssOut", "print the 23 statistics"),
        ("-writeAlignments", "write PREFIX-align.out"),
    ):
        add(flag, action="store_true", help=text)
    return tool


@dataclass(frozen=True)
class Tool:
    """What the tool counts and how it scores, and the task its numbers come from: `custom` where some were given."""

    task: str
    counts: Counts15
    formula: Formula15

    def measure(self, hyps: Sequence[str], groups: Sequence[Sequence[str]]) -> Stats:
        """The statistics of each segment, against the reference that scores best."""
        return self.formula.best_reference_rows(self.counts.measure(Corpus.of(hyps, groups)))


def setting(
    language: str = "en",
    task: str | None = None,
    modules: Sequence[str] | None = None,
    weights: Sequence[float] | None = None,
    parameters: Sequence[float] | None = None,
) -> Tool:
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
    return Tool("custom" if custom else named, Counts15(code, stages, jar_words=True), formula)


def tool_from(options: argparse.Namespace, warn: Callable[[str], None]) -> Tool:
    """The tool that the options describe; `warn` is called if a table is missing, or if every score will be 0."""
    tool = _new_language(options.new) if options.new else _known_language(options, warn)
    if not any(tool.formula.weights):
        warn("every weight is 0 in these settings, as in the tool, and so is every score; use another -t, or -w.")
    return replace(tool, counts=replace(tool.counts, beam=options.x))


def _known_language(options: argparse.Namespace, warn: Callable[[str], None]) -> Tool:
    tool = setting(options.l, options.t, options.m, options.w, options.p)
    language = tool.counts.language
    full = next((name for name, code in presets.ALIASES.items() if code == language and len(name) > 2), language)
    if "paraphrase" in tool.counts.stages:
        tool = _with_table(tool, options.a, warn)
    if "synonym" in tool.counts.stages and language != "en" and not options.d:
        raise OptionError(
            f"there are synonyms for English only; leave synonym out of -m for {language}, or name a folder that holds "
            f"{full}.synsets and .exceptions with -d."
        )
    if options.norm and language not in presets.NORMALIZED:
        raise OptionError(f"-norm works for {', '.join(presets.NORMALIZED)}; tokenize the text and leave -norm out.")
    counts = replace(
        tool.counts,
        normalize=options.norm,
        punctuation=not options.noPunct,
        lowercase=options.lower,
        char_based=options.ch,
        function_words=frozenset(read_text(options.s).split()) if options.s else "english",
        own_stem=stems_from(options.e) if options.e else None,
        own_synonyms=synonyms_from(options.d, full) if options.d else None,
    )
    return replace(tool, counts=counts)


def _with_table(tool: Tool, path: str | None, warn: Callable[[str], None]) -> Tool:
    """With its table; without paraphrases, said aloud, where no table was named and none is installed."""
    try:
        table = TableName(path or "auto", tool.counts.language).checked()
        return replace(tool, counts=replace(tool.counts, paraphrase=table))
    except OptionError as problem:
        if path is not None:
            raise
        warn(f"METEOR runs without paraphrases: {problem}")
    weights = dict(zip(tool.counts.stages, tool.formula.weights, strict=True))
    del weights["paraphrase"]
    formula = replace(tool.formula, weights=tuple(weights.values()))
    return replace(tool, counts=replace(tool.counts, stages=tuple(weights)), formula=formula)


def _new_language(folder: str) -> Tool:
    words = frozenset(read_text(str(Path(folder, "function.words"))).split())
    table = TableName(str(Path(folder, "paraphrase.gz"))).checked()
    tuned = presets.preset("other", "universal")
    counts = Counts15("other", ("exact", "paraphrase"), False, paraphrase=table, function_words=words, jar_words=True)
    return Tool("universal", counts, replace(tuned, weights=tuned.weights[:2]))


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


# --- what is printed --------------------------------------------------------------------------------------------------


def number(value: float) -> str:
    """A number as Java prints it: at least one decimal, an exponent below a thousandth and from ten million up."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return repr(value)
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    text = "".join(map(str, digits))
    return f"{'-' * sign}{text[0]}.{text[1:] or '0'}E{int(exponent) + len(digits) - 1}"


def numbers(values: Iterable[float], separator: str = " ") -> str:
    """Numbers in a line."""
    return separator.join(number(float(value)) for value in values)


def verbose(tool: Tool, row: Sequence[int]) -> str:
    """Precision, recall, penalty and score."""
    parts = tool.formula.numbers(row)
    return numbers((parts[name] for name in ("precision", "recall", "penalty", "meteor")), "\t")


def header(tool: Tool) -> str:
    """What stands above the scores."""
    counts, formula = tool.counts, tool.formula
    stages, parameters = counts.stages, formula.setting[:4]
    text = "norm" if counts.normalize else "lc_only" if counts.lowercase else "no_norm"
    text += "_nopunct" if counts.normalize and not counts.punctuation else ""
    unit, modules = "ch" if counts.char_based else "wo", "_".join(stage[:2] for stage in stages)
    name = [counts.language, text, numbers(parameters, "_"), modules, numbers(formula.weights, "_")]
    full = next((full for full, code in presets.ALIASES.items() if code == name[0] and len(full) > 2), name[0])
    lines = [
        ("Meteor version:", "1.5\n"),
        ("Eval ID:", "-".join(["meteor-1.5", unit, *name]) + "\n"),
        ("Language:", full.capitalize()),
        ("Format:", "plaintext"),
        ("Task:", TASKS[tool.task]),
        ("Modules:", " ".join(stages)),
        ("Weights:", numbers(formula.weights)),
        ("Parameters:", numbers(parameters) + "\n"),
    ]
    return "".join(f"{label:<16}{value}\n" for label, value in lines)


def system_block(tool: Tool, total: Sequence[int]) -> str:
    """The table of a whole system: matches by stage, lengths, and every number of the formula."""
    lines = [
        "           Test Matches                  Reference Matches",
        "Stage      Content  Function    Total    Content  Function    Total",
    ]
    stages = [total[4 + 4 * k : 8 + 4 * k] for k in range(len(tool.counts.stages))]
    sums = [sum(column) for column in zip(*stages, strict=True)]
    for label, (ours, theirs, our_function, their_function) in [*enumerate(stages, 1), ("Total", sums)]:
        cells = f"{ours:>7}{our_function:>10}{ours + our_function:>9}"
        cells += f"{theirs:>11}{their_function:>10}{theirs + their_function:>9}"
        lines.append(f"{label!s:<11}{cells}")
    unit = "chars" if tool.counts.char_based else "words"
    parts = tool.formula.numbers(total)
    named = {f"Test {unit}:": str(total[0]), f"Reference {unit}:": str(total[1]), "Chunks:": str(total[20])}
    labels = {
        "Precision": "precision",
        "Recall": "recall",
        "f1": "f1",
        "fMean": "fmean",
        "Fragmentation penalty": "penalty",
    }
    named |= {f"{label}:": number(parts[name]) for label, name in labels.items()}
    lines += ["", *(f"{label:<24}{value}" for label, value in named.items())]
    return "\n".join([*lines, "", f"{'Final score:':<24}{number(parts['meteor'])}", ""])


def alignment_text(tool: Tool, name: int, hyp: str, refs: Sequence[str]) -> str:
    """A segment's alignment with the reference that scores best, as -writeAlignments writes it."""
    counts = tool.counts
    every = counts.align(counts.encode([hyp], list(refs)), Pairs.one(len(refs)))
    values = tool.formula.evaluate(every.rows, WIDTH)
    encoded = counts.encode([hyp], [refs[values.index(max(values))]])
    pair = counts.align(encoded, Pairs.one(1), linked=True)
    texts = encoded.texts()
    lines = [f"Alignment\t{name}\t{verbose(tool, pair.rows.tolist())}", *(" ".join(tokens) for tokens in texts)]
    lines.append("Line2Start:Length\tLine1Start:Length\tModule\t\tScore")
    for j in range(len(texts[1])):
        ref_words, first, hyp_words, stage = pair.links[4 * j : 4 * j + 4]
        if ref_words:
            lines.append(f"{j}:{ref_words}\t\t\t{first}:{hyp_words}\t\t\t{stage}\t\t1.0")
    return "\n".join(lines) + "\n\n"


# --- files and lines --------------------------------------------------------------------------------------------------


def score_files(tool: Tool, options: argparse.Namespace, out: TextIO, err: TextIO) -> None:
    """Score two files and print what the tool prints."""
    target, inputs = f"{options.f}-align.out", (options.test, options.reference)
    if options.writeAlignments:
        check_target(target, inputs)
    hyps, refs = map(_lines, inputs)
    if marked := [
        name for name, lines in zip(inputs, (hyps, refs), strict=True) if lines and lines[0].startswith(MARK)
    ]:
        advice = "as in the tool; `bolide score -m meteor --drop-bom` removes it"
        err.write(f"Warning: {one_line(mark_notice(*marked))}, {advice}.\n")
    per = options.r
    if len(hyps) * per != len(refs):
        raise InputError(
            f"test and reference not same length: {options.reference} has {counted(len(refs), 'line')} for "
            f"{len(hyps):,} of {options.test}; it needs {counted(per, 'line')} for each."
        )
    if not hyps:
        raise InputError(f"{options.test} is empty; there are no segments to score.")
    groups = [refs[k : k + per] for k in range(0, len(refs), per)]
    stats = tool.measure(hyps, groups)
    if not options.q and not options.ssOut:
        out.write(header(tool))
    for k, row in enumerate(stats, 1):
        if options.ssOut:
            out.write(numbers(printed_row(row)) + "\n")
        elif options.q and not options.vOut:
            err.write(f"{number(tool.formula.value(row))}\n")
        else:
            out.write(
                f"Segment {k} score:\t{verbose(tool, row) if options.vOut else number(tool.formula.value(row))}\n"
            )
    if options.writeAlignments:
        texts = (
            alignment_text(tool, k, hyp, group) for k, (hyp, group) in enumerate(zip(hyps, groups, strict=True), 1)
        )
        write_text(target, "".join(texts), inputs)
    if options.q:
        out.write(f"{number(tool.formula.value(stats.total()))}\n")
    elif not options.ssOut:
        out.write(f"\nSystem level statistics:\n\n\n{system_block(tool, stats.total())}")


def _lines(name: str) -> list[str]:
    """Lines as Java reads them: a line feed, a carriage return or both end one."""
    lines = re.split("\r\n|\r|\n", read_text(name, mark=True))
    return lines[:-1] if not lines[-1] else lines


def answer_lines(tool: Tool, coco: bool, source: TextIO | None, out: TextIO) -> None:
    """Answer lines until they end, each at once."""
    if source is None:
        raise InputError("Standard input is closed; -stdio reads from it.")
    for line in TextIOWrapper(source.buffer, encoding="utf-8", errors="replace", newline=None):
        for reply in answer(tool, line, coco):
            print(reply, file=out, flush=True)


_TRIMMED = "".join(map(chr, range(0x21)))


def answer(tool: Tool, line: str, coco: bool = False) -> Iterator[str]:
    """The lines that answer one line: the tool's, or those of the jar in pycocoevalcap."""
    fields = line.rstrip("\r\n").split("|||")
    while fields and not fields[-1]:
        fields.pop()
    if line.startswith(("SCORE", "score")):
        *refs, hyp = [text.strip(_TRIMMED) for text in fields[1:]] or [""]
        needs = "Error: specify hypothesis and at least one reference"
        yield numbers(printed_row(tool.measure([hyp], [refs])[0])) if refs else needs
    elif line.startswith(("EVAL", "eval")):
        yield from _eval(tool, fields[1:], coco or len(fields) > 2)
    elif coco and line.startswith(("SING", "sing")):
        yield from _eval(tool, fields[1:], False)
    else:
        yield f"Error: specify SCORE or EVAL{' or SING' if coco else ''}"


def _eval(tool: Tool, fields: list[str], summed: bool) -> Iterator[str]:
    """The score of each field of statistics, and with `summed` that of all together."""
    if not fields:
        yield "Error: specify Meteor stats"
        return
    try:
        rows = [[int(float(part)) for part in text.split()] for text in fields]
    except (ValueError, OverflowError):
        rows = [[]]
    if not all(len(row) == WIDTH for row in rows):
        yield f"Error: Meteor stats are {WIDTH} numbers"
        return
    for row in rows if summed else rows[:1]:
        yield number(tool.formula.value(row))
    if summed:
        cells = array("q", chain.from_iterable(rows))
        forgive_whole(cells)
        yield number(tool.formula.value([sum(cells[column::WIDTH]) for column in range(WIDTH)]))
