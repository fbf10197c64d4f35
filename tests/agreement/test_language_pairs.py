"""Several language pairs in one file: kept apart in every form, in the library and in every command that reads them."""

import json
import tomllib
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from bolide import InputError, OptionError
from bolide.agreement import read_table
from bolide.agreement.annotations import read_annotations, read_language_pairs
from bolide.agreement.labels import Lines, read_labels
from bolide.agreement.language_pairs import pair_name, pairs_in_ids
from bolide.agreement.reading import read_score_files, sources_in, sources_of
from bolide.agreement.spans import evaluate_spans
from tests.agreement.judged import FILES
from tests.cli.run import bolide, refused
from tests.errors import raises

pytestmark = pytest.mark.one_core

PAIRS = ("en-cs", "en-zh")
SYSTEMS = {"en-cs": ("a", "b", "c"), "en-zh": ("b", "c", "d")}
SIZE = 8
RNG = np.random.default_rng(8)
SCORES = {pair: RNG.integers(0, 100, (3, SIZE)) for pair in PAIRS}
METRIC = {pair: SCORES[pair] + RNG.integers(0, 40, (3, SIZE)) for pair in PAIRS}
FORMS = tomllib.loads((Path(__file__).parent / "pairs.toml").read_text(encoding="utf-8"))


def line_of(line: str, pair: str, system: str, segment: int, score: int) -> str:
    return line % {
        "pair": pair, "target": pair[3:], "three": {"cs": "ces", "zh": "zho"}[pair[3:]], "system": system,
        "segment": segment, "number": segment + 1, "odd": segment % 2, "score": score,
    }  # fmt: skip


def lines_of(header: str, line: str, cells: dict[str, np.ndarray] = SCORES) -> list[str]:
    """The header, if there is one, and a line per score, those of the two pairs by turns."""
    scores = product(range(SIZE), range(3), PAIRS)
    lines = [line_of(line, pair, SYSTEMS[pair][row], n, int(cells[pair][row, n])) for n, row, pair in scores]
    return [header, *lines] if header else lines


ANNOTATIONS, TABLES = ({name: lines_of(*form) for name, form in FORMS[kind].items()} for kind in FORMS)
TABLES["wide"] = ["lp,segment,a,b,c,d"] + [
    ",".join([pair, str(n), *(str(SCORES[pair][SYSTEMS[pair].index(s), n]) if s in SYSTEMS[pair] else "None"
                              for s in "abcd")])
    for n in range(SIZE) for pair in PAIRS
]  # fmt: skip


def write(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ANNOTATIONS)
def test_annotations(form: str, tmp_path: Path) -> None:
    path = write(tmp_path / "mqm_2023.tsv", ANNOTATIONS[form])
    pairs = read_language_pairs(path)
    names = ("en-cs_CZ", "en-zh_CZ") if "MQM errors with ids" in form else PAIRS
    assert tuple(pairs) == names
    for name, known in zip(names, PAIRS, strict=True):
        found = pairs[name]
        systems = sorted(system.removeprefix(f"set.{name}.") for system in found.systems)
        assert (found.pair, systems, len(found.ratings)) == (name, list(SYSTEMS[known]), 3 * SIZE)
        if "ESA" in form:
            np.testing.assert_array_equal(found.table().take(SYSTEMS[known]).cells, SCORES[known])
        one = read_annotations(path, name)
        assert [rating.line for rating in one.ratings] == [rating.line for rating in found.ratings]
        assert one.notes == (f"{path} also has {next(other for other in names if other != name)}.",)
    with pytest.raises(
        InputError, match=f"several language pairs, {names[0]}, {names[1]}; name one, like `pair` {names[0]}"
    ):
        read_annotations(path)
    raises(InputError, f"has no rating for de-en; it has {names[0]}, {names[1]}", read_annotations, path, "de-en")


@pytest.mark.parametrize("form", TABLES)
def test_score_files(form: str, tmp_path: Path) -> None:
    path = write(tmp_path / "human.tsv", TABLES[form])
    (file,) = read_score_files([str(path)])
    assert tuple(file.tables) == PAIRS
    for pair in PAIRS:
        prefix = f"newstest2024.{pair}." if "systems" in form else ""
        table = read_table(path, pair=pair)
        np.testing.assert_array_equal(table.take([prefix + name for name in SYSTEMS[pair]]).cells, SCORES[pair])
        (source,) = sources_in([file], pair=pair)
        np.testing.assert_array_equal(source.at("seg").cells, table.cells)
    for read in (read_table, lambda path: sources_of([str(path)])):
        raises(InputError, "several language pairs, en-cs, en-zh; name one", read, path)
    raises(InputError, "has no score for de-en; it has en-cs, en-zh", read_table, path, pair="de-en")


def test_one_pair_needs_no_choice_and_a_wrong_one_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "x.tsv", ["lp\tsystem\tsegment\tscore", "en-cs\ta\t1\t3"])
    assert read_table(path).cells.tolist() == read_table(path, pair="eng-ces").cells.tolist() == [[3]]
    bare = write(tmp_path / "y.tsv", ["system\tsegment\tscore", "a\t1\t3"])
    raises(OptionError, r"`pair` has no effect: .* names no language pair", read_table, bare, pair="en-cs")
    raises(OptionError, "`pair` is 5; it must be a language pair", read_table, path, pair=5)
    other = write(tmp_path / "z.tsv", ["lp\tsystem\tsegment\tscore", "en-zh\ta\t1\t3"])
    raises(InputError, r"x.tsv is of en-cs and .*z.tsv of en-zh", sources_of, [str(path), str(other)])
    assert [source.name for source in sources_of([str(path), str(bare)])] == ["x", "y"]


def test_regions_need_not_be_typed(tmp_path: Path) -> None:
    rows = [f"{pair}\ta\t1\t{k}" for k, pair in enumerate(("en-cs_CZ", "en-zh_CN", "en-zh_TW"))]
    path = write(tmp_path / "x.tsv", ["lp\tsystem\tsegment\tscore", *rows])
    assert [read_table(path, pair=pair).cells.tolist() for pair in ("en-cs", "en-zh_TW")] == [[[0]], [[2]]]
    raises(InputError, "no score for en-zh; it has en-cs_CZ, en-zh_CN, en-zh_TW", read_table, path, pair="en-zh")


def test_documents_are_numbered_anew_in_each_language_pair(tmp_path: Path) -> None:
    """Segment 1 is in another document of each: not one numbering that starts again."""
    rows = [f"{pair}\ta\t{pair}-doc\t{n}\tr\tStyle\tMinor" for n in (1, 2) for pair in PAIRS]
    pairs = read_language_pairs(
        write(tmp_path / "mqm_2023.tsv", ["lp\tsystem\tdoc\tseg_id\trater\tcategory\tseverity", *rows])
    )
    assert [found.table().cells.tolist() for found in pairs.values()] == [[[-1, -1]], [[-1, -1]]]


def test_spans_of_two_language_pairs_do_not_meet(tmp_path: Path) -> None:
    pairs = read_language_pairs(write(tmp_path / "esa.csv", ANNOTATIONS["ESA export"]))
    raises(InputError, r"is of en-cs and .* of en-zh", evaluate_spans, pairs["en-cs"], {"p": pairs["en-zh"]})


@pytest.mark.parametrize(("text", "name"), FILES["pairs"])
def test_names(text: str, name: str) -> None:
    assert pair_name(text) == name


def test_ids_must_all_name_a_pair_of_languages() -> None:
    assert pairs_in_ids(["en-cs_CZ_#_news_1", "en-ar_EG_#_x"]) == {
        "en-cs_CZ_#_news_1": "en-cs_CZ",
        "en-ar_EG_#_x": "en-ar_EG",
    }
    assert pairs_in_ids(["doc.en-de.12", "doc.de-en.12"]) == {"doc.en-de.12": "en-de", "doc.de-en.12": "de-en"}
    for ids in (
        ["en-cs_1", "other"],
        ["test-en-news_x", "test-en-news_y"],
        ["aa-xx1", "bb-yy"],
        ["seg-12", "seg-13"],
        ["12"],
    ):
        assert pairs_in_ids(ids) == {}


def test_a_column_called_pair_may_mean_something_else(tmp_path: Path) -> None:
    path = write(tmp_path / "x.tsv", ["pair\tsystem\tsegment\tscore", "1\ta\t1\t3", "2\ta\t2\t4"])
    assert read_table(path).cells.tolist() == [[3, 4]]


def test_ratings_without_the_canary_line(tmp_path: Path) -> None:
    """WMT24's tool counts segments without the first line of the texts; by documents or the canary that is known."""
    found = read_annotations(
        write(
            tmp_path / "esa.csv",
            [line_of(FORMS["annotations"]["ESA export"][1], "en-cs", s, n, 50 + n) for s in "ab" for n in range(SIZE)],
        )
    )
    labels = write(tmp_path / "docs.tsv", ["canary\tcanary", *(f"news\tdoc{n}" for n in range(SIZE))])
    domains = read_labels(str(labels), "domain")
    outputs = {"a": ["CANARY GUID 26b5", *(f"text {n}" for n in range(SIZE))]}
    for lines in (Lines(documents=domains.documents), Lines(outputs)):
        renumbered = lines.renumbered(found)
        np.testing.assert_array_equal(renumbered.table().cells[0], [np.nan, *range(50, 50 + SIZE)])
        assert renumbered.notes[-1].endswith(
            "counts segments without the canary line, which is the first of the test set."
        )
        assert lines.renumbered(renumbered) is renumbered
    assert Lines(outputs={"a": [f"text {n}" for n in range(SIZE)]}).renumbered(found) is found
    wrong = write(tmp_path / "docs.tsv", ["canary\tcanary", *("news\tother" for _ in range(SIZE))])
    with pytest.raises(InputError, match="are these labels of this test set"):
        Lines(documents=read_labels(str(wrong), "document")).renumbered(found)


# --- the commands -----------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(here: Path) -> Path:
    write(Path("esa.csv"), ANNOTATIONS["ESA export"])
    write(Path("esa.jsonl"), ANNOTATIONS["ESA dump"])
    write(Path("mqm_2023.tsv"), ANNOTATIONS["MQM errors with a column"])
    write(Path("human.tsv"), TABLES["long"])
    write(Path("metric.tsv"), lines_of(*FORMS["scores"]["long"], METRIC))
    one = [f"{name}\t{score}" for name, line in zip("abc", METRIC["en-cs"], strict=True) for score in line]
    write(Path("one.seg.score"), one)
    return here


@pytest.mark.parametrize("name", ["esa.csv", "esa.jsonl"])
def test_people(folder: Path, name: str) -> None:
    found = json.loads(bolide("people", name, "-f", "json").out)["pairs"]
    assert [report["pair"] for report in found] == list(PAIRS)
    for report, pair in zip(found, PAIRS, strict=True):
        means = dict(zip(SYSTEMS[pair], SCORES[pair].mean(1), strict=True))
        assert {system["system"]: system["micro"] for system in report["systems"]} == pytest.approx(means)
        alone = json.loads(bolide("people", name, "--pair", pair, "-f", "json").out)
        assert alone["systems"] == report["systems"]
        assert alone["notes"][-1] == f"{name} also has {PAIRS[1 - PAIRS.index(pair)]}."
    text = bolide("people", name).out
    assert text.index("Human judgments of en-cs (esa)") < text.index("Human judgments of en-zh (esa)")
    assert bolide("people", name, "--pair", "eng-ces").out == bolide("people", name, "--pair", "en-cs").out
    refused(bolide("people", name, "--pair", "de-en"), "has no rating for de-en; it has en-cs, en-zh")


def test_people_write_one_file_per_pair(folder: Path) -> None:
    assert bolide("people", "esa.csv", "--write", "x.seg.score").code == 0
    assert Path("x-en-zh.seg.score").read_text().splitlines()[0] == f"b\t{float(SCORES['en-zh'][0, 0])}"
    assert Path("x-en-cs.seg.score").exists()
    assert not Path("x.seg.score").exists()
    refused(bolide("people", "esa.csv", "--write", "-", "-o", "y.txt"), "standard output (-) takes only one")
    refused(bolide("people", "esa.csv", "--write", "y.txt", "-o", "y-en-zh.txt"), "name the same file, y-en-zh.txt")
    Path("slash.csv").write_text(Path("esa.csv").read_text().replace(",zho,", ",../zho,"))
    refused(bolide("people", "slash.csv", "--write", "y.txt"), "cannot be part of a file's name, as y-….txt")
    assert not list(Path().glob("y*"))


def correlated(*words: str) -> dict[tuple[str, str], float]:
    result = bolide("correlate", *words, "-q", "seg/pearson", "sys/pearson", "-f", "json")
    assert result.code == 0, result.err
    return {(a["pair"], a["level"]): a["value"] for a in json.loads(result.out)["agreements"]}


def r(x: np.ndarray, y: np.ndarray) -> float:
    return float(np.corrcoef(x.ravel(), y.ravel())[0, 1])


@pytest.mark.parametrize("human", ["esa.csv", "esa.jsonl", "human.tsv"])
def test_correlate(folder: Path, human: str) -> None:
    found = correlated("--human", human, "--scores", "metric.tsv")
    assert set(found) == {(pair, level) for pair in PAIRS for level in ("seg", "sys")}
    for pair in PAIRS:
        assert found[pair, "seg"] == pytest.approx(r(SCORES[pair], METRIC[pair]))
        assert found[pair, "sys"] == pytest.approx(r(SCORES[pair].mean(1), METRIC[pair].mean(1)))
        chosen = correlated("--human", human, "--scores", "metric.tsv", "--pair", pair)
        assert list(chosen.values()) == pytest.approx([found[pair, "seg"], found[pair, "sys"]])
    one = correlated("--human", human, "--scores", "one.seg.score", "--pair", "en-cs")
    assert list(one.values()) == pytest.approx([found["en-cs", "seg"], found["en-cs", "sys"]])
    refused(bolide("correlate", "--human", human, "--scores", "one.seg.score"), "one.seg.score does not say of which",
            "name one, like --pair en-cs")  # fmt: skip
    refused(bolide("correlate", "--human", human, "--scores", "metric.tsv", "--pair", "de-en"), "it has en-cs, en-zh")
    for name in ("r.txt", "a.txt", "b.txt"):
        write(Path(name), ["text"] * SIZE)
    refused(
        bolide("correlate", "--human", human, "-r", "r.txt", "-i", "a.txt", "b.txt"),
        "-i belongs to one language pair",
    )
    refused(bolide("correlate", "--human", human, "--scores", "metric.tsv", "--domains", "metric.tsv"),
            "metric.tsv, line 1: a line is one label")  # fmt: skip
    write(Path("d"), ["news"] * SIZE)
    refused(
        bolide("correlate", "--human", human, "--scores", "metric.tsv", "--domains", "d"),
        "--domains belongs to one language pair",
    )


def test_correlate_chooses_from_scores_of_other_tools_alone(folder: Path) -> None:
    human = [f"{name}\t{score}" for name, line in zip("abc", SCORES["en-cs"], strict=True) for score in line]
    write(Path("plain.seg.score"), human)
    found = correlated("--human", "plain.seg.score", "--scores", "metric.tsv", "--pair", "en-cs")
    assert list(found.values()) == pytest.approx(
        [r(SCORES["en-cs"], METRIC["en-cs"]), r(SCORES["en-cs"].mean(1), METRIC["en-cs"].mean(1))]
    )
    words = ("correlate", "--human", "plain.seg.score", "--scores", "metric.tsv")
    refused(bolide(*words), "metric.tsv has several language pairs, en-cs, en-zh; name one, like --pair en-cs")


def test_what_is_said_of_scores_holds_for_each_pair(folder: Path) -> None:
    words = ("correlate", "--human", "esa.csv", "--scores", "metric.tsv", "-q", "seg/pearson")
    for pair in PAIRS:
        assert f"{pair}: metric was computed by X|1" in bolide(*words, "--signatures", "metric=X|1").out
    refused(bolide(*words, "--signatures", "other=X|1"), "--signatures other: unknown name; expected one of metric.")
    words = (words[0], "--human", "human.tsv", *words[3:])
    refused(bolide(*words, "--intervals", "40", "--unit", "segment"), "the documents of the segments are not known")
    refused(bolide(*words, "--chance", "--source", "esa.csv"), "--source has no effect without -i")


def test_a_pair_that_no_metric_has_is_left_out(folder: Path) -> None:
    lines = Path("metric.tsv").read_text().splitlines()
    write(Path("metric.tsv"), [line for line in lines if "en-zh" not in line])
    result = bolide("correlate", "--human", "esa.csv", "--scores", "metric.tsv", "-q", "seg/pearson")
    assert "en-zh is left out: no metric has scores of it." in result.out


def test_mqm(folder: Path) -> None:
    data = json.loads(bolide("people", "mqm_2023.tsv", "-f", "json").out)
    assert [report["pair"] for report in data["pairs"]] == list(PAIRS)
    words = ("correlate", "--mqm", "mqm_2023.tsv", "--scores", "metric.tsv", "-q", "sys/accuracy", "-f", "json")
    found = json.loads(bolide(*words).out)["agreements"]
    assert [each["pair"] for each in found] == [*PAIRS, "pooled"]
    assert [each["pair"] for each in json.loads(bolide(*words, "--pair", "en-zh").out)["agreements"]] == [None]


def test_spans_and_tune_ask_for_a_pair(folder: Path) -> None:
    write(Path("p.jsonl"), ANNOTATIONS["span predictions"])
    refused(
        bolide("spans", "esa.csv", "p.jsonl"), "esa.csv has several language pairs, en-cs, en-zh; name one, like --pair"
    )
    data = json.loads(bolide("spans", "esa.csv", "p.jsonl", "--pair", "en-zh", "-f", "json").out)
    assert data["outputs"] == 3 * SIZE
    for name in ("r.txt", "a.txt", "b.txt"):
        write(Path(name), ["text"] * SIZE)
    words = ("tune", "-m", "meteor", "--human", "esa.csv", "-r", "r.txt", "-i", "a.txt", "b.txt")
    refused(bolide(*words), "esa.csv has several language pairs, en-cs, en-zh; name one, like --pair en-cs")


def test_commands_that_cannot_choose_refuse_several(folder: Path) -> None:
    for name in ("ref.txt", "a.txt", "b.txt"):
        write(Path(name), [f"a text {name}"] * SIZE)
    for words in (
        ("explain", "ref.txt", "a.txt", "--line", "1", "--human", "esa.csv"),
        ("report", "ref.txt", "-i", "a.txt", "b.txt", "-o", "x.html", "--human", "esa.csv"),
        ("score", "ref.txt", "-i", "a.txt", "--scores", "metric.tsv"),
    ):
        refused(bolide(*words), "several language pairs, en-cs, en-zh;", "or keep the lines of one of them.")
