"""`bolide demo`: the first thing a newcomer runs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from bolide import demo
from bolide.cli.parser import Parser
from bolide.cli.parser.output import add_format, put_out
from bolide.corpus import Corpus
from bolide.evaluation.influence import explain_corpus
from bolide.evaluation.scoring import evaluate
from bolide.metrics import METRICS
from bolide.metrics.scorer import Scorer
from bolide.reporting.blocks import Block, Heading, Paragraph
from bolide.reporting.views.explanation import explanation_blocks, influence_blocks
from bolide.reporting.views.scores import report_blocks
from bolide.system.messages import are, counted, visible
from bolide.system.strict import to_json

EXAMPLES = "  bolide demo\n  bolide demo --write examples"


def parser() -> Parser:
    """The options of the command."""
    command = Parser(
        "demo",
        "Score and explain a small corpus that comes with Bolide: two systems, two references. With --write, put the "
        "files that the examples of README, docs and help use into a folder, so that they can be run there as printed.",
        EXAMPLES,
    )
    command.add_argument(
        "--write", dest="folder", metavar="DIR", help="write the example files into this folder instead"
    )
    add_format(command)
    command.clashes("--write", "--format", "--output")
    return command


def run(arguments: Sequence[str]) -> int:
    """Two systems, then the segment that costs the weaker one most, step by step; or the files of the examples."""
    options = parser().read(arguments)
    if options.folder is not None:
        return _write(options.folder)
    refs = list(zip(demo.HUMAN_A, demo.HUMAN_B, strict=True))
    systems = [Corpus.of(list(lines), refs, name) for name, lines in demo.SYSTEMS.items()]
    report = evaluate(systems, metrics=[name for name, cls in METRICS.items() if cls().form.from_plain_text])
    weaker = systems[-1]
    metric = METRICS["bleu"]()
    influential = explain_corpus(Scorer.for_sentences(metric), weaker, 3)
    line = influential.segments[0].line
    segment = weaker[line - 1]
    explained = metric.for_sentences().explain(segment.hyp, segment.refs)

    def blocks() -> list[Block]:
        return [
            Heading("Two systems, two references, six sentences", 1),
            *report_blocks(report),
            *influence_blocks(influential),
            Heading(f"Why line {line} of “{weaker.name}” scores as it does", 1),
            *explanation_blocks(explained, most=12),
            Heading("Next"),
            Paragraph.of('  bolide explain "your translation" "a reference"      any sentence, step by step'),
            Paragraph.of("  bolide score ref.txt -i system.txt                   your own files"),
            Paragraph.of("  bolide demo --write examples                         the files of the examples"),
            Paragraph.of("  bolide --help                                        everything else"),
        ]

    def json() -> str:
        return to_json({**report.to_dict(), "corpora": [influential.to_dict()], "explanations": [explained.to_dict()]})

    put_out(blocks, json, options, "Demo")
    return 0


def _write(name: str) -> int:
    """The example files, below a folder of that name."""
    written = demo.write_files(Path(name))
    folder = shlex.quote(name)
    print(
        f"{counted(len(written), 'example file')} {are(len(written))} in {visible(name)}. Every command of "
        "the documentation runs there:\n"
    )
    print(f"  cd {visible(folder)}")
    print("  bolide score ref.txt -i system.txt")
    print("  bolide compare town/ref.txt -i town/baseline.txt town/larger.txt town/tuned.txt")
    return 0
