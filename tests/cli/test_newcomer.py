"""Jobs of somebody who uses Bolide for the first time, in the words that such a person types."""

import json
import re
import shlex
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bolide as library
from bolide import demo
from tests.cli.run import bolide, control_characters, data_of, refused

pytestmark = pytest.mark.one_core

REFS = ["the cat sat on the mat", "hello world my dear friend", "it rains today in the city"]
OUTPUTS = {
    "one": ["the cat sat on mat", "hello world my friend", "it rains today in town"],
    "two": ["a cat is on the mat", "hi world dear friend", "it is raining today in the city"],
}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def rows(*records: dict[str, object]) -> str:
    Path("t.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return "t.jsonl"


def tmx(name: str, texts: list[str], order: slice = slice(None)) -> None:
    units = [
        f'<tu><tuv xml:lang="en"><seg>source {k}</seg></tuv><tuv xml:lang="de"><seg>{text}</seg></tuv></tu>'
        for k, text in enumerate(texts)
    ]
    Path(name).write_text(f'<tmx version="1.4"><header/><body>{"".join(units[order])}</body></tmx>')


def parquet(columns: dict[str, list[str]]) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns), sink)
    return bytes(sink.getvalue())


def values(*words: str) -> dict[str, float]:
    data = data_of(*words)
    return {system["name"]: system["scores"][0]["value"] for system in data["systems"]}


@pytest.mark.parametrize("streamed", [True, False])
def test_nulls_are_refused_empty_or_left_out(streamed: bool) -> None:
    outputs = [OUTPUTS["one"][0], None, OUTPUTS["one"][2]]
    table = rows(*({"ref": ref, "hyp": hyp, "part": k} for k, (ref, hyp) in enumerate(zip(REFS, outputs, strict=True))))
    words = ["score", "ref", "-i", "hyp", "--table", table]
    words += [] if streamed else ["--confidence", "20", "--documents", "part"]
    refused(bolide(*words), "t.jsonl, line 2: hyp is null", "--nulls: empty or skip")
    texts = [text or "" for text in outputs]
    assert values(*words, "--nulls", "empty") == {"hyp": library.BLEU().corpus(texts, REFS).value}
    left = library.BLEU().corpus(texts[::2], REFS[::2]).value
    assert values(*words, "--nulls", "skip") == {"hyp": left}
    assert bolide(*words, "--nulls", "skip").err == "bolide: t.jsonl: left out 1 row with a null.\n"
    refused(bolide("score", table, "-i", "other", "--nulls", "skip"), "--nulls has no effect without --table")


@pytest.mark.parametrize("key", ["id", "segment", None])
def test_a_long_table_has_a_system_in_every_row(key: str | None) -> None:
    records = [
        {"model": name, "ref": REFS[k], "hyp": OUTPUTS[name][k], **({key: k} if key else {})}
        for k in range(3)
        for name in OUTPUTS
    ]
    table = rows(*(records[::-1] if key else records))
    words = ["compare", "ref", "--table", table, "-i", "hyp", "--system-column", "model", "-n", "20"]
    words += ["--join", "segment"] if key == "segment" else []
    data = data_of(*words)
    compared = {one["system"]: one["value"] for one in data["comparisons"][0]["systems"]}
    assert compared == {name: library.BLEU().corpus(texts, REFS).value for name, texts in OUTPUTS.items()}


def test_a_long_table_whose_rows_do_not_pair_up_is_refused() -> None:
    records = [{"model": name, "ref": REFS[k], "hyp": text} for name in OUTPUTS for k, text in enumerate(OUTPUTS[name])]
    words = ["compare", "ref", "-i", "hyp", "--system-column", "model", "--table"]
    refused(bolide(*words, rows(*records[1:])), "different numbers of rows (one 2, two 3)", "--join")
    refused(bolide(*words, rows(*records[:3], *records[:2:-1])), "'ref' of a segment differs between one and two")
    refused(bolide("compare", "ref", "-i", "hyp", "--system-column", "modle", "--table", "t.jsonl"), "'model'")


def test_translation_memories_are_scored_without_a_word_about_tables() -> None:
    tmx("approved.tmx", REFS)
    tmx("one.tmx", OUTPUTS["one"])
    tmx("two.tmx", OUTPUTS["two"], slice(None, None, -1))
    scores = values("score", "approved.tmx", "-i", "one.tmx", "two.tmx")
    assert scores == {name: library.BLEU().corpus(texts, REFS).value for name, texts in OUTPUTS.items()}
    tmx("other.tmx", REFS)
    refused(bolide("score", "approved.tmx", "-i", "other.tmx"), "--table and --join")


@pytest.mark.parametrize("metric", ["bleu", "chrf++", "ter", "meteor", "rgbf", "cer"])
def test_a_corpus_score_is_derived_step_by_step(metric: str) -> None:
    for name, texts in {"ref.txt": REFS, "hyp.txt": OUTPUTS["one"]}.items():
        Path(name).write_text("\n".join(texts) + "\n")
    words = "explain", "hyp.txt", "ref.txt", "--corpus", "-m", metric
    [corpus] = data_of(*words)["corpora"]
    assert corpus["steps"][-1]["value"] == corpus["value"]
    shown = bolide(*words).out
    assert all(step["label"] in shown for step in corpus["steps"])
    if metric == "bleu":
        precision = corpus["steps"][0]
        assert precision["value"] == precision["numbers"]["match_1"] / precision["numbers"]["total_1"]


def test_a_cross_check_is_mentioned_once() -> None:
    for metric in ("bleu", "chrf", "ter", "meteor", "rgbf"):
        assert bolide("explain", "the cat sat", "the cat sat down", "-m", metric).out.count("Cross-check") == 1


def test_units_and_groups_say_their_scores_and_sizes() -> None:
    table = rows(*({"ref": r, "hyp": h, "d": "x"} for r, h in zip(REFS, OUTPUTS["one"], strict=True)))
    assert "segments" in bolide("score", "ref", "-i", "hyp", "--by", "d", "--table", table).out.splitlines()[0]
    data = data_of("score", "ref", "-i", "hyp", "--by", "d", "--table", table)
    assert [system["size"] for system in data["systems"]] == [3, 3]
    [line] = re.findall(r"^rgbF: word [\d.]+ char [\d.]+$", bolide(
        "score", "ref", "-i", "hyp", "--table", table, "-m", "rgbf", "--units", "wc"
    ).out, re.MULTILINE)  # fmt: skip
    whole = library.RGBF(units=("word", "char"), analysers=("words", "chars")).corpus(OUTPUTS["one"], REFS)
    assert line == "rgbF: " + " ".join(f"{unit['unit']} {100 * unit['f']:.1f}" for unit in whole.parts["units"])


def test_the_best_of_n_against_references() -> None:
    demo.write_files(Path())
    metric = library.CHRF()
    chosen = bolide("mbr", "nbest.jsonl", "--ref", "nbest.ref.txt", "-m", "chrf", "-f", "text").out.splitlines()
    refs = Path("nbest.ref.txt").read_text().splitlines()
    lists = [json.loads(line)["candidates"] for line in Path("nbest.jsonl").read_text().splitlines()]
    best = [
        max(texts, key=lambda text: metric.sentence(text, ref).value) for texts, ref in zip(lists, refs, strict=True)
    ]
    assert chosen == best
    assert library.mbr("nbest.jsonl", "chrf", Path("nbest.ref.txt")).texts == best
    refused(bolide("mbr", "nbest.jsonl", "--ref", "ref.txt"), "candidates for 3 sentences and 6 references")
    refused(bolide("mbr", "candidates.txt"), "with -n")
    with pytest.raises(library.InputError, match="`size`"):
        library.mbr("candidates.txt")


def test_segments_are_cut_around_the_first_difference() -> None:
    long = "The Department of Homeland Security has hired an external law firm "
    texts = {"ref": "to examine it.", "a": "to examine the case.", "b": "that looks at the case."}
    for name, end in texts.items():
        Path(f"{name}.txt").write_text(f"{long}{end}\nyes\n")
    out = bolide("compare", "ref.txt", "-i", "a.txt", "b.txt", "--segments", "1", "-n", "20").out
    assert all(end in out for end in texts.values())


def test_a_table_for_a_paper_says_what_its_marks_mean() -> None:
    demo.write_files(Path())
    words = ["compare", "town/ref.txt", "-i", "town/baseline.txt", "town/larger.txt", "--baseline", "baseline"]
    out = bolide(*words, "-f", "latex", "--only", "--caption", "Scores on town", "-n", "100").out
    assert "\\label{tab:scores-on-town}" in out
    assert "$^{\\dagger}$: significantly different from baseline" in out
    assert "In brackets: 95 \\% confidence intervals" in out
    assert "baseline (baseline)" not in out
    assert "effect" not in bolide(*words, "-n", "100").out
    assert "effect" in bolide(*words, "-n", "100", "--effect").out


def test_a_year_knows_its_gold() -> None:
    demo.write_files(Path())
    human = Path("wmt23/en-de/human-scores")
    (human / "other.seg.score").write_bytes((human / "mqm.seg.score").read_bytes())
    for year in ("wmt23", "wmt24", "wmt25", "wmt26"):
        assert "on en-de, against mqm" in bolide("correlate", "wmt23/en-de", "--preset", year, "-n", "20").out
    refused(bolide("correlate", "wmt23/en-de"), "--gold")
    for path in human.glob("mqm.*"):  # as in most pairs of WMT25
        path.rename(path.with_name(path.name.replace("mqm", "esa")))
    assert "on en-de, against esa" in bolide("correlate", "wmt23/en-de", "--preset", "wmt25", "-n", "20").out
    refused(bolide("correlate", "wmt23/en-de", "--preset", "wmt23"), "no human score called 'mqm'")


def test_a_table_that_is_taken_for_text_shows_its_columns_and_the_command() -> None:
    Path("t.parquet").write_bytes(parquet({"id": ["1", "2", "3"], "reference": REFS, "Vendor A": OUTPUTS["one"]}))
    for command in ("score", "compare"):
        advice = f"bolide {command} reference --table t.parquet -i 'Vendor A'"
        refused(bolide(command, "t.parquet", "-i", "x.txt"), "has id, reference, Vendor A.", advice)
    assert bolide("score", "reference", "--table", "t.parquet", "-i", "Vendor A").code == 0


def test_questions_about_systems_are_asked_of_rankings() -> None:
    demo.write_files(Path())
    words = shlex.split("correlate --rankings rankings.csv --pair fr-en -r ref.txt -i a.txt b.txt c.txt")
    [tau] = data_of(*words)["taus"]
    [spearman] = data_of(*words, "-q", "sys/spearman")["agreements"]
    assert spearman["value"] == pytest.approx(tau["system_spearman"]["left-out"])


def test_metrics_of_a_folder_are_named_one_after_the_other() -> None:
    demo.write_files(Path())
    names = sorted({path.name.partition(".")[0] for path in Path("wmt23/en-de/metric-scores").iterdir()})
    words = ("wmt23/en-de", "-q", "sys/pearson", "-f", "json", "-m", *names)
    agreements = json.loads(bolide("correlate", *words).out)["agreements"]
    assert (len(names) > 1, [each["metric"] for each in agreements]) == (True, names)


def test_a_text_in_the_place_of_a_command_is_not_repeated_at_length() -> None:
    assert len(bolide("the cat " * 9000).err) < 300


def test_json_cannot_act_on_a_terminal() -> None:
    shown = bolide("explain", "a \x9b31m cat", "a \u202e cat", "-f", "json").out
    assert control_characters(shown) == []
    assert json.loads(shown)["explanations"][0]["hyp"] == ["a", "\x9b31m", "cat"]
