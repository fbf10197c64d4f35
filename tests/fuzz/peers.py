"""The same numbers as the peers, for any text: functions from bytes that fail where an accelerated peer differs.

What differs on purpose is in docs/differences.md, and left out here.
"""

import warnings
from collections.abc import Callable

from bolide import WER, BolideError, accelerate
from bolide.text.tokenize import TOKENIZERS
from tests.fuzz.targets import choice, texts_of

Check = Callable[[bytes], None]
NEAR = 1e-9


def _near(mine: float, theirs: float) -> None:
    assert abs(mine - theirs) <= NEAR * max(1.0, abs(theirs)), (mine, theirs)


def sacrebleu_scores(data: bytes) -> None:
    """BLEU, chrF and TER of a corpus of two segments, in one of several settings."""
    import sacrebleu

    settings = (
        *(("BLEU", {"tokenize": name}) for name in ("13a", "intl", "zh", "char", "none")),
        ("BLEU", {"smooth_method": "add-k"}),
        ("BLEU", {"smooth_method": "floor", "effective_order": True}),
        ("CHRF", {}),
        ("CHRF", {"word_order": 2}),
        ("CHRF", {"eps_smoothing": True, "whitespace": True}),
        ("TER", {}),
        ("TER", {"normalized": True, "asian_support": True}),
        ("TER", {"no_punct": True}),
    )
    which, rest = choice(data, len(settings))
    name, options = settings[which]
    hyp, *refs = texts_of(rest)
    refs = (refs or [""])[:3]
    hyps, streams = [hyp, refs[0]], [[ref, hyp] for ref in refs]
    theirs = getattr(sacrebleu.metrics, name)(**options).corpus_score(hyps, streams)
    with accelerate("sacrebleu"):
        mine = getattr(sacrebleu.metrics, name)(**options).corpus_score(hyps, streams)
    assert vars(mine) == vars(theirs)


def sacrebleu_tokens(data: bytes) -> None:
    """The tokenizers that both have."""
    from sacrebleu.metrics.bleu import _get_tokenizer

    text = data.decode("utf-8", "replace").replace("\n", " ").rstrip()
    for name in ("13a", "intl", "zh", "char"):
        assert TOKENIZERS[name](text) == _get_tokenizer(name)()(text).split(), name


def nltk_scores(data: bytes) -> None:
    """NLTK's BLEU and chrF, plain and accelerated, and its edit distance over lists of words."""
    from nltk.metrics import edit_distance
    from nltk.translate import bleu_score, chrf_score

    hyp, *refs = (text.split() for text in texts_of(data))
    refs = refs or [[]]

    def scores() -> list[float]:
        return [bleu_score.sentence_bleu(refs, hyp), chrf_score.sentence_chrf(refs[0], hyp)]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = scores()
        with accelerate("nltk"):
            assert scores() == plain
    metric = WER(tokenize="none")
    (row,) = metric.measure([" ".join(hyp)], [" ".join(refs[0])])
    assert row[metric.counts.columns.index("edits")] == edit_distance(hyp, refs[0])


PEERS: dict[str, Check] = {check.__name__: check for check in (sacrebleu_scores, sacrebleu_tokens, nltk_scores)}


def compare(name: str, data: bytes) -> None:
    """Run a check; what Bolide refuses by its own words is no finding."""
    try:
        PEERS[name](data)
    except BolideError:
        return
