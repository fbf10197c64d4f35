"""Law 14: the same signature without its version gives the same number, for ever.

What is frozen is in the files of this folder, written by `python -m tests.frozen.write`; see `file` for their form.
"""

from collections.abc import Iterator
from functools import cache

import pytest

from bolide import TOKENIZERS
from bolide.agreement.statistics import STATISTICS
from bolide.text.tokenize import EXTRA_TOKENIZERS
from bolide.text.words.stems import BUILT_IN, SNOWBALL
from tests.frozen.file import PACKAGES, Entry, entries
from tests.frozen.kinds import KINDS, Inputs
from tests.frozen.reader import learned, problems
from tests.frozen.write import bases, metric_names, missing, question_names

# METEOR's numbers where it was never tuned are frozen, too.
pytestmark = pytest.mark.filterwarnings("ignore:METEOR 1.5:UserWarning")

# Comparisons of systems all draw random numbers, and so stand among what depends on numpy.
GROUPS = [*(f"rows {name}" for name in metric_names()), *(kind for kind in KINDS if kind not in ("rows", "comparison"))]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inputs]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("frozen")
        patch.setenv("BOLIDE_CACHE", str(folder))
        yield learned(frozen(), folder)[0]


@cache
def frozen() -> list[Entry]:
    return list(entries())


def group(entry: Entry) -> str:
    return f"rows {entry.ask['metric']}" if entry.ask["kind"] == "rows" else str(entry.ask["kind"])


def check(chosen: list[Entry], inputs: Inputs) -> None:
    assert chosen, "nothing of this kind is frozen"
    differences = list(problems(chosen, inputs))
    assert not differences, "frozen numbers moved:\n" + "\n".join(differences[:60])


@pytest.mark.parametrize("name", GROUPS)
def test_14_what_is_frozen_is_computed_again(name: str, inputs: Inputs) -> None:
    check([entry for entry in frozen() if group(entry) == name and not entry.needs], inputs)


@pytest.mark.parametrize("package", ["unicode", *PACKAGES])
def test_14_what_depends_on_a_package_is_computed_again_with_its_version(package: str, inputs: Inputs) -> None:
    dependent = [entry for entry in frozen() if package in entry.needs]
    present = [entry for entry in dependent if not entry.missing()]
    if not present:
        pytest.skip(f"frozen entries that are not compared: {len(dependent)} ({dependent[0].missing()})")
    check(present, inputs)


@pytest.mark.parametrize("metric", metric_names())
def test_every_value_of_every_option_is_frozen(metric: str) -> None:
    lacking = [options for base in bases(metric) for options in missing(metric, base, frozen())]
    assert not lacking, f"not frozen; run python -m tests.frozen.write: {lacking[:20]}"


def test_every_statistic_is_frozen() -> None:
    frozen_questions = {entry.ask["question"] for entry in frozen() if entry.ask["kind"] == "agreement"}
    assert set(question_names()) <= frozen_questions
    years = {year for entry in frozen() if entry.ask["kind"] == "taus" for year in entry.answer["taus"][0]["taus"]}
    names = {name.split("/")[1] for name in frozen_questions} | years
    assert set(STATISTICS) == names


def test_every_tokenizer_and_stemmer_is_frozen() -> None:
    asked = {str(entry.ask.get("tokenizer") or entry.ask.get("stemmer")).partition(":")[0] for entry in frozen()}
    assert {*TOKENIZERS, *EXTRA_TOKENIZERS, "porter", *BUILT_IN, *SNOWBALL} <= asked
