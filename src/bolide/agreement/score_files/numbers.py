"""One number per line: the segment scores of one system, which is called like the file."""

from __future__ import annotations

from bolide.agreement.score_files.content import Content, Read, is_score, number
from bolide.corpus.lines import stems


def recognised(content: Content) -> bool:
    """A first line that is a number and nothing else."""
    return len(content.header) == 1 and is_score(content.header[0])


def read(content: Content) -> Read:
    """The scores in the order of the lines; an empty line, but for the last, is a missing score."""
    lines = content.text.removesuffix("\n").split("\n")
    scores = [number(line, f"{content.path}, line {place}") for place, line in enumerate(lines, 1)]
    return Read("seg", {stems([content.path.name])[0]: scores})
