"""Writes docs/cli/ from the commands' own records: a page per command, and one with the options of all metrics.

A test fails where a page is stale.
"""

from collections.abc import Sequence
from pathlib import Path

from bolide.cli.described import SEVERAL, Command, Group, Option, commands
from bolide.metrics import METRICS
from bolide.outputs import write_text

FOLDER = Path(__file__).parent.parent / "docs" / "cli"
METRIC_OPTIONS = "metric-options.md"
WRITTEN = "This page is generated from the program; `bolide help{}` prints the same."
HEAD = f"""# Command line

{WRITTEN.format("")}

    bolide COMMAND [OPTIONS]

Every example on these pages runs in the folder that `bolide demo --write examples` creates.

| command | what it does |
|---|---|
"""
FOOT = f"""
The options of the metrics (`--bleu.smooth`, `--chrf.beta` …) are the same in every command that scores, and are
listed [on one page]({METRIC_OPTIONS}).

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | a check failed |
| 2 | an error: one line on stderr says what, where and what to do |
| 130 | interrupted by Ctrl-C or SIGTERM; no file is left half written |

`bolide --version` prints the version and whether the core is compiled. `bolide completion bash` (or `zsh`, `fish`)
prints a script for shell completion. Manual pages are installed with the package: `man bolide-score`.
"""
METRICS_HEAD = f"""# Options of the metrics

{WRITTEN.format(" score")}

Every command that scores takes them, for the metrics that it is asked for (`-m`); an option of any other metric is
refused. What the options mean is explained on the metrics' own pages.
"""


# What holds for every metric that is asked for, and stands with the metrics' own options.
SHARED = ("--lowercase", "--tokenize", "--language-pair", "--units", "--rgbf.unit")


def pages() -> dict[str, str]:
    """All pages by the names of their files."""
    found = commands()
    scoring = [command for command in found if any(map(_metric_of, command.groups))]
    shared = [_metric_options(command) for command in scoring]
    assert all(one == shared[0] for one in shared)  # said once, so it has to hold of every command
    rows = "".join(
        f"| [`bolide {command.name}`]({command.name}.md) | {_cell(command.summary)} |\n" for command in found
    )
    return {
        "index.md": HEAD + rows + FOOT,
        METRIC_OPTIONS: METRICS_HEAD + shared[0],
        **{f"{command.name}.md": _command(command, command in scoring) for command in found},
    }


def _command(command: Command, scores: bool) -> str:
    parts = [f"# bolide {command.name}\n\n    {command.usage}\n\n{_about(command.about)}\n"]
    for group in command.groups:
        own = [
            option for option in group.options if not (scores and _is_shared(option)) and "--help" not in option.flags
        ]
        if own and not _metric_of(group):
            arguments = not own[0].flags
            title = "Arguments" if arguments else group.title.capitalize()
            parts.append(f"\n## {title}\n{_table(own, title.lower()[:-1] if arguments else 'option')}")
    if scores:
        parts.append(f"\nAnd the [options of the metrics]({METRIC_OPTIONS}).\n")
    parts.append("\n## Examples\n\n```sh\n" + "\n".join(command.examples) + "\n```\n")
    return "".join(parts)


def _metric_options(command: Command) -> str:
    """The options of all metrics together, then those of each."""
    shared = [option for group in command.groups for option in group.options if _is_shared(option)]
    parts = [f"\n## All metrics\n{_table(shared)}"]
    for group in command.groups:
        name = _metric_of(group)
        if name:
            heading = f"\n## {METRICS[name].name}\n\n[What they mean](../metrics/{name}.md#options).\n"
            parts.append(heading + _table(group.options))
    return "".join(parts)


def _is_shared(option: Option) -> bool:
    return any(flag in SHARED for flag in option.flags)


def _about(text: str) -> str:
    """A description as Markdown: what is indented in it is shown as it stands."""
    return "\n\n".join(
        "\n".join(f"    {line.strip()}" if line.startswith(" ") else line for line in paragraph.splitlines())
        for paragraph in text.split("\n\n")
    )


def _metric_of(group: Group) -> str:
    """The metric whose options these are, or nothing."""
    names = {option.flags[0].lstrip("-").partition(".")[0] for option in group.options if option.flags}
    dotted = all(option.flags and "." in option.flags[0] for option in group.options)
    return names.pop() if dotted and len(names) == 1 and names <= set(METRICS) else ""


def _table(options: Sequence[Option], head: str = "option") -> str:
    return f"\n| {head} | what it does |\n|---|---|\n" + "".join(map(_row, options))


def _row(option: Option) -> str:
    several = " …" if option.takes == SEVERAL and option.flags else ""
    metavar = option.metavar.replace("|", "\\|")
    value = f" `{metavar}`{several}" if option.flags and metavar else ""
    names = ", ".join(f"`{flag}`" for flag in option.flags) or f"`{metavar}`"
    named = all(value in option.help for value in option.values)
    choices = "" if named else f" (one of {', '.join(option.values)})"
    return f"| {names}{value} | {_cell(option.help + choices)} |\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, page in pages().items():
        write_text(FOLDER / name, page)
