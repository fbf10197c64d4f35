"""`bolide doctor`: what is installed, compiled and cached, what works, and how to mend what does not."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.cli.options import Parser
from bolide.cli.output import add_format, put_out
from bolide.doctor import ABSENT, BROKEN, SLOW, WORKS, Finding, as_data, examine, usable
from bolide.plain_json import to_json
from bolide.report.blocks import Block, Heading, Paragraph, Span, Table
from bolide.streams import EXIT_DONE, EXIT_FAILED

EXAMPLES = "  bolide doctor\n  bolide doctor -f json"
STYLES = {WORKS: "good", SLOW: "half", ABSENT: "dim", BROKEN: "bad"}


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "doctor",
        "Say what is installed, compiled and cached, try the tokenizers, the tables and the extras, and say how to "
        "mend what does not work. Exit code 1 where something is broken; what is merely absent is not a fault.",
        EXAMPLES,
    )
    add_format(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Print one line per finding; exit code 1 where something is broken."""
    options = parser().read(arguments)
    findings = examine()
    put_out(lambda: _blocks(findings), lambda: to_json(as_data(findings), indent=1), options)
    return EXIT_DONE if usable(findings) else EXIT_FAILED


def _blocks(findings: list[Finding]) -> list[Block]:
    rows = [(one.part, one.name, Span(one.state, STYLES[one.state]), one.detail) for one in findings]
    blocks: list[Block] = [Table.of(("part", "what", "state", "more"), rows, "llll")]
    mends: dict[str, list[str]] = {}
    for one in findings:
        if one.mend:
            mends.setdefault(one.mend, []).append(one.name)
    if mends:
        blocks.append(Heading("What can be done"))
        blocks += [Paragraph.of(f"{', '.join(dict.fromkeys(names))}: {mend}") for mend, names in mends.items()]
    broken = sum(one.state == BROKEN for one in findings)
    said = "Everything that should work works." if not broken else f"Broken: {broken} of {len(findings)}."
    return [*blocks, Paragraph.of(Span(said, "bad" if broken else "good"))]
