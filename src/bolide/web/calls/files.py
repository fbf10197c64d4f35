"""Files in the page: reading what is dropped; scores, comparisons and the report, in small steps with progress, so that
they can be cancelled; annotated errors; and a test set to try all that with."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from math import isfinite
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from bolide.agreement.annotations import read_annotations
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.error_overlay import marked_errors, names_like
from bolide.corpus import Corpus, identical_notes
from bolide.corpus.batches import ABSENT
from bolide.corpus.decoding import MARK, mark_notice, split_lines, text_of, unpacked
from bolide.corpus.identity import hashes_of
from bolide.corpus.lines import empty_reference_notes, stems
from bolide.corpus.table_files import Record, TableOptions
from bolide.corpus.tables import records_of
from bolide.data.results import Report
from bolide.data.scores import metric_labels
from bolide.data.stats import Stats
from bolide.evaluation.health import health_of
from bolide.evaluation.scoring import system_report
from bolide.metrics.scorer import Scorer, measure_in_steps, work
from bolide.reporting.blocks import TableBlock
from bolide.reporting.render.text import tsv
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.page_html import body_of, page
from bolide.reporting.testset.summary import assemble_report, digests
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import BolideError, InputError, few
from bolide.system.stored import plain
from bolide.testset import TestSet
from bolide.web.calls.comparing import PlainSample, ProgressReporter, compare_all
from bolide.web.calls.describe import build_scorer, toml, words
from bolide.web.calls.sentence import language_advice

if TYPE_CHECKING:
    from bolide.agreement.error_overlay import Marked


# On the command line, --table says that a file is a table; in the page, its suffix does (before .gz).
TABLES = {".tsv", ".csv", ".jsonl", ".json", ".ndjson", ".xlsx", ".tmx", ".xlf", ".xliff", ".sgm", ".sgml", ".xml"}


def read(name: str, base64: str) -> dict[str, Any]:
    """The lines of a file (bytes in base 64), the columns of a table, or the contents of an annotation file; with a
    notice on anything doubtful."""
    if annotations := annotations_of(name, base64):
        errors = [len(rating.counted_errors) for rating in annotations.ratings]
        facts = {"systems": annotations.systems, "outputs": len(errors), "errors": sum(errors)}
        return {"annotations": facts, "notice": " ".join(annotations.notes) or None}
    raw = b64decode(base64)
    if documents := _documents(name, raw):
        return {"columns": documents, "notice": None}
    if not is_table(name):
        lines, stem = split_lines(text_of(raw, name)), _ENDINGS.sub("", name)
        marked, numeric = bool(lines) and lines[0].startswith(MARK), bool(lines) and all(map(_is_number, lines))
        notice = f"{mark_notice(name)}, as on the command line." if marked else None
        return {"lines": lines, "stem": stem, "role": role_of(stem), "only_numbers": numeric, "notice": notice}
    warnings: list[str] = []
    records = list(records_of(name, unpacked(raw, name), TableOptions(warn=warnings.append))[0])
    columns = _columns(name, records, warnings.append)
    return {"columns": columns, "notice": " ".join(warnings) or None}


_ENDINGS = re.compile(r"(\.(txt|hyps?|out|gz|zst))+$", re.IGNORECASE)


def role_of(name: str) -> str | None:
    """What a file or a column is, by the first or last word of its name, aside from languages and numbers."""
    parts = re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower())
    parts = [part for part in parts if len(part) > 2 or part == "id"]
    known = {word: role for role, of_role in words("roles").items() for word in of_role.split()}
    return next((known[part] for part in parts[:1] + parts[-1:] if part in known), None)


def _documents(name: str, raw: bytes) -> list[dict[str, Any]] | None:
    """The domain and the document of each segment, if a file called so has no header and these columns, as WMT's."""
    role = role_of(re.sub(r"\.tsv\b", "", _ENDINGS.sub("", name), flags=re.I))
    if role != "document" or (is_table(name) and ".tsv" not in name.lower()):
        return None
    rows = [line.split("\t") for line in split_lines(text_of(raw, name))]
    if not rows or any(len(row) != 2 for row in rows) or any(map(role_of, rows[0])):
        return None
    domains, documents = zip(*rows, strict=True)
    return [
        {"name": "domain", "role": "none", "lines": domains},
        {"name": "document", "role": "document", "lines": documents},
    ]


def _is_number(line: str) -> bool:
    try:
        return isfinite(float(line))
    except ValueError:
        return False


def annotations_of(name: str, base64: str) -> Annotations | None:
    """The annotated errors in a file; None if it has none."""
    try:
        text = text_of(b64decode(base64), name)
    except InputError:  # perhaps a workbook or markup; otherwise reading it as a table raises the error
        return None
    return read_annotations(name, text=text.removeprefix(MARK))


def is_table(name: str) -> bool:
    """Whether a file of this name is a table."""
    path = PurePath(name.lower())
    return (PurePath(path.stem) if path.suffix in (".gz", ".zst") else path).suffix in TABLES


def _columns(name: str, records: list[tuple[int, Record]], warn: Callable[[str], None]) -> list[dict[str, Any]]:
    """The columns with a text, a list of texts or a whole number in every row; `warn` is told of the others."""
    if not records:
        raise InputError(f"{name} has a header and no line below it.")
    columns = []
    for column in dict.fromkeys(key for _, record in records for key in record):
        cells = [record.get(column, ABSENT) for _, record in records]
        wrong = next((k for k, cell in enumerate(cells) if not _is_text(cell)), None)
        if wrong is None or all(isinstance(cell, str | int) for cell in cells):  # numbers, such as ids
            lines = cells if wrong is None else list(map(str, cells))
            numeric = wrong is not None or all(isinstance(cell, str) and _is_number(cell) for cell in lines)
            columns.append({"name": column, "role": role_of(column), "only_numbers": numeric, "lines": lines})
        else:
            warn(f"{name}: {column} is left out, because line {records[wrong][0]} has no text in it.")
    if not columns:
        raise InputError(f"{name} has no column with a text in every row.")
    return columns


def _is_text(cell: Any) -> bool:
    if isinstance(cell, list):
        return bool(cell) and all(isinstance(text, str) for text in cell)
    return isinstance(cell, str)


# --- scores, comparisons, the report ----------------------------------------------------------------------------------


_PIECE = 16  # segments measured between two checks of the clock


@dataclass(frozen=True)
class ScoredFiles:
    """The systems scored last, with their rows for later calls: tables[system][metric]."""

    corpora: Sequence[Corpus]
    scorers: Sequence[Scorer]
    tables: Sequence[Sequence[Stats]]
    compared: list[Comparison] = field(default_factory=list)
    marked: Marked = field(default_factory=dict)
    reported: list[TestSetReport] = field(default_factory=list)

    def samples(self, documents: list[str] | None, strata: list[str] | None) -> list[list[PlainSample]]:
        """One list of samples per metric, of segments that belong to these documents and strata."""
        units, names = ResamplingUnits.of(documents, strata), [corpus.name for corpus in self.corpora]
        return [
            [PlainSample(name, scorer.corpus, stats, units) for name, stats in zip(names, tables, strict=True)]
            for scorer, tables in zip(self.scorers, zip(*self.tables, strict=True), strict=True)
        ]

    def labels(self) -> list[tuple[str, str]]:
        """The name in tables, and the signature, of each metric."""
        signatures = [scorer.corpus.signature(self.corpora[0].nrefs) for scorer in self.scorers]
        return list(zip(metric_labels(signatures), map(str, signatures), strict=True))


_last: list[ScoredFiles] = []  # one or none: a page has one comparison at a time


def score(
    metrics: list[dict[str, Any]],
    systems: list[dict[str, Any]],
    refs: list[list[str]],
    sources: list[str] | None = None,
    ref_names: Sequence[str] = (),
) -> Generator[Any, None, Any]:
    """Score systems ({name, hyps}) with metrics ({metric, options}); refs[i] are the references of segment i, one of
    each file in `ref_names`, or these are not said.

    Segments are scored with the settings for single sentences, unless the options say otherwise. A metric that cannot
    measure the texts is `refused`, if another one can; a note says why.
    """
    scorers = [build_scorer(one["metric"], one["options"]) for one in metrics]
    corpora = [Corpus.of(system["hyps"], refs, system["name"]) for system in systems]
    _last.clear()
    scorers, tables, refused = yield from _measured(corpora, scorers)
    counted = [scorer.corpus for scorer in scorers]
    both = zip(corpora, tables, strict=True)
    reports = [system_report(corpus, scorers, rows, segments=False) for corpus, rows in both]
    _last.append(ScoredFiles(corpora, scorers, tables))
    sourced = [replace(one, sources=tuple(sources or ())) for one in corpora]
    texts = corpora[0].refs
    advised = [language_advice(metric, texts) for metric in counted]
    notes = (
        *(f"{metrics[k]['metric']} is left out: {why}" for k, why in refused.items()),
        *dict.fromkeys(filter(None, (text for text, _ in advised))),
        *empty_reference_notes(ref_names, corpora[0]),
        *identical_notes(one.name for one in corpora if one.identical),
        *map(str, health_of(sourced, nfc=all(metric.counts.nfc for metric in counted))),
    )
    suited = {text: remedy for _, remedies in advised for text, remedy in remedies.items()}
    report = Report(tuple(reports), notes, identity=hashes_of(corpora)).to_dict()
    return report | ({"suited": suited} if suited else {}) | ({"refused": list(refused)} if refused else {})


def _measured(
    corpora: Sequence[Corpus], scorers: Sequence[Scorer]
) -> Generator[Any, None, tuple[list[Scorer], list[list[Stats]], dict[int, str]]]:
    """The scorers that can measure the texts, their rows by system, and why others cannot, by their number."""
    kept, refused = dict(enumerate(scorers)), dict[int, str]()
    while True:
        counted = [scorer.corpus for scorer in kept.values()]
        reporter, tables = ProgressReporter(work(corpora, counted)), []
        try:
            for corpus in corpora:
                tables.append((yield from reporter.run(measure_in_steps(corpus, counted, _PIECE))))
            return [*kept.values()], tables, refused
        except InputError as error:
            unable = {k for k, each in kept.items() if error.metric and each.corpus.counts == error.metric.counts}
            if len(unable) in (0, len(kept)):
                raise
            refused |= dict.fromkeys(sorted(unable), str(error))
            kept = {k: each for k, each in kept.items() if k not in unable}


def last() -> ScoredFiles:
    """The systems scored last. Raises BolideError if there are none."""
    if not _last:
        raise BolideError("The scores are no longer available; score the files again.")
    return _last[0]


def compare(documents: list[str] | None = None, strata: list[str] | None = None) -> Generator[Any, None, Any]:
    """Intervals and p-values of the systems scored last, as by `bolide compare` with its defaults: computed once, for a
    single segment only the scores."""
    scored = last()
    if not scored.compared:
        plan = Plan(stratified=strata is not None)
        scored.compared.extend((yield from compare_all(scored.samples(documents, strata), plan, scored.labels())))
    return plain(scored.compared)


def segments_tsv(sources: list[str] | None, documents: list[str] | None) -> str:
    """The segments scored last, line by line: their scores and texts."""
    scored = last()
    corpora = scored.corpora
    columns: dict[str, Iterable[object]] = {"line": range(1, len(corpora[0]) + 1)}
    columns |= {name: texts for name, texts in (("document", documents), ("source", sources)) if texts}
    for corpus, tables in zip(corpora, scored.tables, strict=True):
        for (label, _), scorer, stats in zip(scored.labels(), scored.scorers, tables, strict=True):
            columns[f"{corpus.name}:{label}"] = scorer.sentence.row_values(stats)
    columns |= {f"{corpus.name}:text": corpus.hyps for corpus in corpora}
    references = zip_longest(*(corpora[0][k].refs for k in range(len(corpora[0]))), fillvalue="")
    columns |= {f"reference:{k}": texts for k, texts in enumerate(references, 1)}
    return tsv([TableBlock.of(list(columns), zip(*(map(str, cells) for cells in columns.values()), strict=True))])


def report(
    form: str, sources: list[str] | None, documents: list[str] | None, strata: list[str] | None = None
) -> Generator[Any, None, str]:
    """The report on the systems scored last, as HTML or as JSON, which `bolide report --from` reads."""
    found = yield from _report(sources, documents, strata)
    return page(found) if form == "html" else found.to_json()


def view(
    sources: list[str] | None, documents: list[str] | None, strata: list[str] | None = None
) -> Generator[Any, None, dict[str, Any]]:
    """The same report for the page itself: what it says as HTML, and its parts."""
    found = yield from _report(sources, documents, strata)
    return {"body": body_of(found), "parts": found.parts()}


def _report(
    sources: list[str] | None, documents: list[str] | None, strata: list[str] | None
) -> Generator[Any, None, TestSetReport]:
    scored = last()
    yield from compare(documents, strata)
    if not scored.reported:
        systems = {corpus.name: corpus for corpus in scored.corpora}
        data = TestSet(None, systems, source=sources, documents=documents, domains=strata)
        samples = scored.samples(documents, strata)
        about = {"numpy": "not used (made in a browser)", "data": digests(data)}
        yield {"done": 1, "of": 3}
        made = assemble_report(
            data, scored.scorers, scored.tables, samples, scored.compared, marked=scored.marked, colophon=about
        )
        scored.reported.append(made)
        yield {"done": 2, "of": 3}
    return scored.reported[0]


# --- errors that people or tools marked -------------------------------------------------------------------------------


_NAMED = 5  # systems named in a message, if there are many


def marked(files: list[dict[str, str]], names: list[str]) -> list[str]:
    """Keep the errors in each of `files` ({name, base64}) for the report on the outputs scored last, and return a note
    on each; `names` are the names of the systems, without that of a table."""
    measured = last()
    measured.marked.clear()
    corpora = [replace(one, name=name) for one, name in zip(measured.corpora, stems(names), strict=True)]
    names_here = {corpus.name: one.name for corpus, one in zip(corpora, measured.corpora, strict=True)}
    notes = []
    for file in files:
        annotations = annotations_of(**file)
        assert annotations is not None, "`read` has recognised it"
        theirs = names_like([corpus.name for corpus in corpora], annotations.systems)
        notes.append(_note(file["name"], annotations, theirs))
        for (system, segment), errors in marked_errors(annotations, corpora).items():
            measured.marked.setdefault((names_here[system], segment), []).extend(errors)
    return notes


def _note(name: str, annotations: Annotations, theirs: Sequence[str]) -> str:
    """A note on the annotated systems. Raises InputError if none of them is here."""
    here = [one for one in theirs if one in annotations.systems]
    others = [one for one in annotations.systems if one not in here]
    if not here:
        raise InputError(
            f"{name} marks errors in the outputs of {few(annotations.systems, _NAMED)}; no system here has such a "
            "name. Name a file of outputs after its system."
        )
    left = f"; those of {few(others, _NAMED)} are not here" if others else ""
    return f"{name}: errors in the outputs of {few(here, _NAMED)}{left}."


# --- a test set to try: sentences put together from phrases, and three systems with habits ----------------------------


SEGMENTS = 200
PER_DOCUMENT = 10


def test_set() -> dict[str, Any]:
    """The reference, the outputs of three systems, and the document of each segment."""
    phrases: dict[str, list[list[str]]] = toml("sample.toml")  # each as the reference has it and in other words
    steps = {"who": 1, "did": 3, "when": 7, "why": 11}  # so that no two segments are the same
    lines = []
    for k in range(SEGMENTS):
        chosen = [phrases[kind][(k * step + k // 20) % len(phrases[kind])] for kind, step in steps.items()]
        (who, other_who), (did, other_did), (when, other_when), (why, other_why) = chosen
        careful = [
            who,
            other_did if k % 4 == 1 else did,
            other_when if k % 5 == 2 else when,
            other_why if k % 3 == 2 else why,
        ]
        literal = [other_when if k % 3 else when, who, other_did if k % 2 else did, other_why if k % 4 == 3 else why]
        hasty = [other_who if k % 3 == 1 else who, other_did if k % 2 else did]
        hasty += ([other_when] if k % 4 else []) + ([why] if k % 3 else [])
        lines.append([" ".join(parts) for parts in ([who, did, when, why], careful, literal, hasty)])
    reference, *outputs = zip(*([f"{text[0].upper()}{text[1:]}." for text in line] for line in lines), strict=True)
    documents = [f"{phrases['documents'][k // PER_DOCUMENT % 4][0]} {k // PER_DOCUMENT + 1}" for k in range(SEGMENTS)]
    systems = dict(zip(("careful", "literal", "hasty"), outputs, strict=True))
    return {"reference": reference, "systems": systems, "documents": documents}
