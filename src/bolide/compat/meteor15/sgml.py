"""NIST's SGML: sets of documents of segments, several systems and references."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import inf
from typing import TextIO

from bolide.compat.meteor15.arguments import Command
from bolide.compat.meteor15.output import alignment_text, header, result, system_block
from bolide.corpus import Corpus
from bolide.corpus.lines import read_text
from bolide.corpus.markup import ENTITIES, sgml_segments
from bolide.system.errors import InputError
from bolide.system.files import check_target, write_text
from bolide.system.messages import one_line
from bolide.text.words.jar_words import java_hash

SegmentName = tuple[str, str, str]  # set, document, segment


Texts = dict[tuple[str, str], dict[SegmentName, str]]  # the segments of each system or reference in each set


def read_sgml(name: str) -> Texts:
    """The segments of a file, in the order met; a later segment of the same name replaces the earlier."""
    texts: Texts = {}
    for segment in sgml_segments(name, read_text(name, markup=True)):
        if segment.set_kind == "srcset":
            raise InputError(f"{name}, line {segment.line}: a srcset holds source texts, not translations.")
        if not (segment.set_id and segment.document and segment.translator and segment.id):
            needs = "a segment needs an id, and a setid, a docid and a sysid or refid above it"
            raise InputError(f"{name}, line {segment.line}: {needs}.")
        names = segment.set_id, segment.document, segment.id
        texts.setdefault((segment.translator, segment.set_id), {})[names] = _content(segment.text)
    if not texts:
        raise InputError(f"{name} holds no segment; is it SGML with <seg id=…> … </seg>?")
    return texts


def _content(text: str) -> str:
    """The text as the tool reads it: line by line, and joined without a space."""
    text = re.sub(r"\s", " ", re.sub("[\r\n]", "", text)).strip()
    for entity, character in ENTITIES:
        text = re.sub(entity, character, text, flags=re.IGNORECASE)
    return text


def in_table_order(names: Iterable[str]) -> list[str]:
    """Different names in the order a Java Hashtable lists them: that of the tool's blocks of systems, and of the
    references, among which it decides between equals.

    The table is listed from its last bucket to its first, and a bucket from the name that was added last.
    """
    listed: deque[str] = deque()
    size = 11
    for count, name in enumerate(names):
        if count >= int(0.75 * size):  # it grows, and its names are added anew as they are listed
            listed = deque(reversed(_by_bucket(listed, size)))
            size = 2 * size + 1
        listed.appendleft(name)
    return _by_bucket(listed, size)


def _by_bucket(names: Iterable[str], size: int) -> list[str]:
    return sorted(names, key=lambda name: (java_hash(name) & 0x7FFFFFFF) % size, reverse=True)


Line = tuple[tuple[str, ...], str]  # of one of the tool's files, with the names it is sorted by


def score_sgml(command: Command, out: TextIO, err: TextIO) -> None:
    """Score every system and write the tool's files of segments, documents and systems."""
    for end in ("seg.scr", "doc.scr", "sys.scr", *(["align.out"] if command.has("-writeAlignments") else [])):
        check_target(f"{command.prefix}-{end}", command.inputs)
    test, references = read_sgml(command.test), read_sgml(command.reference)
    translators = dict.fromkeys(who for who, _ in references)
    lines: defaultdict[str, list[Line]] = defaultdict(list)
    for (system, set_id), ours in sorted(test.items()):
        of_set = {who: references[who, set_id] for who in translators if (who, set_id) in references}
        segment_names, corpus = _corpus(
            system, ours, of_set, lambda message: err.write(f"Warning: {one_line(message)}\n")
        )
        if segment_names:
            for kind, line in _scored(command, (set_id, system), segment_names, corpus):
                lines[kind].append(line)
    if not lines["sys"]:
        raise InputError(f"{command.test} and {command.reference} have no document in common; nothing can be scored.")
    if not command.has("-ssOut"):
        systems = in_table_order(dict.fromkeys(who for who, _ in test))
        out.write(header(command) + "".join(block for who in systems for (of,), block in lines["block"] if of == who))
    by_number = not command.has("-vOut")  # the tool's own: with -vOut, numbers sort as text
    for kind in ("seg", "align"):
        lines[kind].sort(key=lambda line: _order(line[0], by_number))
    for what in ("seg", "doc", "sys"):
        text = "".join("\t".join((*name, score)) + "\n" for name, score in lines[what])
        write_text(f"{command.prefix}-{what}.scr", text, command.inputs)
    if lines["align"]:
        write_text(f"{command.prefix}-align.out", "".join(text for _, text in lines["align"]), command.inputs)


def _scored(
    command: Command, name: tuple[str, str], segments: list[SegmentName], corpus: Corpus
) -> Iterator[tuple[str, Line]]:
    """The lines of one system on one set, each with its kind: of a file, or of standard output."""
    stats = command.measure(corpus)
    documents: dict[str, list[int]] = {}
    for k, (segment, row) in enumerate(zip(segments, stats, strict=True)):
        whole = (*name, *segment[1:])
        documents.setdefault(segment[1], []).append(k)
        yield "seg", (whole, result(command, row))
        if command.has("-writeAlignments"):
            yield "align", (whole, alignment_text(command, whole, corpus[k].hyp, corpus[k].refs))
    for document, indices in sorted(documents.items()):
        yield "doc", ((*name, document), result(command, stats.take(indices).total(), True))
    yield "sys", (name, result(command, stats.total(), True))
    block = f"[{one_line(name[0])}][{one_line(name[1])}] \n\n{system_block(command, stats.total())}\n"
    yield "block", ((name[1],), block)


def _order(name: tuple[str, ...], by_number: bool = True) -> tuple[object, ...]:
    *names, segment = name
    number = int(segment) if by_number and segment.isdecimal() and len(segment) < 20 else inf
    return (*names, number, segment)


def _bracketed(segment: SegmentName) -> str:
    return "".join(f"[{part}]" for part in segment)


def _corpus(
    system: str,
    ours: dict[SegmentName, str],
    references: dict[str, dict[SegmentName, str]],
    warn: Callable[[str], object],
) -> tuple[list[SegmentName], Corpus]:
    """The segments of one system of a set that have a reference, missing ones as empty, and what was skipped said."""
    done = {segment[1] for segment in ours}
    names = in_table_order(references)
    wanted = {segment: None for name in names for segment in references[name]}
    for set_id, document in sorted({segment[:2] for segment in wanted if segment[1] not in done}):
        warn(f"no data for system [{system}] on document [{set_id}][{document}] - skipping this document")
    scored = sorted((segment for segment in wanted if segment[1] in done), key=_order)
    groups = []
    for segment in scored:
        if segment not in ours:
            warn(f"no data for system [{system}] on segment {_bracketed(segment)} - scoring empty segment")
        for name in names:
            if segment not in references[name]:
                warn(f"no data for reference [{name}] on segment {_bracketed(segment)}")
        groups.append([references[name][segment] for name in names if segment in references[name]])
    for segment in ours:
        if segment not in wanted:
            warn(f"no reference for segment {_bracketed(segment)} - skipping this segment")
    corpus = Corpus.of([ours.get(segment, "") for segment in scored], groups, system)
    return scored, replace(corpus, ids=tuple(map(_bracketed, scored)))
