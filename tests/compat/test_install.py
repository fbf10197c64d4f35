"""`bolide.compat.install` and `installed` put the stand-ins under the peers' names, and take them away again."""

import subprocess
import sys
from pathlib import Path

import nltk.translate.bleu_score
import nltk.translate.ibm1
import pytest
import sacrebleu

import bolide.compat
from bolide import InputError, OptionError
from bolide.compat import installed

pytestmark = pytest.mark.one_core

SOURCE = Path(bolide.__file__).parents[1]  # of the package that is tested, compiled or not

FRESH = """
import sys
import bolide.compat
bolide.compat.install("sacrebleu")
bolide.compat.install("sacrebleu")  # twice is as good as once
import sacrebleu.metrics.bleu
from sacrebleu.metrics import BLEU, METRICS
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
import sacrebleu.compat, sacrebleu.utils, sacrebleu.metrics.helpers, sacrebleu.metrics.base
assert "numpy" not in sys.modules
import sacrebleu
assert sacrebleu.BLEU is BLEU is METRICS["BLEU"] is sacrebleu.metrics.bleu.BLEU
assert BLEU.__module__ == "bolide.compat.sacrebleu.metrics.bleu"
assert sacrebleu.metrics.bleu.__spec__.name == BLEU.__module__
import pickle
assert pickle.loads(pickle.dumps(BLEU(lowercase=True))).lowercase
try:
    import sacrebleu.nonsense
except ModuleNotFoundError as error:
    print(error)
"""

FRESH_NLTK = """
import bolide.compat
bolide.compat.install("nltk.translate")
from nltk.translate.bleu_score import sentence_bleu, SmoothingFunction
from nltk.translate import meteor, bleu
from nltk.translate.meteor_score import meteor_score
import nltk
assert bleu is sentence_bleu is nltk.translate.bleu_score.sentence_bleu
assert sentence_bleu.__module__.startswith("bolide.")
assert meteor is meteor_score
"""


def run(program: str, *options: str, source: Path = SOURCE) -> str:
    done = subprocess.run(
        [sys.executable, *options, "-c", program], capture_output=True, text=True, env={"PYTHONPATH": str(source)}
    )
    assert not done.returncode, done.stderr
    return done.stdout


def test_in_a_fresh_process() -> None:
    assert run(FRESH) == "No module named 'sacrebleu.nonsense'\n"


def test_nltk_in_a_fresh_process() -> None:
    run(
        FRESH_NLTK
        + "from nltk.translate import Alignment, IBMModel1\nimport nltk.translate.ibm1\n"
        + f"assert nltk.translate.ibm1.__file__ == {nltk.translate.ibm1.__file__!r}\n"
    )


def test_nltk_where_the_real_one_is_not_installed(tmp_path: Path) -> None:
    (tmp_path / "bolide").symlink_to(SOURCE / "bolide")  # it may lie in site-packages itself
    hide = "import sys\nsys.path[:] = [place for place in sys.path if 'site-packages' not in place]\n"
    run(hide + FRESH_NLTK + "assert nltk.__name__ == 'bolide.compat.nltk'\n", source=tmp_path)


def test_refused_where_the_real_one_is_loaded() -> None:
    with pytest.raises(
        InputError, match=r"sacrebleu is loaded already.*before anything imports it.*installed\('sacreb"
    ):
        bolide.compat.install("sacrebleu")
    with pytest.raises(OptionError, match=r"no replacement called 'sacrbleu'\. Did you mean 'sacrebleu'"):
        bolide.compat.install("sacrbleu")


def test_for_the_time_of_a_block() -> None:
    with installed("sacrebleu") as swapped:
        import sacrebleu as inside
        from sacrebleu.metrics import BLEU

        assert inside is swapped is bolide.compat.sacrebleu
        assert BLEU is bolide.compat.sacrebleu.BLEU
        assert inside.__version__.startswith("2.6.0")
    import sacrebleu as outside

    assert outside is sacrebleu
    assert sys.modules["sacrebleu.metrics"] is sacrebleu.metrics


def test_a_part_of_nltk_for_the_time_of_a_block() -> None:
    real = nltk.translate
    with installed("nltk.translate"):
        from nltk.translate.bleu_score import sentence_bleu

        assert sentence_bleu is bolide.compat.nltk.sentence_bleu
        assert nltk.translate is bolide.compat.nltk.translate
    assert nltk.translate is real
    assert sys.modules["nltk.translate.bleu_score"] is real.bleu_score


def test_put_back_after_an_error() -> None:
    before = list(sys.meta_path)
    with pytest.raises(KeyError), installed("sacrebleu"):
        raise KeyError("something")
    assert sys.meta_path == before
    assert sys.modules["sacrebleu"] is sacrebleu
