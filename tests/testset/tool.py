"""A stand-in for a metric's command line: a segment's score is the number of its words, written in the form asked for.

`tool.py FORM HYP [OUT]`; each segment that it is given is noted in the file `asked` of the working folder.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path


def written(form: str, texts: Sequence[str]) -> str:
    """The scores of these texts in a form."""
    scores = [float(len(text.split())) for text in texts]
    if form == "comet lines":
        lines = [f"hyp.txt\tSegment {k}\tscore: {score:.4f}" for k, score in enumerate(scores)]
        return "\n".join(["Seed set to 1", *lines, "hyp.txt\tscore: 1.0"])
    if form == "comet json":
        marks = [{"text": "x", "confidence": 0.5, "severity": "minor", "start": 0, "end": 1}]
        rows = zip(map(str.strip, texts), scores, strict=True)
        return json.dumps({"hyp.txt": [{"src": "", "mt": text, "COMET": x, "errors": marks} for text, x in rows]})
    if form == "metricx":
        rows = zip(texts, scores, strict=True)
        return "\n".join(json.dumps({"hypothesis": text, "prediction": x}) for text, x in rows)
    if form == "bert-score":
        lines = [f"0.1\t0.2\t{score}" for score in scores]
        return "\n".join(["roberta-large_L17 P: 0.1 R: 0.2 F1: 1.0", *lines])
    if form == "mean":
        scores.append(sum(scores) / len(scores))
    return "\n".join("None" if score > 100 else f"{score}" for score in scores)


def main(form: str, hyp: str, out: str = "", docs: str = "") -> None:
    """Note, and write."""
    texts = Path(hyp).read_text(encoding="utf-8").split("\n")[:-1]
    with Path("asked").open("a", encoding="utf-8") as noted:
        noted.write("".join(f"{text}\n" for text in texts))
    if docs:
        assert Path(docs).read_text(encoding="utf-8") == "d\nd\ne\n"
    if form == "hangs" and "x" in texts and not Path("calm").exists():
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        Path("started").write_text(f"{os.getpid()} {child.pid}", encoding="utf-8")
        time.sleep(600)
    if form == "fails" and "ten" in texts:
        sys.exit("Traceback …\nCUDA out of memory")
    if form == "slow":
        time.sleep(0.5)
    if form == "few":
        texts = texts[:-1]
    if form == "others":
        texts, form = ["other words", *texts[1:]], "comet json"
    print("loading …", file=sys.stderr)
    text = written(form, texts)
    if out:
        Path(out).write_text(text, encoding="utf-8")
    else:
        print(text)


main(*sys.argv[1:])
