"""Help that is read: one line per option, by subject, examples first; `bolide help COMMAND` has the whole of it."""

import argparse
import re
from collections.abc import Callable
from textwrap import fill, shorten, wrap

WIDTH = 80
_FLAGS = 26  # columns of the options' names
_TEXT, _SHORTER = 53, 42  # columns of what is said of one, also beside a long name

# The subjects under which options are listed, by the names of the options; others stay under the last one.
_SUBJECTS = {
    "texts": "references input hyp ref candidate names table join table_quotes drop_bom text source line corpus nulls",
    "metrics": "metrics lowercase nfc tokenize language_pair units",
    "human and other scores": "human folder mqm rankings gold scores lower pair mqm_weights exclude domains macro",
    "tests and intervals": "confidence mode seed documents unit strata runs trials test baseline correction alpha "
    "intervals rank resamples",
    "output": "format output only caption width sentence_level score_only hashes plot svg write into matrix title",
}
_SUBJECT = {name: subject for subject, names in _SUBJECTS.items() for name in names.split()}
_ADDED = re.compile(r",? (?=(?:such as|which|whose|in every)\b)|, (?=(?:or|as|by|for|from|in|on|one|with|even)\b)")
# The words of a command line; an option is together with its first value.
_WORDS = re.compile(r"""(?:-[\w.-]+ (?!-))?(?:[^\s"']|"[^"]*"|'[^']*')+""")


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
    column = re.match(r" +\S.*?  +", line)
    return " " * len(column[0]) if column else ""


def examples_of(parser: argparse.ArgumentParser, most: int | None = None) -> list[str]:
    """The examples of a command, or the first ones; long ones are lines that a shell joins again."""
    return [line for example in (parser.epilog or "").splitlines()[1:][:most] for line in shell_lines(example)]


def shell_lines(command: str) -> list[str]:
    """A command in lines that a shell joins again."""
    lines = [" "]
    for word in _WORDS.findall(command):
        if len(f"{lines[-1]} {word} \\") > WIDTH:
            lines.append("     ")
        lines[-1] = f"{lines[-1]} {word}"
    return [f"{line} \\" for line in lines[:-1]] + lines[-1:]


def short_help(parser: argparse.ArgumentParser) -> str:
    """Usage, what the command does, two examples, and one line for each option."""
    about = (parser.description or "").partition("\n\n")[0].strip()
    examples = examples_of(parser, 2)
    lines = [f"usage: {parser.usage}", "", *wrap(" ".join(about.split()), WIDTH), ""]
    lines.extend(["examples:", *examples] if examples else [])
    groups: dict[str, list[str]] = {subject: [] for subject in ("arguments", *_SUBJECTS, "more")}
    tests = [action.dest for action in parser._actions if _SUBJECT.get(action.dest) == "tests and intervals"]
    nothing_tested = {"seed", "unit"}.issuperset(tests)  # which are not only of tests
    for action in parser._actions:
        hidden = action.help is argparse.SUPPRESS or action.dest == "help"
        if not hidden and not any("." in flag for flag in action.option_strings):
            subject = _SUBJECT.get(action.dest, "more" if action.option_strings else "arguments")
            groups["more" if nothing_tested and action.dest in tests else subject].append(_line(action))
    for subject, options in groups.items():
        lines.extend(["", f"{subject}:", *options] if options else [])
    has_metrics = any(action.dest == "metrics" for action in parser._actions)
    metrics = "; options of a metric: bolide help bleu" if has_metrics else ""
    return "\n".join([*lines, "", f"In full: bolide help {parser.prog.removeprefix('bolide ')}{metrics}", ""])


def _line(action: argparse.Action) -> str:
    short = [flag for flag in action.option_strings if not flag.startswith("--")][:1]
    flags = ", ".join([*short, *[flag for flag in action.option_strings if flag.startswith("--")][:1]])
    value = "" if action.nargs == 0 else action.metavar or ("" if action.choices else action.dest.upper())
    several = " …" if action.nargs in ("+", "*") else ""
    head = f"  {flags} {value}{several}".rstrip() if flags else f"  {value}{several}"
    fits = len(head) < _FLAGS
    width = _TEXT if fits else _SHORTER
    text = _summary(str(action.help or "").replace("%%", "%"), list(map(str, action.choices or ())), width)
    return (f"{head:<{_FLAGS}} {text}" if fits else f"{head}  {text}").rstrip()


def _summary(text: str, choices: list[str], width: int) -> str:
    """The first clause of a help text, with choices and default if they fit; at worst, its first words.

    What an option is for, as in "with --table: …", is not what it does.
    """
    text = re.sub("^(?:with|for|of) [^:;]+: ", "", text)
    clause = re.split(r"[;:] | \(default", text)[0]
    default = re.search(r"\(default: [^)]{1,20}\)", text)
    names = ", ".join(choices)
    if len(choices) > 4 and len(names) < _TEXT:
        return names
    listed = f": {names}" if len(choices) > 1 and len(names) < _SHORTER else ""
    main = _ADDED.split(clause)[0]
    rests = [f"{listed}{f' {default[0]}' if default else ''}", listed, ""]
    texts = [f"{part}{rest}" for part in (clause, main) for rest in rests]
    return next((text for text in texts if len(text) <= width), shorten(main, width, placeholder=" …"))


def metric_help(name: str, title: str, command: argparse.ArgumentParser) -> str:
    """The options of one metric, from the parser of a command that has them all."""
    [group] = [group for group in command._action_groups if group.title == f"options of {title}"]
    formatter = WrappedHelp("bolide")
    formatter.add_text(f"Options of {title} in every command that computes it, such as bolide score … -m {name}")
    formatter.start_section("options")
    formatter.add_arguments(group._group_actions)
    formatter.end_section()
    return formatter.format_help()
