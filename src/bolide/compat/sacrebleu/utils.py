"""The functions of sacreBLEU's `utils` that need no download."""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import IO, Any, NoReturn

from bolide.compat.sacrebleu.dataset import DATASETS, Dataset as Dataset, dataset
from bolide.compat.sacrebleu.metrics.base import sacrelogger
from bolide.system.errors import InputError
from bolide.system.files import sacrebleu_folder
from bolide.system.messages import counted, one_line

USERHOME = str(Path.home())
SACREBLEU_DIR = sacrebleu_folder()


def smart_open(file: str | os.PathLike[str], mode: str = "rt", encoding: str = "utf-8") -> IO[Any]:
    """Open a file, gzipped or not; only a line feed ends a line."""
    opened: Callable[..., IO[Any]] = gzip.open if str(file).endswith(".gz") else open
    return opened(file, mode, encoding=encoding, newline="\n")


def stripped_lines(file: str, encoding: str = "utf-8") -> list[str]:
    """The lines of a file without white space at their ends."""
    with smart_open(file, encoding=encoding) as lines:
        return [line.rstrip() for line in lines]


def my_log(num: float) -> float:
    """The logarithm, or a very low number for 0."""
    return math.log(num) if num else -9999999999.0


def sum_of_lists(lists: Sequence[Sequence[Any]]) -> list[Any]:
    """The sum of rows, column by column."""
    return [sum(column) for column in zip(*lists, strict=True)]


def args_to_dict(args: Namespace, prefix: str, strip_prefix: bool = False) -> dict[str, Any]:
    """The arguments whose names begin with `prefix_`."""
    start = f"{prefix}_"
    names = [name for name in vars(args) if name.startswith(start)]
    return {name.removeprefix(start) if strip_prefix else name: getattr(args, name) for name in names}


def get_md5sum(dest_path: str | os.PathLike[str]) -> str:
    """The MD5 sum of a file."""
    return hashlib.md5(Path(dest_path).read_bytes(), usedforsecurity=False).hexdigest()


def sanity_check_lengths(system: Sequence[str], refs: Sequence[Sequence[str]], test_set: str | None = None) -> None:
    """Exit if a system and its references differ in length."""
    sizes = [len(stream) for stream in refs]
    if any(size != len(system) for size in sizes):
        lines = counted(len(system), "line")
        sacrelogger.error("The system has %s, the references %s.", lines, " and ".join(map(str, sizes)))
        if test_set:
            sacrelogger.error("If the cached test set %s is damaged, delete it from %s.", test_set, sacrebleu_folder())
        sys.exit(1)


# --- test sets on this machine ------------------------------------------------------------------------------------


def download_file(source_path: str, dest_path: str, extract_to: Any = None, expected_md5: Any = None) -> NoReturn:
    """Raise InputError: Bolide downloads nothing."""
    raise InputError(f"Bolide downloads nothing: fetch {source_path} yourself and save it as {dest_path}.")


def download_test_set(test_set: str, langpair: str | None = None) -> list[str]:
    """The files of a test set on this machine."""
    known = dataset(test_set)
    return [file for pair in ([langpair] if langpair else known.here) for file in known.get_files(pair)]


def get_source_file(test_set: str, langpair: str) -> str:
    """The file of a test set's source text."""
    return dataset(test_set).get_source_file(langpair)


def get_reference_files(test_set: str, langpair: str) -> list[str]:
    """The files of a test set's references."""
    return dataset(test_set).get_reference_files(langpair)


def get_files(test_set: str, langpair: str) -> list[str]:
    """All files of a test set."""
    return dataset(test_set).get_files(langpair)


def get_langpairs_for_testset(testset: str) -> list[str]:
    """The language pairs of a test set; none if there is no such set."""
    return list(DATASETS[testset].langpairs) if testset in DATASETS else []


def get_available_testsets() -> list[str]:
    """The test sets that sacreBLEU knows, and others in its folder."""
    return sorted(DATASETS, reverse=True)


def get_available_testsets_for_langpair(langpair: str) -> list[str]:
    """The test sets that have a language pair, in either direction."""
    back = "-".join(reversed(langpair.split("-")))
    return [name for name, test_set in DATASETS.items() if {langpair, back} & set(test_set.langpairs)]


def _column(test_set: str, langpair: str, field: str) -> list[str]:
    """The lines of a field."""
    return stripped_lines(dataset(test_set)._field(langpair, field))


def _values(test_sets: str | None, langpair: str, field: str) -> list[str]:
    names = test_sets.split(",") if test_sets else []
    having = (name for name in names if field in dataset(name).fieldnames(langpair))
    return sorted({value for name in having for value in _column(name, langpair, field)})


def get_available_origlangs(test_sets: str | None, langpair: str) -> list[str]:
    """The original languages of a test set's lines."""
    return _values(test_sets, langpair, "origlang")


def get_available_subsets(test_sets: str | None, langpair: str) -> list[str]:
    """The domains of a test set's lines."""
    return _values(test_sets, langpair, "domain")


def filter_subset(
    systems: Sequence[Iterable[Any]],
    test_sets: str | None,
    langpair: str | None,
    origlang: str | None,
    subset: str | None = None,
) -> list[Any]:
    """The lines of each text that have the requested original language and domain."""
    if origlang is None and subset is None:
        return list(systems)
    if test_sets is None or langpair is None:
        raise InputError("--origlang and --subset need a test set (-t) and a language pair (-l).")
    wanted: dict[str, Callable[[str], object]] = {}
    if origlang is not None:
        language = origlang.removeprefix("non-")
        wanted["origlang"] = language.__eq__ if language == origlang else language.__ne__
    if subset is not None:
        wanted["domain"] = re.compile(subset).search
    keep: list[bool] = []
    for name in test_sets.split(","):
        columns = [map(is_wanted, _column(name, langpair, field)) for field, is_wanted in wanted.items()]
        keep += map(all, zip(*columns, strict=True))
    return [[line for line, included in zip(system, keep, strict=False) if included] for system in systems]


def print_test_set(
    test_set: str, langpair: str, requested_fields: Sequence[str], origlang: Any = None, subset: Any = None
) -> None:
    """Print fields of a test set, with a tab between them."""
    names = dataset(test_set).fieldnames(langpair)
    first = min((name for name in names if name.startswith("ref")), default="ref")
    fields = names if list(requested_fields) == ["all"] else [first if x == "ref" else x for x in requested_fields]
    for name in fields:
        if name not in names:
            sacrelogger.error("%s %s has no field %s; it has %s.", test_set, langpair, name, ", ".join(names))
            sys.exit(1)
    columns = [_column(test_set, langpair, name) for name in fields]
    for lines in zip(*filter_subset(columns, test_set, langpair, origlang, subset), strict=False):
        print("\t".join(lines))


def print_subset_results(metrics: Any, full_system: Sequence[str], full_refs: Any, args: Namespace) -> None:
    """Print the scores of a test set's parts, by original language and domain."""
    origlangs = [args.origlang] if args.origlang else get_available_origlangs(args.test_set, args.langpair)
    if not origlangs:
        print("No subset information found. Consider using --origlang argument.")
        return
    subsets = [args.subset] if args.subset is not None else get_available_subsets(args.test_set, args.langpair)
    rows: list[tuple[str, int, Any]] = []
    for origlang in origlangs:
        for subset in [None, *subsets]:
            system, *refs = filter_subset([full_system, *full_refs], args.test_set, args.langpair, origlang, subset)
            part = f"origlang={origlang} domain={'ALL' if subset is None else subset}"
            rows += [(part, len(system), each.corpus_score(system, refs)) for each in metrics.values() if system]
    width, name_width = max(len(part) for part, _, _ in rows) + 1, max(len(score.name) for _, _, score in rows)
    for part, lines, score in rows:
        label = Color.format(f"{part:<{width}}", "yellow")
        print(f"{label}: sentences={lines:<6} {score.name:<{name_width}} = {score.score:.{args.width}f}")


# --- output: the scores of one system, and the table of several as a grid or as LaTeX ---------------------------------

_colour = re.compile(r"\x1b\[[0-9;]*m")
_TEX = str.maketrans(
    {
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "^": r"\^{}",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "\\": r"\textbackslash{}",
        "<": r"\ensuremath{<}",
        ">": r"\ensuremath{>}",
    }
)


def boxes(columns: Mapping[str, Sequence[str]]) -> str:
    """A table with box-drawing characters; a cell may have several lines."""
    heads, rows, widths = _laid_out(columns)
    lines = [_rule(widths, "╒═╤╕"), *_cells([heads], widths), _rule(widths, "╞═╪╡")]
    for number, row in enumerate(rows):
        if number:
            lines.append(_rule(widths, "├─┼┤"))
        lines += _cells(zip_longest(*(cell.split("\n") for cell in row), fillvalue=""), widths)
    return "\n".join([*lines, _rule(widths, "╘═╧╛")])


def booktabs(columns: Mapping[str, Sequence[str]]) -> str:
    """A LaTeX table; columns are as wide as their text before escaping."""
    heads, rows, widths = _laid_out(columns)
    lines = [rf"\begin{{tabular}}{{r{'c' * (len(heads) - 1)}}}", r"\toprule", _tex(heads, widths), r"\midrule"]
    return "\n".join([*lines, *(_tex(row, widths) for row in rows), r"\bottomrule", r"\end{tabular}"])


def _laid_out(columns: Mapping[str, Sequence[str]]) -> tuple[list[str], list[list[str]], list[int]]:
    heads = list(columns)
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    widths = []
    for head, cells in columns.items():
        parts = [_width(part) for cell in cells for part in cell.split("\n")]
        widths.append(max([_width(head) + 2, *parts]))
    return heads, rows, widths


def _width(text: str) -> int:
    return len(_colour.sub("", text))


def _padded(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Right-align the first column and centre the others, rounding to the left."""
    padded = []
    for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        room = width - _width(cell)
        before = room // 2 if number else room
        padded.append(" " * before + cell + " " * (room - before))
    return padded


def _cells(rows: Iterable[Sequence[str]], widths: Sequence[int]) -> list[str]:
    return [f"│ {' │ '.join(_padded(row, widths))} │" for row in rows]


def _rule(widths: Sequence[int], marks: str) -> str:
    left, line, cross, right = list(marks)
    return left + cross.join(line * (width + 2) for width in widths) + right


def _tex(row: Sequence[str], widths: Sequence[int]) -> str:
    return f" {' & '.join(cell.translate(_TEX) for cell in _padded(row, widths))} \\\\"


_COLOURS = {"black": 30, "red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "white": 37}


class Color:
    """Colours for a terminal, unless they are switched off."""

    ENABLE_COLORS = True

    @staticmethod
    def format(msg: str, color: str) -> str:
        """The text in a colour."""
        code = _COLOURS.get(color.lower())
        return f"\x1b[{code}m{msg}\x1b[0m" if Color.ENABLE_COLORS and code else msg


def print_single_results(results: list[str], args: Namespace) -> None:
    """Print the formatted scores of one system, aligned at the equals sign if there are several."""
    if args.format == "json":
        print("[\n" + ",\n".join(results) + "\n]" if len(results) > 1 else results[0])
        return
    parts = [line.partition(" =") for line in results]  # no equals sign if only the score is printed
    width = max((len(name) for name, equals, _ in parts if equals), default=0)
    for line in (f"{name:>{width}}{equals}{rest}" for name, equals, rest in parts):
        print(re.sub(r"\(μ = [0-9.]+ ± [0-9.]+\)", lambda match: Color.format(match.group(), "cyan"), line))


def print_results_table(results: dict[str, Any], signatures: Mapping[str, str], args: Namespace) -> None:
    """Print the scores of several systems, with the results of a paired test."""
    if args.format == "json":
        names = ["system", *list(results)[1:]]
        rows = [dict(zip(names, row, strict=True)) for row in zip(*results.values(), strict=True)]
        print(json.dumps(rows, indent=4, default=vars))
        return
    boxed = args.format == "text"
    columns = _lines(results, args.width, "\n" if boxed else " ")
    baseline = next((cells[0] for cells in columns.values() if cells[0].startswith("Baseline:")), "")
    if baseline:
        for cells in columns.values():
            cells[0] = Color.format(cells[0], "yellow")
    table = {Color.format(name, "cyan"): cells for name, cells in columns.items()}
    print(boxes(table) if boxed else booktabs(table))
    print()
    if args.paired_bs or args.paired_ar:
        _explain_test(args, baseline)
    print("-----------------\nMetric signatures\n-----------------")
    for name, signature in signatures.items():
        print(f" - {name:<10} {signature}")


def _lines(results: dict[str, Any], width: int, between: str) -> dict[str, list[str]]:
    """Each column as text; a result of a test becomes score, interval and p-value."""
    columns = {"System": [one_line(name) for name in results.pop("System")]}
    resampled = False
    for name, cells in results.items():
        texts = []
        for cell in cells:
            text = cell if isinstance(cell, str) else f"{cell.score:.{width}f}"
            if not isinstance(cell, str) and cell.mean is not None:
                resampled = True
                text += f" ({cell.mean:.{width}f} ± {cell.ci:.{width}f})"
            if not isinstance(cell, str) and cell.p_value is not None:
                p = f"(p = {cell.p_value:.4f})"
                text += between + (Color.format(p, "red") if cell.p_value > 0.05 else f"{p}*")
            texts.append(text)
        columns[f"{name} (μ ± 95% CI)" if resampled else name] = texts
    return columns


# sacreBLEU's text below the table of a paired test, line by line, because scripts parse its output.
_TEST = Path(__file__).with_name("paired-test.txt")


def _explain_test(args: Namespace, baseline: str) -> None:
    if args.paired_bs:
        title = f"Paired bootstrap resampling test with {args.paired_bs_n} resampling trials"
        contents = "Actual system score / bootstrap estimated true mean / 95% CI are provided for each metric."
    else:
        title = f"Paired approximate randomization test with {args.paired_ar_n} trials"
        contents = "Actual system score is provided for each metric."
    null, base = Color.format("Null hypothesis", "green"), Color.format("baseline", "yellow")
    name, red = Color.format(baseline, "yellow"), Color.format("highlighted in red", "red")
    text = _TEST.read_text(encoding="utf-8")
    names = {"null": null, "lower": null.lower(), "name": name, "base": base, "red": red}
    print(text.format(line="-" * len(title), title=title, contents=contents, **names))
