"""Every formula against a peer's or the same written plainly, for more rows and settings than kernels take at a time.

As installed: the laws hold both cores to the same formulas, bit for bit. rgbF is held to its definition: tests/metrics.
"""

from array import array
from collections.abc import Callable, Sequence
from itertools import chain
from math import isclose
from random import Random
from types import ModuleType

import pytest

from bolide.kernels.formulas import bleu, chrf, edit_rate, meteor, meteor15
from tests.kernels.blocks import view

Row = list[int]
Setting = Sequence[float]
ROWS = 300


def check(
    kernel: ModuleType, rows: Sequence[Row], settings: Sequence[Setting], plain: Callable[[Row, Setting], list[float]]
) -> None:
    """All numbers of every row under every setting, and the score alone."""
    cells, flat = (view(kind, [*chain.from_iterable(lists)]) for kind, lists in (("q", rows), ("d", settings)))
    wanted = [plain(row, setting) for setting in settings for row in rows]
    for numbers in (len(wanted[0]), 1):
        out = view("d", [-7.0] * (numbers * len(wanted)))
        kernel.score(cells, len(rows[0]), flat, len(settings[0]), out, numbers)
        for k, values in enumerate(wanted):
            same(out[k * numbers : (k + 1) * numbers].tolist(), values[-numbers:])


def same(found: Sequence[float], wanted: Sequence[float]) -> None:
    if not all(isclose(x, y, rel_tol=1e-12) for x, y in zip(found, wanted, strict=True)):
        assert found == pytest.approx(wanted, rel=1e-12, abs=0)  # says which


def falling(rng: Random, most: Sequence[int]) -> Row:
    """Matches of longer and longer n-grams: never more than of the order before, nor than there are."""
    found: Row = []
    for limit in most:
        found.append(rng.randint(0, min([limit, *found[-1:]])))
    return found


# --- BLEU: n-grams of five orders, of which the settings use up to five -----------------------------------------------


def bleu_row(rng: Random) -> Row:
    sizes = [rng.choice([0, 1, 2, 3, 5, 9, 30]) for _ in range(rng.randint(1, 3))]
    totals = [sum(max(0, size - n) for size in sizes) for n in range(5)]
    short = [sum(size <= n for size in sizes) for n in range(5)]
    return [len(sizes), sum(sizes), rng.randint(0, 40), *falling(rng, totals), *totals, *short]


def scored(row: Row, setting: Setting) -> float:
    found = array("d", [0.0])
    bleu.score(array("q", row), 18, array("d", setting), len(setting), found, 1)
    return found[0]


def test_bleu_is_what_sacrebleu_computes_from_counts() -> None:
    """NLTK's ways of smoothing: tests/metrics/test_bleu.py."""
    from sacrebleu.metrics import BLEU

    rng = Random(1)
    for row in (bleu_row(rng) for _ in range(ROWS)):
        number, effective, order = rng.randrange(4), rng.random() < 0.5, rng.randint(1, 4)
        method = ("exp", "floor", "add-k", "none")[number]
        k = BLEU.SMOOTH_DEFAULTS[method]
        cut = row[3 : 3 + order], row[8 : 8 + order]
        theirs = BLEU.compute_bleu(*map(list, cut), row[1], row[2], method, k, effective, order)
        found = scored(row, (order, effective, number, k or 0.0, False, *[0.0] * order))
        assert 100 * found == pytest.approx(theirs.score)


@pytest.mark.parametrize("method", range(12))
def test_weights_of_orders(method: int) -> None:
    """Equal ones are none; with effective order, those of the orders that there are count, and add up to 1."""
    rng, k = Random(method), (0.0, 0.1, 1.0, 0.0, 0.0, 0.1, 0.0, 0.0, 5.0, 0.0, 5.0, 5.0)[method]
    weights = (0.4, 0.3, 0.2, 0.1)
    for row in (bleu_row(rng) for _ in range(ROWS)):
        equal, none = (scored(row, (4, False, method, k, given, *[0.25] * 4)) for given in (True, False))
        assert equal == pytest.approx(none, rel=1e-12)
        used = (*row[8:12], 0).index(0)
        if used and method < 4 and method != 2:  # add-k gives every order n-grams, NLTK's fifth looks one order further
            whole = [weight / sum(weights[:used]) for weight in weights[:used]]
            expected = scored(row, (used, False, method, k, True, *whole))
            assert scored(row, (4, True, method, k, True, *weights)) == pytest.approx(expected, rel=1e-12)


# --- chrF -------------------------------------------------------------------------------------------------------------


def f_score(p: float, r: float, beta: float) -> float:
    return (1 + beta**2) * p * r / (beta**2 * p + r) if p or r else 0.0


def plain_chrf(row: Row, setting: Setting) -> list[float]:
    (factor, eps), kinds = setting, len(row) // 3
    grams = list(zip(row[:kinds], row[kinds : 2 * kinds], row[2 * kinds :], strict=True))
    p, r = [m / h if h else 0.0 for h, _, m in grams], [m / ref if ref else 0.0 for _, ref, m in grams]
    tiny = [(m / h if h else 1e-16, m / ref if ref else 1e-16) for h, ref, m in grams]
    f = [f_score(*pair, factor**0.5) if any(pair) else 1e-16 for pair in tiny]
    both = [k for k, (h, ref, _) in enumerate(grams) if h and ref]
    mean_p, mean_r = (sum(x[k] for k in both) / len(both) if both else 0.0 for x in (p, r))
    value = sum(f) / kinds if eps else f_score(mean_p, mean_r, factor**0.5)
    return [*p, *r, *f, mean_p, mean_r, len(both), value]


@pytest.mark.parametrize("kinds", [1, 8])
def test_chrf(kinds: int) -> None:
    rng, rows = Random(kinds), []
    for _ in range(ROWS):
        hyp, ref = ([max(0, size - n) for n in range(kinds)] for size in rng.choices([0, 1, 3, 7, 20], k=2))
        rows.append([*hyp, *ref, *falling(rng, [min(pair) for pair in zip(hyp, ref, strict=True)])])
    check(chrf, rows, [(beta**2, eps) for beta in (2.0, 0.5, 3.0) for eps in (False, True)], plain_chrf)


# --- edit rates -------------------------------------------------------------------------------------------------------


def plain_rate(row: Row, setting: Setting) -> list[float]:
    _, edits, length, _ = row
    (scale,) = setting
    return [length / scale, edits * scale / length if length else float(edits > 0)]


def test_edit_rate() -> None:
    rng = Random(5)
    rows = [[1, rng.randint(0, 20), rng.choice([0, 1, 24, 7000, 720720]), 5] for _ in range(ROWS)]
    check(edit_rate, rows, [(1.0,), (720720.0,)], plain_rate)


# --- METEOR -----------------------------------------------------------------------------------------------------------


def weighted_harmonic_mean(p: float, r: float, alpha: float) -> float:
    return 1 / ((1 - alpha) / p + alpha / r) if p and r else 0.0


def plain_meteor(row: Row, setting: Setting) -> list[float]:
    stages, alpha, beta, gamma = setting
    _, hyp, ref, *rest = row
    match, chunks = sum(rest[: int(stages)]), rest[int(stages)]
    if not match or not hyp or not ref:
        return [0.0] * 6
    p, r, fragmentation = match / hyp, match / ref, chunks / match
    mean, penalty = weighted_harmonic_mean(p, r, alpha), gamma * fragmentation**beta
    return [p, r, mean, fragmentation, penalty, mean * (1 - penalty)]


@pytest.mark.parametrize("stages", [1, 3])
def test_meteor(stages: int) -> None:
    rng, rows = Random(stages), []
    for _ in range(ROWS):
        match = [rng.choice([0, 1, 4]) for _ in range(stages)]
        hyp, ref = (rng.choice([0, sum(match), sum(match) + 3]) for _ in range(2))  # 0: rows that no texts have
        rows.append([1, hyp, ref, *match, rng.randint(min(1, sum(match)), sum(match)), 99])
    shapes = [(0.9, 3.0, 0.5), (0.8, 1.0, 1.0), (0.5, 0.2, 0.6), (0.1, 2.5, 0.0)]
    settings = [(stages, *shape) for shape in shapes]
    check(meteor, rows, settings, plain_meteor)
    check(meteor, rows, settings[:1], plain_meteor)


def plain_meteor15(row: Row, setting: Setting) -> list[float]:
    """Denkowski and Lavie (2014), equations 1 to 5; matched words of exact, stem, synonym and paraphrase stages."""
    alpha, beta, gamma, delta, *weights = setting
    hyp_len, ref_len, hyp_function, ref_function = row[:4]
    chunks, hyp_matched, ref_matched = row[20:]
    stages = [row[4 + 4 * k : 8 + 4 * k] for k in range(len(weights))]
    hyp = [w * (delta * stage[0] + (1 - delta) * stage[2]) for w, stage in zip(weights, stages, strict=True)]
    ref = [w * (delta * stage[1] + (1 - delta) * stage[3]) for w, stage in zip(weights, stages, strict=True)]
    hyp_size = delta * (hyp_len - hyp_function) + (1 - delta) * hyp_function
    ref_size = delta * (ref_len - ref_function) + (1 - delta) * ref_function
    p, r = sum(hyp) / hyp_size, sum(ref) / ref_size
    all_matched = (hyp_matched, ref_matched) == (hyp_len, ref_len)
    fragmentation = 0.0 if chunks == 1 and all_matched else chunks / ((hyp_matched + ref_matched) / 2)
    mean, penalty = weighted_harmonic_mean(p, r, alpha), gamma * fragmentation**beta
    f1 = 2 * p * r / (p + r)
    return [*hyp, *ref, hyp_size, ref_size, p, r, f1, mean, fragmentation, penalty, max(0.0, mean * (1 - penalty))]


def meteor15_row(rng: Random) -> Row:
    """Matches of every stage on both sides, of which only the first is sure to have some; now and then all words."""
    match = [rng.randint(1, 5), rng.randint(1, 5), *(rng.choice([0, 0, 1, 3]) for _ in range(14))]
    hyp, ref = (sum(match[side::2]) for side in range(2))
    functions = [sum(match[2 + side :: 4]) for side in range(2)]
    extra = [0] * 4 if rng.random() < 0.3 else [rng.randint(0, 4) for _ in range(4)]
    lengths = [hyp + extra[0] + extra[2], ref + extra[1] + extra[3]]
    return [*lengths, functions[0] + extra[2], functions[1] + extra[3], *match, rng.randint(1, 3), hyp, ref]


def test_meteor15() -> None:
    rng = Random(6)
    rows = [meteor15_row(rng) for _ in range(ROWS)]
    weights = [(1.0, 0.6, 0.8, 0.6), (1.0, 0.0, 0.5, 2.0)]
    shapes = [(0.85, 0.2, 0.6, 0.75), (0.5, 1.5, 0.3, 0.5), (0.2, 3.0, 0.9, 0.1)]
    settings = [(*shape, *w) for shape in shapes for w in weights]
    check(meteor15, rows, settings[:1], plain_meteor15)
    check(meteor15, rows, settings * 6, plain_meteor15)  # more than are computed at a time
    whole = [row[20] == 1 and row[21:] == row[:2] for row in rows]
    assert 0 < sum(whole) < ROWS
    cells = view("q", [*chain.from_iterable(rows)])
    meteor15.forgive_whole(cells)
    assert cells[20::23].tolist() == [0 if mine else row[20] for mine, row in zip(whole, rows, strict=True)]


def test_meteor15_without_matches_is_0() -> None:
    setting = (0.85, 0.2, 0.6, 0.75, 1.0, 0.6, 0.8, 0.6)
    for hyp, ref in ((3, 4), (0, 4), (3, 0), (0, 0)):
        out = view("d", [-7.0])
        meteor15.score(view("q", [hyp, ref, *[0] * 21]), 23, view("d", setting), 8, out, 1)
        assert out[0] == 0.0
