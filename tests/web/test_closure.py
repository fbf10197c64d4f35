"""What the page takes along is enough: every call is made from those files and the standard library alone."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from bolide.web.serve.site import package_files
from tests.scripts import ROOT

CODE = """
import json, sys
from importlib.util import find_spec
assert find_spec("numpy") is None and find_spec("rich") is None
sys.platform = "emscripten"
from types import SimpleNamespace as Module
class Buffer(bytes):
    to_bytes = bytes.__bytes__
class Trials:
    counts = []
    new = classmethod(lambda cls, *seed: cls())
    toss = draw = lambda self, count: self.counts.append(count)
class Sums:  # JavaScript's, which are another test's: here every trial has the first row of a system
    def new(trials, cells, systems, width):
        row = lambda k, trials: Buffer(cells[8 * width * k : 8 * width * (k + 1)] * trials)
        tossed, drawn = trials.counts[0], sum(trials.counts[1:])
        return Module(keep=lambda: False, resample=lambda first, last: None,
                      exchanged=lambda one, other: row(one, tossed), bootstrapped=lambda one: row(one, drawn))
sys.modules |= {"bolide_resampling": Module(Trials=Trials, Sums=Sums), "pyodide": Module(),
                "pyodide.ffi": Module(to_js=lambda data: data)}
from importlib import import_module
from bolide.web.calls.api import METHODS
from tests.web.calls import call, file
for place in METHODS.values():
    import_module("bolide.web.calls." + place.partition(".")[0])
found = call("read", **file("x.tsv", "a\\tb\\nx\\ty\\n"))["result"]["columns"]
systems = [{"name": "a", "hyps": ["x y z", "a b"]}, {"name": "b", "hyps": ["x y", "a b"]}]
call("corpus", metrics=[{"metric": "bleu", "options": {}}], systems=systems, refs=[["x y z"], ["a b"]])
pairs = call("compare")["result"][0]["pairs"]
mqm = "system\\tseg_id\\trater\\ttarget\\tcategory\\tseverity\\na\\t1\\tr\\tx <v>y</v> z\\tStyle\\tMajor\\n"
assert [call("card", place=place)["result"]["holds"] for place in (0, 17)] == [False, True]
notes = call("marked", files=[file("m.tsv", mqm)], names=["a", "b"])["result"]
view = call("view", sources=None, documents=None)["result"]
marks = view["parts"]["batch-0"]["texts"][0][4][view["parts"]["summary"]["summary"]["systems"].index("a")]
page = call("report", form="html", sources=None, documents=None)["result"]
print(json.dumps([len(found), len(pairs), len(notes), marks, page[:15]]))
"""


def test_the_files_of_the_page_are_enough(tmp_path: Path) -> None:
    for name, path in package_files():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, tmp_path / name)
    done = subprocess.run(
        [sys.executable, "-S", "-c", CODE],  # without site-packages
        env={"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [2, 1, 1, [[2, 3, "Style", "Major", "r"]], "<!doctype html>"]
