"""`bolide.compat.install` and `installed` put the stand-ins under the peers' names, and take them away again."""

import sys
from functools import partial
from pathlib import Path

import nltk.translate.bleu_score
import nltk.translate.ibm1
import pytest
import sacrebleu

import bolide.compat
from bolide.compat import installed
from tests.python import SOURCE, environment, python
from tests.tables import table

pytestmark = pytest.mark.one_core

PROGRAMS = table(__file__, "install.toml")
HIDE = "import sys\nsys.path[:] = [path for path in sys.path if 'site-packages' not in path]\n"


def run(program: str, source: Path = SOURCE) -> str:
    done = python("-c", program, env={"PYTHONPATH": str(source)})
    assert not done.returncode, done.stderr
    return done.stdout


CASES = [(name, peers) for name, program in PROGRAMS.items() for peers in ("printed", "alone") if peers in program]


@pytest.mark.parametrize(("name", "peers"), CASES)
def test_in_a_fresh_process(name: str, peers: str, tmp_path: Path) -> None:
    program, source = PROGRAMS[name]["program"], SOURCE
    if peers == "alone":
        (tmp_path / "bolide").symlink_to(SOURCE / "bolide")  # it may lie in site-packages itself
        program, source = ("import numpy\n" if name == "captions" else "") + HIDE + program, tmp_path
    elif name == "captions":
        pytest.importorskip("pycocoevalcap", reason="pip install --no-deps pycocoevalcap")
    assert run(program, source) == PROGRAMS[name][peers]


def test_nltk_in_a_fresh_process() -> None:
    """The metrics are Bolide's, and everything else is NLTK's."""
    names = sorted(name for name in vars(nltk) if not name.startswith("_"))
    modules = sorted(key for key, value in vars(nltk.translate).items() if isinstance(value, type(nltk)))
    homes = {name: getattr(nltk, name).__name__ for name in names if isinstance(getattr(nltk, name), type(nltk))}
    program = f"""{PROGRAMS["nltk"]["program"]}
from nltk.translate import Alignment, IBMModel1
import nltk.translate.ibm1
assert nltk.translate.ibm1.__file__ == {nltk.translate.ibm1.__file__!r}
missing = [name for name in {names!r} if not hasattr(nltk, name)]
homes = {homes!r}
missing += [name for name in homes if getattr(nltk, name).__name__.removeprefix("bolide.compat.") != homes[name]]
missing += [name for name in {modules!r} if not hasattr(nltk.translate, name)]
print(missing, nltk.AlignedSent.__module__, nltk.translate.gale_church.__name__, nltk.bleu.__module__)
"""
    homes_of_three = "nltk.translate.api nltk.translate.gale_church bolide.compat.nltk.translate.bleu_score"
    assert run(program) == f"nltk\n[] {homes_of_three}\n"


def test_for_the_time_of_a_block() -> None:
    before = list(sys.meta_path)
    with installed("sacrebleu") as swapped:
        import sacrebleu as inside
        from sacrebleu.metrics import BLEU

        assert inside is swapped is bolide.compat.sacrebleu
        assert BLEU is bolide.compat.sacrebleu.BLEU
        assert inside.__version__.startswith("2.6.0")
    with pytest.raises(KeyError, match=r"bolide\.compat\.nltk\.translate"), installed("nltk.translate"):
        raise KeyError(nltk.translate.__name__)
    import sacrebleu as outside

    assert outside is sacrebleu
    assert sys.modules["sacrebleu.metrics"] is sacrebleu.metrics
    assert nltk.translate.bleu_score is sys.modules["nltk.translate.bleu_score"]
    assert (nltk.translate.__name__, sys.meta_path) == ("nltk.translate", before)


# --- everywhere -----------------------------------------------------------------------------------------------------

ANSWER = "bolide.compat.sacrebleu.metrics.bleu 100.0\n"


command = partial(python, "-m", "bolide.compat.run")


def test_workers_of_every_kind(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAMS["workers"]["program"])
    methods = ("fork", "spawn", "forkserver")
    finished = python(program, ",".join(methods))
    assert finished.stdout == "".join(f"{method} {ANSWER}" for method in methods), finished.stderr
    finished = command("sacrebleu", "jiwer", "--", sys.executable, program, "spawn", "installed")
    assert finished.stdout == f"spawn {ANSWER}", finished.stderr


def test_an_unmodified_command_and_its_child() -> None:
    code = "import subprocess, sys; sys.exit(subprocess.call([sys.executable, '-c', sys.argv[1]]))"
    grandchild = "import jiwer, sacrebleu, sys; print(jiwer.wer.__module__, sacrebleu.__name__); sys.exit(3)"
    again = (sys.executable, "-m", "bolide.compat.run", "sacrebleu", "--")  # a run in a run has the modules of both
    finished = command("jiwer", "--", *again, sys.executable, "-c", code, grandchild)
    both = "bolide.compat.jiwer.measures bolide.compat.sacrebleu\n"
    assert (finished.stdout, finished.returncode) == (both, 3), finished.stderr


def test_a_module_that_is_run_as_a_command(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("the cat is on the mat\n")
    finished = command("sacrebleu", "--", sys.executable, "-m", "sacrebleu", text, "-i", text)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert "+bolide." in finished.stdout


def test_another_sitecustomize_is_executed_too(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('mine')")
    finished = command("jiwer", "--", sys.executable, "-c", "import jiwer", env=environment(tmp_path))
    assert finished.stdout == "mine\nmine\n"  # of the Python that runs the command, and of the command


def test_an_error_ends_with_code_2_and_no_traceback() -> None:
    finished = command("jiwer")
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr.startswith("usage: python -m bolide.compat.run MODULE")
