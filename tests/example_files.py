"""Small files that the examples of `compare` and `correlate` speak of: systems a, b and c, and what people thought."""

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import bolide
from bolide import demo
from bolide.significance.plan import Plan
from tests.cli.run import bolide as command

SYSTEMS = ("a", "b", "c")
RANKED = (
    "French,English,1,d,1,1,1,a,2,b,3,c,4,a,5,b,1,3,2,-1,-1",
    "French,English,2,d,2,1,1,a,2,b,3,c,4,a,5,b,2,2,1,-1,-1",
)
HEADER = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id,"
    "system3Number,system3Id,system4Number,system4Id,system5Number,system5Id,"
    "system1rank,system2rank,system3rank,system4rank,system5rank"
)


def write_examples(folder: Path) -> None:
    """All of them, below `folder`."""
    size = len(demo.HUMAN_A)
    texts = {
        "c.txt": [*demo.SYSTEMS["careful"][: size // 2], *demo.SYSTEMS["hasty"][size // 2 :]],
        "texts.tsv": ["reference\tsystem_a\tsystem_b", *("\t".join(cells) for cells in zip(
            demo.HUMAN_A, demo.SYSTEMS["careful"], demo.SYSTEMS["hasty"], strict=True))],
        "texts.jsonl": [json.dumps({"references": [one, two], "system_a": hyp}) for one, two, hyp in zip(
            demo.HUMAN_A, demo.HUMAN_B, demo.SYSTEMS["careful"], strict=True)],
        **_nbest(),
        "stream.txt": [" ".join(demo.SYSTEMS["careful"]).replace("The", "the")],
        "system.units": [f"{hyp} ++ {hyp.lower()}" for hyp in demo.SYSTEMS["careful"]],
        "source.txt": [f"sentence {line + 1} of the source" + " more" * (line % 3) for line in range(size)],
        "documents.txt": [f"page {line // 2 + 1}" for line in range(size)],
        "domains.txt": ["news" if line % 2 else "chat" for line in range(size)],
        "mqm.seg.score": _mtme(size, {"a": -1.0, "b": -5.0, "c": -2.5}),
        "comet.seg.score": _mtme(size, {"a": 0.9, "b": 0.5, "c": 0.8}),
        "da.csv": ["segment,a,b,c", *(f"{line},{90 - line},{50 + line},{70 - 2 * line}" for line in range(size))],
        "ter.csv": ["segment,a,b,c", *(f"{line},{10 + line},{40 - line},{20 + line % 3}" for line in range(size))],
        "rankings.csv": [HEADER, *RANKED],
        "esa.csv": _esa(size),
        "documents.tsv": [f"{'news' if line > 1 else 'chat'}\tdoc{line // 2}" for line in range(size)],
        "predicted.jsonl": [json.dumps({"system": name, "line_id": line, "spans": [
            {"start": line, "end": line + 3, "severity": "major"}] if line % 2 else []})
            for name in SYSTEMS for line in range(size)],
        "curves.json": [json.dumps({"curves": [
            {"metric": name, "a": 0.9, "b": 0.5, "about": "fitted here", "draws": [[0.8, 0.5]]}
            for name in ("BLEU", "chrF2", "rgbF", "METEOR", "comet")]})],
        **{f"{name}.seg.rating": _rating(size, shift) for name, shift in (("gold", 0), ("one", 1), ("two", 3))},
        "errors.tsv": [
            "system\tglobalSegId\trater\tcategory\tseverity",
            *(f"{name}\t{line}\tr\tAccuracy/Omission\t{'Major' if name == 'b' else 'Minor'}"
              for name in SYSTEMS for line in range(1, size + 1) if (line + ord(name)) % 3),
            *(f"{name}\t{line}\tr\tNo-error\tno-error"
              for name in SYSTEMS for line in range(1, size + 1) if not (line + ord(name)) % 3),
        ],
        "wmt23/en-de/human-scores/mqm.seg.score": _mtme(size, {"a": -1.0, "b": -5.0, "c": -2.5, "refA": -0.5}),
        "wmt23/en-de/metric-scores/COMET-refA.seg.score": _mtme(size, {"a": 0.9, "b": 0.5, "c": 0.8}),
        "wmt23/en-de/metric-scores/BLEU-refA.seg.score": _mtme(size, {"a": 40.0, "b": 30.0, "c": 44.0}),
        "wmt23/zh-en/human-scores/mqm.seg.score": _mtme(size, {"a": -2.0, "d": -3.0, "refA": -1.0}),
        "wmt23/zh-en/metric-scores/COMET-refA.seg.score": _mtme(size, {"a": 0.7, "d": 0.6}),
        "wmt23/zh-en/metric-scores/BLEU-refA.seg.score": _mtme(size, {"a": 20.0, "d": 25.0}),
    }  # fmt: skip
    (folder / "report.html").write_text(_report(), encoding="utf-8")
    for name, lines in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    _write_joined(folder)
    if find_spec("pyarrow") is not None:
        _write_parquet(folder, texts["domains.txt"])


def _write_joined(folder: Path) -> None:
    """References in one file, every system in one of its own, in another order."""
    files = {"refs": ("ref", demo.HUMAN_A), **{f"systems/{k}": ("hyp", v) for k, v in demo.SYSTEMS.items()}}
    (folder / "systems").mkdir()
    for name, (column, lines) in files.items():
        rows = [json.dumps({"doc": number, column: text}) for number, text in enumerate(lines)]
        text = "\n".join(rows if name == "refs" else rows[::-1])
        (folder / f"{name}.jsonl").write_text(f"{text}\n", encoding="utf-8")


def _write_parquet(folder: Path, domains: list[str]) -> None:
    """The same texts as Parquet, whole and in parts, and the rows of the parts."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {
        "reference": list(demo.HUMAN_A), "system_a": list(demo.SYSTEMS["careful"]),
        "system_b": list(demo.SYSTEMS["hasty"]), "domain": domains,
    }  # fmt: skip
    table = pa.table(columns)
    half = len(domains) // 2
    (folder / "parts").mkdir()
    for name, part in {"texts": table, "part1": table[:half], "part2": table[half:]}.items():
        pq.write_table(part, folder / f"{name}.parquet")
    pq.write_table(table, folder / "parts" / "1.parquet")
    for name, part in {"rows": "texts", "rows1": "part1", "rows2": "part2"}.items():
        words = "score", "reference", "--table", folder / f"{part}.parquet", "-i", "system_a", "system_b"
        assert command(*words, "-o", folder / f"{name}.parquet", "--counts").code == 0


def _nbest() -> dict[str, list[str]]:
    """The candidates of three sentences in the formats of `bolide mbr`."""
    lists = [list(candidates) for candidates in zip(demo.SYSTEMS["hasty"], demo.SYSTEMS["careful"], strict=True)][:3]
    numbered = [(number, text) for number, texts in enumerate(lists) for text in texts]
    return {
        "nbest.txt": [*(f"{number} ||| {text} ||| LM= -1.5 ||| -2.25" for number, text in numbered),
                      f"2 ||| {lists[2][1].upper()} ||| LM= -1.5 ||| -2.25"],
        "candidates.txt": [text for _, text in numbered],
        "nbest.jsonl": [json.dumps({"source": "…", "candidates": texts}) for texts in lists],
    }  # fmt: skip


def _esa(size: int) -> list[str]:
    """An export of ESA: two annotators, a planted fault, and errors in what b wrote."""
    rows = []
    for place, name in enumerate(SYSTEMS):
        for line in range(size):
            spans = '"[{""start_i"": 1, ""end_i"": 4, ""severity"": ""minor""}]"' if name == "b" else "[]"
            score, document = 95 - 20 * place + 3 * line, f"doc{line // 2}"
            for annotator in ("ann1", "ann2")[: 1 + line % 2]:
                about = f"{annotator},{name},{line},TGT,eng,ces,{min(score, 100)},{document},False"
                rows.append(f"{about},{spans},10.0,{20.0 + line}")
    return [*rows, "ann1,a,0,BAD,eng,ces,3,doc0#bad,False,[],10.0,11.0"]


def _rating(size: int, shift: int) -> list[str]:
    """Errors of each system's segments, moved by some characters."""
    lines = []
    for place, name in enumerate(SYSTEMS):
        for line in range(size):
            error = {
                "start": line + shift,
                "end": line + shift + 4,
                "severity": "major",
                "category": "style",
                "score": 5,
            }
            lines.append(f"{name}\t{json.dumps({'errors': [error] if (line + place) % 3 else []})}")
    return lines


@cache
def _report() -> str:
    """A report that was made before."""
    systems = {"a": demo.SYSTEMS["careful"], "b": demo.SYSTEMS["hasty"]}
    return bolide.report.html(systems, demo.HUMAN_A, ["bleu", "ter"], plan=Plan(trials=20), title="the demo")


def _mtme(size: int, level: dict[str, float]) -> list[str]:
    """System-major lines around a level for each system, with a little wobble."""
    return [f"{name}\t{value * (1 + 0.1 * ((7 * line + len(name)) % 5))}"
            for name, value in level.items() for line in range(size)]  # fmt: skip
