"""WER and CER in every segment of a corpus: the edits by the reference that needs the fewest."""

from __future__ import annotations

from array import array
from itertools import pairwise

from bolide.corpus import Corpus
from bolide.kernels.levenshtein import operations
from bolide.metrics.error_rates.counts import AlignedCounts
from bolide.metrics.traces import Edited, Traces, View


def traces(counts: AlignedCounts, corpus: Corpus, glue: str) -> Traces:
    """The tokens of all texts and how each candidate is edited."""
    measured = counts.measure(corpus)
    needed, starts = measured.rows.column("edits"), corpus.starts()
    cut = [[counts.cut(text) for text in side] for side in (corpus.hyps, corpus.refs)]
    texts = counts.cut.encode([*corpus.hyps, *corpus.refs])
    ids = [texts.ids[start:end] for start, end in pairwise(texts.starts)]
    chosen, edits = [], []
    for k, (start, end) in enumerate(pairwise(starts)):
        own = needed[start:end]
        best = own.index(min(own))
        hyp, ref = ids[k], ids[len(corpus) + start + best]
        pair = array("i", hyp.tobytes() + ref.tobytes())
        done = operations(memoryview(pair), memoryview(array("q", [0, len(hyp), len(pair)])))
        edits.append(Edited(list(done), list(range(len(hyp))), []))
        chosen.append(best)
    unit = "word" if glue else "char"
    return Traces("edits", (View(unit, glue, list(cut[0]), list(cut[1])),), chosen, edits=edits)
