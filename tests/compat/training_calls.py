"""The calls that training toolkits make of sacreBLEU, each written as its project writes it."""

import inspect
from functools import partial
from typing import Any

import numpy as np

from tests.compat.evaluation_calls import HYPS, MORE, REFS

# --- fairseq: tasks/translation.py, scoring/bleu.py, scoring/tokenizer.py ----------------------------------------


def fairseq_validation() -> Any:
    from sacrebleu.metrics import BLEU

    comp_bleu = BLEU.compute_bleu
    counts, totals = np.array([40, 25, 15, 8]), np.array([60, 54, 48, 42])
    fn_sig = inspect.getfullargspec(comp_bleu)[0]
    smooth = {"smooth_method": "exp"} if "smooth_method" in fn_sig else {"smooth": "exp"}
    bleu = comp_bleu(correct=counts, total=totals, sys_len=60, ref_len=62, **smooth)
    return round(bleu.score, 2)


def fairseq_inference() -> Any:
    import sacrebleu

    return sacrebleu.corpus_bleu(HYPS, [REFS], tokenize="none").score


def fairseq_scorer() -> Any:
    import sacrebleu

    class Scorer:
        def __init__(self) -> None:
            self.sacrebleu = sacrebleu

        def result_string(self, order: int = 4) -> str:
            if order != 4:
                raise NotImplementedError
            return str(self.sacrebleu.corpus_bleu(HYPS, [REFS], tokenize="none").format())

    return Scorer().result_string()


def fairseq_tokenizer() -> Any:
    import sacrebleu as sb

    sacrebleu_version = int(sb.__version__[0]) >= 2
    assert sacrebleu_version
    assert "13a" in sb.BLEU.TOKENIZERS
    return [sb.BLEU(tokenize=name).tokenizer("Mind the gap, 1.5 m!") for name in ("13a", "intl", "char", "none")]


# --- fairseq2: metrics/text ------------------------------------------------------------------------------------------


def fairseq2_bleu() -> Any:
    from sacrebleu.metrics.bleu import BLEU, MAX_NGRAM_ORDER

    assert BLEU.TOKENIZER_DEFAULT == "13a"
    bleu = BLEU(tokenize=BLEU.TOKENIZER_DEFAULT)
    stats = np.array(bleu._extract_corpus_statistics(HYPS, [REFS])).sum(0)
    valid, total = stats[2 : 2 + MAX_NGRAM_ORDER], stats[2 + MAX_NGRAM_ORDER :]
    return bleu.compute_bleu(valid.tolist(), total.tolist(), int(stats[0]), int(stats[1])).score


def fairseq2_chrf() -> Any:
    from sacrebleu.metrics.chrf import CHRF

    chrf = CHRF()
    stats = np.array(chrf._extract_corpus_statistics(HYPS, [REFS])).sum(0)
    return chrf._compute_score_from_stats(stats.tolist()).score


# --- sockeye: evaluate.py, rerank.py ------------------------------------------------------------------------------


def sockeye_bleu() -> Any:
    import sacrebleu

    offset = sacrebleu.BLEU.SMOOTH_DEFAULTS["floor"]
    scores = [sacrebleu.raw_corpus_bleu(HYPS, [REFS], smooth_value=offset).score / 100]
    rerank = partial(sacrebleu.sentence_bleu, smooth_method="add-k")
    return scores + [rerank(hyp, [ref]).score for hyp, ref in zip(HYPS, REFS, strict=True)]


def sockeye_ter() -> Any:
    import sacrebleu

    return sacrebleu.metrics.TER().corpus_score(HYPS, [REFS]).score


# --- Joey NMT: metrics.py --------------------------------------------------------------------------------------------


def joey_bleu() -> Any:
    from sacrebleu.metrics import BLEU

    cfg = {"tokenize": "intl", "smooth_method": "floor", "remove_whitespace": True}
    valid_keys = inspect.getfullargspec(BLEU).args
    metric = BLEU(**{key: value for key, value in cfg.items() if key in valid_keys})
    score = metric.corpus_score(hypotheses=HYPS, references=[REFS]).score
    return [valid_keys, score, str(metric.get_signature()).split("|version")[0]]


# --- OpenNMT-py, OpenNMT-tf, eole, NeMo, NeMo Skills --------------------------------------------------------------


def opennmt_bleu() -> Any:
    import sacrebleu

    japanese, reference = ["私は明日、東京へ行きます。"], ["私は明日東京に行きます。"]
    return [
        sacrebleu.corpus_bleu(HYPS, [REFS], force=True).score,
        sacrebleu.corpus_bleu(japanese, [reference], tokenize="ja-mecab").score,
        sacrebleu.corpus_chrf(HYPS, [REFS], word_order=2).score,
    ]


# --- SimulEval, speechbrain, helm, tower-eval ---------------------------------------------------------------------


def simuleval_choices() -> Any:
    import sacrebleu
    from sacrebleu.metrics.bleu import BLEU

    choices = sorted(sacrebleu.metrics.METRICS["BLEU"].TOKENIZERS)
    return [choices, BLEU(tokenize="13a").corpus_score(HYPS, [REFS]).score]


def speechbrain_bleu() -> Any:
    from sacrebleu.metrics import BLEU

    bleu = BLEU(lowercase=False, max_ngram_order=3)
    details = bleu.corpus_score(HYPS, [REFS, MORE])
    return [details.score, details.bp, details.ratio, details.sys_len, details.ref_len, details.precisions]


def tower_eval_sentences() -> Any:
    from sacrebleu.metrics import CHRF

    metric = CHRF(word_order=2)
    return [metric.sentence_score(hypothesis=hyp, references=[ref]).score for hyp, ref in zip(HYPS, REFS, strict=True)]
