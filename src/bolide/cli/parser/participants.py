"""Who takes part in `bolide correlate`: language pairs with people's scores and metrics, read, computed and matched."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bolide.agreement.error_overlay import names_like
from bolide.agreement.labels import Labels, Lines
from bolide.agreement.language_pairs import choose_pair
from bolide.agreement.matching import REFERENCE, alike, matched, only, systems_of
from bolide.agreement.metric_scores import computed
from bolide.agreement.pooled import LanguagePair
from bolide.agreement.reading import ScoreFile, files_of_pair, read_folder, read_score_files, sources_in
from bolide.agreement.sentinels import sentinels
from bolide.agreement.table import Source
from bolide.agreement.wmt_table import PRESETS
from bolide.cli.parser import check_known
from bolide.cli.parser.human_options import People, check_lower, check_pairs_named, people
from bolide.cli.parser.metric_options import check_nrefs, flag_of, metric_flags, scorers_from
from bolide.cli.parser.output import progress
from bolide.cli.parser.texts import lines_from, system_labels, systems_from, with_units
from bolide.corpus import Corpus
from bolide.corpus.lines import stems, system_names
from bolide.metrics.base import Metric
from bolide.metrics.measuring import work
from bolide.system.errors import ErrorWithHint, InputError, OptionError


@dataclass(frozen=True, eq=False)
class Pairs:
    """The language pairs, what was left out of them in words, and the name of the MQM weights, if any."""

    pairs: tuple[LanguagePair, ...]
    notes: tuple[str, ...] = ()
    weights: str = ""


def read_pairs(options: argparse.Namespace, documents: Labels | None, domains: Labels | None) -> Pairs:
    """Everything that the options name, with the systems that all have."""
    data = _folders(options) if options.folder and len(options.folder) > 1 else _one(options, documents, domains)
    several = len(data.pairs) > 1
    _check_exclude(options, data.pairs)
    notes = list(data.notes)
    pairs = []
    for pair in data.pairs:
        participants, lines = _participants(pair, options)
        prefix = f"{pair.name}: " if several else ""
        notes += [f"{prefix}{line}" for line in lines]
        pairs.append(participants)
    return replace(data, pairs=tuple(_alike(pairs)), notes=tuple(dict.fromkeys(notes)))


def _alike(pairs: Sequence[LanguagePair]) -> list[LanguagePair]:
    """The pairs with metrics named alike."""
    names = alike([[metric.name for metric in pair.metrics] for pair in pairs])
    return [
        replace(pair, metrics=tuple(replace(metric, name=new[metric.name]) for metric in pair.metrics))
        for pair, new in zip(pairs, names, strict=True)
    ]


def _folders(options: argparse.Namespace) -> Pairs:
    """One language pair per folder, called by the folder's last name, or by more of it where two would be alike."""
    if options.scores or options.input or options.references:
        raise OptionError(
            "Score files (--scores) and outputs (-i) belong to one language pair. With several folders the metrics are "
            "those in each folder's metric-scores; put the files there, or name one folder."
        )
    for name in metric_flags(options):
        if name != "metrics":
            raise OptionError(
                f"{flag_of(name)} has no effect here: with several folders the metrics are those in each folder's "
                "metric-scores."
            )
    for flag in ("documents", "domains"):
        if flag in options.explicit:
            raise OptionError(f"--{flag} is about the lines of one test set; name one --folder.")
    read = [read_folder(folder, options.gold, options.lower) for folder in options.folder]
    check_lower(options, [source for human, metrics in read for source in (human, *metrics)])
    names = system_names([folder.rstrip("/") for folder in options.folder])
    pairs = [LanguagePair(name, human, tuple(metrics)) for name, (human, metrics) in zip(names, read, strict=True)]
    return Pairs(tuple(_chosen(options, pairs)))


def _one(options: argparse.Namespace, documents: Labels | None, domains: Labels | None) -> Pairs:
    """What people said in one folder or in files, and the metrics beside it, in files and computed here."""
    by_pair = people(options, documents, others_may_name=bool(options.scores))
    files = read_score_files(options.scores, options.lower)
    if len(by_pair) > 1:
        return _several(options, by_pair, files)
    (pair, judged), *_ = by_pair.items()
    if options.pair and not pair and not any(file.pairs for file in files):
        choose_pair(by_pair, options.pair, " and ".join(options.human))  # refuses what has no effect
    asked = [*options.questions, *options.rank]
    rated = judged.annotations is not None and any(rating.document for rating in judged.annotations.ratings)
    idle = (options.preset or asked) and not any(text.startswith("doc/") for text in asked)
    if documents is not None and not rated and idle:
        raise OptionError("--documents has no effect without a question like doc/pearson; leave it out.")
    try:
        external = sources_in(files, options.lower, pair=pair or options.pair)
    except ErrorWithHint as error:
        raise error.for_flags(("--pair",)) from None
    check_lower(options, [*([judged.source, *judged.metrics] if options.folder else ()), *external])
    name = pair or _pair_name(options)
    inside = _chosen(options, [LanguagePair(name, judged.source, judged.metrics)])[0].metrics
    computed_here, systems = computed_metrics(options, judged.systems)
    metrics = [*inside, *external, *computed_here]
    if not metrics:
        raise InputError("There are no metrics: give --scores, or references (-r) and outputs (-i).")
    if options.source and not systems:
        raise OptionError("--source has no effect without outputs (-i); leave it out.")
    if options.chance and systems:
        texts = {system.name: system.hyps for system in systems}
        metrics += sentinels(texts, lines_from(options)(options.source) if options.source else None)
    sizes = [metric.seg.cells.shape[1] for metric in metrics if metric.seg is not None]
    outputs = {system.name: system.hyps for system in systems}
    known = documents or (domains.documents if domains is not None else None)
    human = judged.on(Lines(outputs, known), max(sizes, default=0))
    human, metrics = _labelled(options, human, metrics, documents, domains)
    notes = tuple(note for source in (human, *metrics) for note in source.notes)
    return Pairs((LanguagePair(name, human, tuple(metrics)),), notes, judged.weights)


def _several(options: argparse.Namespace, by_pair: Mapping[str, People], files: Sequence[ScoreFile]) -> Pairs:
    """The language pairs that people judged in one file, with the scores of each in the files of metrics."""
    names = ", ".join(pair or "one without a name" for pair in by_pair)
    for flag, value in (("-i", options.input), ("-r", options.references), ("--documents", options.documents),
                        ("--domains", options.domains)):  # fmt: skip
        if value:
            raise OptionError(
                f"{flag} is about the lines of one language pair, and people judged several, {names}; name one, like "
                f"--pair {next(iter(by_pair))}."
            )
    check_pairs_named(files, list(by_pair))
    computed_metrics(options, ())  # refuses options of metrics, of which none is computed
    if not files:
        raise InputError("There are no metrics: give --scores.")
    pairs, notes = [], []
    for name, judged in by_pair.items():
        metrics = sources_in(files_of_pair(files, name), options.lower, pair=name)
        if not metrics:
            notes.append(f"{name} is left out: no metric has scores of it.")
            continue
        sizes = [metric.seg.cells.shape[1] for metric in metrics if metric.seg is not None]
        human = judged.on(Lines(), max(sizes, default=0))
        notes += [f"{name}: {note}" for source in (human, *metrics) for note in source.notes]
        pairs.append(LanguagePair(name, human, tuple(metrics)))
    if not pairs:
        raise InputError(f"No metric has scores of a language pair that people judged: {names}.")
    check_lower(options, [metric for pair in pairs for metric in pair.metrics])
    weights = dict.fromkeys(filter(None, (judged.weights for judged in by_pair.values())))
    return Pairs(tuple(pairs), tuple(notes), " and ".join(weights))


def _labelled(
    options: argparse.Namespace,
    human: Source,
    metrics: Sequence[Source],
    documents: Labels | None,
    domains: Labels | None,
) -> tuple[Source, list[Source]]:
    """People and metrics with scores of documents, and macro averages of people's scores."""
    for labels in (documents, domains):
        if labels is not None:
            for source in (human, *metrics):
                if source.seg is not None:
                    labels.check(source.seg.cells.shape[1], source.name)
    if documents is not None:
        groups = documents.groups()
        human, metrics = human.with_documents(groups), [metric.with_documents(groups) for metric in metrics]
    if options.macro and domains is not None:
        human = human.macro(domains.groups())
    return human, list(metrics)


def _pair_name(options: argparse.Namespace) -> str:
    """The language pair, by an option or by a folder's or a file's name."""
    if options.folder:
        return str(system_names([options.folder[0].rstrip("/")])[0])
    texts = [options.pair, options.language_pair, *(options.human or ()), options.mqm]
    pairs = [
        match[1] for text in texts if text and (match := re.search(r"(?<![a-z])([a-z]{2}-[a-z]{2})(?![a-z])", text))
    ]
    return pairs[0] if pairs else "all"


def _chosen(options: argparse.Namespace, pairs: Sequence[LanguagePair]) -> list[LanguagePair]:
    """The folders' metrics that -m names, where no outputs are there to compute it on; else all of them."""
    if options.input or "metrics" not in options.explicit:
        return list(pairs)
    if not options.folder:
        raise OptionError("-m has no effect here: there are no outputs (-i) to score.")
    known = [metric.name for pair in pairs for metric in pair.metrics]
    bare = [REFERENCE.sub("", name) for name in known]
    check_known("-m", options.metrics, [*known, *bare])
    return [
        replace(pair, metrics=tuple(
            metric for metric in pair.metrics
            if metric.name in options.metrics or REFERENCE.sub("", metric.name) in options.metrics
        ))
        for pair in pairs
    ]  # fmt: skip


def _check_exclude(options: argparse.Namespace, pairs: Sequence[LanguagePair]) -> None:
    """Refuse a name in --exclude that nothing has."""
    systems = stems(system_names(options.input))
    known = list(systems)
    for pair in pairs:
        names = [name for source in (pair.human, *pair.metrics) for name in systems_of(source)]
        names += [metric.name for metric in pair.metrics]
        known += [*names, *(f"{pair.name}:{name}" for name in names)]
    short = [name for name in dict.fromkeys(known) if ":" not in name]
    for name in options.exclude:
        if name not in known or options.exclude.count(name) > 1:
            check_known("--exclude", options.exclude, [*short, *(n for n in options.exclude if n in known)])


def _participants(pair: LanguagePair, options: argparse.Namespace) -> tuple[LanguagePair, list[str]]:
    """The pair without what is to be left out, with the systems that all have; and lines about who was left out."""
    exclude = [name.removeprefix(f"{pair.name}:") for name in options.exclude]
    metrics = [metric for metric in pair.metrics if metric.name not in exclude]
    lines: list[str] = []
    if options.preset:
        preset = PRESETS[options.preset]
        reference = preset.reference(pair.name, [metric.name for metric in metrics])
        metrics, others = _of_reference(metrics, reference)
        if others:
            lines.append(f"Metrics left out because they saw another reference than {reference}: {', '.join(others)}.")
        human = preset.left_out(pair.name, systems_of(pair.human), reference)
        exclude += human
        if human:
            lines.append(f"Human outputs left out: {', '.join(human)}.")
    if not metrics:
        raise InputError(f"No metric is left{f' for {pair.name}' if pair.name else ''}; leave out fewer.")
    if options.strict:
        sources = [_without(source, exclude) for source in (pair.human, *metrics)]
        return LanguagePair(pair.name, sources[0], tuple(sources[1:])), lines
    judged, common, line = matched(pair.human, metrics, exclude)
    return LanguagePair(pair.name, judged, tuple(common)), [*lines, *filter(None, [line])]


def _of_reference(metrics: Sequence[Source], reference: str) -> tuple[list[Source], list[str]]:
    """The metrics that saw this reference or none, and the names of the others."""
    references = {metric.name: REFERENCE.search(metric.name) for metric in metrics}
    others = [name for name, end in references.items() if end and end[1].startswith("ref") and end[1] != reference]
    return [metric for metric in metrics if metric.name not in others], others


def _without(source: Source, names: Sequence[str]) -> Source:
    return only(source, [name for name in systems_of(source) if name not in names])


def computed_metrics(options: argparse.Namespace, known: Sequence[str]) -> tuple[list[Source], list[Corpus]]:
    """The metrics computed here and the outputs they were computed on."""
    if not options.input:
        if options.references:
            raise OptionError("The references (-r) are for scoring outputs; name those with -i.")
        for name in metric_flags(options):
            if name != "metrics" or not options.folder:
                raise OptionError(f"{flag_of(name)} has no effect here: there are no outputs (-i) to score.")
        return [], []
    scorers = scorers_from(options)
    metrics = [scorer.corpus for scorer in scorers]
    systems = systems_like(options, known, metrics)
    with progress("scoring", work(systems, metrics)) as step:
        sources = computed(systems, scorers, jobs=options.jobs, progress=step)
    return sources, systems


def systems_like(options: argparse.Namespace, known: Sequence[str], metrics: Sequence[Metric]) -> list[Corpus]:
    """The outputs, named as people named the systems, in the units that the metrics want."""
    if not options.references:
        raise OptionError("The outputs (-i) need references (-r).")
    systems = systems_from(options, options.input, options.references)
    check_nrefs(options, systems)
    names = names_like(system_labels(options, stems([system.name for system in systems])), known)
    systems = [replace(system, name=name) for system, name in zip(systems, names, strict=True)]
    systems = [system for system in systems if system.name not in options.exclude]
    return with_units(options, systems, metrics, options.jobs)
