"""sacreBLEU's TER."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from bolide.compat.sacrebleu.metrics.base import Score, Signature
from bolide.compat.sacrebleu.metrics.bolide_backed import BolideBacked, steps_of, to_count
from bolide.compat.sacrebleu.shapes import Streams, switch
from bolide.compat.sacrebleu.tokenizers.tokenizer_base import is_bolides
from bolide.compat.sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from bolide.data.stats import Row
from bolide.kernels.edits.ter import REF_SCALE
from bolide.metrics import ter as core


class TERSignature(Signature):
    """The signature of TER."""


class TERScore(Score):
    """A TER score on the scale of 0 to 100, or more, with sacreBLEU's fields."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TER(BolideBacked[core.TER, TERScore]):
    """sacreBLEU's `TER` class."""

    _SIGNATURE_TYPE = TERSignature
    SHORT: ClassVar[dict[str, str]] = {"case": "c", "tok": "t", "norm": "nr", "punct": "pn", "asian": "as"}
    OPTIONS = ("normalized", "no_punct", "asian_support", "case_sensitive")

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Streams | None = None,
    ) -> None:
        self.normalized = normalized
        self.no_punct = no_punct
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        super().__init__(references)

    def _configured(self) -> core.TER:
        switches = {name: switch(name, getattr(self, name)) for name in self.OPTIONS}
        self.tokenizer = TercomTokenizer(**switches)
        self.tokenizer_signature = self.tokenizer.signature()
        self._bolide_tokenizer = self.tokenizer if is_bolides(self.tokenizer, "tokenizer_ter.TercomTokenizer") else None
        return core.TER(**switches)

    def _items(self) -> list[tuple[str, Any]]:
        return list(self.metric.signature().items)

    def _to_peer(self, row: Row) -> list[Any]:
        """Edits, and the mean length of the references."""
        parts = self.metric.score_row(row).parts
        return [parts["edits"], parts["ref_len"]]

    def _from_peer(self, row: Sequence[Any]) -> Row:
        known = {"edits": to_count(row[0]), "ref_len": round(float(row[1]) * REF_SCALE)}
        return tuple(known.get(column, 0) for column in self.metric.counts.columns)

    def _score(self, total: Row) -> TERScore:
        parts = self.metric.score_row(total).parts
        return TERScore(100 * self.metric.formula.value(total), parts["edits"], parts["ref_len"])

    # --- the steps by themselves, for code that calls them ----------------------------------------------------------

    def _preprocess_segment(self, sent: str) -> str:
        text: str = self.tokenizer(sent.rstrip())
        return text

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        return {"ref_words": [self._preprocess_segment(ref).split() for ref in refs]}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[Any]:
        # The texts are tokenized by now, so the metric must only split them.
        plain = core.TER(case_sensitive=True)
        stats = plain.measure([hypothesis], [[" ".join(words) for words in ref_kwargs["ref_words"]]])
        return self._to_peer(stats[0])


TER.HOOKS = steps_of(TER)
