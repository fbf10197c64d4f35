"""sacreBLEU's TER."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from bolide.compat.sacrebleu.metrics import base
from bolide.compat.sacrebleu.tokenizers import TercomTokenizer
from bolide.compat.shapes import Streams
from bolide.data.stats import Row
from bolide.kernels.edits.ter import REF_SCALE, SEGMENT_COLUMNS
from bolide.metrics import ter as core

_EDITS = SEGMENT_COLUMNS.index("edits")


class TERSignature(base.Signature):
    """The signature of TER."""

    _names: ClassVar = base.SHORT_NAMES | {"case": "c", "tok": "t", "norm": "nr", "punct": "pn", "asian": "as"}

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self.info["case"] = "mixed" if args["case_sensitive"] else "lc"
        self.info["tok"] = args["tokenizer_signature"]
        self.info["norm"] = args["normalized"]
        self.info["punct"] = not args["no_punct"]
        self.info["asian"] = args["asian_support"]


class TERScore(base.Score):
    """A TER score on the scale of 0 to 100, or more, with sacreBLEU's fields."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TER(base.BolideBacked[core.TER, TERScore]):
    """sacreBLEU's `TER` class."""

    _SIGNATURE_TYPE = TERSignature
    _replaced_tokenizer: Any = None

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
        self.tokenizer_signature = "tercom"
        _configured(*self._options)  # checks them
        self._hold(references)

    @property
    def _options(self) -> tuple[bool, bool, bool, bool]:
        return self.normalized, self.no_punct, self.asian_support, self.case_sensitive

    @property
    def metric(self) -> core.TER:
        """The metric that the attributes describe."""
        return _configured(*self._options)

    @property
    def tokenizer(self) -> Callable[[str], str]:
        """The tokenizer that the attributes describe, or the one that was set."""
        return self._replaced_tokenizer or TercomTokenizer(*self._options)

    @tokenizer.setter
    def tokenizer(self, tokenizer: Callable[[str], str]) -> None:
        self._replaced_tokenizer = tokenizer

    def _by_steps(self) -> bool:
        return bool(self._replaced_tokenizer) or TercomTokenizer.__call__ is not _TOKENIZE or super()._by_steps()

    def _to_peer(self, row: Row) -> list[Any]:
        """Edits, and the mean length of the references."""
        parts = self.metric.score_row(row).parts
        return [parts["edits"], parts["ref_len"]]

    def _from_peer(self, row: Sequence[Any]) -> Row:
        known = {"edits": base.to_count(row[0]), "ref_len": round(float(row[1]) * REF_SCALE)}
        return tuple(known.get(column, 0) for column in self.metric.counts.columns)

    def _score(self, metric: core.TER, total: Row) -> TERScore:
        length, rate = metric.formula.numbers(total).values()
        return TERScore(100 * rate, total[_EDITS], length)

    # --- the steps by themselves, for code that calls them ----------------------------------------------------------

    def _preprocess_segment(self, sent: str) -> str:
        return self.tokenizer(sent.rstrip())

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        return {"ref_words": [self._preprocess_segment(ref).split() for ref in refs]}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[Any]:
        # The texts are tokenized by now, so the metric must only split them.
        plain = core.TER(case_sensitive=True)
        stats = plain.measure([hypothesis], [[" ".join(words) for words in ref_kwargs["ref_words"]]])
        return self._to_peer(stats[0])


base.note_steps(TER)
_TOKENIZE = TercomTokenizer.__call__


@lru_cache(64, typed=True)
def _configured(normalized: object, no_punct: object, asian_support: object, case_sensitive: object) -> core.TER:
    """Bolide's metric with sacreBLEU's options, made once."""
    names = "normalized", "no_punct", "asian_support", "case_sensitive"
    return core.TER(*map(base.switch, names, (normalized, no_punct, asian_support, case_sensitive)))
