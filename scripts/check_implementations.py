"""Check the string metrics of other packages with `bolide check`, and write docs/implementations.md from what it finds.

    pip install torch torchmetrics torcheval pytorch-ignite nltk sacrebleu jiwer pycocoevalcap pyter3 fast-bleu \
        fastchrf fastwer werpy lightning-utilities
    python scripts/check_implementations.py

The functions of this file call the packages, so that each check is a command line as well:
`bolide check scripts/check_implementations.py:torchmetrics_bleu --like bleu/paper --timeout 600`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from textwrap import wrap

import bolide
from bolide.classroom.check import CheckReport
from bolide.system.files import write_text

PAGE = Path(__file__).parent.parent / "docs/implementations.md"
TIMEOUT = 600  # seconds: the first call imports the package


def nltk_bleu(references: list[list[str]], hypothesis: list[str]) -> float:
    from nltk.translate.bleu_score import sentence_bleu

    return sentence_bleu(references, hypothesis)


def nltk_chrf(hypothesis: str, reference: str) -> float:
    from nltk.translate.chrf_score import sentence_chrf

    return sentence_chrf(reference, hypothesis)


def sacrebleu_bleu(hypothesis: str, references: list[str]) -> float:
    import sacrebleu

    return sacrebleu.sentence_bleu(hypothesis, references).score


def sacrebleu_chrf(hypothesis: str, references: list[str]) -> float:
    import sacrebleu

    return sacrebleu.sentence_chrf(hypothesis, references).score


def sacrebleu_ter(hypothesis: str, references: list[str]) -> float:
    import sacrebleu

    return sacrebleu.sentence_ter(hypothesis, references).score


def torchmetrics_bleu(hypothesis: str, references: list[str]) -> float:
    from torchmetrics.functional.text import bleu_score

    return float(bleu_score([hypothesis], [references]))


def torchmetrics_sacrebleu(hypothesis: str, references: list[str]) -> float:
    from torchmetrics.functional.text import sacre_bleu_score

    return float(sacre_bleu_score([hypothesis], [references]))


def torchmetrics_chrf(hypothesis: str, references: list[str]) -> float:
    from torchmetrics.functional.text import chrf_score

    return float(chrf_score([hypothesis], [references], n_word_order=0))


def torchmetrics_ter(hypothesis: str, references: list[str]) -> float:
    from torchmetrics.functional.text import translation_edit_rate

    return float(translation_edit_rate([hypothesis], [references]))


def torchmetrics_wer(reference: str, hypothesis: str) -> float:
    from torchmetrics.functional.text import word_error_rate

    return float(word_error_rate([hypothesis], [reference]))


def torchmetrics_cer(reference: str, hypothesis: str) -> float:
    from torchmetrics.functional.text import char_error_rate

    return float(char_error_rate([hypothesis], [reference]))


def torcheval_bleu(hypothesis: str, references: list[str]) -> float:
    from torcheval.metrics.functional import bleu_score

    return float(bleu_score([hypothesis], [references]))


def torcheval_wer(reference: str, hypothesis: str) -> float:
    from torcheval.metrics.functional import word_error_rate

    return float(word_error_rate([hypothesis], [reference]))


def ignite_bleu(hypothesis: list[str], references: list[list[str]]) -> float:
    from ignite.metrics.nlp import Bleu

    metric = Bleu(ngram=4, smooth="no_smooth")
    metric.update(([hypothesis], [references]))
    return float(metric.compute())


def pycocoevalcap_bleu(hypothesis: str, references: list[str]) -> float:
    from pycocoevalcap.bleu.bleu_scorer import BleuScorer

    scorer = BleuScorer(n=4)
    scorer += (hypothesis, references)
    return scorer.compute_score(option="closest", verbose=0)[0][3]


def pyter_ter(hypothesis: list[str], reference: list[str]) -> float:
    import pyter

    return pyter.ter(hypothesis, reference)


def fast_bleu_bleu(references: list[list[str]], hypothesis: list[str]) -> float:
    from fast_bleu import BLEU

    return BLEU(references, {"4": (0.25,) * 4}, smoothing_func=0).get_score([hypothesis])["4"][0]


def fastchrf_chrf(hypothesis: str, reference: str) -> float:
    import fastchrf

    return fastchrf.pairwise_chrf([[hypothesis]], [[reference]])[0][0][0]


def fastwer_wer(reference: str, hypothesis: str) -> float:
    import fastwer

    return fastwer.score_sent(hypothesis, reference)


def fastwer_cer(reference: str, hypothesis: str) -> float:
    import fastwer

    return fastwer.score_sent(hypothesis, reference, char_level=True)


def werpy_wer(reference: str, hypothesis: str) -> float:
    import werpy

    return werpy.wer(reference, hypothesis)


def jiwer_wer(reference: str, hypothesis: str) -> float:
    import jiwer

    return jiwer.wer(reference, hypothesis)


def jiwer_cer(reference: str, hypothesis: str) -> float:
    import jiwer

    return jiwer.cer(reference, hypothesis)


@dataclass(frozen=True)
class Checked:
    """A function of a package, the adapter that calls it, its definition, and what it does instead if it differs."""

    package: str
    function: str
    adapter: str
    like: str
    instead: str = ""


_13A = "BLEU|case:mixed|eff:no|tok:13a|smooth:none"
_CHRF3 = "chrF3|case:mixed|eff:yes|nc:6|nw:0|space:no"
_TIE = (
    "of two references that are equally close in length, it takes the first; sacreBLEU and NLTK, for the brevity "
    "penalty of Papineni et al. 2002, take the shorter one, whatever their order"
)
_CASED_TER = "TER|case:mixed|tok:tercom|norm:no|punct:yes|asian:no"
CHECKED = (
    Checked("sacrebleu", "sentence_bleu", "sacrebleu_bleu", "bleu/sacrebleu"),
    Checked("sacrebleu", "sentence_chrf", "sacrebleu_chrf", "chrf"),
    Checked("sacrebleu", "sentence_ter", "sacrebleu_ter", "ter"),
    Checked("nltk", "translate.bleu_score.sentence_bleu", "nltk_bleu", "bleu/paper"),
    Checked(
        "nltk",
        "translate.chrf_score.sentence_chrf",
        "nltk_chrf",
        _CHRF3,
        "it averages the F-scores of six orders, also of those that a text is too short for, which count as zero; "
        "chrF is the F-score of the averaged precisions and recalls (Popović 2015), of the orders that both texts have "
        "(sacreBLEU)",
    ),
    Checked("jiwer", "wer", "jiwer_wer", "wer"),
    Checked("jiwer", "cer", "jiwer_cer", "cer"),
    Checked("torchmetrics", "functional.text.bleu_score", "torchmetrics_bleu", "bleu/paper", _TIE),
    Checked("torchmetrics", "functional.text.sacre_bleu_score", "torchmetrics_sacrebleu", _13A, _TIE),
    Checked(
        "torchmetrics",
        "functional.text.chrf_score",
        "torchmetrics_chrf",
        "chrf",
        "an order that the texts are too short for counts as zero, so that a text of one letter does not match itself; "
        "sacreBLEU, which it follows otherwise, averages over the orders that both texts have",
    ),
    Checked(
        "torchmetrics",
        "functional.text.translation_edit_rate",
        "torchmetrics_ter",
        "ter",
        "an empty candidate costs no edits, and so is perfect; Snover et al. 2006 count an edit for every missing "
        "word, and sacreBLEU gives 100",
    ),
    Checked("torchmetrics", "functional.text.word_error_rate", "torchmetrics_wer", "wer"),
    Checked("torchmetrics", "functional.text.char_error_rate", "torchmetrics_cer", "cer"),
    Checked(
        "torcheval",
        "metrics.functional.bleu_score",
        "torcheval_bleu",
        "bleu/paper",
        "it refuses candidates of fewer than four words, whose BLEU is 0 without smoothing",
    ),
    Checked("torcheval", "metrics.functional.word_error_rate", "torcheval_wer", "wer"),
    Checked("pytorch-ignite", "metrics.nlp.Bleu", "ignite_bleu", "bleu/paper"),
    Checked(
        "pycocoevalcap",
        "bleu.bleu_scorer.BleuScorer",
        "pycocoevalcap_bleu",
        "bleu/paper",
        "it adds 1e-15 to every count and 1e-9 to every total, so that a score which should be 0 is small instead; "
        "scores that are not 0 agree",
    ),
    Checked(
        "pyter3",
        "ter",
        "pyter_ter",
        _CASED_TER,
        "its search misses a shift: moving `a` behind `b` costs one edit and saves two",
    ),
    Checked("fast-bleu", "BLEU", "fast_bleu_bleu", "bleu/paper"),
    Checked("fastchrf", "pairwise_chrf", "fastchrf_chrf", "chrf"),
    Checked(
        "fastwer",
        "score_sent",
        "fastwer_wer",
        "wer",
        "it splits at every single space, so that a run of spaces makes empty words",
    ),
    Checked("fastwer", "score_sent, char_level=True", "fastwer_cer", "cer"),
    Checked("werpy", "wer", "werpy_wer", "wer"),
)


_HEAD = """# Implementations checked

`bolide check` was run on the string metrics of packages that pip can install. It tries cases that are each about one
idea, all texts of a few words, and random ones ([for courses](guide/classroom.md)). For each function that departs from
its definition, here is the smallest pair of texts on which it does. A difference need not matter on a corpus: most of
these are about single short segments, several references or empty outputs.

Written by `python scripts/check_implementations.py`, whose functions call the packages; any line can be repeated with
`bolide check scripts/check_implementations.py:ADAPTER --like DEFINITION --timeout 600`.

"""
_FOOT = """
Not checked: Hugging Face `evaluate`, which downloads its metrics from a server that could not be reached; NLTK's
METEOR, which needs WordNet's files; ROUGE, which is not among Bolide's metrics.

## Sources

- Kishore Papineni et al. 2002: [BLEU: a Method for Automatic Evaluation of Machine
  Translation](https://aclanthology.org/P02-1040/). ACL.
- Matthew Snover et al. 2006: [A Study of Translation Edit Rate with Targeted Human
  Annotation](https://aclanthology.org/2006.amta-papers.25/). AMTA.
- Maja Popović 2015: [chrF: character n-gram F-score for automatic MT
  evaluation](https://aclanthology.org/W15-3049/). WMT.
- Matt Post 2018: [A Call for Clarity in Reporting BLEU Scores](https://aclanthology.org/W18-6319/). WMT.
"""


def page(reports: Sequence[tuple[Checked, CheckReport]]) -> str:
    """The page: who agrees, and the smallest difference of everyone else."""
    lines = ["## Those that agree\n", "| package | function | definition | adapter |", "|---|---|---|---|"]
    for checked, report in reports:
        if report.passed:
            lines.append(f"{_package(checked)} `{checked.like.replace('|', '&#124;')}` | `{checked.adapter}` |")
    lines += ["\n## Those that differ", ""]
    lines += [
        "| package | function | candidate | references | expected | got | adapter |",
        "|---|---|---|---|---|---|---|",
    ]
    differing = [(checked, report.counterexample) for checked, report in reports if report.counterexample is not None]
    for checked, example in differing:
        refs = ", ".join(f"`{ref}`" for ref in example.case.refs)
        hyp = f"`{example.case.hyp}`" if example.case.hyp else "(empty)"
        result = f"{example.result:.4g}" if example.result is not None else "an error"
        lines.append(f"{_package(checked)} {hyp} | {refs} | {example.expected:.4g} | {result} | `{checked.adapter}` |")
    lines.append("\nScores are between 0 and 1, error rates above 0. What they do instead:\n")
    for checked, _ in differing:
        text = f"- **{checked.package}, `{checked.function}`** (`--like {checked.like!r}`): {checked.instead}."
        lines.append("\n".join(wrap(text, 124, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)))
    return f"{_HEAD}{chr(10).join(lines)}\n{_FOOT}"


def _package(checked: Checked) -> str:
    return f"| {checked.package} {version(checked.package)} | `{checked.function}` |"


def main() -> None:
    """Check all of them, or those whose adapters are named, and write the page if all are checked."""
    names = sys.argv[1:]
    reports = []
    for checked in CHECKED:
        if not names or checked.adapter in names:
            report = bolide.check(f"{__file__}:{checked.adapter}", checked.like, timeout=TIMEOUT)
            print(checked.adapter, checked.like, "agrees" if report.passed else report.counterexample, flush=True)
            reports.append((checked, report))
    if not names:
        write_text(str(PAGE), page(reports))
        print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
