"""What a program changes in a stand-in after it is made, or overrides, has the effect that it has in sacreBLEU 2.6."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sacrebleu as peer
import sacrebleu.metrics.bleu as peer_bleu

import bolide.compat.sacrebleu as ours
import bolide.compat.sacrebleu.metrics.bleu as our_bleu

HYPS = ["The cat sat on the mat .", "It IS raining, again", "a b c d e", "Hello you"]
REFS = [
    ["The cat is on the mat .", "It is raining again .", "a b x d e", "Hello you"],
    ["A cat sat here .", "Rain, again", "a c b", "Hi you"],
]
SET = {
    "chrF's beta": (lambda lib: lib.CHRF(), "beta", 3),
    "chrF's case": (lambda lib: lib.CHRF(), "lowercase", True),
    "chrF's white space": (lambda lib: lib.CHRF(), "whitespace", True),
    "BLEU's effective order": (lambda lib: lib.BLEU(force=True), "effective_order", True),
    "BLEU's smoothing": (lambda lib: lib.BLEU(force=True), "smooth_method", "add-k"),
    "BLEU's case": (lambda lib: lib.BLEU(force=True), "lowercase", True),
    "BLEU's order": (lambda lib: lib.BLEU(force=True), "max_ngram_order", 2),
    "BLEU's tokenizer": (lambda lib: lib.BLEU(force=True), "tokenizer", lambda text: " ".join(text.replace(" ", "_"))),
    "TER's tokenizer": (lambda lib: lib.TER(), "tokenizer", lambda text: text.lower().replace("a", "a a")),
    "a step of one object": (lambda lib: lib.CHRF(), "_preprocess_segment", lambda text: text[::2]),
}


def scores(metric: Any) -> list[float]:
    """The corpus score, every sentence's, and mean and half width of 50 resamples."""
    sentences = [metric.sentence_score(hyp, list(refs)) for hyp, *refs in zip(HYPS, *REFS, strict=True)]
    resampled = metric.corpus_score(HYPS, REFS, n_bootstrap=50)
    return [metric.corpus_score(HYPS, REFS).score, *(s.score for s in sentences), resampled._mean, resampled._ci]


@pytest.mark.parametrize("what", SET)
def test_an_attribute_that_is_set_has_an_effect(what: str) -> None:
    make, name, value = SET[what]
    results = []
    for library in (peer, ours):
        metric = make(library)
        before = scores(metric)
        setattr(metric, name, value)
        results.append(scores(metric))
        assert results[-1] != before
    assert results[1][:-2] == pytest.approx(results[0][:-2], rel=1e-12)
    assert results[1][-2:] == pytest.approx(results[0][-2:], rel=1e-6)  # sacreBLEU resamples in single precision


def derived(cls: Any, **methods: Callable[..., Any]) -> Any:
    return type("Derived", (cls,), methods)


def _doubled(name: str) -> Callable[[Any], Any]:
    """A subclass that goes through a step of its parent twice over: the text halved, the row doubled, and so on."""

    def make(cls: Any) -> Any:
        step = getattr(cls, name)

        def replaced(self: Any, *args: Any, **kwargs: Any) -> Any:
            value = step(self, *args, **kwargs)
            if isinstance(value, str):
                return value[: len(value) // 2]
            if isinstance(value, list):
                return [*value[:-1], 2 * value[-1]] if name.endswith("statistics") else value[1:]
            if isinstance(value, dict):
                return {**value, "ref_lens": [50]} if "ref_lens" in value else {k: v[:1] for k, v in value.items()}
            if hasattr(value, "score"):
                value.score = value.score / 2
            return value

        return derived(cls, **{name: replaced})

    return make


@pytest.mark.parametrize("metric", ["BLEU", "CHRF", "TER"])
@pytest.mark.parametrize(
    "name",
    [
        "_preprocess_segment",
        "_compute_score_from_stats",
        "_compute_segment_statistics",
        "_extract_reference_info",
        "_aggregate_and_compute",
    ],
)
def test_an_overridden_step_is_gone_through(metric: str, name: str) -> None:
    results, plain = [], []
    for library in (peer, ours):
        cls = getattr(library, metric)
        plain.append(cls().corpus_score(HYPS, REFS).score)
        results.append(_doubled(name)(cls)().corpus_score(HYPS, REFS).score)
    assert results[1] == pytest.approx(results[0], rel=1e-12)
    assert results[0] != plain[0]


def test_a_patched_step_and_a_patched_tokenizer_are_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    class Reversed:
        def signature(self) -> str:
            return "reversed"

        def __call__(self, line: str) -> str:
            return " ".join(line.split()[::-1][1:])

    results = []
    for library, module in ((peer, peer_bleu), (ours, our_bleu)):
        monkeypatch.setattr(module, "_get_tokenizer", lambda name: Reversed)
        metric: Any = library.BLEU()
        results.append((metric.corpus_score(HYPS, REFS).score, str(metric.get_signature()).split("|version")[0]))
        monkeypatch.undo()
        monkeypatch.setattr(library.BLEU, "_get_closest_ref_len", lambda self, size, sizes: 9 * max(sizes))
        results.append((library.BLEU().corpus_score(HYPS, REFS).score, ""))
        monkeypatch.undo()
    assert [name for _, name in results[2:]] == [name for _, name in results[:2]]
    assert [score for score, _ in results[2:]] == pytest.approx([score for score, _ in results[:2]], rel=1e-12)
    assert ours.BLEU().corpus_score(HYPS, REFS).score not in [score for score, _ in results]


WORKER = """
import multiprocessing, sys
def where(_):
    import sacrebleu
    return sacrebleu.BLEU.__module__
if __name__ == "__main__":
    import bolide.compat
    bolide.compat.install("sacrebleu")
    with multiprocessing.get_context(sys.argv[1]).Pool(1) as pool:
        print(pool.map(where, [0])[0])
"""


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_workers_have_the_stand_in_too(method: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(WORKER)
    run = subprocess.run([sys.executable, str(program), method], capture_output=True, text=True, check=False)
    assert (run.stdout, run.returncode) == ("bolide.compat.sacrebleu.metrics.bleu\n", 0), run.stderr
