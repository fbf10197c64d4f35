"""Help that is read: `--help` explains what people use first and names the rest; `bolide help COMMAND` has it all."""

import argparse
from textwrap import shorten, wrap

WIDTH = 80
_FLAGS = 29  # columns of the options' names
_FEW = 16  # so many options are all explained

# What is explained in a short help, by the names of the options; the others are only listed.
_FIRST = (
    *("references", "input", "hyp", "ref", "candidate", "folder", "table", "scores", "human", "exclude", "source"),
    *("metrics", "lowercase", "tokenize", "language_pair", "width", "format", "output", "sentence_level", "score_only"),
    *("confidence", "documents", "baseline", "labels", "segments", "lengths", "ngrams", "plot", "line", "corpus"),
    *("variants", "title", "no_text", "gold", "preset", "questions", "rank", "question", "settings", "folds"),
    *("margin", "require", "fixed", "at_least", "github", "difference"),
)


def examples_of(parser: argparse.ArgumentParser) -> list[str]:
    """The examples of a command; long ones are lines that a shell joins again, broken before an option."""
    lines = []
    for example in (parser.epilog or "").splitlines()[1:]:
        line = " "
        for part in example.strip().replace(" -", "\n-").split("\n"):
            if len(f"{line} {part} \\") > WIDTH:
                lines.append(f"{line} \\")
                line = "     "
            line = f"{line} {part}"
        lines.append(line)
    return lines


def short_help(parser: argparse.ArgumentParser) -> str:
    """Usage, what the command does, two examples, a line for each option that people use first, names of the others."""
    about = (parser.description or "").partition("\n\n")[0]
    examples = examples_of(parser)
    third = [k for k, line in enumerate(examples) if line.startswith("  bolide")][2:3]
    lines = [f"usage: {parser.usage}", "", about, "", "examples:", *examples[: third[0] if third else None], ""]
    shown = [each for each in parser._actions if each.help != argparse.SUPPRESS and each.dest != "help"]
    shown = [each for each in shown if "." not in each.dest]
    first = [each for each in shown if len(shown) <= _FEW or each.dest in _FIRST]
    lines += map(_line, first)
    if others := " ".join(each.option_strings[0] for each in shown if each not in first):
        lines += ["", "more:", *(f"  {line}" for line in wrap(others, WIDTH - 2, break_on_hyphens=False))]
    metrics = "; options of a metric: bolide help bleu" if any(each.dest == "metrics" for each in shown) else ""
    return "\n".join([*lines, "", f"In full: bolide help {parser.prog.removeprefix('bolide ')}{metrics}", ""])


def _line(action: argparse.Action) -> str:
    """An option and the first clause of its help."""
    short = [flag for flag in action.option_strings if not flag.startswith("--")][:1]
    flags = ", ".join([*short, *[flag for flag in action.option_strings if flag.startswith("--")][:1]])
    value = "" if action.nargs == 0 else str(action.metavar)
    value = f"[{value}]" if action.nargs == "?" and flags else value
    head = f"  {flags} {value}{' …' if action.nargs in ('+', '*') else ''}".replace("   ", "  ").rstrip()
    text = str(action.help or "").replace("%%", "%").partition("; ")[0]
    return f"{head:<{_FLAGS}} {shorten(text, WIDTH - max(len(head), _FLAGS) - 1, placeholder=' …')}".rstrip()


def metric_help(name: str, title: str, command: argparse.ArgumentParser) -> str:
    """The options of one metric, from the parser of a command that has them all."""
    [group] = [group for group in command._action_groups if group.title == f"options of {title}"]
    formatter = argparse.HelpFormatter("bolide", width=WIDTH)
    formatter.add_text(f"Options of {title} in every command that computes it, such as bolide score … -m {name}")
    formatter.start_section("options")
    formatter.add_arguments(group._group_actions)
    formatter.end_section()
    return formatter.format_help()
