"""What a person waits for beside scores: the page of a whole test set, and the reading of people's annotations."""

import csv
import gzip
from collections.abc import Iterator
from io import StringIO
from time import process_time

import sacrebleu

from bench.timing import DATA, Line, Side, duel, read_lines
from bolide import BLEU, CHRF, METEOR, TER, Corpus
from bolide.agreement.annotations import read_annotations
from bolide.metrics.scorer import Scorer
from bolide.reporting.testset.build import build_report
from bolide.reporting.testset.inputs import ReportInputs
from bolide.reporting.testset.page_html import page

SYSTEMS = ("GPT4-5shot", "HW-TSC", "ONLINE-A", "NLLB_Greedy", "Yishu")
ANNOTATIONS = {
    "wmt24/en-cs/esa.csv.gz": (",", csv.QUOTE_MINIMAL),
    "mqm-ted/mqm_ted_ende.tsv.gz": ("\t", csv.QUOTE_NONE),
}


def lines() -> Iterator[Line]:
    """All measurements, of the data that is there."""
    if (DATA / "wmt23").exists():
        yield _page()
    for name, (mark, quoting) in ANNOTATIONS.items():
        if (DATA / name).exists():
            yield _annotations(name, mark, quoting)


def _page() -> Line:
    """Of WMT23 Chinese–English, documents and all: less than 20 times as long as BLEU of one system by sacreBLEU."""
    folder = DATA / "wmt23" / "zh-en"
    refs, source = (read_lines(folder / name) for name in ("refA.txt.gz", "source.txt.gz"))
    outputs = {name: read_lines(folder / "system-outputs" / f"{name}.txt.gz") for name in SYSTEMS}
    documents = [line.split("\t")[1] for line in read_lines(folder / "docs.tsv.gz")]
    systems = [Corpus.of(hyps, refs, name) for name, hyps in outputs.items()]
    scorers = [Scorer.for_sentences(metric) for metric in (BLEU(), CHRF(), METEOR(), TER())]
    inputs = ReportInputs(systems, scorers, source=source, documents=documents)
    theirs = Side(lambda: sacrebleu.corpus_bleu(systems[0].hyps, [refs]), process_time)
    times = duel(theirs, Side(lambda: page(build_report(inputs)), process_time), rounds=3, warm_up=1)
    return Line("page of 5 systems, 4 metrics", "sacreBLEU, one BLEU", *times[:2], 1 / 20, times[2])


def _annotations(name: str, mark: str, quoting: int) -> Line:
    text = gzip.decompress((DATA / name).read_bytes()).decode("utf-8")

    def cut() -> None:
        list(csv.reader(StringIO(text, newline=""), delimiter=mark, quoting=quoting))

    ours = Side(lambda: read_annotations(str(DATA / name), text=text), process_time)
    times = duel(Side(cut, process_time), ours, rounds=5, warm_up=1)
    return Line(f"annotations ({name.partition('.')[0]})", "csv", *times[:2], 1 / 6, times[2])
