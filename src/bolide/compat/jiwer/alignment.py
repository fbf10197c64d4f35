"""jiwer's views of an alignment: line by line, and as a list of errors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bolide.compat.jiwer.process import AlignmentChunk, CharacterOutput, WordOutput

__all__ = ["collect_error_counts", "visualize_alignment", "visualize_error_counts"]

Output = WordOutput | CharacterOutput
_LETTERS = {"equal": " ", "substitute": "S", "delete": "D", "insert": "I"}


def visualize_alignment(
    output: Output, show_measures: bool = True, skip_correct: bool = True, line_width: int | None = None
) -> str:
    """The reference, the hypothesis and the edits of each pair below each other; then the rates."""
    by_word, text = isinstance(output, WordOutput), ""
    triples = zip(output.references, output.hypotheses, output.alignments, strict=True)
    for number, (ref, hyp, chunks) in enumerate(triples, 1):
        if not skip_correct or any(chunk.type != "equal" for chunk in chunks):
            columns = _columns(ref, hyp, chunks)
            text += f"=== SENTENCE {number} ===\n\n{_lines(columns, ' ' if by_word else '', line_width)}\n"
    if not show_measures:
        return text[:-1]
    text += (
        f"=== SUMMARY ===\nnumber of sentences: {len(output.alignments)}\n"
        f"substitutions={output.substitutions} deletions={output.deletions} "
        f"insertions={output.insertions} hits={output.hits}\n"
    )
    names = ("mer", "wil", "wip", "wer") if by_word else ("cer",)
    return text + "".join(f"\n{name}={100 * getattr(output, name):.2f}%" for name in names) + "\n"


def _columns(ref: list[str], hyp: list[str], chunks: list[AlignmentChunk]) -> Iterator[tuple[str, str, str]]:
    """The token of the reference, that of the hypothesis, and the letter of the edit; a missing one is stars."""
    for chunk in chunks:
        mine, theirs = hyp[chunk.hyp_start_idx : chunk.hyp_end_idx], ref[chunk.ref_start_idx : chunk.ref_end_idx]
        mine, theirs = mine or ["*"] * len(theirs), theirs or ["*"] * len(mine)
        for one, other in zip(theirs, mine, strict=False):
            width = max(len(one), len(other), 1)
            if one == "*":
                one = "*" * width
            elif other == "*":
                other = "*" * width
            yield f"{one:>{width}}", f"{other:>{width}}", f"{_LETTERS[chunk.type]:>{width}}"


def _lines(columns: Iterator[tuple[str, str, str]], space: str, line_width: int | None) -> str:
    """The columns as three lines, or as several times three if they are wider than `line_width`."""
    blocks: list[list[tuple[str, str, str]]] = [[]]
    size = len("REF: ")
    for column in columns:
        if line_width is not None and size + len(column[0]) > line_width:
            blocks.append([])
            size = len("REF: ")
        blocks[-1].append(column)
        size += len(column[0]) + len(space)
    heads = tuple(enumerate(("REF: ", "HYP: ", "     ")))
    cut = -len(space) or None  # the space after the last token, or after the head if there is none
    lines = [
        [(head + "".join(f"{column[k]}{space}" for column in block))[:cut] for k, head in heads] for block in blocks
    ]
    return "\n".join("".join(f"{line}\n" for line in block) for block in lines)


def collect_error_counts(output: Output) -> tuple[dict[tuple[str, str], int], dict[str, int], dict[str, int]]:
    """How often each stretch was substituted, inserted and deleted: three dictionaries."""
    substitutions: dict[tuple[str, str], int] = defaultdict(int)
    insertions: dict[str, int] = defaultdict(int)
    deletions: dict[str, int] = defaultdict(int)
    space = " " if isinstance(output, WordOutput) else ""
    for ref, hyp, chunks in zip(output.references, output.hypotheses, output.alignments, strict=True):
        for chunk in chunks:
            theirs = space.join(ref[chunk.ref_start_idx : chunk.ref_end_idx])
            mine = space.join(hyp[chunk.hyp_start_idx : chunk.hyp_end_idx])
            if chunk.type == "insert":
                insertions[mine] += 1
            elif chunk.type == "delete":
                deletions[theirs] += 1
            elif chunk.type == "substitute":
                substitutions[theirs, mine] += 1
    return substitutions, insertions, deletions


def visualize_error_counts(
    output: Output,
    show_substitutions: bool = True,
    show_insertions: bool = True,
    show_deletions: bool = True,
    top_k: int | None = None,
) -> str:
    """The errors, most frequent first; the first `top_k` of each kind if that is set."""
    substitutions, insertions, deletions = collect_error_counts(output)
    sections = []
    for title, wanted, errors in (
        ("SUBSTITUTIONS", show_substitutions, substitutions),
        ("INSERTIONS", show_insertions, {(text,): count for text, count in insertions.items()}),
        ("DELETIONS", show_deletions, {(text,): count for text, count in deletions.items()}),
    ):
        items = sorted(errors.items(), key=lambda item: -item[1])[:top_k]
        width = max((len(text) for texts, _ in items for text in texts), default=0)
        rows = (f"{' --> '.join(f'{text:<{width}}' for text in texts)} = {count}x\n" for texts, count in items)
        if wanted:
            sections.append(f"=== {title} ===\n{''.join(rows) or 'none'}")
    return "\n".join(sections).removesuffix("\n")
