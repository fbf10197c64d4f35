"""The bench: needs nothing of the tests, measures in turn, writes its lines."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from bench import __main__ as command
from bench.timing import Line, Side, duel

import bolide

ROOT = Path(__file__).parents[1]
LINES = [Line("work", "peer", 0.5, 0.1, 4, (4.0, 6.0)), Line("space", "peer", 1.0, 1.0, 2, unit="MB")]


def test_no_bench_needs_a_package_of_the_tests() -> None:
    names = [path.stem for path in sorted((ROOT / "bench").glob("*.py")) if path.stem not in ("__init__", "__main__")]
    code = f"""import sys
from importlib import import_module
sys.modules.update(dict.fromkeys(("pytest", "_pytest", "hypothesis", "xdist", "playwright")))
for name in {names}: import_module(f"bench.{{name}}")
import bench.__main__"""
    for peer in ("nltk", "sacrebleu", "numpy"):
        pytest.importorskip(peer)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_duel_takes_turns_and_gives_medians() -> None:
    turns: list[str] = []
    now = {"theirs": 0.0, "ours": 0.0}
    lengths = {"theirs": iter([90.0, 4.0, 6.0, 20.0]), "ours": iter([50.0, 2.0, 1.0, 4.0])}

    def side(name: str) -> Side:
        def work() -> None:
            turns.append(name)
            now[name] += next(lengths[name])

        return Side(work, lambda: now[name])

    assert duel(side("theirs"), side("ours"), rounds=3, warm_up=1) == (6.0, 2.0, (2.0, 6.0))
    assert turns == ["theirs", "ours"] * 4


@pytest.fixture
def benches(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the real benches: one that works and one whose peer is not installed."""

    def absent() -> Iterator[Line]:
        raise ModuleNotFoundError("No module named 'peer'", name="peer")

    found = {"bench.bleu": SimpleNamespace(lines=lambda: LINES), "bench.chrf": SimpleNamespace(lines=absent)}
    monkeypatch.setattr(command, "import_module", found.__getitem__)


@pytest.mark.usefixtures("benches")
def test_lines_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--json", str(tmp_path / "out.json"), "bleu", "chrf"]) == 0
    data = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]
    assert data["bolide"] == bolide.__version__
    assert data["date"].endswith("+00:00")
    assert data["lines"][0] == {
        "bench": "bleu", "work": "work", "peer": "peer", "unit": "ms", "theirs": 500.0, "ours": 100.0, "ratio": 5.0,
        "spread": [4.0, 6.0], "goal": 4, "met": True,
    }  # fmt: skip
    assert [line["met"] for line in data["lines"]] == [True, False]
    out = capsys.readouterr().out
    assert "(4.0–6.0)" in out
    assert out.count("missed") == 1
    assert "chrf: left out, peer is not installed" in out


def test_an_unknown_bench_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leave:
        command.main(["blue"])
    assert leave.value.code == 2
    assert "There is no bench called 'blue'" in capsys.readouterr().err
