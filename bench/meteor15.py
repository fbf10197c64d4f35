"""METEOR 1.5 against its jar, where Java and pycocoevalcap are at hand."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.real.data import lines as read
from tests.real.data import systems

from bench.timing import DATA, Line
from bolide import METEOR
from bolide.text.meteor_normalize import normalizer

THREE = ("-m", "exact stem synonym")


def lines() -> list[Line]:
    """All measurements of METEOR 1.5; none, said aloud, where the jar cannot run."""
    spec = find_spec("pycocoevalcap")
    if not spec or not spec.submodule_search_locations or not shutil.which("java") or not DATA.is_dir():
        print("METEOR 1.5: Java, pycocoevalcap or the test sets are missing; nothing to compare with")
        return []
    jar = Path(spec.submodule_search_locations[0], "meteor", "meteor-1.5.jar")
    _, output, reference = systems("wmt12/fr-en")[0]
    hyps, refs = read(output)[:2000], read(reference)[:2000]
    with TemporaryDirectory() as folder:
        bench = Bench(jar, Path(folder), hyps, refs)
        return bench.warm() + bench.cold() + bench.memory()


class Bench:
    """The same texts for both, as they are and normalised."""

    def __init__(self, jar: Path, folder: Path, hyps: list[str], refs: list[str]) -> None:
        self.jar, self.folder = jar, folder
        normalize = normalizer("en")
        self.raw = hyps, refs
        self.done = tuple([normalize(text).lower() for text in texts] for texts in self.raw)
        for name, (ours, theirs) in {"raw": self.raw, "done": self.done}.items():
            for times in (1, 4):
                (folder / f"{name}{times}.h").write_text("\n".join(ours * times) + "\n", encoding="utf-8")
                (folder / f"{name}{times}.r").write_text("\n".join(theirs * times) + "\n", encoding="utf-8")

    def java(self, name: str, *options: str) -> float:
        command = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(self.jar), f"{name}.h", f"{name}.r", "-q"]
        return self._timed([*command, "-l", "en", *options])

    def bolide(self, name: str, *options: str) -> float:
        return self._timed([sys.executable, "-m", "bolide", "meteor", f"{name}.h", f"{name}.r", "-q", *options])

    def _timed(self, command: list[str]) -> float:
        start = perf_counter()
        subprocess.run(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return perf_counter() - start

    def _per_pass(self, name: str, *options: str) -> float:
        """One warm pass of the jar: what four times the text takes longer, by three."""
        pairs = [(self.java(f"{name}1", *options), self.java(f"{name}4", *options)) for _ in range(2)]
        return min((four - one) / 3 for one, four in pairs)

    def warm(self) -> list[Line]:
        found = []
        for work, texts, name, options, metric, goal in (
            ("normalised text, three modules", self.done, "done", THREE, METEOR(normalize=False), 10),
            ("with normalisation", self.raw, "raw", (*THREE, "-norm"), METEOR(), 5),
            ("with all four modules", self.raw, "raw", ("-norm",), METEOR(paraphrase="auto"), 3),
        ):
            metric.segments(*texts)
            best = float("inf")
            for _ in range(3):
                start = perf_counter()
                metric.segments(*texts)
                best = min(best, perf_counter() - start)
            found.append(Line(f"METEOR 1.5 warm, {work}", "jar", self._per_pass(name, *options), best, goal))
        return found

    def cold(self) -> list[Line]:
        """From process start to the score of 2,000 segments."""
        found = []
        for work, options in (("without paraphrases", (*THREE, "-norm")), ("with paraphrases", ("-norm",))):
            self.bolide("raw1", *options)
            theirs = min(self.java("raw1", *options) for _ in range(2))
            ours = min(self.bolide("raw1", *options) for _ in range(2))
            found.append(Line(f"METEOR 1.5 cold, {work}", "jar", theirs, ours, 3))
        return found

    def memory(self) -> list[Line]:
        """Peak memory in MB, in the columns of milliseconds."""
        java = ["java", "-Xmx2G", "-jar", str(self.jar), "raw1.h", "raw1.r", "-q", "-l", "en", "-norm"]
        ours = [sys.executable, "-m", "bolide", "meteor", "raw1.h", "raw1.r", "-q", "-norm"]
        return [Line("METEOR 1.5, peak MB with paraphrases", "jar", self._peak(java), self._peak(ours), 4)]

    def _peak(self, command: list[str]) -> float:
        code = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], capture_output=True, check=True); "
        code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        done = subprocess.run([sys.executable, "-c", code, *command], cwd=self.folder, capture_output=True, check=True)
        return int(done.stdout) * resource_unit() / 1e9


def resource_unit() -> int:
    """Bytes in a unit of ru_maxrss."""
    return 1 if sys.platform == "darwin" else 1024
