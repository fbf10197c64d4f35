"""Score the cases of `bolide check` with other tools: write `expected` in src/bolide/classroom/vectors.jsonl anew.

    python scripts/make_vectors.py

The scores come from sacreBLEU, NLTK and jiwer as installed here, whose versions are written beside each; those of the
exercise's METEOR from the plain formula below, which shares nothing with Bolide.
"""

from __future__ import annotations

import json
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import Any

import jiwer
import sacrebleu
from nltk.translate.bleu_score import sentence_bleu

from bolide.system.files import write_text

TARGET = Path(__file__).parent.parent / "src/bolide/classroom/vectors.jsonl"


def exercise(reference: str, candidate: str, alpha: float = 0.9, beta: float = 3, gamma: float = 0.5) -> float:
    """METEOR as the exercise defines it, from its formula."""
    ref, hyp = reference.lower().split(), candidate.lower().split()
    left = Counter(ref)
    matched = []
    for word in hyp:
        matched.append(left[word] > 0)
        left[word] -= matched[-1]
    m = sum(matched)
    if not m:
        return 0.0
    chunks = sum(here and not before for before, here in zip([False, *matched], matched, strict=False))
    p, r = m / len(hyp), m / len(ref)
    return round(p * r / (alpha * p + (1 - alpha) * r) * (1 - gamma * (chunks / m) ** beta), 3)


def expected(hyp: str, refs: list[str], parameters: list[float]) -> dict[str, dict[str, Any]]:
    """The scores of other tools, with the integers behind them."""
    scores: dict[str, dict[str, Any]] = {}
    if len(refs) == 1:
        scores["meteor/exercise"] = {"score": exercise(refs[0], hyp, *parameters), "by": "the formula of the exercise"}
    if parameters or not all(refs):  # tools disagree about empty references
        return scores
    by = f"sacrebleu {sacrebleu.__version__}"
    bleu = sacrebleu.sentence_bleu(hyp, refs)
    scores["bleu/sacrebleu"] = {
        "score": bleu.score,
        "counts": bleu.counts,
        "totals": bleu.totals,
        "hyp_len": bleu.sys_len,
        "ref_len": bleu.ref_len,
        "by": f"{by}: sentence_bleu",
    }
    plain = sacrebleu.BLEU(smooth_method="none", tokenize="none", effective_order=False).sentence_score(hyp, refs)
    scores["bleu/paper"] = {
        "score": plain.score / 100,
        "counts": plain.counts,
        "totals": plain.totals,
        "by": f"{by}: BLEU(smooth_method='none', tokenize='none')",
    }
    words = [ref.split() for ref in refs]
    scores["bleu/nltk"] = {"score": sentence_bleu(words, hyp.split()), "by": f"nltk {version('nltk')}: sentence_bleu"}
    scores["chrf"] = {"score": sacrebleu.sentence_chrf(hyp, refs).score, "by": f"{by}: sentence_chrf"}
    ter = sacrebleu.TER().corpus_score([hyp], [[ref] for ref in refs])
    scores["ter"] = {"score": ter.score, "edits": ter.num_edits, "ref_len": ter.ref_length, "by": f"{by}: TER"}
    if len(refs) == 1:
        scores["wer"] = {"score": jiwer.wer(refs[0], hyp), "by": f"jiwer {version('jiwer')}: wer"}
        scores["cer"] = {"score": jiwer.cer(refs[0], hyp), "by": f"jiwer {version('jiwer')}: cer"}
    return scores


def main() -> None:
    """Score the cases and write them."""
    rows = []
    for line in TARGET.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        row["expected"] = expected(row["hyp"], row["refs"], row.get("parameters", []))
        rows.append(json.dumps(row, ensure_ascii=False))
    write_text(str(TARGET), "\n".join(rows) + "\n")
    print(f"{len(rows)} cases")


if __name__ == "__main__":
    main()
