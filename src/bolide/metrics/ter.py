"""TER, the translation edit rate (Snover et al. 2006), as sacreBLEU 2.6 computes it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.corpus import Corpus
from bolide.kernels.edits.ter import COLUMNS, REF_SCALE, SEGMENT_COLUMNS, edits, fewest
from bolide.metrics.base import Metric
from bolide.metrics.counts import Counts, Measured, Pairs, Progress, no_progress
from bolide.metrics.edit_rate import EditRate
from bolide.metrics.options import documented, nfc_option, switch
from bolide.system.errors import OptionError, SegmentError, counted
from bolide.text.tokenize.mteval import Tercom
from bolide.text.tokens import Tokens, encode, encode_tokens

if TYPE_CHECKING:
    from bolide.metrics.ter_evidence import TEREvidence


def encode_tercom(hyps: Sequence[str], refs: Sequence[str], tokenizer: Tercom, twice: bool = True) -> Tokens:
    """The tokens of all texts, first the hypotheses, then the references.

    If `twice`, references are tokenized twice, as sacreBLEU does; otherwise once, like hypotheses.
    """
    if tokenizer.normalized:
        again = tokenizer.twice if twice else tokenizer.tokens
        return encode_tokens([*map(tokenizer.tokens, hyps), *map(again, refs)])
    texts = list(map(tokenizer.without_punctuation, (*hyps, *refs)))
    return encode(texts, "whitespace", lowercase=not tokenizer.case_sensitive)


MOST_REFERENCES = 16  # REF_SCALE is the least common multiple of 1 to 16


@dataclass(frozen=True)
class TERCounts(Counts):
    """Shifts, substitutions, insertions and deletions for the reference that needs the fewest.

    The length is the mean of all references' lengths, as an integer number of 1/720,720 of a word.
    """

    per_task: ClassVar[int] = 96
    quadratic: ClassVar[bool] = True

    tokenizer: Tercom
    tokenize_once: bool

    @property
    def columns(self) -> tuple[str, ...]:
        return SEGMENT_COLUMNS

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        return tuple((kind, "edits") for kind in ("substitutions", "insertions", "deletions", "shifts"))

    def measure(self, corpus: Corpus, *, jobs: int = 1, progress: Progress = no_progress) -> Measured:
        if len(corpus.refs) > len(corpus.hyps):
            for number, (start, end) in enumerate(pairwise(corpus.starts())):
                if end - start > MOST_REFERENCES:
                    raise SegmentError(
                        number,
                        f"it has {counted(end - start, 'reference')}; TER takes at most {MOST_REFERENCES}, because "
                        f"the mean of their lengths is kept exactly, in units of 1/{REF_SCALE:,} of a word. Leave "
                        "some out.",
                    )
        return super().measure(corpus, jobs=jobs, progress=progress)

    def tokens(self, text: str) -> list[str]:
        return self.tokenizer.tokens(text)

    def encode(self, hyps: list[str], refs: list[str]) -> Tokens:
        return encode_tercom(hyps, refs, self.tokenizer, twice=not self.tokenize_once)

    def rows(self, encoded: Tokens, pairs: Pairs) -> array[int]:
        edits_of_pairs = memoryview(bytearray(8 * len(COLUMNS) * pairs.size)).cast("q", (pairs.size, len(COLUMNS)))
        edits(encoded.ids, *pairs.spans(*encoded.spans), pairs.starts, edits_of_pairs)
        starts = memoryview(array("q", range(pairs.size + 1))) if pairs.apart else pairs.starts
        height, width = len(starts) - 1, len(SEGMENT_COLUMNS)
        rows = array("q", bytes(8 * height * width))
        fewest(edits_of_pairs, starts, memoryview(rows).cast("B").cast("q", (height, width)))
        return rows


# --- metric ----------------------------------------------------------------------------------------------------------


@documented
@dataclass(frozen=True)
class TER(Metric):
    """Shifts of word blocks plus edits of single words, per reference word: lower is better, and more than 1 is
    possible. The defaults are sacreBLEU's.

    >>> from bolide import TER
    >>> score = TER().sentence("on the mat the cat sat", "the cat sat on the mat")
    >>> round(score.value, 4), score.parts["shifts"]
    (0.1667, 1)
    """

    name: ClassVar[str] = "TER"
    _signed: ClassVar[tuple[str, ...]] = ("case", "norm", "punct", "asian", "once", "nfc")

    normalized: bool = switch(
        False, "Split punctuation off words, as tercom does.", "norm", always=True, prominent=True
    )
    no_punct: bool = switch(False, "Delete punctuation.", "punct", ("yes", "no"), always=True)
    asian_support: bool = switch(
        False, "Apply normalized and no_punct to ideographs and their punctuation, too.", "asian", always=True
    )
    case_sensitive: bool = switch(
        False, "Distinguish upper and lower case.", "case", ("lc", "mixed"), always=True, prominent=True
    )
    tokenize_once: bool = switch(
        False, "With normalized, tokenize references once, like candidates; sacreBLEU does it twice.", "once"
    )
    nfc: bool = nfc_option()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tokenize_once and not self.normalized:
            raise OptionError(
                "tokenize_once makes no difference without normalized: splitting at white space a second time changes "
                "nothing. Leave it out."
            )

    # --- the two halves -------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> TERCounts:
        tokenizer = Tercom(self.normalized, self.no_punct, self.asian_support, self.case_sensitive)
        return TERCounts(tokenizer, self.tokenize_once, nfc=self.nfc)

    @property
    def evidence(self) -> TEREvidence:
        from bolide.metrics.ter_evidence import TEREvidence

        return TEREvidence(self.counts, self.formula, self.score_row)

    @cached_property
    def formula(self) -> EditRate:
        return EditRate(REF_SCALE, "ter")

    # --- parts ----------------------------------------------------------------------------------------------------

    def _part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        return {**self.counts.as_columns(row), "ref_len": numbers["length"]}

    # --- signature ------------------------------------------------------------------------------------------------

    def _signature_items(self) -> tuple[tuple[str, str], ...]:
        case, *rest = super()._signature_items()
        return (case, ("tok", "tercom"), *rest)

    @classmethod
    def _from_items(cls, items: dict[str, str]) -> TER:
        if items.get("tok", "tercom") != "tercom":
            raise OptionError(f"tok:{items['tok']} in a TER signature: TER has one tokenizer, tercom.")
        return super()._from_items({key: text for key, text in items.items() if key != "tok"})
