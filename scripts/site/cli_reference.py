"""The command line's pages of the site: what `bolide help` prints, for each command and each metric."""

import contextlib
import io
import os
from unittest.mock import patch

from bolide.cli.main import COMMANDS, main
from bolide.metrics import METRICS

HEAD = """# Command line

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | the answer is no: `check` or `doctor` found a failure, or a score is worse than its limit |
| 2 | an error: one line on stderr says what, where and what to do |
| 130 | interrupted by Ctrl-C or SIGTERM; no file is left half written |

`bolide completion bash` (or `zsh`, `fish`) prints a script for shell completion, made by the
extra `completion`.
"""


def pages() -> dict[str, str]:
    """All pages by the names of their files."""
    words = {name: name.upper() if name in COMMANDS else name for name in METRICS}  # METEOR is a command, too
    metrics = "".join(f"\n## {METRICS[name].name}\n{_help(word)}" for name, word in words.items())
    return {
        "index.md": HEAD + _help(),
        **{f"{name}.md": f"# bolide {name}\n{_help(name)}" for name in COMMANDS},
        "metric-options.md": f"# Options of the metrics\n{metrics}",
    }


def _help(*words: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), patch.dict(os.environ, {"COLUMNS": "80", "NO_COLOR": "1"}):
        assert main(["help", *words]) == 0
    return f"\n```text\n{printed.getvalue().strip()}\n```\n"
