"""What users of other tools type, and what to call here: the messages of attributes that do not exist."""

from __future__ import annotations

from typing import Any

# By module or class: what people type, and an expression that works; tests evaluate each of them.
INSTEAD = {
    "bolide": {
        "corpus_bleu": "bolide.BLEU().corpus(hyps, refs)",
        "raw_corpus_bleu": 'bolide.BLEU(tokenize="none").corpus(hyps, refs)',
        "sentence_bleu": "bolide.BLEU(effective_order=True).sentence(hyp, refs)",
        "bleu_score": "bolide.BLEU().corpus(hyps, refs)",
        "corpus_chrf": "bolide.CHRF().corpus(hyps, refs)",
        "sentence_chrf": "bolide.CHRF().sentence(hyp, refs)",
        "chrfpp": "bolide.CHRF(word_order=2)",
        "corpus_ter": "bolide.TER().corpus(hyps, refs)",
        "sentence_ter": "bolide.TER().sentence(hyp, refs)",
        "single_meteor_score": "bolide.METEOR().sentence(hyp, refs)",
        "process_words": "bolide.WER().corpus(hyps, refs)",
        "process_characters": "bolide.CER().corpus(hyps, refs)",
        "compute": 'bolide.score(hyps, refs, ["bleu", "chrf"])',
        "load": 'bolide.parse("bleu")',
        "list_metrics": "list(bolide.METRICS)",
        "list_tokenizers": "list(bolide.TOKENIZERS)",
    },
    "Metric": {
        "score": "metric.corpus(hyps, refs)",
        "corpus_score": "metric.corpus(hyps, refs)",
        "compute": "metric.corpus(hyps, refs)",
        "compute_score": "metric.corpus(hyps, refs)",
        "sentence_score": "metric.sentence(hyp, refs)",
        "sentences": "metric.segments(hyps, refs)",
        "get_signature": "metric.signature()",
        "higher_is_better": "metric.formula.higher_is_better",
    },
    "Score": {
        "score": "score.value",
        "sys_len": 'score.parts["hyp_len"]',
        "format": "str(score)",
        "to_dict": '{"name": score.name, "value": score.value, **score.parts}',
        "to_json": 'json.dumps({"name": score.name, "value": score.value, **score.parts})',
    },
    "Scores": {
        "mean": "metric.corpus(hyps, refs)",
        "to_numpy": "numpy.asarray(scores)",
        "to_frame": "scores.tolist()",
        "to_pandas": "scores.tolist()",
        "to_list": "scores.tolist()",
    },
    "Report": {
        "items": "report.systems[0].scores",
        "keys": "list(report)",
        "scores": "report.systems[0].scores",
        "score": "report.systems[0].scores[0]",
        "value": "report.systems[0].scores[0].value",
        "to_frame": "report.columns()",
    },
    "Study": {
        "pairs": "study.comparisons[0].pairs",
        "systems": "study.comparisons[0].systems",
        "p": "study.comparisons[0].pairs[0].p",
        "p_value": "study.comparisons[0].pairs[0].p",
        "p_values": "[pair.p for pair in study.comparisons[0].pairs]",
    },
    "Choice": {"best": "choice.text", "score": "choice.value"},
    "Choices": {"best": "choices.texts"},
}


def instead(owner: str, name: str, known: list[str]) -> str:
    """What to write instead of a name that `owner` does not have, as the end of a message; perhaps nothing."""
    from bolide.system.errors import most_similar

    if call := INSTEAD.get(owner, {}).get(name):
        return f"; use {call}"
    near = most_similar(name, known, cutoff=0.7)
    return f"; did you mean {near[0]!r}?" if near else ""


def no_attribute(value: Any, name: str) -> AttributeError:
    """The error for an attribute that an object does not have."""
    if name.startswith("_"):  # which programs ask for
        return AttributeError(f"{type(value).__name__!r} object has no attribute {name!r}", name=name, obj=value)
    if hasattr(type(value), name):
        object.__getattribute__(value, name)  # a property: the error is one of its own
    known = [other for other in dir(value) if not other.startswith("_")]
    hints = (instead(cls.__name__, name, known) for cls in type(value).__mro__ if cls.__name__ in INSTEAD)
    return AttributeError(f"{type(value).__name__} has no {name!r}{next(hints, '') or instead('', name, known)}")
