"""Every command that has a call prints as JSON what the call gives, from the same files. The table is doors.toml."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bolide
from bolide.cli.main import COMMANDS
from bolide.corpus.lines import read_lines
from bolide.significance import Plan
from bolide.testset import TestSet
from tests.cli.run import data_of as printed
from tests.tables import table

pytestmark = [pytest.mark.usefixtures("examples")]

TABLES = table(__file__, "doors.toml")


def read(*systems: str, **about: Any) -> TestSet:
    """A test set of files."""
    return TestSet.read("ref.txt", list(systems or ("a.txt", "b.txt")), **about)


def comet() -> Any:
    """Scores of another tool."""
    return bolide.read_scores("comet.seg.score")


def people(path: Any = "mqm.seg.score", **about: Any) -> bolide.People:
    """Human judgments."""
    return bolide.read_judgments(path, **about)


def abc(**about: Any) -> TestSet:
    """The outputs of three systems."""
    return read("a.txt", "b.txt", "c.txt", **about)


COMPARED: dict[str, Callable[[], Any]] = {
    "": lambda: bolide.compare(read()),
    "-m bleu chrf ter": lambda: bolide.compare(read(), ["bleu", "chrf", "ter"]),
    "--baseline a.txt --test bootstrap -n 200": lambda: bolide.compare(
        read(), baseline="a", plan=Plan(test="bootstrap", trials=200)
    ),
    "--mode sacrebleu --correction bh": lambda: bolide.compare(read(), plan=Plan("sacrebleu", correction="bh")),
    "--segments 2 --between b a --seed 7": lambda: bolide.compare(read(), plan=Plan(seed=7)).with_details(
        ("b", "a"), segments=2
    ),
    "--lengths --ngrams 3": lambda: bolide.compare(read()).with_details(lengths=True, ngrams=3),
    "--labels domains.txt": lambda: bolide.compare(read(labels="domains.txt")).with_details(labels=True),
    "--documents documents.txt": lambda: bolide.compare(read(documents="documents.txt")),
    "--strata domains.txt": lambda: bolide.compare(read(domains="domains.txt"), plan=Plan(stratified=True)),
    "--human mqm.seg.score": lambda: bolide.compare(read()).with_people(people()),
    "--human-agreement": lambda: bolide.compare(read()).with_human_agreement(),
    "c.txt --scores comet.seg.score --exclude c": lambda: bolide.compare(
        read("a.txt", "b.txt", "c.txt").without("c"), ["bleu", comet()]
    ),
}
REPORTED: dict[str, Callable[[], Any]] = {
    "--human mqm.seg.score -n 100 -m bleu ter --source source.txt --labels domains.txt": lambda: bolide.report(
        read(source="source.txt", labels="domains.txt"), ["bleu", "ter"], human=people(), plan=Plan(trials=100)
    ),
    "--scores comet.seg.score --no-text": lambda: bolide.report(read(), ["bleu", comet()], texts=False),
}
SCORED: dict[str, Callable[[], Any]] = {
    "ref.txt -i a.txt": lambda: bolide.score(read("a.txt")),
    "ref.txt -i a.txt --confidence 200 -sl": lambda: bolide.score(
        read("a.txt"), plan=Plan(resamples=200)
    ).with_segments(),
    "ref.txt -i a.txt b.txt -m bleu chrf ter": lambda: bolide.score(read(), ["bleu", "chrf", "ter"]),
    "ref.txt -i a.txt b.txt --scores comet.seg.score ter.csv --lower ter": lambda: bolide.score(
        read(), ["bleu", comet(), bolide.read_scores("ter.csv", lower=True)]
    ),
    "ref.txt -i a.txt b.txt --confidence --mode sacrebleu --seed 3": lambda: bolide.score(
        read(), plan=Plan("sacrebleu", seed=3)
    ),
    "reference --table texts.tsv -i system_a system_b": lambda: bolide.scan("texts.tsv").score(
        ["system_a", "system_b"], "reference"
    ),
    "reference --table texts.tsv -i system_a -sl --confidence 200": lambda: bolide.score(
        TestSet.from_table("texts.tsv", "reference", ["system_a"]), plan=Plan(resamples=200)
    ).with_segments(),
    "reference --table texts.tsv --runs one=system_a,system_b": lambda: bolide.score(
        TestSet.from_table("texts.tsv", "reference", {"one": bolide.Runs("system_a", "system_b")})
    ),
    "reference --table texts.tsv -i system_a --confidence 20 --mode poisson --seed 3": lambda: bolide.scan(
        "texts.tsv"
    ).score("system_a", "reference", plan=Plan(resamples=20, seed=3)),
}
RATINGS = "gold.seg.rating", ["one.seg.rating", "two.seg.rating"]
FOLDERS = ["wmt23/en-de", "wmt23/zh-en"]
TEXTS = "-r ref.txt -i a.txt b.txt c.txt"
JUDGED: dict[str, Callable[[], Any]] = {
    "people esa.csv": lambda: people("esa.csv").ranking(),
    "people esa.csv --mode wmt24": lambda: people("esa.csv").ranking(mode="wmt24"),
    "people errors.tsv --documents documents.txt": lambda: people("errors.tsv", documents="documents.txt").ranking(),
    "spans gold.seg.rating one.seg.rating two.seg.rating -n 500 --seed 3": lambda: bolide.spans(
        *RATINGS, plan=Plan(trials=500, seed=3)
    ),
    "correlate --human mqm.seg.score --scores comet.seg.score ter.csv --lower ter": lambda: bolide.correlate(
        people(), [comet(), bolide.read_scores("ter.csv", lower=True)]
    ),
    f"correlate --human mqm.seg.score {TEXTS} -q sys/pearson seg/darr -m bleu chrf": lambda: bolide.correlate(
        people(), ["bleu", "chrf"], abc(), ["sys/pearson", "seg/darr"]
    ),
    "correlate --human mqm.seg.score --scores comet.seg.score --documents documents.txt -q doc/pearson": lambda: (
        bolide.correlate(people(documents="documents.txt"), comet(), questions="doc/pearson")
    ),
    "correlate --human mqm.seg.score --scores comet.seg.score --rank seg/pearson -n 50 --seed 2": lambda: (
        bolide.correlate(people(), comet(), seed=2).with_rankings("seg/pearson", trials=50)
    ),
    "correlate --human mqm.seg.score --scores comet.seg.score --intervals 50 -q sys/pearson --exclude c": lambda: (
        bolide.correlate(people().without("c"), comet(), questions="sys/pearson").with_intervals(50)
    ),
    "correlate --human mqm.seg.score --scores comet.seg.score --domains domains.txt --chance --macro": lambda: (
        bolide.correlate(people(domains="domains.txt"), comet()).macro().with_chance().by_domain()
    ),
    "correlate --mqm errors.tsv --scores comet.seg.score": lambda: bolide.correlate(people("errors.tsv"), comet()),
    "correlate --rankings rankings.csv --pair fr-en --scores comet.seg.score": lambda: bolide.correlate(
        people("rankings.csv", pair="fr-en"), comet()
    ),
    "correlate wmt23/en-de wmt23/zh-en --gold mqm -m BLEU -q sys/accuracy": lambda: bolide.correlate(
        people(FOLDERS, gold="mqm"), "BLEU", questions="sys/accuracy"
    ),
    "correlate --folder wmt23/en-de wmt23/zh-en --gold mqm --preset wmt23 -n 20": lambda: bolide.wmt_table(
        "wmt23", FOLDERS, trials=20
    ),
    f"tune --human mqm.seg.score {TEXTS} -n 50 --folds 2 --seed 1 -m bleu": lambda: bolide.tune(
        "bleu", abc(), people(), settings=50, folds=2, seed=1
    ),
    f"tune --rankings rankings.csv --pair fr-en {TEXTS} -n 200 --folds 2 --seed 1 -m meteor": lambda: bolide.tune(
        "meteor", abc(), people("rankings.csv"), settings=200, folds=2, seed=1
    ),
}
GATED: dict[str, Callable[[], Any]] = {
    "gate ref.txt -i b.txt a.txt --source source.txt -m bleu ter --margin 1 ter=2": lambda: bolide.gate(
        read("b.txt", "a.txt", source="source.txt"), ["bleu", "ter"], margin={"": 1, "ter": 2}
    ),
    "gate ref.txt -i earlier.json a.txt --fixed --require healthy -m chrf": lambda: bolide.gate(
        read("a.txt"),
        "chrf",
        fixed=True,
        require=["healthy"],
        earlier=bolide.Report.from_json(Path("earlier.json").read_text()),
    ),
    "gate ref.txt -i a.txt -m bleu ter --at-least bleu=30 ter=60": lambda: bolide.gate(
        read("a.txt"), ["bleu", "ter"], at_least={"bleu": 30, "ter": 60}
    ),
    "gate ref.txt --runs b=b.txt,other.txt a=a.txt,c.txt --documents documents.txt": lambda: bolide.gate(
        TestSet.read(
            "ref.txt",
            {"b": bolide.Runs("b.txt", "other.txt"), "a": bolide.Runs("a.txt", "c.txt")},
            documents="documents.txt",
        )
    ),
    "gate ref.txt -i b.txt a.txt --scores comet.seg.score -n 20 --seed 3": lambda: bolide.gate(
        read("b.txt", "a.txt"), ["bleu", comet()], plan=Plan(trials=20, seed=3)
    ),
    "power ref.txt -i a.txt b.txt c.txt --difference 2 --documents documents.txt": lambda: bolide.power(
        read("a.txt", "b.txt", "c.txt", documents="documents.txt"), difference=2
    ),
}
OTHERS: dict[str, Callable[[], Any]] = {
    "mbr nbest.txt -m chrf": lambda: bolide.mbr_file("nbest.txt", "chrf"),
    "mbr nbest.txt --ref nbest.ref.txt -m chrf": lambda: bolide.mbr_file(
        "nbest.txt", "chrf", read_lines("nbest.ref.txt")
    ),
    "align-segments ref.txt -i stream.txt -lc": lambda: bolide.resegment(
        read_lines("stream.txt"), read_lines("ref.txt"), lowercase=True
    ),
    "explain b.txt ref.txt --corpus": lambda: bolide.explain(read("b.txt")),
    "explain b.txt ref.txt --corpus --most 2 -m ter": lambda: bolide.explain(read("b.txt"), "ter", most=2),
}
CALLS = {
    **JUDGED,
    **GATED,
    **OTHERS,
    **{f"score {words}": call for words, call in SCORED.items()},
    **{words: lambda metric=metric: bolide.score(read("b.txt"), metric) for words, metric in TABLES["metrics"].items()},
    **{f"compare ref.txt -i a.txt b.txt {words}": call for words, call in COMPARED.items()},
    "compare --scores comet.seg.score": lambda: bolide.compare(TestSet.from_scores(comet()), comet()),
    **{f"report ref.txt -i a.txt b.txt {words}": call for words, call in REPORTED.items()},
}


@pytest.mark.parametrize("words", CALLS)
def test_a_command_prints_what_its_call_returns(words: str) -> None:
    assert without_command(json.loads(CALLS[words]().to_json())) == without_command(printed(*shlex.split(words)))


def without_command(data: Any) -> Any:
    """A report without its command, which is for the colophon of a page."""
    data.get("summary", {}).get("colophon", {}).pop("command", None)
    return data


def test_explain() -> None:
    texts = "the cat is on mat", "the cat is on the mat"
    explanation = json.loads(json.dumps(bolide.explain(*texts, "meteor").to_dict()))
    assert printed("explain", *texts, "-m", "meteor")["explanations"] == [explanation]


def test_every_call_is_held_against_its_command() -> None:
    called = {name for name in COMMANDS if name in bolide.__all__} | {"align-segments", "people"}
    assert called - {"accelerate", "check"} == {words.split()[0] for words in CALLS}
