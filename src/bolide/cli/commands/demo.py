"""Score and explain a small corpus that comes with Bolide: two systems, two
references. With --write, put the files that the examples of README, docs and
help use into a folder, so that they can be run there as printed.

examples:
  bolide demo
  bolide demo --write examples
"""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bolide import demo
from bolide.cli.parser import Options, Parser
from bolide.cli.parser.output import add_format, put_out
from bolide.corpus import Corpus
from bolide.data.explanation import Explanations
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
    if options.into is None:
        demonstration = demonstrate()
        put_out(demonstration.blocks, demonstration.to_json, options, "Demo")
        return
    files = counted(len(written := demo.write_files(Path(options.into))), "example file")
    print(
        f"{files} {are(len(written))} in {visible(options.into)}. Every command of the documentation runs there:\n\n"
        f"  cd {visible(shlex.quote(options.into))}\n"
        "  bolide score ref.txt -i system.txt\n"
        "  bolide compare town/ref.txt -i town/baseline.txt town/larger.txt town/tuned.txt"
    )


@dataclass(frozen=True)
class Demonstration:
    """The scores of the example corpus, the segments that cost a system most, and one of them explained."""

    report: Report
    costly: Explanations
    explained: Explanations
    title: str

    def blocks(self) -> list[Block]:
        """The scores in short, why one sentence has its score, and what to do next: one screen."""
        names = [score.name for score in self.report.systems[0].scores]
        rows = [(one.name, *(f"{score.points:.1f}" for score in one.scores)) for one in self.report.systems]
        [explanation] = self.explained.explanations
        steps = [step for step in explanation.steps if step.columns and 0 <= step.value <= 1]  # no lengths
        signature = str(self.report.systems[0].scores[0].signature)
        return [
            Heading("Two systems, two references, six sentences"),
            TableBlock.of(("system", *names), rows),
            Paragraph.of(Span(signature, "dim")),
            Heading(f"{self.title}: {explanation.score.points:.1f}"),
            Paragraph.of(" ".join(explanation.hyp)),
            Paragraph.of(" ".join(explanation.refs[0])),
            _columns(f"{step.label:<18}{step.value:.4f}  {_short(step.sentence)}" for step in steps),
            Heading("Next"),
            _columns(NEXT.splitlines()),
        ]

    def to_json(self) -> str:
        """All three as JSON."""
        corpora, explanations = plain(self.costly.corpora), plain(self.explained.explanations)
        return to_json({**self.report.to_dict(), "corpora": corpora, "explanations": explanations})


def demonstrate() -> Demonstration:
    """Score and explain the corpus that comes with Bolide."""
    refs = list(zip(demo.HUMAN_A, demo.HUMAN_B, strict=True))
    report = score(TestSet(refs, demo.SYSTEMS), ["bleu", "chrf", "meteor"])
    weaker = Corpus.of(demo.SYSTEMS["hasty"], refs, "hasty")
    costly = explain_corpus(weaker, "bleu", most=3)
    line = costly.corpora[0].segments[0].line
    explained = explain_segment(weaker, "bleu", line=line)
    return Demonstration(report, costly, explained, f"Why line {line} of “{weaker.name}” scores as it does")


def _columns(lines: Iterable[str]) -> Drawing:
    """Lines whose columns stand under each other, in HTML, too."""
    return Drawing(tuple((Span(line),) for line in lines))


def _short(text: str) -> str:
    """The beginning of a sentence that fits beside a step, and whether its number is smoothed."""
    return text.partition(";")[0].rstrip(".") + "; smoothed" * (" Smoothing (" in text)
