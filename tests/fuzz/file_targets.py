"""The readers of files that are fuzzed: functions from a file's bytes to an answer made of plain values."""

import gzip
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from unittest.mock import patch

from bolide.agreement.annotations import mqm_errors, read_annotations
from bolide.agreement.human_ranking import people_report
from bolide.agreement.labels import read_labels
from bolide.agreement.ranking_data import read_rankings
from bolide.corpus.lines import read_lines, read_text
from bolide.corpus.markup import sgml_segments
from bolide.corpus.nbest import read_nbest
from bolide.corpus.tables import TextTable
from bolide.data.results import Report
from bolide.reporting.testset.data import TestSetReport
from bolide.text.words.paraphrase import load
from tests.agreement.judged import read_table
from tests.fuzz.hostile_files import scratch


@cache
def folder() -> Path:
    return scratch()


def file_of(data: bytes, name: str = "file") -> str:
    path = folder() / name
    path.write_bytes(data)
    return str(path)


def tables(data: bytes) -> object:
    """TSV, CSV and JSON lines with the columns a and b."""
    name = file_of(data)
    (corpus,) = TextTable(name).corpora(["a"], ["b"])
    assert corpus.hyps == TextTable(name).column("a")
    return [corpus.hyps, corpus.refs, corpus.ref_starts.tolist()]


def score_files(data: bytes) -> object:
    """Scores in any of the three forms."""
    table = read_table(file_of(data))
    return [table.name, table.systems, str(table.cells.tolist()), table.level]


def mqm_files(data: bytes) -> object:
    """Annotated errors."""
    name = file_of(data)
    table = next(iter(mqm_errors.read(name, read_text(name)).values())).table()
    return [table.systems, str(table.cells.tolist())]


def sgml_files(data: bytes) -> object:
    """NIST's markup."""
    name = file_of(data)
    return list(map(repr, sgml_segments(name, read_text(name, markup=True))))


def paraphrase_tables(data: bytes) -> object:
    """A table converted, then read from the cache."""
    name = file_of(gzip.compress(data, 1), "table.gz")
    with patch.dict(os.environ, {"BOLIDE_CACHE": str(folder() / "cache")}):
        try:
            found = [load(name), load(name)]
        except ValueError as refusal:
            return str(refusal).replace(str(folder()), "")
        for path in (folder() / "cache").iterdir():
            path.unlink()
    answers = [[table.ids, table.longest, [part.tolist() for part in table.tree]] for table in found]
    assert answers[0] == answers[1]
    return str(answers[0])


def reports(data: bytes) -> object:
    """What `to_json` wrote, or did not."""
    report = Report.from_json(data.decode("utf-8", "replace"))
    assert Report.from_json(report.to_json()).to_dict() == report.to_dict()
    return str(report.to_dict())


def annotation_files(data: bytes) -> object:
    """Ratings and error spans in any of their forms, and all that is said of them."""
    found = read_annotations(file_of(data), "en-de" if data[:1] == b" " else None)
    if found is None:
        return None
    spans = [[tuple(span) for span in rating.counted_errors] for rating in found.ratings]
    report = people_report(found)
    assert report.to_json()
    return [[str(rating) for rating in found.ratings], spans, list(found.notes)]


def label_files(data: bytes) -> object:
    """Documents and domains."""
    name = file_of(data)
    return [read_labels(name, which).names for which in ("domain", "document")]


def nbest_lists(data: bytes) -> object:
    """Candidates in any of three forms."""
    which, data = (data[0] if data else 0) % 3, data[1:]
    return list(read_nbest(file_of(data), 2 if which == 1 else None, "a" if which == 2 else None))


TARGETS = (
    *(tables, score_files, mqm_files, sgml_files, paraphrase_tables, reports, annotation_files, label_files),
    nbest_lists,
)
FILES: dict[str, Callable[[bytes], object]] = {
    **{target.__name__: target for target in TARGETS},
    "lines": lambda data: read_lines(file_of(data)),
    "gzip_lines": lambda data: read_lines(file_of(gzip.compress(data, 1))),
    "ranking_files": lambda data: repr(read_rankings(file_of(data), "fr-en").systems),
    "dossiers": lambda data: sorted(TestSetReport.from_json(data.decode("utf-8", "replace")).to_dict()),
}
