"""The command line's pages of the site, from its parsers: one per command, and one with the options of all metrics."""

import argparse
from collections.abc import Iterator, Sequence

from bolide.cli.main import COMMANDS, module_of
from bolide.cli.parser import Parser
from bolide.cli.parser.completion import values_of
from bolide.metrics import METRICS

METRIC_OPTIONS = "metric-options.md"
WRITTEN = "`bolide help{}` prints the same."
HEAD = f"""# Command line

{WRITTEN.format("")}

    bolide COMMAND [OPTIONS]

Every example on these pages runs in the folder that `bolide demo --write examples` creates; what reads `rows.parquet`,
`rows1.parquet` or `rows2.parquet` runs there once `bolide score` has written them.

| command | what it does |
|---|---|
"""
FOOT = f"""
The options of the metrics (`--bleu.smooth-method`, `--chrf.beta` …) are the same in every command that scores, and are
listed [on one page]({METRIC_OPTIONS}).

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | the answer is no: `check` or `doctor` found a failure, or a score is worse than its limit |
| 2 | an error: one line on stderr says what, where and what to do |
| 130 | interrupted by Ctrl-C or SIGTERM; no file is left half written |

`bolide --version` prints the version and whether the core is compiled. `bolide completion bash` (or `zsh`, `fish`)
prints a script for shell completion.
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
    parsers = {name: module_of(name).parser().complete() for name in COMMANDS}
    scoring = [name for name, parser in parsers.items() if any(_metric_of(actions) for _, actions in _groups(parser))]
    shared = [_metric_options(parsers[name]) for name in scoring]
    assert all(one == shared[0] for one in shared)  # said once, so it has to hold of every command
    rows = "".join(f"| [`bolide {name}`]({name}.md) | {_cell(summary)} |\n" for name, summary in COMMANDS.items())
    return {
        "index.md": HEAD + rows + FOOT,
        METRIC_OPTIONS: METRICS_HEAD + shared[0],
        **{f"{name}.md": _command(name, parser, name in scoring) for name, parser in parsers.items()},
    }


def _groups(parser: Parser) -> Iterator[tuple[str, list[argparse.Action]]]:
    """The options that stand together, with their title."""
    for group in parser._action_groups:
        actions = [action for action in group._group_actions if action.help != argparse.SUPPRESS]
        if actions:
            yield group.title or "", actions


def _command(name: str, parser: Parser, scores: bool) -> str:
    parts = [f"# bolide {name}\n\n    {parser.usage}\n\n{_about(parser.description or '')}\n"]
    for title, actions in _groups(parser):
        left_out = ("--help", *(SHARED if scores else ()))
        own = [action for action in actions if not any(flag in left_out for flag in action.option_strings)]
        if own and not _metric_of(actions):
            arguments = not own[0].option_strings
            title = "Arguments" if arguments else title.capitalize()
            parts.append(f"\n## {title}\n{_table(own, title.lower()[:-1] if arguments else 'option')}")
    if scores:
        parts.append(f"\nAnd the [options of the metrics]({METRIC_OPTIONS}).\n")
    examples = [line.strip() for line in (parser.epilog or "").splitlines()[1:]]
    parts.append("\n## Examples\n\n```sh\n" + "\n".join(examples) + "\n```\n")
    return "".join(parts)


def _metric_options(parser: Parser) -> str:
    """The options of all metrics together, then those of each."""
    shared = [action for _, actions in _groups(parser) for action in actions if _is_shared(action)]
    parts = [f"\n## All metrics\n{_table(shared)}"]
    for _, actions in _groups(parser):
        name = _metric_of(actions)
        if name:
            heading = f"\n## {METRICS[name].name}\n\n[What they mean](../metrics/{name}.md#options).\n"
            parts.append(heading + _table(actions))
    return "".join(parts)


def _is_shared(action: argparse.Action) -> bool:
    return any(flag in SHARED for flag in action.option_strings)


def _about(text: str) -> str:
    """A description as Markdown: what is indented in it is shown as it stands."""
    return "\n\n".join(
        "\n".join(f"    {line.strip()}" if line.startswith(" ") else line for line in paragraph.splitlines())
        for paragraph in text.split("\n\n")
    )


def _metric_of(actions: Sequence[argparse.Action]) -> str:
    """The metric whose options these are, or nothing."""
    flags = [action.option_strings[0] if action.option_strings else "" for action in actions]
    names = {flag.lstrip("-").partition(".")[0] for flag in flags}
    return names.pop() if all("." in flag for flag in flags) and len(names) == 1 and names <= set(METRICS) else ""


def _table(actions: Sequence[argparse.Action], head: str = "option") -> str:
    return f"\n| {head} | what it does |\n|---|---|\n" + "".join(map(_row, actions))


def _row(action: argparse.Action) -> str:
    several = " …" if action.nargs not in (0, None) and action.option_strings else ""
    metavar = str(action.metavar or action.dest.rpartition("_")[2].upper()).replace("|", "\\|")
    value = f" `{metavar}`{several}" if action.nargs != 0 else ""
    names = ", ".join(f"`{flag}`" for flag in action.option_strings)
    names = names + value if names else f"`{metavar}`"
    text, values = (action.help or "").replace("%%", "%"), values_of(action)
    choices = "" if all(value in text for value in values) else f" (one of {', '.join(values)})"
    return f"| {names} | {_cell(text + choices)} |\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
