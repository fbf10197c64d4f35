"""The files that examples speak of, as `bolide demo --write` writes them, and what commands make of them."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import bolide
from bolide import demo
from tests.cli.run import bolide as command

HEADER = demo.lines("rankings.csv")[0]


MADE = {"report.json", "earlier.json", "rows.parquet", "rows1.parquet", "rows2.parquet"}  # by other commands


def write_examples(folder: Path, *, made: bool = True) -> None:
    """The example files and, if `made`, a report that was made before, and the rows of Parquet files."""
    for name, data in _examples().items():
        if made or str(name) not in MADE:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)


@cache
def _examples() -> dict[Path, bytes]:
    """They are made once: to do so takes a tenth of a second."""
    systems = {"a": demo.SYSTEMS["careful"], "b": demo.SYSTEMS["hasty"]}
    report = bolide.report(
        bolide.TestSet(demo.HUMAN_A, systems), ["bleu", "ter"], plan=bolide.Plan(trials=20), title="the demo"
    ).to_json()
    earlier = bolide.score(bolide.TestSet(demo.HUMAN_A, {"b": demo.SYSTEMS["hasty"]}), ["bleu", "chrf"]).to_json()
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        demo.write_files(folder)
        (folder / "report.json").write_text(report, encoding="utf-8")
        (folder / "earlier.json").write_text(earlier, encoding="utf-8")
        if find_spec("pyarrow") is not None:
            for name, part in {"rows": "texts", "rows1": "part1", "rows2": "part2"}.items():
                words = "score", "reference", "--table", folder / f"{part}.parquet", "-i", "system_a", "system_b"
                assert command(*words, "-o", folder / f"{name}.parquet", "--counts").code == 0
        return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
