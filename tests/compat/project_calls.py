"""The calls that public projects make of sacreBLEU, each written as its project writes it."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bolide import demo

HYPS, REFS, MORE = list(demo.SYSTEMS["careful"]), list(demo.HUMAN_A), list(demo.HUMAN_B)
Call = Callable[[], Any]


# --- lm-evaluation-harness, lmms-eval: api/metrics.py -----------------------------------------------------------------


def lm_eval_bleu() -> Any:
    import sacrebleu

    refs, preds = list(zip(*[(ref,) for ref in REFS], strict=True)), tuple(HYPS)
    return sacrebleu.corpus_bleu(preds, refs).score


def lm_eval_chrf() -> Any:
    import sacrebleu

    return sacrebleu.corpus_chrf(tuple(HYPS), [tuple(REFS), tuple(MORE)]).score


def lm_eval_ter() -> Any:
    import sacrebleu

    return sacrebleu.corpus_ter(tuple(HYPS), [tuple(REFS)]).score


def lm_eval_truthfulqa() -> Any:
    """tasks/truthfulqa/utils.py, and T5's evaluation/metrics.py."""
    import sacrebleu

    return sacrebleu.corpus_bleu(
        HYPS, [REFS], smooth_method="exp", smooth_value=0.0, force=False, lowercase=False, tokenize="intl",
        use_effective_order=False,
    ).score  # fmt: skip


# --- lighteval: metrics_corpus.py ---------------------------------------------------------------------------------


def lighteval_bleu_and_chrf() -> Any:
    import sacrebleu

    found = []
    for metric in (sacrebleu.BLEU(trg_lang=""), sacrebleu.CHRF(), sacrebleu.CHRF(word_order=2)):
        found.append(float(metric.corpus_score(hypotheses=HYPS, references=[REFS]).score))
    return found


def lighteval_ter() -> Any:
    import sacrebleu

    metric = sacrebleu.TER(asian_support=True)
    return float(metric.corpus_score(hypotheses=HYPS, references=[REFS]).score)


# --- Hugging Face evaluate: metrics/sacrebleu, metrics/chrf, metrics/ter ------------------------------------------


def evaluate_sacrebleu() -> Any:
    import sacrebleu as scb

    assert tuple(map(int, scb.__version__.split("+")[0].split("."))) >= (1, 4, 12)
    transformed = [[refs[i] for refs in zip(REFS, MORE, strict=True)] for i in range(2)]
    output = scb.corpus_bleu(
        HYPS, transformed, smooth_method="exp", smooth_value=None, force=False, lowercase=False,
        use_effective_order=False, tokenize="13a",
    )  # fmt: skip
    return [output.score, output.counts, output.totals, output.precisions, output.bp, output.sys_len, output.ref_len]


def evaluate_chrf() -> Any:
    from sacrebleu import CHRF

    sb_chrf = CHRF(CHRF.CHAR_ORDER, CHRF.WORD_ORDER, CHRF.BETA, False, False, False)
    output = sb_chrf.corpus_score(HYPS, [REFS, MORE])
    return [output.score, output.char_order, output.word_order, output.beta]


def evaluate_ter() -> Any:
    from sacrebleu import TER

    sb_ter = TER(normalized=True, no_punct=False, asian_support=False, case_sensitive=False)
    output = sb_ter.corpus_score(HYPS, [REFS, MORE])
    return [output.score, output.num_edits, output.ref_length]


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


# --- compare-mt, unitxt, opencompass -----------------------------------------------------------------------------


def compare_mt_scorer() -> Any:
    import sacrebleu

    class SacreBleuScorer:
        scorer = sacrebleu.metrics.BLEU(lowercase=False, smooth_method="exp")

        def score_cached_corpus(self, sent_ids: Any, cached_stats: Any) -> float:
            order = self.scorer.max_ngram_order
            stats = np.array(cached_stats)[sent_ids].sum(0).tolist()
            sys_len, ref_len, correct, total = stats[0], stats[1], stats[2 : 2 + order], stats[2 + order :]
            return float(
                self.scorer.compute_bleu(
                    correct, total, sys_len, ref_len, smooth_method="exp", effective_order=True
                ).score
            )

    scorer = SacreBleuScorer()
    rows = scorer.scorer._extract_corpus_statistics(HYPS, [REFS])
    return [rows, scorer.score_cached_corpus([0, 2, 2, 5], rows)]


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


def opennmt_ter() -> Any:
    from sacrebleu import corpus_ter

    return corpus_ter(HYPS, [REFS]).score


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


# --- mbrs: metrics/bleu.py, metrics/chrf.py -----------------------------------------------------------------------


def mbrs_bleu() -> Any:
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.helpers import extract_all_char_ngrams, extract_all_word_ngrams

    scorer = pickle.loads(pickle.dumps(BLEU(effective_order=True)))
    infos = scorer._cache_references([REFS])
    rows = [scorer._compute_segment_statistics(scorer._preprocess_segment(HYPS[0]), info) for info in infos]
    scores = [scorer._compute_score_from_stats(row).score for row in rows]
    return [rows, scores, extract_all_word_ngrams(REFS[0], 1, 4), extract_all_char_ngrams(REFS[0], 6, False)]


# --- MATEO: significance.py ------------------------------------------------------------------------------------------


def mateo_significance() -> Any:
    from argparse import Namespace

    from sacrebleu.metrics.base import Metric
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.significance import PairedTest, Result, _compute_p_value, estimate_ci
    from sacrebleu.utils import print_results_table

    named = [("Baseline: a", HYPS), ("b", list(demo.SYSTEMS["hasty"]))]
    metric: Metric = BLEU(references=[REFS])
    signatures, scores = PairedTest(named, {"BLEU": metric}, references=None, test_type="bs", n_samples=100)()
    assert all(isinstance(result, Result) for result in scores["BLEU"])
    found = [(round(result.score, 8), result.p_value) for result in scores["BLEU"]]
    numbers = np.array([0.5, 0.25, 0.75, 0.1])
    small = [float(_compute_p_value(numbers, 0.3)), *map(float, estimate_ci(numbers))]
    print_results_table(
        scores,
        {name: signature.format().partition("|version")[0] for name, signature in signatures.items()},
        Namespace(format="text", width=2, paired_bs=True, paired_ar=False, paired_bs_n=100, paired_ar_n=0),
    )
    return [found, small]


# --- COMET, MT-Telescope ------------------------------------------------------------------------------------------


def telescope_tokenizer() -> Any:
    from sacrebleu.metrics.bleu import _get_tokenizer

    return _get_tokenizer("13a")()("It's 1.5 m, isn't it?")


def comet_imports() -> Any:
    from sacrebleu.utils import get_reference_files, get_source_file

    return [list(inspect.signature(function).parameters) for function in (get_source_file, get_reference_files)]


SACREBLEU: list[Call] = [
    lm_eval_bleu, lm_eval_chrf, lm_eval_truthfulqa, lighteval_bleu_and_chrf, evaluate_sacrebleu, evaluate_chrf,
    fairseq_validation, fairseq_inference, fairseq_scorer, fairseq_tokenizer, fairseq2_bleu, fairseq2_chrf,
    compare_mt_scorer, sockeye_bleu, joey_bleu, opennmt_bleu, simuleval_choices, speechbrain_bleu,
    tower_eval_sentences, mbrs_bleu, mateo_significance, telescope_tokenizer, comet_imports,
    lm_eval_ter, lighteval_ter, evaluate_ter, sockeye_ter, opennmt_ter,
]  # fmt: skip
