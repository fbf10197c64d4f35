"""Help that is read: one line per option, by subject, examples first; `bolide help COMMAND` has the whole of it."""

from __future__ import annotations

import argparse
import re
from textwrap import shorten, wrap

WIDTH = 80
_FLAGS = 26  # columns of the options' names
_TEXT, _SHORTER = 51, 42  # columns of what is said of one, also beside a long name

# The subjects under which options are listed, by the names of the options; others stay under the last one.
_SUBJECTS = {
    "texts": "references input hyp ref candidate names table join table_quotes drop_bom text source line corpus nulls",
    "metrics": "metrics lowercase nfc tokenize language_pair units",
    "human and other scores": "human folder mqm rankings gold scores lower pair mqm_weights exclude domains macro",
    "tests and intervals": "confidence mode seed documents unit strata runs trials test baseline correction alpha "
    "intervals rank resamples",
    "output": "format output only caption width sentence_level score_only hashes plot svg write matrix title",
}
_SUBJECT = {name: subject for subject, names in _SUBJECTS.items() for name in names.split()}
_MORE = "more"


def short_help(parser: argparse.ArgumentParser) -> str:
    """Usage, what the command does, two examples, and one line for each option."""
    about = (parser.description or "").partition("\n\n")[0].strip()
    examples = (parser.epilog or "").splitlines()[1:3]
    lines = [f"usage: {parser.usage}", "", *wrap(" ".join(about.split()), WIDTH), ""]
    lines.extend(["examples:", *examples] if examples else [])
    groups: dict[str, list[str]] = {subject: [] for subject in ("arguments", *_SUBJECTS, _MORE)}
    for action in parser._actions:
        hidden = action.help is argparse.SUPPRESS or action.dest == "help"
        if not hidden and not any("." in flag for flag in action.option_strings):
            groups[_SUBJECT.get(action.dest, _MORE if action.option_strings else "arguments")].append(_line(action))
    for subject, options in groups.items():
        lines.extend(["", f"{subject}:", *options] if options else [])
    command = parser.prog.removeprefix("bolide ")
    metrics = "; options of a metric: bolide help bleu" if getattr(parser, "add_metric_flags", None) else ""
    return "\n".join([*lines, "", f"In full: bolide help {command}{metrics}", ""])


def _line(action: argparse.Action) -> str:
    short = [flag for flag in action.option_strings if not flag.startswith("--")][:1]
    flags = ", ".join([*short, *[flag for flag in action.option_strings if flag.startswith("--")][:1]])
    value = "" if action.nargs == 0 else action.metavar or ("" if action.choices else action.dest.upper())
    several = " …" if action.nargs in ("+", "*") else ""
    head = f"  {flags} {value}{several}".rstrip() if flags else f"  {value}{several}"
    text = _summary(str(action.help or "").replace("%%", "%"), list(map(str, action.choices or ())))
    fits = len(head) < _FLAGS
    cut = shorten(text, _TEXT if fits else _SHORTER, placeholder=" …")
    return (f"{head:<{_FLAGS}} {cut}" if fits else f"{head}  {cut}").rstrip()


def _summary(text: str, choices: list[str]) -> str:
    """The first clause of a help text, with the default; the choices if they fit."""
    clause = re.split(r"[;:] | \(default", text)[0]
    default = re.search(r"\(default: [^)]{1,20}\)", text)
    names = ", ".join(choices)
    if len(choices) > 4 and len(names) < _TEXT:
        return names
    listed = f": {names}" if len(choices) > 1 and len(names) < _SHORTER else ""
    return f"{clause}{listed}{f' {default[0]}' if default else ''}"


def metric_help(name: str, title: str, command: argparse.ArgumentParser) -> str:
    """The options of one metric, from the parser of a command that has them all."""
    [group] = [group for group in command._action_groups if group.title == f"options of {title}"]
    formatter = argparse.RawDescriptionHelpFormatter("bolide", width=WIDTH)
    formatter.add_text(f"Options of {title} in every command that computes it: bolide score ref.txt -i a.txt -m {name}")
    formatter.start_section("options")
    formatter.add_arguments(group._group_actions)
    formatter.end_section()
    return formatter.format_help()
