"""The calls that evaluation tools make of sacreBLEU, each written as its project writes it."""

import inspect
import pickle
from collections.abc import Callable
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
