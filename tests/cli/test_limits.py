"""Numbers that cannot be meant are refused at once, by every option of every command and by the library."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bolide import BLEU, CHRF, METEOR, RGBF, BolideError, Corpus, OptionError, evaluate
from bolide.agreement.permutation import PermutationTest
from bolide.agreement.ranking_data import read_rankings
from bolide.agreement.reading import read_mqm
from bolide.compat.rgbf import main as rgbf
from bolide.compat.sacrebleu.options import parser as sacrebleu_parser
from bolide.metrics import METRICS
from bolide.metrics.options import options_of
from bolide.significance.plan import Plan
from bolide.system import limits
from bolide.system.threads import workers
from bolide.tuning import search
from tests.cli.run import bolide
from tests.cli.test_nothing_in_vain import CASES, SITUATIONS

pytestmark = pytest.mark.one_core

WILD = ["1000000000", "1000000000000", "9" * 40, "9" * 5000]


def is_number(action: Any) -> bool:
    """Whether an option takes an integer: it reads 12 as one."""
    if action.nargs not in (None, "?") or action.type is None:
        return False
    try:
        return isinstance(action.type("12"), int)
    except Exception:
        return False


NUMBERS = [(command, action) for command, action in CASES if is_number(action)]
METRIC_NUMBERS = [
    (key, item.name) for key in METRICS for item, record in options_of(METRICS[key]) if record.kind == "integer"
]


def test_there_are_such_options() -> None:
    flags = {flag for _, action in NUMBERS for flag in action.option_strings}
    assert {"-j", "-w", "--confidence", "--seed", "-n", "--intervals", "--folds", "--port", "--line", "--most"} <= flags
    assert {("bleu", "max_order"), ("chrf", "char_order"), ("meteor", "beam")} <= set(METRIC_NUMBERS)


@pytest.mark.parametrize("number", WILD, ids=["1e9", "1e12", "40 digits", "5000 digits"])
@pytest.mark.parametrize(
    ("command", "action"), [pytest.param(c, a, id=f"{c}{a.option_strings[0]}") for c, a in NUMBERS]
)
def test_a_wild_number_is_refused_before_anything_is_read(command: str, action: Any, number: str) -> None:
    """No file of the situation is there: what is refused is the number."""
    if action.dest == "seed" and int(number[:25]) <= limits.SEED:
        return
    line = shlex.split(SITUATIONS[command][0])
    result = bolide(command, *line, action.option_strings[0], number)
    assert result.code == 2
    assert result.out == ""
    assert result.err.count("\n") == 1
    assert "it can be at most" in result.err
    assert len(result.err) < 300


@pytest.mark.parametrize("number", WILD[:3])
@pytest.mark.parametrize(("key", "name"), METRIC_NUMBERS)
def test_a_wild_number_for_a_metric(key: str, name: str, number: str) -> None:
    flag = f"--{key}.{name.replace('_', '-')}"
    result = bolide("explain", "a b", "a b", "-m", key, flag, number)
    assert (result.code, result.out) == (2, "")
    assert "it can be at most" in result.err
    with pytest.raises(OptionError, match="it can be at most"):
        METRICS[key](**{name: int(number)})


def test_every_integer_of_every_metric_has_a_limit() -> None:
    for key in METRICS:
        for item, record in options_of(METRICS[key]):
            assert record.kind != "integer" or record.most is not None, (key, item.name)


def test_the_limits_themselves_are_taken() -> None:
    assert BLEU(max_order=limits.ORDER).sentence("a b c d", ["a b c d"]).value >= 0
    assert CHRF(char_order=limits.ORDER, word_order=limits.ORDER).sentence("a b", ["a b"]).value > 0
    assert RGBF(max_order=limits.ORDER).sentence("a b", ["a b"]).value > 0
    assert METEOR(beam=limits.BEAM).sentence("a b", ["a b"]).value > 0


@pytest.mark.parametrize("wild", [10**9, 10**12, 10**40])
@pytest.mark.parametrize(
    "call",
    [
        lambda n: Plan(trials=n),
        lambda n: Plan(resamples=n),
        lambda n: Plan(seed=n * 10**30),
        lambda n: search.Plan(settings=n),
        lambda n: search.Plan(folds=n),
        lambda n: PermutationTest(trials=n),
        workers,
        lambda n: evaluate([Corpus.of(["a"], ["a"])], jobs=n),
        lambda n: rgbf(["-R", "a", "-H", "b", "-n", str(n)]),
    ],
)
def test_the_library_refuses_them_too(call: Callable[[int], object], wild: int, tmp_path: Path) -> None:
    try:
        assert call(wild) == 2  # a console script, which says what is wrong
    except BolideError:
        return


def test_sacrebleus_numbers() -> None:
    parser = sacrebleu_parser()
    flags = ["--num-refs", "-cc", "-cw", "-cin", "-parn", "-pbsn", "-w"]
    for flag in flags:
        with pytest.raises(SystemExit):
            parser.parse_args(["ref", flag, "1000000000"])


@pytest.mark.parametrize("flag", ["-x", "-r"])
def test_meteors_numbers(flag: str) -> None:
    for number in WILD:
        result = bolide("meteor", "a", "b", flag, number)
        assert (result.code, result.out) == (2, "")
        assert "it can be at most" in result.err


@pytest.mark.parametrize("number", WILD)
def test_segments_that_no_test_set_has(number: str, tmp_path: Path) -> None:
    mqm = tmp_path / "mqm.tsv"
    mqm.write_text(f"system\tseg_id\trater\tcategory\tseverity\na\t{number}\tr\tAccuracy\tMajor\n")
    with pytest.raises(BolideError, match="must be an integer from 1 to 10,000,000"):
        read_mqm(mqm)
    rankings = tmp_path / "rankings.csv"
    header = "srclang,trglang,srcIndex,segmentId,judgeId,system1Id,system1rank,system2Id,system2rank"
    rankings.write_text(f"{header}\nfr,en,{number},1,j,a,1,b,2\n")
    with pytest.raises(BolideError, match="must be an integer from 1 to 10,000,000"):
        read_rankings(rankings, "fr-en")
