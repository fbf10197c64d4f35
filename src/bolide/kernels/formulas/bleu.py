# cython: cdivision=True
"""BLEU from counts: named numbers from rows of integers, under many settings. The only formula of BLEU.

A row is `segments, hyp_len, ref_len, match_1..M, total_1..M, short_1..M`. A setting is `order, effective, method, k,
weighted, w_1..w_N`. The numbers are `p_1..p_N, used, bp, mean, bleu`, where `used` is the number of precisions in the
mean, or the score alone. All arithmetic is in doubles in the order written, so that compiled and interpreted agree to
the last bit; `exp` and `log` are the C library's in both.
"""

from array import array

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

if cython.compiled:
    from cython.cimports.libc.math import exp, log
else:
    from math import log

    from bolide.kernels._common import exp


# Smoothing of orders without a match: sacreBLEU's four methods (3 is none), then NLTK's methods 0 to 7.
EXP = cython.declare(cython.int, 0)
FLOOR = cython.declare(cython.int, 1)
ADD_K = cython.declare(cython.int, 2)
NLTK = cython.declare(cython.int, 4)  # NLTK's method n is 4 + n
HEAD = cython.declare(cython.int, 3)  # columns before the matches
BEFORE_WEIGHTS = cython.declare(cython.int, 5)  # numbers of a setting before the weights


@cython.ccall
def score(
    rows: cython.longlong[::1],
    width: cython.Py_ssize_t,
    settings: cython.double[::1],
    parameters: cython.Py_ssize_t,
    out: cython.double[::1],
    numbers: cython.Py_ssize_t,
) -> cython.void:
    """Score every row under every setting, with `numbers` for each: all of them, or 1 for the score alone."""
    size: cython.Py_ssize_t = len(rows) // width
    orders: cython.Py_ssize_t = (width - HEAD) // 3
    counts: cython.double[::1] = memoryview(array("d", bytes(24 * orders)))
    matches: cython.double[::1] = counts[:orders]
    totals: cython.double[::1] = counts[orders : 2 * orders]
    p: cython.double[::1] = counts[2 * orders :]
    at: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(settings) // parameters
    with cython.nogil:
        for s in range(count):
            for n in range(size):
                _score(rows, n * width, orders, settings, s * parameters, matches, totals, p, out, at, numbers)
                at += numbers


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score(
    rows: cython.longlong[::1],
    row: cython.Py_ssize_t,
    orders: cython.Py_ssize_t,
    settings: cython.double[::1],
    setting: cython.Py_ssize_t,
    matches: cython.double[::1],
    totals: cython.double[::1],
    p: cython.double[::1],
    out: cython.double[::1],
    at: cython.Py_ssize_t,
    numbers: cython.Py_ssize_t,
) -> cython.void:
    """Score one row under one setting.

    Fewer precisions than the setting's enter the mean if effective order leaves some out. Brevity is judged on the
    whole corpus (Papineni et al. 2002), so long lines may make up for short ones.
    """
    order: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, settings[setting])
    effective: cython.bint = settings[setting + 1] != 0
    method: cython.int = cython.cast(cython.int, settings[setting + 2])
    k: cython.double = settings[setting + 3]
    used: cython.Py_ssize_t = order
    mean: cython.double = 0.0
    fifth: cython.double = 0.0
    hyp_len: cython.double = 1.0 * rows[row + 1]
    ref_len: cython.double = 1.0 * rows[row + 2]
    bp: cython.double = 1.0
    if hyp_len < ref_len or hyp_len == 0:
        bp = exp(1.0 - ref_len / hyp_len) if hyp_len > 0 else 0.0
    for n in range(order):
        p[n] = 0.0
    if rows[row + HEAD] != 0:  # no word in common is 0 under every smoothing
        for n in range(orders):
            matches[n] = 1.0 * rows[row + HEAD + n]
            totals[n] = 1.0 * rows[row + HEAD + orders + n]
            if method >= NLTK:  # at least 1, even in rows that no texts have
                totals[n] = max(totals[n] + rows[row + HEAD + 2 * orders + n], 1.0)
        if method < NLTK:
            used = _sacrebleu(method, k, order, matches, totals, p)
        else:
            if orders >= 5:
                fifth = matches[4] / totals[4]
            smooth_as_nltk(method - NLTK, k, order, hyp_len, matches, totals, fifth, p)
            used = 0
            while used < order and rows[row + HEAD + orders + used] > 0:  # orders of which there is an n-gram at all
                used += 1
            used = max(used, 1)
        if not effective:
            used = order
        mean = _mean(p, used, order, settings, setting)
    if numbers > 1:
        for n in range(order):
            out[at + n] = p[n]
        out[at + order] = used
        out[at + order + 1] = bp
        out[at + order + 2] = mean
    out[at + numbers - 1] = bp * mean


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sacrebleu(
    method: cython.int,
    k: cython.double,
    order: cython.Py_ssize_t,
    matches: cython.double[::1],
    totals: cython.double[::1],
    p: cython.double[::1],
) -> cython.Py_ssize_t:
    """Write sacreBLEU's precisions, up to the last order that has an n-gram at all; return their number."""
    halvings: cython.double = 1.0
    for n in range(order):
        added: cython.double = k if method == ADD_K and n > 0 else 0.0
        if totals[n] + added == 0:
            return n
        if matches[n] + added != 0:
            p[n] = (matches[n] + added) / (totals[n] + added)
        elif method == EXP:
            halvings *= 2
            p[n] = 1.0 / (halvings * totals[n])
        elif method == FLOOR:
            p[n] = k / totals[n]
    return order


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def smooth_as_nltk(
    number: cython.int,
    k: cython.double,
    order: cython.Py_ssize_t,
    hyp_len: cython.double,
    matches: cython.double[::1],
    totals: cython.double[::1],
    fifth: cython.double,
    p: cython.double[::1],
) -> cython.void:
    """Write precisions by NLTK's method of this number; `totals` are at least 1 for every order, `fifth` is that of
    5-grams."""
    for n in range(order):
        p[n] = matches[n] / totals[n]
    if number == 1:
        for n in range(order):
            if p[n] == 0:
                p[n] = k / totals[n]
    elif number == 2:
        for n in range(1, order):
            p[n] = (matches[n] + 1.0) / (totals[n] + 1.0)
    elif number == 3:
        _halve(1.0, 1.0, order, totals, p)
    elif number == 6:
        for n in range(2, order):  # mixed with what the fall of the two orders before would lead one to expect
            average = 0.0 if p[n - 2] == 0 else p[n - 1] * p[n - 1] / p[n - 2]
            p[n] = (matches[n] + k * average) / (max(0.0, hyp_len - n) + k)
    if (number == 4 or number == 7) and hyp_len > 1:  # smaller for short translations, whose precisions come easily
        _halve(log(hyp_len), k, order, totals, p)
    if number == 5 or number == 7:  # each averaged with its neighbours; the one after the last is that of order 5
        average = p[0] + 1.0
        for n in range(order):
            average = (average + p[n] + (p[n + 1] if n + 1 < order else fifth)) / 3.0
            p[n] = average


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _halve(
    above: cython.double,
    below: cython.double,
    order: cython.Py_ssize_t,
    totals: cython.double[::1],
    p: cython.double[::1],
) -> cython.void:
    """Smooth orders without a match, in turn, by 1/2, 1/4, 1/8 … of a match, times above / below."""
    halvings: cython.double = 1.0
    for n in range(order):
        if p[n] == 0:
            halvings *= 2
            p[n] = above / below / (halvings * totals[n])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mean(
    p: cython.double[::1],
    used: cython.Py_ssize_t,
    order: cython.Py_ssize_t,
    settings: cython.double[::1],
    setting: cython.Py_ssize_t,
) -> cython.double:
    """The weighted geometric mean of the first `used` precisions, in the log domain.

    A precision of 0 makes it 0, except under NLTK's methods 1 to 7, which skip it.
    """
    weighted: cython.bint = settings[setting + 4] != 0
    passes: cython.bint = settings[setting + 2] > NLTK
    used_weight: cython.double = 0.0
    logs: cython.double = 0.0
    counted: cython.bint = False
    if weighted and used < order:  # the weights of the orders left out go to the others
        for n in range(used):
            used_weight += settings[setting + BEFORE_WEIGHTS + n]
        if used_weight == 0:
            return 0.0
    for n in range(used):
        weight: cython.double = 1.0
        if weighted:
            weight = settings[setting + BEFORE_WEIGHTS + n]
            if weight == 0:
                continue
            if used < order:
                weight = weight / used_weight
        counted = True
        if p[n] > 0:
            logs += weight * log(p[n])
        elif not passes:
            return 0.0
    if not counted:
        return 0.0
    return exp(logs if weighted else logs / used)
