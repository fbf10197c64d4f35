"""The files that examples speak of, as `bolide demo --write` writes them, and what commands make of them."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import bolide
from bolide import demo
from tests.cli.run import bolide as command

HEADER = demo.lines("rankings.csv")[0]


def write_examples(folder: Path) -> None:
    """The example files, a report that was made before, and the rows of Parquet files."""
    demo.write_files(folder)
    (folder / "report.html").write_text(_report(), encoding="utf-8")
    if find_spec("pyarrow") is not None:
        for name, part in {"rows": "texts", "rows1": "part1", "rows2": "part2"}.items():
            words = "score", "reference", "--table", folder / f"{part}.parquet", "-i", "system_a", "system_b"
            assert command(*words, "-o", folder / f"{name}.parquet", "--counts").code == 0


@cache
def _report() -> str:
    systems = {"a": demo.SYSTEMS["careful"], "b": demo.SYSTEMS["hasty"]}
    return bolide.report(systems, demo.HUMAN_A, ["bleu", "ter"], trials=20, title="the demo").to_html()
