"""The first thing a newcomer sees: two systems scored, and the costliest segment of the weaker one, step by step."""

from collections.abc import Iterable
from dataclasses import dataclass

from bolide import demo
from bolide.calls.explain import explain_corpus, explain_segment
from bolide.corpus import Corpus
from bolide.data.explanation import Explanations
from bolide.data.results import Report
from bolide.evaluation.scoring import score
from bolide.reporting.blocks import Block, Drawing, Heading, Paragraph, Span, TableBlock
from bolide.system.stored import to_json
from bolide.testset import TestSet

NEXT = """bolide explain "your translation" "a reference"   any sentence, step by step
bolide score ref.txt -i system.txt                your own files
bolide web                                        calculators in your browser
bolide demo --write examples                      the files of the examples"""


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
        corpora, explanations = self.costly.data()["corpora"], self.explained.data()["explanations"]
        return to_json({**self.report.to_dict(), "corpora": corpora, "explanations": explanations})


def demonstrate() -> Demonstration:
    """Score and explain the corpus that comes with Bolide."""
    refs = list(zip(demo.HUMAN_A, demo.HUMAN_B, strict=True))
    report = score(TestSet(refs, demo.SYSTEMS), ["bleu", "chrf", "meteor"])
    weaker = Corpus.of(demo.SYSTEMS["hasty"], refs, "hasty")
    costly = explain_corpus(weaker, metrics="bleu", most=3)
    line = costly.corpora[0].segments[0].line
    explained = explain_segment(weaker, "bleu", line=line)
    return Demonstration(report, costly, explained, f"Why line {line} of “{weaker.name}” scores as it does")


def _columns(lines: Iterable[str]) -> Drawing:
    """Lines whose columns stand under each other, in HTML, too."""
    return Drawing(tuple((Span(line),) for line in lines))


def _short(text: str) -> str:
    """The beginning of a sentence that fits beside a step, and whether its number is smoothed."""
    return text.partition(";")[0].rstrip(".") + "; smoothed" * (" Smoothing (" in text)
