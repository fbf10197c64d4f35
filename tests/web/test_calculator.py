"""What the calculators show of a score: definitions, the equation, fields with errors, two candidates side by side."""

import math
import re
from typing import Any

import pytest

from bolide import METEOR
from bolide.metrics import METRICS
from bolide.metrics.options import options_of
from bolide.web.calls.describe import build
from tests.web.calls import call

MAT = {"hyp": "the cat is on the mat", "refs": ["the cat sat on the mat"]}
CAT = {"hyp": "the the cat sat mat", "refs": ["the cat sat on the mat", "a cat was on a mat"]}
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    *((metric, {}) for metric in METRICS),
    *(("meteor", {"variant": name}) for name in ("nltk", "2005", "runs")),
    ("bleu", {"weights": "1,2,1,1"}),
    ("chrf", {"word_order": "2"}),
]


def described(key: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in call("describe")["result"]["metrics"] if one["key"] == key)
    return found


def shown(metric: str, options: dict[str, Any], **texts: Any) -> dict[str, Any]:
    found: dict[str, Any] = call("explain", metric=metric, options=options, **texts)["result"]
    return found


# --- definitions -----------------------------------------------------------------------------------------------------


def test_meteor_opens_with_the_definition_of_the_public_calculators() -> None:
    """0.8067 is what a public METEOR calculator publishes for this pair, with exact words and stems."""
    meteor = described("meteor")
    sent = {option["name"]: option["default"] for option in meteor["options"] if option["always"]}
    assert sent == {"variant": "nltk", "stages": "exact,stem"}
    assert round(shown("meteor", sent, **MAT)["value"], 4) == 0.8067
    assert [one["name"] for one in meteor["definitions"]] == ["nltk", "1.5", "2005", "runs"]


def test_the_value_beside_a_definition_is_the_one_it_is_switched_to() -> None:
    meteor = described("meteor")
    options = {option["name"]: option["default"] for option in meteor["options"] if option["always"]}
    values = call("variants", metric="meteor", options=options, **CAT)["result"]
    for definition, beside in zip(meteor["definitions"], values, strict=True):
        found = shown("meteor", definition["options"], **CAT)
        expected = {"name": definition["name"], "value": found["value"], "signature": found["signature"]}
        assert expected.items() <= beside.items()


def test_a_definition_has_its_own_fields_only() -> None:
    """As docs/metrics/meteor.md has them."""
    every = {item.name for item, _ in options_of(METEOR)}
    of_15 = {"language", "task", "modules", "weights", "delta", "normalize", "punctuation", "beam", "char_based"}
    of_15 |= {"paraphrase", "function_words", "synsets", "jar_words"}
    own = {"1.5": of_15, "nltk": {"stages"}, "2005": {"stages"}, "runs": set()}
    for definition in described("meteor")["definitions"]:
        shared = {"variant", "alpha", "beta", "gamma", "lowercase", "average", "nfc", "tokenize"}
        assert set(definition["fields"]) == shared | own[definition["name"]]
        for foreign in every - set(definition["fields"]) - {"stages"}:
            assert definition["options"][foreign] == ""
        for name, usual in definition["usual"].items():  # an empty field means this
            explicit, empty = (shown("meteor", {**definition["options"], name: text}, **MAT) for text in (usual, ""))
            assert explicit["signature"] == empty["signature"]


def test_what_needs_a_file_is_not_offered() -> None:
    modules = next(option for option in described("meteor")["options"] if option["name"] == "modules")
    assert modules["choices"] == ["exact", "stem", "synonym"]


def test_the_gate_for_long_texts_counts_the_tokens_that_are_scored() -> None:
    text = "It's 3.5 km (or so)... isn't it?"
    options = {"variant": "1.5"}
    counted = call("tokens", metric="meteor", options=options, texts=[text])["result"]
    assert counted == [shown("meteor", options, hyp=text, refs=[text])["counts"][0]]


# --- numbers that lead somewhere -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("metric", "options"), SETTINGS, ids=str)
def test_every_number_leads_to_its_counts_its_step_or_its_option(metric: str, options: dict[str, Any]) -> None:
    found = shown(metric, options, **CAT)
    columns = set(build(metric, options).counts.columns)
    fields = {option["name"] for option in described(metric)["options"]}
    for place, (step, links) in enumerate(zip(found["steps"], found["links"], strict=True)):
        for name in step["numbers"] if step["label"] != "Reference" else ():
            [(kind, to)] = links[name].items()
            known = {"columns": columns, "step": range(place), "option": fields | {"alpha"}}[kind]
            assert set(to if kind == "columns" else [to]) <= set(known), (step["label"], name)


@pytest.mark.parametrize(("metric", "options"), SETTINGS, ids=str)
def test_the_equation_begins_with_the_score_and_has_every_number_once(metric: str, options: dict[str, Any]) -> None:
    found = shown(metric, options, **CAT)
    first, *others = found["equation"]
    assert (first["shown"], first["step"]) == (f"{found['value']:.4f}", len(found["steps"]) - 1)
    for line in (first, *others):
        step = found["steps"][line["step"]]
        numbers = [piece for piece in line["pieces"] if isinstance(piece, dict)]
        assert {piece["name"]: piece["shown"] for piece in numbers} == step["shown"]
        assert len(numbers) == len(step["numbers"])
    onward = {piece["step"] for piece in first["pieces"] if isinstance(piece, dict) and "step" in piece}
    # A step that only names a number of the texts would repeat it.
    steps = found["steps"]
    repeated = {k for k in onward if [*steps[k]["numbers"].values()] in ([steps[k]["value"]], [[steps[k]["value"]]])}
    assert {line["step"] for line in others} == onward - repeated


def test_the_equation_of_meteor_reads_as_its_formula() -> None:
    def read(piece: Any) -> str:
        return piece if isinstance(piece, str) else f"[{piece['name']} {piece['shown']}]"

    equation = shown("meteor", {"variant": "nltk"}, **MAT)["equation"]
    assert ["".join(map(read, line["pieces"])) for line in equation] == [
        "[Fmean 0.8333] · (1 − [penalty 0.0320])",
        "[P 0.8333]·[R 0.8333] / ([α 0.9]·P + (1 − α)·R)",
        "[γ 0.5] · ([chunks 2] / [m 5])^[β 3]",
    ]


@pytest.mark.parametrize("metric", METRICS)
def test_parts_have_names_that_explain_themselves(metric: str) -> None:
    found = shown(metric, {}, **CAT)
    names = [fact["name"] for fact in found["facts"]]
    assert names
    assert [name for name in names if "hyp" in name or "_" in name or name in ("bp", "f", "proven", "segments")] == []
    for fact in found["facts"]:
        if "link" in fact:
            step = found["steps"][fact["step"]]
            value = step["shown"][fact["of"]] if "of" in fact else step["shown_value"]
            assert fact["shown"] in value.split(", ") or metric == "ter"  # its mean length


# --- two candidates --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", METRICS)
def test_two_candidates_are_scored_as_each_alone(metric: str) -> None:
    hyps = ["the cat is on mat", "the cats sat on the mat"]
    found = call("candidates", metric=metric, options={}, hyps=hyps, refs=CAT["refs"])["result"]
    alone = [shown(metric, {}, hyp=hyp, refs=CAT["refs"]) for hyp in hyps]
    assert [score["value"] for score in found["scores"]] == [one["value"] for one in alone]
    for step in found["steps"]:
        for value, one in zip(step["shown"], alone, strict=True):
            label, _, number = step["label"].partition(": ")
            steps = [found_step for found_step in one["steps"] if found_step["label"] == label]
            named = {steps[-1]["names"][name]: text for name, text in steps[-1]["shown"].items()} if steps else {}
            assert value == ((named[number] if number else steps[-1]["shown_value"]) if steps else "–")
    for side, one in zip(("first", "second"), alone, strict=True):
        assert [token for piece in found["words"] for token in piece[side]] == one["hyp"]


def test_a_small_difference_is_not_0() -> None:
    hyps = [" ".join(["a"] * 24_000), " ".join([*["a"] * 23_999, "b"])]
    found = call("candidates", metric="per", options={}, hyps=hyps, refs=hyps[:1])["result"]
    assert found["verdict"] == "Candidate A is better by less than 0.01 points of PER."


def test_what_only_one_candidate_has_accounts_for_the_difference_in_matches() -> None:
    """The n-grams credited to one alone, less those of the other, are the difference of the matches of each order."""
    hyps, refs = ["the cat is on mat", "the cats sat on the mat"], ["the cat is on the mat"]
    found = call("candidates", metric="bleu", options={}, hyps=hyps, refs=refs)["result"]
    ours, theirs = (shown("bleu", {}, hyp=hyp, refs=refs)["parts"]["counts"] for hyp in hyps)
    for order in range(1, 5):
        only = [
            sum(mark["times"] for mark in side["marks"] if mark["kind"] == f"{order}-gram") for side in found["only"]
        ]
        assert only[0] - only[1] == ours[order - 1] - theirs[order - 1]
    assert [piece["second"] for piece in found["words"] if not piece["same"]] == [["cats", "sat"], ["the"]]


@pytest.mark.parametrize("metric", METRICS)
def test_candidates_that_match_different_references_are_said_to(metric: str) -> None:
    refs = ["the cat sat on the mat", "two dogs sleep in the house"]
    found = call("candidates", metric=metric, options={}, hyps=refs, refs=refs)["result"]
    pooled = metric in ("bleu", "rgbf")  # an n-gram may be in any reference
    assert re.findall(r"reference (\d)", found["references"]) == ([] if pooled else ["1", "2"])
    assert all(step["apart"] in ("", "same") for step in found["steps"] if step["label"] == "Reference")
    alike = call("candidates", metric=metric, options={}, hyps=refs[:1] * 2, refs=refs)["result"]
    assert alike["references"] == ""


def test_pictures_of_edits_keep_to_the_room() -> None:
    texts = {"hyp": "one two three four five six seven " * 4, "refs": ["two one three four six five seven " * 4]}
    wide, narrow = (
        call("explain", metric="ter", options={}, room=room, **texts)["result"]["pictures"][0] for room in (860, 300)
    )
    assert (wide["kind"], wide["title"]) == ("edits", "How the candidate is edited into the reference")
    sizes = [float(one["svg"].split('viewBox="0 0 ')[1].split()[0]) for one in (wide, narrow)]
    assert sizes[1] < 480 < sizes[0] < 1000


# --- advice -----------------------------------------------------------------------------------------------------------


def test_in_a_browser_nobody_is_told_to_install_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import PackageNotFoundError

    def nothing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", nothing)
    monkeypatch.setattr("sys.platform", "emscripten")
    error = call("explain", metric="meteor", options={"variant": "1.5", "language": "fr"}, **MAT)["error"]
    assert "in a browser only English and German have stems" in error
    assert "pip" not in error


@pytest.mark.parametrize(("metric", "options"), SETTINGS, ids=str)
def test_a_formula_with_its_numbers_put_in_gives_the_value(metric: str, options: dict[str, Any]) -> None:
    """Computed from what is shown, so that four decimals are what is lost."""
    nothing: list[dict[str, Any]] = [{"hyp": hyp, "refs": [ref]} for hyp, ref in (("", "a b"), ("a", "b"), ("a", ""))]
    steps = [step for texts in (CAT, *nothing) for step in shown(metric, options, **texts)["steps"] if step["worked"]]
    assert steps
    for step in steps:
        plain = step["worked"].translate(str.maketrans({"·": "*", "−": "-", "^": "**", "²": "**2"}))
        value = eval(plain, {"exp": math.exp})
        assert value == pytest.approx(step["value"], abs=2e-3), step["worked"]


@pytest.mark.parametrize("metric", ["bleu", "chrf", "rgbf"])
def test_every_bar_leads_to_a_number_of_a_step(metric: str) -> None:
    options = {"units": "w"} if metric == "rgbf" else {}
    found = shown(metric, options, hyp="the cat is on mat", refs=["the cat is on the mat"])
    bars = [bar for one in found["pictures"] for bar in one["bars"]]
    assert len(bars) >= 4
    for bar in bars:
        step = found["steps"][bar["step"]]
        assert not bar["number"] or bar["number"] in step["numbers"]
