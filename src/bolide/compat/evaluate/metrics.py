"""Replacements for the metrics bleu, meteor, sacrebleu, chrf and ter of Hugging Face evaluate."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from inspect import getdoc
from itertools import zip_longest
from typing import Any

import datasets
import evaluate

from bolide.compat.nltk.translate.bleu_score import clipped_total
from bolide.compat.nltk.translate.meteor_score import meteor_score
from bolide.compat.sacrebleu.metrics import BLEU, CHRF, TER
from bolide.compat.sacrebleu.metrics.base import switch
from bolide.corpus import Corpus, list_of
from bolide.system.errors import InputError, OptionError
from bolide.text.tokenize import tokenizer as named_tokenizer

Refs = Sequence[str] | Sequence[Sequence[str]]
Tokenizer = Callable[[str], Sequence[str]]

INPUTS = """
Args:
    predictions: the translations, a list of texts.
    references: references[i] is the reference of predictions[i], or a list of its references.
"""


class Module(evaluate.Metric):
    """Base of the metrics for evaluate; a subclass defines `homepage` and `_compute`, which documents its options."""

    homepage = ""

    @property
    def inputs(self) -> str:
        """The options and fields, as `_compute` documents them."""
        return (getdoc(self._compute) or "").partition("Args:\n")[2] + "\n"

    def _info(self) -> Any:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=f"{self.__doc__} Computed by Bolide.",
            citation="",
            inputs_description=INPUTS + self.inputs,
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
            reference_urls=[self.homepage],
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Add a batch: references[i] is the reference of predictions[i], or a list of its references."""
        evaluate.Metric.add_batch(self, **checked(predictions, references), **kwargs)

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Add one translation with its reference, or a list of references."""
        texts = checked([prediction], [reference])
        evaluate.Metric.add(self, prediction=texts["predictions"][0], reference=texts["references"][0], **kwargs)


def checked(predictions: Any, references: Any) -> dict[str, list[Any]]:
    """The arguments as lists. Raises InputError unless they pair up, and for texts mixed with lists."""
    hyps, refs = list_of(predictions, "predictions"), list_of(references, "references")
    groups = [group if isinstance(group, str) else list_of(group, f"references[{k}]") for k, group in enumerate(refs)]
    if not len(Corpus.of(hyps, groups)):
        raise InputError("There are no predictions to score.")
    if len({isinstance(group, str) for group in groups}) > 1:
        raise InputError("Some references are texts and some are lists; pass a list for every prediction.")
    return {"predictions": hyps, "references": groups}


def by_prediction(references: Refs) -> list[list[str]]:
    """The references of each prediction as a list."""
    return [[group] if isinstance(group, str) else list(group) for group in references]


class Bleu(Module):
    """BLEU as tensorflow/nmt computes it, with the shortest reference's length, from 0 to 1."""

    homepage = "https://aclanthology.org/P02-1040"

    def _compute(
        self,
        predictions: Sequence[str],
        references: Refs,
        tokenizer: Tokenizer | None = None,
        max_order: int = 4,
        smooth: bool = False,
    ) -> dict[str, Any]:
        """Compute BLEU.

        Args:
            tokenizer: a function from a text to its tokens; without one, mteval-v13a's.
            max_order: the longest n-gram that counts.
            smooth: add 1 to the matches and n-grams of every order (Lin and Och 2004).
        Returns:
            bleu, precisions, brevity_penalty, length_ratio, translation_length, reference_length.
        """
        if not isinstance(max_order, int) or max_order < 1:
            raise OptionError(f"max_order is {max_order!r}; it must be an integer ≥ 1.")
        tokenize = tokenizer or named_tokenizer("13a")
        hyps = [tokenize(text) for text in predictions]
        groups = [[tokenize(text) for text in group] for group in by_prediction(references)]
        total = clipped_total(groups, hyps, max_order)
        extra = int(switch("smooth", smooth))
        matches, sizes = ([n + extra for n in total[3 + k : 3 + k + max_order]] for k in (0, max_order))
        precisions = [match / size if size else 0.0 for match, size in zip(matches, sizes, strict=True)]
        length, wanted = total[1], sum(min(map(len, group)) for group in groups)
        ratio = length / wanted if wanted else 0.0
        penalty = math.exp(min(0.0, 1 - 1 / ratio)) if ratio else 0.0
        return {
            "bleu": _mean(precisions) * penalty,
            "precisions": precisions,
            "brevity_penalty": penalty,
            "length_ratio": ratio,
            "translation_length": length,
            "reference_length": wanted,
        }


def _mean(precisions: Sequence[float]) -> float:
    """The geometric mean; 0 if one of them is 0."""
    if not min(precisions):
        return 0.0
    logs = 0.0
    for precision in precisions:
        logs += 1 / len(precisions) * math.log(precision)
    return math.exp(logs)


class Meteor(Module):
    """METEOR as NLTK computes it, averaged over all predictions; Bolide's stemmer and WordNet need no download."""

    homepage = "https://aclanthology.org/W05-0909"

    def _compute(
        self,
        predictions: Sequence[str],
        references: Refs,
        alpha: float = 0.9,
        beta: float = 3,
        gamma: float = 0.5,
        tokenizer: Tokenizer | None = None,
    ) -> dict[str, Any]:
        """Compute METEOR.

        Args:
            alpha, beta, gamma: the parameters of METEOR's formula.
            tokenizer: a function from a text to its words; without one, NLTK's word_tokenize, which needs its punkt_tab
                data.
        Returns:
            meteor.
        """
        import numpy as np

        tokenize = tokenizer or nltk_words()
        scores = [
            meteor_score([tokenize(text) for text in group], tokenize(prediction), alpha=alpha, beta=beta, gamma=gamma)
            for group, prediction in zip(by_prediction(references), predictions, strict=True)
        ]
        return {"meteor": np.mean(scores)}


def nltk_words() -> Tokenizer:
    """NLTK's `word_tokenize`. Raises InputError if NLTK, or its data for splitting sentences, is missing."""
    try:
        from nltk import word_tokenize

        word_tokenize("A b.")
    except (ImportError, LookupError):
        raise InputError(
            "evaluate's meteor tokenizes with NLTK's word_tokenize, but NLTK or its punkt_tab data is missing: pip "
            "install nltk, then nltk.download('punkt_tab'). Without a network pass a tokenizer, for instance "
            "compute(…, tokenizer=nltk.tokenize.NLTKWordTokenizer().tokenize), which treats each text as one sentence."
        ) from None
    tokenize: Tokenizer = word_tokenize
    return tokenize


# sacreBLEU's names of the options that evaluate calls otherwise.
_PEERS = {"use_effective_order": "effective_order", "ignore_punct": "no_punct", "support_zh_ja_chars": "asian_support"}


class SacrebleuModule(Module):
    """Base of the metrics that sacreBLEU computes, with its options."""

    metric: Callable[..., Any]
    fields: tuple[str, ...] = ()  # of sacreBLEU's score
    options: tuple[str, ...] = ()

    @property
    def inputs(self) -> str:
        """The options and fields, for the module's description."""
        peers = ", ".join(_PEERS.get(option, option) for option in self.options)
        return f"    {', '.join(self.options)}: sacreBLEU's {peers}.\nReturns:\n    {', '.join(self.fields)}.\n"

    def _compute(self, predictions: Sequence[str], references: Refs, **options: Any) -> dict[str, Any]:
        for name in options.keys() - {*self.options}:
            raise TypeError(f"{type(self).__name__} has no option {name!r}; it has {', '.join(self.options)}.")
        if not options.get("tokenize"):
            options.pop("tokenize", None)  # as in the original, an empty name is the default
        metric = type(self).metric(**{_PEERS.get(name, name): value for name, value in options.items()})
        score = metric.corpus_score(predictions, list(zip_longest(*by_prediction(references))))
        return {name: getattr(score, name) for name in self.fields}


class Sacrebleu(SacrebleuModule):
    """BLEU as sacreBLEU computes it."""

    metric = BLEU
    fields = ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len")
    options = ("smooth_method", "smooth_value", "force", "lowercase", "tokenize", "use_effective_order")
    homepage = "https://aclanthology.org/W18-6319"


class ChrF(SacrebleuModule):
    """chrF and chrF++ as sacreBLEU computes them."""  # evaluate derives a prefix from the class's name, `chr_f`

    metric = CHRF
    fields = ("score", "char_order", "word_order", "beta")
    options = ("char_order", "word_order", "beta", "lowercase", "whitespace", "eps_smoothing")
    homepage = "https://aclanthology.org/W17-4770"


class Ter(SacrebleuModule):
    """TER as sacreBLEU computes it."""

    metric = TER
    fields = ("score", "num_edits", "ref_length")
    options = ("normalized", "ignore_punct", "support_zh_ja_chars", "case_sensitive")
    homepage = "https://aclanthology.org/2006.amta-papers.25"
