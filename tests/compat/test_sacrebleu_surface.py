"""The classes that stand in for sacreBLEU's have its surface: constants, statistics, formula, caches, tokenizers."""

import inspect
import pickle
from importlib import import_module
from typing import Any

import numpy as np
import pytest
import sacrebleu as peer
import sacrebleu.metrics.base
import sacrebleu.metrics.helpers
import sacrebleu.significance
import sacrebleu.tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from bolide import InputError
from bolide.compat import sacrebleu as ours
from bolide.compat.sacrebleu import utils
from bolide.compat.sacrebleu.metrics import base, helpers
from bolide.compat.sacrebleu.metrics.bleu import MAX_NGRAM_ORDER, _get_tokenizer

words = st.sampled_from(["a", "b", "c.", "5,6", "Ä", "(hi)", "don't", "1-2", "&amp;"])
lines = st.lists(words, max_size=9).map(" ".join)
texts = st.text(alphabet=st.sampled_from("ab Ä.,-5'“”¿€\u00a0\t中文はｱ&<>;ǅ𝒳\u2001"), max_size=25)


def public(module: Any) -> set[str]:
    """What a module offers: what it defines itself, and what a package lists or imports for others."""
    own = {name for name, thing in vars(module).items() if getattr(thing, "__module__", "") == module.__name__}
    values = {name for name, thing in vars(module).items() if isinstance(thing, str | int | dict | type({}.keys()))}
    found = own | values | set(getattr(module, "__all__", ()))
    return {name for name in found if not name.startswith("__")}


NUMBERED = ("13a", "base", "char", "intl", "none", "re", "spm", "ter", "zh", "ja_mecab", "ko_mecab")
MODULES = ["", ".metrics", ".metrics.base", ".metrics.bleu", ".metrics.chrf", ".metrics.helpers", ".metrics.ter"]
MODULES += [
    ".compat",
    ".significance",
    ".utils",
    ".tokenizers",
    *(f".tokenizers.tokenizer_{name}" for name in NUMBERED),
]
# Not mirrored: unpacking of downloads and drawing, which others do here; annotations; wording; private steps of a test.
NOT_OURS = {"extract_tarball", "_format_score_lines", "SUBSETS", "FAIL_MESSAGE", "_UCODE_RANGES", "_paired_ar_test"}
NOT_OURS |= {
    "_paired_bs_test",
    "_normalize_general_and_western",
    "_normalize_asian",
    "_remove_punct",
    "_remove_asian_punct",
}


@pytest.mark.parametrize("path", MODULES)
def test_every_name_is_there(path: str) -> None:
    mine, theirs = import_module(f"bolide.compat.sacrebleu{path}"), import_module(f"sacrebleu{path}")
    lacking = {name for name in public(theirs) if not hasattr(mine, name)}
    lacking -= {"SACREBLEU_DIR"} if "tokenizer" in path else set()  # imported there, defined in utils
    assert lacking - NOT_OURS == set()


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [(getattr(ours, name), getattr(peer, name)) for name in ("BLEU", "CHRF", "TER")]
    + [(ours.BLEU.compute_bleu, peer.BLEU.compute_bleu), (base.Score, sacrebleu.metrics.base.Score)]
    + [(getattr(helpers, name), getattr(sacrebleu.metrics.helpers, name)) for name in vars(helpers) if "ngrams" in name]
    + [(getattr(base.Metric, name), getattr(sacrebleu.metrics.base.Metric, name))
       for name in ("corpus_score", "sentence_score", "_cache_references", "_extract_corpus_statistics")],
)  # fmt: skip
def test_arguments_are_called_and_ordered_alike(mine: Any, theirs: Any) -> None:
    one, two = inspect.getfullargspec(mine), inspect.getfullargspec(theirs)
    assert (one.args, one.defaults, one.kwonlyargs) == (two.args, two.defaults, two.kwonlyargs)


def test_constants() -> None:
    for name in ("SMOOTH_DEFAULTS", "TOKENIZERS", "TOKENIZER_DEFAULT", "_TOKENIZER_MAP"):
        assert getattr(ours.BLEU, name) == getattr(peer.BLEU, name)
    for name in ("CHAR_ORDER", "WORD_ORDER", "BETA"):
        assert getattr(ours.CHRF, name) == getattr(peer.CHRF, name)
    assert MAX_NGRAM_ORDER == 4
    assert ours.__version__.startswith("2.6.0+bolide")
    assert int(ours.__version__[0]) >= 2


counts = st.integers(0, 30)


@given(
    data=st.data(),
    method=st.sampled_from(["exp", "floor", "add-k", "none"]),
    value=st.sampled_from([None, 0.0, 0.5, 3]),
)
def test_compute_bleu(data: st.DataObject, method: str, value: float | None) -> None:
    orders = data.draw(st.integers(1, 5))
    total = sorted(data.draw(st.lists(counts, min_size=orders, max_size=orders)), reverse=True)
    correct = [data.draw(st.integers(0, size)) for size in total]
    if any(correct) and not correct[0]:
        correct[0] = 1
    given_ = [
        correct,
        total,
        max(total[0], data.draw(counts)),
        data.draw(counts),
        method,
        value,
        data.draw(st.booleans()),
        orders,
    ]
    theirs = peer.BLEU.compute_bleu(*[list(item) if isinstance(item, list) else item for item in given_])
    mine = ours.BLEU.compute_bleu(*given_)
    assert mine.score == pytest.approx(theirs.score, rel=1e-12, abs=1e-12)
    assert mine.precisions == pytest.approx(theirs.precisions, rel=1e-13)
    assert (mine.counts, mine.totals, mine.bp) == (theirs.counts, theirs.totals, theirs.bp)
    assert str(mine) == str(theirs)
    assert given_[:2] == [correct, total]  # not changed, as sacreBLEU does


def test_compute_bleu_takes_what_fairseq_has() -> None:
    numbers = np.array([[9, 7, 5, 3], [10, 8, 6, 4]])
    mine = ours.BLEU.compute_bleu(
        correct=numbers[0], total=numbers[1], sys_len=np.int64(11), ref_len=11, smooth_method="exp"
    )
    assert mine.score == pytest.approx(83.75922397, abs=1e-7)  # sacreBLEU's test_bleu.py, test_case_scoring
    with pytest.raises(InputError, match="3 numbers of matches"):
        ours.BLEU.compute_bleu([1, 1, 1], [1, 1, 1, 1], 1, 1)
    with pytest.raises(TypeError, match=r"2\.5 is not a count"):
        ours.BLEU.compute_bleu([2.5, 1, 1, 1], [3, 1, 1, 1], 1, 1)
    with pytest.raises(InputError, match="longer n-grams cannot match"):
        ours.BLEU.compute_bleu([0, 1, 1, 1], [3, 1, 1, 1], 1, 1)


def test_printed_digits_round_as_sacrebleus() -> None:
    """51 of 80 is 63.75 and prints as 63.8; computed as 100 times the quotient it is a little less."""
    for size in range(1, 400):
        for method in ("exp", "floor", "none"):
            for match in {0, size // 3, size * 51 // 80, size}:
                numbers = [size, match, match // 2, 0], [size, size, size, size]
                if not match:
                    numbers = [size, 0, 0, 0], [size, size, size, size]
                mine, theirs = (
                    cls.compute_bleu(*map(list, numbers), size, size, method) for cls in (ours.BLEU, peer.BLEU)
                )
                assert mine._verbose == theirs._verbose
    assert ours.BLEU.compute_bleu([80, 51, 1, 1], [80, 80, 80, 80], 80, 80).prec_str.startswith("100.0/63.8/")


def metrics(which: Any, references: Any = None) -> list[Any]:
    return [
        which.BLEU(references=references),
        which.BLEU(lowercase=True, tokenize="intl", max_ngram_order=3, references=references),
        which.CHRF(references=references),
        which.CHRF(4, 2, 3, True, references=references),
        which.CHRF(whitespace=True, eps_smoothing=True, references=references),
        which.TER(references=references),
        which.TER(True, True, True, True, references=references),
    ]


@settings(max_examples=40)
@given(data=st.data(), hyps=st.lists(lines, min_size=1, max_size=4))
def test_statistics_row_by_row(data: st.DataObject, hyps: list[str]) -> None:
    streams = data.draw(st.lists(st.lists(lines, min_size=len(hyps), max_size=len(hyps)), min_size=1, max_size=3))
    for mine, theirs in zip(metrics(ours), metrics(peer), strict=True):
        rows = mine._extract_corpus_statistics(hyps, streams)
        assert rows == theirs._extract_corpus_statistics(hyps, streams)
        total = np.array(rows).sum(0)
        for numbers in (total, list(total)):
            assert mine._compute_score_from_stats(list(numbers)).score == pytest.approx(
                theirs._compute_score_from_stats(list(numbers)).score, rel=1e-12
            )
        assert mine._aggregate_and_compute(rows).score == mine.corpus_score(hyps, streams).score
        # The steps by themselves, as mbrs takes them.
        infos, peers = mine._cache_references(streams), theirs._cache_references(streams)
        assert infos == peers
        for hyp, info, row in zip(hyps, infos, rows, strict=True):
            assert mine._compute_segment_statistics(mine._preprocess_segment(hyp), info) == row


def test_references_are_kept() -> None:
    streams = [["a b c d", "x"], ["a b", None]]
    for early, late in zip(metrics(ours, streams), metrics(ours), strict=True):
        assert early.num_refs == -1
        assert "nrefs:var" in str(early.get_signature())
        assert early.corpus_score(["a b c", "x"], None).score == late.corpus_score(["a b c", "x"], streams).score
        with pytest.raises(RuntimeError, match="No references are given"):
            metrics(ours)[0].corpus_score(["a"], None)
        by_hand = metrics(ours)[0]
        by_hand._ref_cache = by_hand._cache_references(streams)
        assert by_hand.corpus_score(["a b c", "x"], None).score == pytest.approx(
            ours.BLEU().corpus_score(["a b c", "x"], streams).score
        )


def test_metrics_and_scores_pickle() -> None:
    for metric in metrics(ours, [["a b c d e"]]):
        again = pickle.loads(pickle.dumps(metric))
        score = again.corpus_score(["a b c d"], None)
        assert score.score == metric.corpus_score(["a b c d"], None).score
        assert str(pickle.loads(pickle.dumps(score))) == str(score)
        assert str(again.get_signature()) == str(metric.get_signature())


@pytest.mark.parametrize("name", ["none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab"])
@given(text=texts)
def test_tokenizers_give_sacrebleus_strings(name: str, text: str) -> None:
    from sacrebleu.metrics.bleu import _get_tokenizer as peer_tokenizer

    mine, theirs = _get_tokenizer(name)(), peer_tokenizer(name)()
    assert mine(text) == theirs(text)
    assert mine.signature() == theirs.signature()
    assert ours.BLEU(tokenize=name).tokenizer(text) == theirs(text)


@given(text=texts)
def test_the_other_tokenizers_do_too(text: str) -> None:
    from sacrebleu.tokenizers import tokenizer_re, tokenizer_ter

    from bolide.compat.sacrebleu.tokenizers import tokenizer_re as own_re
    from bolide.compat.sacrebleu.tokenizers import tokenizer_ter as own_ter

    assert own_re.TokenizerRegexp()(text) == tokenizer_re.TokenizerRegexp()(text)
    for switches in (
        {},
        {"normalized": True},
        {"no_punct": True, "asian_support": True},
        {"normalized": True, "asian_support": True},
    ):
        assert own_ter.TercomTokenizer(**switches)(text) == tokenizer_ter.TercomTokenizer(**switches)(text)


@given(line=lines, low=st.integers(1, 3), high=st.integers(1, 4))
def test_helpers(line: str, low: int, high: int) -> None:
    theirs = sacrebleu.metrics.helpers
    assert helpers.extract_all_word_ngrams(line, low, high) == theirs.extract_all_word_ngrams(line, low, high)
    assert helpers.extract_word_ngrams(line.split(), low) == theirs.extract_word_ngrams(line.split(), low)
    for spaces in (False, True):
        assert helpers.extract_char_ngrams(line, low, spaces) == theirs.extract_char_ngrams(line, low, spaces)
        assert helpers.extract_all_char_ngrams(line, high, spaces) == theirs.extract_all_char_ngrams(line, high, spaces)
    assert utils.sum_of_lists([[1, 2], [3, 4]]) == peer.utils.sum_of_lists([[1, 2], [3, 4]])
