"""Every command that has a call prints as JSON what the call gives, from the same files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bolide
from bolide.cli.main import COMMANDS
from bolide.significance import Plan
from tests.cli.run import bolide as command
from tests.docs.example_files import write_examples
from tests.errors import raises

pytestmark = pytest.mark.one_core

AB, ABC = ["a.txt", "b.txt"], ["a.txt", "b.txt", "c.txt"]
TEXTS = "ref.txt -i a.txt b.txt"
HUMAN = "correlate --human mqm.seg.score --scores comet.seg.score"


def compare(**options: Any) -> Callable[[], Any]:
    return lambda: bolide.compare(AB, "ref.txt", **options)


def correlate(**options: Any) -> Callable[[], Any]:
    return lambda: bolide.correlate("mqm.seg.score", "comet.seg.score", **options)


def tune(metric: str, **options: Any) -> Callable[[], Any]:
    return lambda: bolide.tune(metric, ABC, "ref.txt", folds=2, seed=1, **options)


DOORS: dict[str, Callable[[], Any]] = {
    "score ref.txt -i a.txt": lambda: bolide.score("a.txt", "ref.txt"),
    "score ref.txt -i a.txt --confidence 200 -sl":
        lambda: bolide.score("a.txt", "ref.txt", confidence=200, segments=True),
    f"score {TEXTS} -m bleu chrf ter": lambda: bolide.evaluate(AB, "ref.txt", ["bleu", "chrf", "ter"]),
    f"score {TEXTS} -sl": lambda: bolide.evaluate(AB, "ref.txt", segments=True),
    f"score {TEXTS} --scores comet.seg.score ter.csv --lower ter":
        lambda: bolide.evaluate(AB, "ref.txt", scores=["comet.seg.score", "ter.csv"], lower=["ter"]),
    f"score {TEXTS} --confidence 200 --seed 3":
        lambda: bolide.evaluate(AB, "ref.txt", confidence=Plan("sound", "bootstrap", 200, seed=3)),
    "score reference --table texts.tsv -i system_a system_b":
        lambda: bolide.evaluate_table("texts.tsv", ["system_a", "system_b"], "reference"),
    "score reference --table texts.tsv -i system_a -sl --confidence 200":
        lambda: bolide.evaluate_table("texts.tsv", "system_a", "reference", segments=True, confidence=200,
                                      mode="sound"),
    "score reference --table texts.tsv --runs one=system_a,system_b":
        lambda: bolide.evaluate_table("texts.tsv", [], "reference", runs={"one": ["system_a", "system_b"]}),
    "score reference --table texts.tsv -i system_a --confidence 20 --mode poisson --seed 3":
        lambda: bolide.evaluate_table("texts.tsv", "system_a", "reference", confidence=20, seed=3),
    f"compare {TEXTS}": compare(),
    f"compare {TEXTS} -m bleu chrf ter": compare(metrics=["bleu", "chrf", "ter"]),
    f"compare {TEXTS} --baseline a.txt --test bootstrap -n 200": compare(baseline="a", test="bootstrap", trials=200),
    f"compare {TEXTS} --mode sacrebleu --correction bh": compare(mode="sacrebleu", correction="bh"),
    f"compare {TEXTS} --segments 2 --between b a --seed 7": compare(segments=2, between=("b", "a"), seed=7),
    f"compare {TEXTS} --lengths --ngrams 3": compare(lengths=True, ngrams=3),
    f"compare {TEXTS} --labels domains.txt": compare(labels="domains.txt"),
    f"compare {TEXTS} --human mqm.seg.score": compare(human="mqm.seg.score"),
    f"compare {TEXTS} --human-agreement": compare(human_agreement=True),
    f"compare {TEXTS} c.txt --scores comet.seg.score --exclude c":
        lambda: bolide.compare(ABC, "ref.txt", scores="comet.seg.score", exclude=["c"]),
    "compare --scores comet.seg.score": lambda: bolide.compare(scores="comet.seg.score"),
    f"report {TEXTS} --human mqm.seg.score -n 100 -m bleu ter --source source.txt --labels domains.txt":
        lambda: bolide.report(AB, "ref.txt", ["bleu", "ter"], human="mqm.seg.score", trials=100, source="source.txt",
                              labels="domains.txt"),
    f"report {TEXTS} --scores comet.seg.score --no-text":
        lambda: bolide.report(AB, "ref.txt", scores="comet.seg.score", texts=False),
    "people esa.csv": lambda: bolide.people("esa.csv"),
    "people esa.csv --mode wmt24": lambda: bolide.people("esa.csv", mode="wmt24"),
    "people errors.tsv --documents documents.txt": lambda: bolide.people("errors.tsv", documents="documents.txt"),
    "spans gold.seg.rating one.seg.rating two.seg.rating -n 500 --seed 3":
        lambda: bolide.spans("gold.seg.rating", ["one.seg.rating", Path("two.seg.rating")], trials=500, seed=3),
    f"{HUMAN} ter.csv --lower ter":
        lambda: bolide.correlate("mqm.seg.score", ["comet.seg.score", "ter.csv"], lower=["ter"]),
    "correlate --human mqm.seg.score -r ref.txt -i a.txt b.txt c.txt -q sys/pearson seg/darr -m bleu chrf":
        lambda: bolide.correlate("mqm.seg.score", systems=ABC, refs="ref.txt", metrics=["bleu", "chrf"],
                                 questions=["sys/pearson", "seg/darr"]),
    f"{HUMAN} --documents documents.txt -q doc/pearson": correlate(documents="documents.txt", questions="doc/pearson"),
    f"{HUMAN} --rank seg/pearson -n 50 --seed 2": correlate(rank="seg/pearson", trials=50, seed=2),
    f"{HUMAN} --intervals 50 -q sys/pearson --exclude c":
        correlate(intervals=50, questions="sys/pearson", exclude=["c"]),
    "correlate --mqm errors.tsv --scores comet.seg.score":
        lambda: bolide.correlate(mqm="errors.tsv", scores="comet.seg.score"),
    "correlate --rankings rankings.csv --pair fr-en --scores comet.seg.score":
        lambda: bolide.correlate(rankings="rankings.csv", pair="fr-en", scores="comet.seg.score"),
    "correlate --folder wmt23/en-de wmt23/zh-en --gold mqm --preset wmt23 -n 20":
        lambda: bolide.correlate(folder=["wmt23/en-de", "wmt23/zh-en"], gold="mqm", preset="wmt23", trials=20),
    "tune --human mqm.seg.score -r ref.txt -i a.txt b.txt c.txt -n 50 --folds 2 --seed 1 -m bleu":
        tune("bleu", human="mqm.seg.score", settings=50),
    "tune --rankings rankings.csv --pair fr-en -r ref.txt -i a.txt b.txt c.txt -n 200 --folds 2 --seed 1 -m meteor":
        tune("meteor", rankings="rankings.csv", pair="fr-en", settings=200),
    "mbr nbest.txt -m chrf": lambda: bolide.mbr("nbest.txt", "chrf"),
    "align-segments ref.txt -i stream.txt -lc": lambda: bolide.resegment("stream.txt", "ref.txt", lowercase=True),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("doors")
    write_examples(path)
    return path


@pytest.fixture(autouse=True)
def _here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def printed(words: list[str]) -> Any:
    """What a command prints as JSON."""
    result = command(*words, "-f", "json")
    assert result.code == 0, result.err
    return json.loads(result.out)


def data_of(result: Any) -> Any:
    return json.loads(result.to_json())


def without_command(data: Any) -> Any:
    """A report without its command, which is for the colophon of a page."""
    data.get("summary", {}).get("colophon", {}).pop("command", None)
    return data


@pytest.mark.parametrize("words", DOORS)
def test_a_command_prints_what_its_call_gives(words: str) -> None:
    assert without_command(data_of(DOORS[words]())) == without_command(printed(words.split()))


@pytest.mark.parametrize(("options", "words"), [
    ({"macro": True}, "--macro"),
    ({"source": "source.txt"}, "--source source.txt"),
    ({"mode": "wmt24"}, "--mode wmt24"),
    ({"trials": 5}, "-n 5"),
    ({"preset": "wmt24", "questions": "sys/pearson"}, "--preset wmt24 -q sys/pearson"),
    ({"preset": "wmt24", "rank": ["sys/pearson"]}, "--preset wmt24 --rank sys/pearson"),
    ({"preset": "wmt24", "intervals": 100}, "--preset wmt24 --intervals 100"),
    ({"preset": "wmt24", "domains": "domains.txt"}, "--preset wmt24 --domains domains.txt"),
    ({"preset": "wmt24", "chance": True}, "--preset wmt24 --chance"),
])  # fmt: skip
def test_what_has_no_effect_is_refused_by_both(options: dict[str, Any], words: str) -> None:
    assert "has no effect" in command(*f"{HUMAN} {words}".split()).err
    raises(bolide.OptionError, "has no effect", correlate(**options))


def test_explain() -> None:
    texts = "the cat is on mat", "the cat is on the mat"
    explanation = json.loads(json.dumps(bolide.explain(*texts, "meteor").to_dict()))
    assert printed(["explain", *texts, "-m", "meteor"])["explanations"] == [explanation]


def test_every_call_is_held_against_its_command() -> None:
    called = {name for name in COMMANDS if name in bolide.__all__} | {"align-segments"}
    assert called - {"check", "explain"} == {words.split()[0] for words in DOORS}  # tests/classroom has `check`
