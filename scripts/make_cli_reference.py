"""Writes docs/cli.md from the parsers themselves. A test fails where the page is stale."""

from argparse import SUPPRESS, Action
from importlib import import_module
from pathlib import Path

from bolide.cli import COMMANDS, module_of
from bolide.outputs import write_text

TARGET = Path(__file__).parent.parent / "docs" / "cli.md"
HEAD = """# Command line

Written by `scripts/make_cli_reference.py`. Exit codes: 0 done, 1 a check failed, 2 an error (one line on stderr).
"""


def reference() -> str:
    """The whole page."""
    return HEAD + "".join(_command(name, help_text) for name, help_text in COMMANDS.items())


def _command(name: str, help_text: str) -> str:
    parser = import_module(module_of(name)).parser().complete()
    parts = [f"\n## bolide {name}\n\n{parser.description}\n\n    {parser.usage}\n"]
    for group in parser._action_groups:
        actions = [action for action in group._group_actions if action.help != SUPPRESS and action.dest != "help"]
        if actions:
            rows = "".join(_row(action) for action in actions)
            parts.append(f"\n| {group.title} | |\n|---|---|\n{rows}")
    parts.append(f"\n```sh\n{_unindented(parser.epilog)}\n```\n")
    return "".join(parts)


def _row(action: Action) -> str:
    names = ", ".join(f"`{name}`" for name in action.option_strings) or f"`{action.metavar}`"
    value = f" `{action.metavar}`" if action.option_strings and action.metavar else ""
    choices = f" (one of {', '.join(action.choices)})" if action.choices and not action.metavar else ""
    text = (action.help or "").replace("%%", "%").replace("|", "\\|")
    return f"| {names}{value} | {text}{choices} |\n"


def _unindented(epilog: str | None) -> str:
    return "\n".join(line.removeprefix("  ") for line in (epilog or "").splitlines()[1:])


if __name__ == "__main__":
    write_text(TARGET, reference())
