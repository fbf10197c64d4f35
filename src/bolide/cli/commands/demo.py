"""Score and explain a small corpus that comes with Bolide: two systems, two
references. With --write, put the files that the examples of README, docs and
help use into a folder, so that they can be run there as printed.

examples:
  bolide demo
  bolide demo --write examples
"""

import shlex
from pathlib import Path
from typing import Any

from bolide import demo
from bolide.cli.parser import Options, Parser
from bolide.cli.parser.output import add_format, put_out
from bolide.corpus import Corpus
from bolide.data.explanation import Explanation
from bolide.data.results import Report
from bolide.evaluation.explaining import explain_corpus, explain_segment
from bolide.evaluation.scoring import score
from bolide.reporting.blocks import Block, Drawing, Heading, Paragraph, Span, TableBlock
from bolide.system.errors import are, counted, visible
from bolide.system.stored import plain, to_json
from bolide.testset import TestSet

NEXT = """bolide explain "your translation" "a reference"   any sentence, step by step
bolide score ref.txt -i system.txt                your own files
bolide web                                        calculators in your browser
bolide demo --write examples                      the files of the examples"""


def parser() -> Parser:
    """The options of the command."""
    command = Parser("demo", __doc__)
    add_format(command)
    command.option("--write DIR", "write the example files into this folder instead", dest="into")
    return command


def run(options: Options) -> None:
    """Two systems, then the segment that costs the weaker one most, step by step; or the files of the examples."""
    if options.into is not None:
        files = counted(len(written := demo.write_files(Path(options.into))), "example file")
        print(
            f"{files} {are(len(written))} in {visible(options.into)}. "
            "Every command of the documentation runs there:\n\n"
            f"  cd {visible(shlex.quote(options.into))}\n"
            "  bolide score ref.txt -i system.txt\n"
            "  bolide compare town/ref.txt -i town/baseline.txt town/larger.txt town/tuned.txt"
        )
        return
    refs = list(zip(demo.HUMAN_A, demo.HUMAN_B, strict=True))
    report = score(TestSet(refs, demo.SYSTEMS), ["bleu", "chrf", "meteor"])
    weaker = Corpus.of(demo.SYSTEMS["hasty"], refs, "hasty")
    costly = explain_corpus(weaker, "bleu", most=3).corpora
    line = costly[0].segments[0].line
    [explanation] = explained = explain_segment(weaker, "bleu", line=line).explanations
    data: dict[str, Any] = {**report.to_dict(), "corpora": plain(costly), "explanations": plain(explained)}
    title = f"Why line {line} of “{weaker.name}” scores as it does"
    put_out(lambda: demo_blocks(report, explanation, title), lambda: to_json(data), options, "Demo")


def demo_blocks(report: Report, explanation: Explanation, title: str) -> list[Block]:
    """The scores in short, why one sentence has its score, and what to do next: one screen."""
    scores = report.systems[0].scores
    rows = [(one.name, *(f"{score.points:.1f}" for score in one.scores)) for one in report.systems]
    steps = [
        f"{step.label:<18}{step.value:.4f}  {step.sentence.partition(';')[0].rstrip('.')}"
        + "; smoothed" * (" Smoothing (" in step.sentence)
        for step in explanation.steps
        if step.columns and 0 <= step.value <= 1  # no lengths
    ]
    return [
        Heading("Two systems, two references, six sentences"),
        TableBlock.of(("system", *(score.name for score in scores)), rows),
        Paragraph.of(Span(str(scores[0].signature), "dim")),
        Heading(f"{title}: {explanation.score.points:.1f}"),
        Paragraph.of(" ".join(explanation.hyp)),
        Paragraph.of(" ".join(explanation.refs[0])),
        Drawing(tuple((Span(line),) for line in steps)),
        Heading("Next"),
        Drawing(tuple((Span(line),) for line in NEXT.splitlines())),
    ]
