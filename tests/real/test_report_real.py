"""A report of WMT23 Chinese–English: its size, its texts, and marked errors laid over real outputs."""

import re
from collections import defaultdict

import pytest

from bolide import BLEU, CHRF, METEOR, TER, Corpus
from bolide.agreement.annotations import mqm_errors
from bolide.agreement.error_overlay import errors_in
from bolide.corpus.lines import read_text
from bolide.kernels import COMPILED
from bolide.metrics.scorer import Scorer
from bolide.reporting.testset.build import build_report
from bolide.reporting.testset.inputs import ReportInputs
from bolide.reporting.testset.page_html import page, unpacked
from bolide.significance.plan import Plan
from tests.real.data import DATA, lines, needs_data, wmt23

pytestmark = [
    needs_data,
    pytest.mark.skipif(not COMPILED, reason="a whole test set is for the compiled core"),
]
NAMES = ("GPT4-5shot", "HW-TSC", "ONLINE-A", "NLLB_Greedy", "Yishu")


def test_five_systems_under_four_metrics() -> None:
    systems = [Corpus.of(*wmt23("zh-en", name), name) for name in NAMES]
    source = lines(DATA / "wmt23" / "zh-en" / "source.txt.gz")
    documents = [line.split("\t")[1] for line in lines(DATA / "wmt23" / "zh-en" / "docs.tsv.gz")]
    scorers = [Scorer.for_sentences(metric) for metric in (BLEU(), CHRF(), METEOR(), TER())]
    report = build_report(ReportInputs(systems, scorers, source=source, documents=documents), Plan(trials=50))
    made = page(report)
    assert len(made.encode()) < 5_000_000  # asked for with three metrics; with four it is 3.6 million
    again = unpacked(made)
    ordered = sorted(systems, key=lambda system: report.summary["systems"].index(system.name))
    texts = zip(*(system.hyps for system in ordered), strict=True)
    assert [text[2] for piece in again.batches for text in piece["texts"]] == list(map(list, texts))


def test_marked_errors_of_a_whole_release_find_their_places() -> None:
    """The outputs are those of the file itself, with the marks taken out; every mark lies where it was."""
    path = DATA / "mqm-ted" / "mqm_ted_ende.tsv.gz"
    header, *rows = (line.split("\t") for line in lines(path))
    at = {name: header.index(name) for name in ("system", "seg_id", "target", "severity")}
    texts: dict[str, dict[int, str]] = defaultdict(dict)
    marked: dict[tuple[str, int], list[str]] = defaultdict(list)
    for row in rows:
        system, segment, target = row[at["system"]], int(row[at["seg_id"]]) - 1, row[at["target"]]
        texts[system].setdefault(segment, re.sub("</?v>", "", target))
        found = re.search("<v>(.+?)(?:</v>|$)", target)  # one mark of the release is never closed
        if found and row[at["severity"]].lower() != "no-error":
            marked[system, segment].append(found[1])
    size = 1 + max(segment for own in texts.values() for segment in own)
    outputs = {system: [own.get(k, "") for k in range(size)] for system, own in texts.items()}
    placed = total = 0
    for key, errors in errors_in(mqm_errors.read(str(path), read_text(str(path)))[""], outputs).items():
        words = [outputs[key[0]][key[1]][error.start : error.end] for error in errors if error.start >= 0]
        placed, total = placed + len(words), total + len(marked[key])
        assert all(word in marked[key] for word in words)
    assert placed > 0.99 * total > 1000
