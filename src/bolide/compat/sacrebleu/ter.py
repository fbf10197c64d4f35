"""sacreBLEU's TER and its tokenizer."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.compat.sacrebleu.calls import Calls, Score, Signature, Streams, switch
from bolide.metrics import ter as core
from bolide.stats import Row
from bolide.text.tercom import Tercom


class TERScore(Score):
    """A TER score on the scale of 0 to 100, or more, with sacreBLEU's fields."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TERSignature(Signature):
    """The signature of TER, whose tokenizer is abbreviated otherwise than BLEU's."""

    def format(self, short: bool = False) -> str:
        return super().format(short).replace("|tok:", "|t:" if short else "|tok:")


class TER(Calls[core.TER, TERScore]):
    """sacreBLEU's `TER` class."""

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Streams | None = None,
    ) -> None:
        given = {
            "normalized": normalized, "no_punct": no_punct, "asian_support": asian_support,
            "case_sensitive": case_sensitive,
        }  # fmt: skip
        switches = {name: switch(name, value) for name, value in given.items()}
        super().__init__(core.TER(**switches), references)

    def get_signature(self) -> Signature:
        return TERSignature(list(super().get_signature().info.items()))

    def _items(self) -> list[tuple[str, str]]:
        return list(self.metric.signature().items)

    def _score(self, total: Row) -> TERScore:
        parts = self.metric.parts(total)
        return TERScore(100 * self.metric.value(total), parts["edits"], parts["ref_len"])


class TercomTokenizer:
    """sacreBLEU's tokenizer of TER: a line of text becomes its tokens, joined by spaces."""

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._cut = Tercom(normalized, no_punct, asian_support, case_sensitive)

    def signature(self) -> str:
        """The name in signatures."""
        return "tercom"

    def __call__(self, sent: str) -> str:
        return " ".join(self._cut(sent))


def corpus_ter(
    hypotheses: Sequence[str],
    references: Streams,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """sacreBLEU's `corpus_ter`."""
    return TER(normalized, no_punct, asian_support, case_sensitive).corpus_score(hypotheses, references)


def sentence_ter(
    hypothesis: str,
    references: Sequence[str],
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """sacreBLEU's `sentence_ter`."""
    return TER(normalized, no_punct, asian_support, case_sensitive).sentence_score(hypothesis, references)
