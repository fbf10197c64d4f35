"""Help that is read: `--help` explains what people use first and names the rest; `bolide help COMMAND` has it all."""

import argparse
from collections.abc import Callable
from textwrap import fill, indent, shorten, wrap

WIDTH = 80
_FLAGS = 29  # columns of the options' names
_FEW = 16  # so many options are all explained

# What is explained in a short help, by the names of the options; the others are only listed.
_FIRST = (
    *("references", "input", "hyp", "ref", "candidate", "folder", "table", "scores", "human", "exclude", "source"),
    *("metrics", "lowercase", "tokenize", "language_pair", "width", "format", "output", "sentence_level", "score_only"),
    *("confidence", "documents", "baseline", "labels", "segments", "lengths", "ngrams", "plot", "line", "corpus"),
    *("variants", "title", "no_text", "gold", "preset", "questions", "rank", "question", "settings", "folds"),
    *("margin", "require", "fixed", "github", "difference"),
)


class WrappedHelp(argparse.HelpFormatter):
    """Keeps paragraphs and lists apart, and lists the choices of an option after what it does."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=WIDTH)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(map(self._paragraph, text.split("\n\n")))

    def _paragraph(self, text: str) -> str:
        lines = text.splitlines() if text.startswith(" ") else [" ".join(text.split())]
        return "\n".join(fill(line, WIDTH, subsequent_indent=_hanging(line), break_on_hyphens=False) for line in lines)

    def _metavar_formatter(self, action: argparse.Action, default_metavar: str) -> Callable[[int], tuple[str, ...]]:
        name = default_metavar.rpartition("_")[2]
        return lambda size: (action.metavar or name,) * size  # type: ignore[return-value]

    def _get_help_string(self, action: argparse.Action) -> str:
        choices, text = list(map(str, action.choices or ())), action.help or ""
        return text if all(choice in text for choice in choices) else f"{text}; one of {', '.join(choices)}"


def _hanging(line: str) -> str:
    """The blanks before what follows a list's first column."""
    start = len(line) - len(line.lstrip())
    gap = line.find("  ", start)
    return " " * (len(line) - len(line[gap:].lstrip())) if start and gap > 0 else ""


def examples_of(parser: argparse.ArgumentParser, most: int | None = None) -> list[str]:
    """The examples of a command, or the first ones; long ones are lines that a shell joins again."""
    return [line for example in (parser.epilog or "").splitlines()[1:][:most] for line in shell_lines(example)]


def shell_lines(command: str) -> list[str]:
    """A command in lines that a shell joins again; they break before an option."""
    lines = [" "]
    for part in command.strip().replace(" -", "\n-").split("\n"):
        if len(f"{lines[-1]} {part} \\") > WIDTH:
            lines.append("     ")
        lines[-1] = f"{lines[-1]} {part}"
    return [f"{line} \\" for line in lines[:-1]] + lines[-1:]


def short_help(parser: argparse.ArgumentParser) -> str:
    """Usage, what the command does, two examples, a line for each option that people use first, names of the others."""
    about = (parser.description or "").partition("\n\n")[0].strip()
    examples = examples_of(parser, 2)
    lines = [f"usage: {parser.usage}", "", *wrap(" ".join(about.split()), WIDTH), ""]
    lines.extend(["examples:", *examples, ""] if examples else [])
    shown = [each for each in parser._actions if each.help != argparse.SUPPRESS and each.dest != "help"]
    shown = [each for each in shown if not any("." in flag for flag in each.option_strings)]
    first = [each for each in shown if len(shown) <= _FEW or each.dest in _FIRST]
    lines.extend(map(_line, first))
    others = [each.option_strings[0] for each in shown if each not in first]
    if others:
        lines.extend(
            ["", "more:", *indent(fill(" ".join(others), WIDTH - 2, break_on_hyphens=False), "  ").split("\n")]
        )
    metrics = "; options of a metric: bolide help bleu" if any(each.dest == "metrics" for each in shown) else ""
    return "\n".join([*lines, "", f"In full: bolide help {parser.prog.removeprefix('bolide ')}{metrics}", ""])


def _line(action: argparse.Action) -> str:
    """An option and the first clause of its help."""
    short = [flag for flag in action.option_strings if not flag.startswith("--")][:1]
    flags = ", ".join([*short, *[flag for flag in action.option_strings if flag.startswith("--")][:1]])
    value = "" if action.nargs == 0 else action.metavar or ("" if action.choices else action.dest.upper())
    value = f"[{value}]" if action.nargs == "?" and flags else value
    several = " …" if action.nargs in ("+", "*") else ""
    head = f"  {flags} {value}{several}".rstrip() if flags else f"  {value}{several}"
    head = f"{head:<{_FLAGS}}"
    text = str(action.help or "").replace("%%", "%").partition("; ")[0]
    return f"{head} {shorten(text, WIDTH - len(head) - 1, placeholder=' …')}".rstrip()


def metric_help(name: str, title: str, command: argparse.ArgumentParser) -> str:
    """The options of one metric, from the parser of a command that has them all."""
    [group] = [group for group in command._action_groups if group.title == f"options of {title}"]
    formatter = WrappedHelp("bolide")
    formatter.add_text(f"Options of {title} in every command that computes it, such as bolide score … -m {name}")
    formatter.start_section("options")
    formatter.add_arguments(group._group_actions)
    formatter.end_section()
    return formatter.format_help()
