"""The files that the examples of README, docs and help use, written where a reader can run them."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

from bolide import demo, outputs
from bolide.demo import town
from bolide.errors import InputError

THREE = ("a", "b", "c")
RANKED = (
    "French,English,1,d,1,1,1,a,2,b,3,c,4,a,5,b,1,3,2,-1,-1",
    "French,English,2,d,2,1,1,a,2,b,3,c,4,a,5,b,2,2,1,-1,-1",
)
RANKING_HEADER = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id,"
    "system3Number,system3Id,system4Number,system4Id,system5Number,system5Id,"
    "system1rank,system2rank,system3rank,system4rank,system5rank"
)
CHINESE = ["我们明天去北京。", "他买了三本书。"]


def write_files(folder: Path) -> list[str]:
    """Write all of them below `folder`, and return their names. Where a file of the same name holds something else,
    nothing is written."""
    made = {name: ("\n".join(lines) + "\n").encode() for name, lines in texts().items()}
    if find_spec("pyarrow") is not None:
        made |= _parquet()
    try:
        if folder.exists() and not folder.is_dir():
            raise InputError(f"{folder} is not a folder; name one for the example files, or a new one.")
        for name, data in made.items():
            _check_free(folder / name, data)
        for part in sorted({(folder / name).parent for name in made}):
            part.mkdir(parents=True, exist_ok=True)
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {outputs.reason(folder / 'ref.txt', error)}.") from None
    except ValueError:
        raise InputError(f"{str(folder)!r} cannot be the name of a folder.") from None
    for name, data in made.items():
        outputs.write_bytes(folder / name, data)
    return list(made)


def _check_free(path: Path, data: bytes) -> None:
    """Refuse to write over what is not one of these files already."""
    if path.exists() and (not path.is_file() or path.read_bytes() != data):
        raise InputError(f"{path} is there already and would be lost; name another folder.")


def texts() -> dict[str, list[str]]:
    """Every file but the Parquet ones: its name and its lines."""
    return {**_plain(), **_tables(), **_nbest(), **_judged(), **{f"town/{k}": v for k, v in town.files().items()}}


def _plain() -> dict[str, list[str]]:
    """One line per segment."""
    careful, hasty = list(demo.SYSTEMS["careful"]), list(demo.SYSTEMS["hasty"])
    size = len(careful)
    return {
        "ref.txt": list(demo.HUMAN_A), "ref1.txt": list(demo.HUMAN_A), "ref2.txt": list(demo.HUMAN_B),
        "system.txt": careful, "other.txt": hasty,
        "a.txt": careful, "b.txt": hasty, "c.txt": [*careful[: size // 2], *hasty[size // 2 :]],
        "source.txt": [f"sentence {line + 1} of the source" + " more" * (line % 3) for line in range(size)],
        "documents.txt": [f"page {line // 2 + 1}" for line in range(size)],
        "documents.tsv": [f"{'news' if line > 1 else 'chat'}\tdoc{line // 2}" for line in range(size)],
        "domains.txt": _domains(),
        "stream.txt": [" ".join(careful).replace("The", "the")],
        "system.units": [f"{hyp} ++ {hyp.lower()}" for hyp in careful],
        "ref.zh": CHINESE, "system.zh": CHINESE, "stream.zh": CHINESE,
    }  # fmt: skip


def _domains() -> list[str]:
    return ["news" if line % 2 else "chat" for line in range(len(demo.HUMAN_A))]


def _tables() -> dict[str, list[str]]:
    """The same texts in columns; and references in one file, every system in one of its own, in another order."""
    careful, hasty = demo.SYSTEMS["careful"], demo.SYSTEMS["hasty"]
    one, two = demo.HUMAN_A, demo.HUMAN_B
    apart = {
        f"systems/{name}.jsonl": [json.dumps({"doc": number, "hyp": text}) for number, text in enumerate(lines)][::-1]
        for name, lines in demo.SYSTEMS.items()
    }
    return {
        "texts.tsv": ["reference\tsystem_a\tsystem_b", *map("\t".join, zip(one, careful, hasty, strict=True))],
        "texts.jsonl": [json.dumps({"references": refs, "system_a": hyp})
                        for *refs, hyp in zip(one, two, careful, strict=True)],
        "refs.jsonl": [json.dumps({"doc": number, "ref": text}) for number, text in enumerate(one)],
        **apart,
    }  # fmt: skip


def _nbest() -> dict[str, list[str]]:
    """The candidates of three sentences in the formats of `bolide mbr`."""
    lists = [list(candidates) for candidates in zip(demo.SYSTEMS["hasty"], demo.SYSTEMS["careful"], strict=True)][:3]
    numbered = [(number, text) for number, candidates in enumerate(lists) for text in candidates]
    return {
        "nbest.txt": [*(f"{number} ||| {text} ||| LM= -1.5 ||| -2.25" for number, text in numbered),
                      f"2 ||| {lists[2][1].upper()} ||| LM= -1.5 ||| -2.25"],
        "candidates.txt": [text for _, text in numbered],
        "nbest.jsonl": [json.dumps({"source": "…", "candidates": candidates}) for candidates in lists],
    }  # fmt: skip


def _judged() -> dict[str, list[str]]:
    """What people and other metrics said of a, b and c, in the forms that WMT has released."""
    size = len(demo.HUMAN_A)
    lines = range(size)
    return {
        "mqm.seg.score": _scores({"a": -1.0, "b": -5.0, "c": -2.5}),
        "comet.seg.score": _scores({"a": 0.9, "b": 0.5, "c": 0.8}),
        "da.csv": ["segment,a,b,c", *(f"{line},{90 - line},{50 + line},{70 - 2 * line}" for line in lines)],
        "ter.csv": ["segment,a,b,c", *(f"{line},{10 + line},{40 - line},{20 + line % 3}" for line in lines)],
        "rankings.csv": [RANKING_HEADER, *RANKED],
        "esa.csv": _esa(size),
        "predicted.jsonl": [json.dumps({"system": name, "line_id": line, "spans": [
            {"start": line, "end": line + 3, "severity": "major"}] if line % 2 else []})
            for name in THREE for line in lines],
        "errors.tsv": [
            "system\tglobalSegId\trater\tcategory\tseverity",
            *(f"{name}\t{line}\tr\tAccuracy/Omission\t{'Major' if name == 'b' else 'Minor'}"
              for name in THREE for line in range(1, size + 1) if (line + ord(name)) % 3),
            *(f"{name}\t{line}\tr\tNo-error\tno-error"
              for name in THREE for line in range(1, size + 1) if not (line + ord(name)) % 3),
        ],
        **{f"{name}.seg.rating": _rating(size, shift) for name, shift in (("gold", 0), ("one", 1), ("two", 3))},
        "wmt23/en-de/human-scores/mqm.seg.score": _scores({"a": -1.0, "b": -5.0, "c": -2.5, "refA": -0.5}),
        "wmt23/en-de/metric-scores/COMET-refA.seg.score": _scores({"a": 0.9, "b": 0.5, "c": 0.8}),
        "wmt23/en-de/metric-scores/BLEU-refA.seg.score": _scores({"a": 40.0, "b": 30.0, "c": 44.0}),
        "wmt23/zh-en/human-scores/mqm.seg.score": _scores({"a": -2.0, "d": -3.0, "refA": -1.0}),
        "wmt23/zh-en/metric-scores/COMET-refA.seg.score": _scores({"a": 0.7, "d": 0.6}),
        "wmt23/zh-en/metric-scores/BLEU-refA.seg.score": _scores({"a": 20.0, "d": 25.0}),
    }  # fmt: skip


def _scores(level: dict[str, float]) -> list[str]:
    """Scores of segments, system by system, around a level for each, with a little wobble."""
    return [f"{name}\t{value * (1 + 0.1 * ((7 * line + len(name)) % 5))}"
            for name, value in level.items() for line in range(len(demo.HUMAN_A))]  # fmt: skip


def _esa(size: int) -> list[str]:
    """An export of ESA: two annotators, a planted fault, and errors in what b wrote."""
    rows = []
    for place, name in enumerate(THREE):
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
    for place, name in enumerate(THREE):
        for line in range(size):
            start = line + shift
            error = {"start": start, "end": start + 4, "severity": "major", "category": "style", "score": 5}
            lines.append(f"{name}\t{json.dumps({'errors': [error] if (line + place) % 3 else []})}")
    return lines


def _parquet() -> dict[str, bytes]:
    """The texts as Parquet, whole and in two parts, for whoever has pyarrow."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {
        "reference": list(demo.HUMAN_A), "system_a": list(demo.SYSTEMS["careful"]),
        "system_b": list(demo.SYSTEMS["hasty"]), "domain": _domains(),
    }  # fmt: skip
    table = pa.table(columns)
    half = len(table) // 2
    made = {}
    for name, part in {"texts": table, "part1": table[:half], "part2": table[half:], "parts/1": table}.items():
        sink = pa.BufferOutputStream()
        pq.write_table(part, sink)
        made[f"{name}.parquet"] = sink.getvalue().to_pybytes()
    return made
