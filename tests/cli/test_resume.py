"""--resume over all options of `score`: work that was begun with another value is refused, or the value changes no
number. An option that is in neither table fails the first test."""

import json
import shutil
from pathlib import Path
from unittest.mock import patch

import pytest

from bolide.cli.commands.score import parser
from bolide.engines.checkpoints import Checkpoint
from bolide.metrics import METRICS
from bolide.system.errors import InputError
from tests.cli.run import Result, bolide, refused
from tests.tables import table

pytestmark = [pytest.mark.one_core, pytest.mark.usefixtures("in_folder")]

pytest.importorskip("pyarrow")

BEGUN = "ref -i hyp"
ANOTHER = "was written with other "
TABLES = table(__file__, "resume.toml")
CHANGES, VALUES, HARMLESS, FILES = (TABLES[name] for name in ("changes", "values", "harmless", "files"))
NO_SETTING = {"help", "resume"}


ACTIONS = parser().complete()._actions


def switches() -> dict[str, str]:
    """The options of metrics that are on or off, each with the flag of what it is not by default."""
    found = {}
    for action in ACTIONS:
        if "." in action.dest and action.nargs == 0 and action.dest not in CHANGES:
            key, _, option = action.dest.partition(".")
            on = getattr(METRICS[key](), option) is not False  # None: on, unless another option says otherwise
            found[action.dest] = action.option_strings[on]
    return found


def test_every_option_is_in_one_of_the_tables() -> None:
    known = {*CHANGES, *VALUES, *switches(), *HARMLESS, *NO_SETTING}
    assert known == {action.dest for action in ACTIONS}


def cases() -> list[tuple[str, str, str, str]]:
    found = [(name, *words, ANOTHER)[:4] for name, words in CHANGES.items()]
    valued = {name: f"--{name.replace('_', '-')} {value}" for name, value in VALUES.items()}
    for name, words in {**valued, **switches()}.items():
        begun = f"{BEGUN} -m {name.partition('.')[0]}"
        found.append((name, begun, f"{begun} {words}", ANOTHER))
    return found


@pytest.fixture(autouse=True, scope="module")
def _earlier(folder: Path) -> None:
    tables = "--table", folder / "t0.tsv", "--table", folder / "t1.tsv"
    assert bolide("score", "ref", "-i", "hyp", *tables, "-o", folder / "earlier.json").code == 0


def score(words: str, state: Path) -> Result:
    table = "--table t0.tsv --table t1.tsv"
    return bolide("score", *words.split(), *table.split(), "--resume", str(state))


def begin(words: str, folder: Path) -> Path:
    """The state of a run that was stopped after the first file; one for all cases that begin alike."""
    state = folder / "states" / "".join(filter(str.isalnum, words))
    if not state.exists():
        real = Checkpoint.save

        def save_and_stop(checkpoint: Checkpoint) -> None:
            real(checkpoint)
            raise InputError("stopped")

        with patch.object(Checkpoint, "save", save_and_stop):
            stopped = score(words, state)
        assert stopped.err.endswith("bolide: stopped\n"), stopped
        assert (state / "state.json").exists()
    return state


@pytest.mark.parametrize(("name", "begun", "changed", "message"), cases(), ids=[case[0] for case in cases()])
def test_another_value_is_refused(name: str, begun: str, changed: str, message: str, folder: Path) -> None:
    state = begin(begun, folder)
    before = (state / "state.json").read_bytes()
    found = score(changed, state)
    assert (found.code, found.out, message in found.err) == (2, "", True), found
    assert (state / "state.json").read_bytes() == before


@pytest.mark.parametrize("more", HARMLESS.values(), ids=list(HARMLESS))
def test_what_is_about_the_output_may_be_changed(more: str, folder: Path) -> None:
    state = folder / "again"
    shutil.copytree(begin(BEGUN, folder), state)
    shown = Path("shown.txt")
    resumed = score(f"{BEGUN} {more}", state), shown.read_text() if shown.exists() else ""
    assert not state.exists()
    shown.unlink(missing_ok=True)
    assert resumed == (score(f"{BEGUN} {more}", folder / "new"), shown.read_text() if shown.exists() else "")
    assert resumed[0].code == 0
    shown.unlink(missing_ok=True)


def test_counts_that_no_texts_have_are_refused(folder: Path) -> None:
    state = folder / "impossible"
    shutil.copytree(begin(BEGUN, folder), state)
    path = state / "state.json"
    sound = json.loads(path.read_text())
    totals = sound["sums"][0][2][0][1]
    for column, count in enumerate(totals):
        totals[column] = -1
        path.write_text(json.dumps(sound))
        totals[column] = count
        refused(score(BEGUN, state), "is damaged or of another version")
