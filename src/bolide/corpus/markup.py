"""Markup files as tables with one row per segment: SGML, WMT's XML, TMX, XLIFF.

- SGML (NIST's, as WMT published it until 2019) and WMT's XML: `id` (document and segment), `document`, `segment`,
  `src`; a system's outputs under its name, references under their `refid`, in XML `ref:A` by the translator, or `ref`.
- TMX: `id`, and one column per language, named as the file names it.
- XLIFF: `id`, `source`, `target`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from bolide.corpus.decoding import SGML, TMX, XLIFF, XML, Foreign, foreign_markup
from bolide.corpus.table_files import Records, TableOptions
from bolide.system.errors import InputError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


ENTITIES = (("&quot;", '"'), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
# A `>` in quotes does not end a tag; a `<` without a `>` before the next `<` is text.
_TAG = re.compile(r"<\s*+(/?)\s*+([A-Za-z][\w.:-]*+)((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>")
_ATTRIBUTE = re.compile(r"(?<![\w:-])([\w:-]++)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")


def sgml_segments(name: str, text: str) -> Iterator[tuple[str, str, str, str]]:
    """The document, id, translator and text of every segment, entities unresolved; what the file lacks is empty.

    The translator is the sysid or refid of the document or of the set, or src in a srcset. SGML need not close its
    elements, nor be well formed otherwise.
    """
    document = translator = segment = ""
    start = -1
    for tag in _TAG.finditer(text):
        closing, element = tag[1], tag[2].lower()
        if closing and element != "seg":
            continue
        attributes = {pair[1].lower(): pair[2] or pair[3] or pair[4] or "" for pair in _ATTRIBUTE.finditer(tag[3])}
        if element in ("srcset", "refset", "tstset"):
            translator = attributes.get("refid") or attributes.get("sysid") or ""
            translator = "src" if element == "srcset" else translator
        elif element == "doc":
            document = attributes.get("docid", "")
            if translator != "src":
                translator = attributes.get("sysid") or attributes.get("refid") or translator
        elif element == "seg" and not closing:
            if start >= 0:
                raise InputError(f"{name}: the segment {segment} has no </seg> before the next one begins.")
            segment, start = attributes.get("id", ""), tag.end()
        elif element == "seg" and start >= 0:
            yield document, segment, translator, text[start : tag.start()]
            start = -1
    if start >= 0:
        raise InputError(f"{name}: the segment {segment} has no </seg>; the file may be cut off.")


Texts = dict[str, str]
_CODES = {"bpt", "ept", "ph", "it", "ut", "x", "bx", "ex"}  # inline elements that hold native code and not text


def read_markup(name: str, text: str, options: TableOptions) -> Records:
    """Every segment with its 1-based number."""
    kind = foreign_markup(text)
    assert kind is not None  # it has been recognised
    if kind not in _READERS:
        raise InputError(f"{name} is {kind.name}. {kind.advice}")
    records: Records = list(enumerate(_READERS[kind](name, text), 1))
    if not records:
        raise InputError(f"{name} is {kind.name} without a segment.")
    return records


def _sgml(name: str, text: str) -> Iterator[Texts]:
    records: dict[str, Texts] = {}
    for document, segment, translator, line in sgml_segments(name, text):
        plain = _one_line(line)
        for entity, character in ENTITIES:
            plain = plain.replace(entity, character)
        _add(name, records, (document, segment), translator or "ref", plain)
    yield from records.values()


def _one_line(text: str) -> str:
    """A segment in one line: white space at the ends of its lines is removed, and line breaks become spaces."""
    return " ".join(filter(None, map(str.strip, re.split("[\r\n]", text))))


def _add(name: str, records: dict[str, Texts], segment: tuple[str, str], column: str, text: str) -> None:
    id_ = "/".join(segment)
    record = records.setdefault(id_, {"id": id_, "document": segment[0], "segment": segment[1]})
    if column in record:
        raise InputError(f"{name} has two texts of {column!r} for the segment {record['id']}.")
    record[column] = text


def _wmt_xml(name: str, text: str) -> Iterator[Texts]:
    documents = [element for element in _root(name, text).iter() if _local(element) == "doc"]
    if not documents:
        raise InputError(f"{name} is {XML.name} of an unsupported kind. {XML.advice}")
    records: dict[str, Texts] = {}
    for document in documents:
        if any(_local(inner) == "doc" for child in document for inner in child.iter()):
            raise InputError(f"{name}: a <doc> is nested inside another, {document.get('id', '')!r}; close each first.")
        for version in document:
            kind, attributes = _local(version), version.attrib
            column = {"src": "src", "hyp": attributes.get("system", "hyp")}.get(kind)
            if kind == "ref":
                column = f"ref:{attributes['translator']}" if attributes.get("translator") else "ref"
            for segment in version.iter() if column else ():
                if column and _local(segment) == "seg":
                    segment_id = document.get("id", ""), segment.get("id", "")
                    _add(name, records, segment_id, column, _one_line(_text(segment)))
    yield from records.values()


def _tmx(name: str, text: str) -> Iterator[Texts]:
    """The units of a TMX file; their ids are the `tuid`s if all units have different ones, otherwise their numbers."""
    units = [element for element in _root(name, text).iter() if _local(element) == "tu"]
    ids = [unit.get("tuid") for unit in units]
    unique = None not in ids and len(set(ids)) == len(ids)
    for number, unit in enumerate(units, 1):
        record = {"id": str(unit.get("tuid") if unique else number)}
        for version in unit:
            if _local(version) != "tuv":
                continue
            language = version.get("{http://www.w3.org/XML/1998/namespace}lang") or version.get("lang") or ""
            segment = next((child for child in version if _local(child) == "seg"), None)
            if segment is None or not language:
                raise InputError(f"{name}, segment {number}: a <tuv> needs a language and a <seg>.")
            if language in record:
                raise InputError(f"{name}, segment {number} has two texts in {language!r}.")
            record[language] = _text(segment)
        yield record


def _xliff(name: str, text: str) -> Iterator[Texts]:
    """The segments of an XLIFF file, version 1.2 (`trans-unit`) or 2 (`segment`s in `unit`s)."""
    for unit in _root(name, text).iter():
        if _local(unit) == "trans-unit":
            yield {"id": unit.get("id", ""), **_versions(name, unit, unit.get("id", ""))}
        elif _local(unit) == "unit":
            segments = [child for child in unit if _local(child) == "segment"]
            for number, segment in enumerate(segments, 1):
                inner_id = segment.get("id") or (str(number) if len(segments) > 1 else "")
                segment_id = "/".join(filter(None, (unit.get("id", ""), inner_id)))
                yield {"id": segment_id, **_versions(name, segment, segment_id)}


def _versions(name: str, unit: Element, id_: str) -> Texts:
    versions: Texts = {}
    for child in unit:
        kind = _local(child)
        if kind not in ("source", "target"):
            continue
        if kind in versions:
            raise InputError(f"{name}: the unit {id_!r} has two texts in <{kind}>; keep the one that is meant.")
        versions[kind] = _text(child)
    return versions


def _text(element: Element) -> str:
    """The text in an element, without the native code in inline elements."""
    for code in [inner for inner in element.iter() if _local(inner) in _CODES]:
        tail = code.tail
        code.clear()
        code.tail = tail
    return "".join(element.itertext())


def _local(element: Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _root(name: str, text: str) -> Element:
    from xml.etree.ElementTree import ParseError, fromstring

    if re.search(r"<!ENTITY", text):
        raise InputError(f"{name} defines its own entities, which are not supported.")
    try:
        return fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))  # decoded already, whatever it declares
    except ParseError as error:
        raise InputError(f"{name} is not well-formed XML, perhaps cut off: {error}.") from None


_READERS: dict[Foreign, Callable[[str, str], Iterator[Texts]]] = {SGML: _sgml, XML: _wmt_xml, TMX: _tmx, XLIFF: _xliff}
