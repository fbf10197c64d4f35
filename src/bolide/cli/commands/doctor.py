"""Check what is installed and whether it computes the published number of every
worked example.

Exit code 1 if something is broken; what is merely absent is not a fault. With a
reference and outputs, look at these texts instead: normal forms, tokenized
text, empty or repeated outputs, copies, scripts, markup, invisible characters.

examples:
  bolide doctor
  bolide doctor -f json
  bolide doctor ref.txt -i a.txt b.txt
"""

import os
import platform
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib import metadata
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from bolide import kernels, peers
from bolide._version import __version__
from bolide.classroom.examples import EXAMPLES
from bolide.cli.parser import Options, Parser
from bolide.cli.parser.output import add_format, put_out, put_result
from bolide.evaluation.health import health
from bolide.kernels import COMPILED
from bolide.program.stdio import EXIT_DONE, EXIT_FAILED
from bolide.reporting.blocks import Block, Heading, Paragraph, Span, TableBlock
from bolide.system.errors import InputError, OptionError, counted
from bolide.system.files import cache_folder
from bolide.system.stored import to_json
from bolide.testset import TestSet
from bolide.testset.score_cache import ScoreCache, cache_file
from bolide.text.words.paraphrase import installed_table
from bolide.web.serve import runtime, wasm_kernels

WORKS, SLOW, ABSENT, BROKEN = "works", "slow", "absent", "broken"
STYLES = {WORKS: "good", SLOW: "half", ABSENT: "dim", BROKEN: "bad"}
REINSTALL = "pip install --force-reinstall --no-deps --no-cache-dir --no-binary bolide bolide"
COMPILE = (
    f"install a C compiler and Python's headers (Debian: apt-get install gcc python3-dev), then: {REINSTALL} "
    "(in a checkout: a dot in place of the last word)"
)
REQUIREMENT = re.compile(r"([\w.-]+)([^;]*)(?:;.*extra == ['\"]([\w.-]+)['\"])?")  # package, versions, extra
FOR_DEVELOPERS = ("test", "test-core", "docs")  # extras that no user is missing


def parser() -> Parser:
    """The options of the command."""
    command = Parser("doctor", __doc__, "[REF … -i HYP …] ")
    command.option("references [REF …]", "the references of texts to check, one segment a line")
    command.option("-i --input HYP …", "the outputs to check")
    add_format(command)
    return command


def run(options: Options) -> int:
    """Print the verdict, then one line per check; exit code 1 if something is broken."""
    if bool(options.references) != bool(options.input):
        raise OptionError("To check texts, give references and outputs: bolide doctor ref.txt -i system.txt")
    if options.references:
        put_result(health(TestSet.read(options.references, options.input)), options, "Text health")
        return EXIT_DONE
    installation = examine()
    put_out(installation.blocks, installation.to_json, options)
    return EXIT_DONE if installation.usable else EXIT_FAILED


@dataclass(frozen=True)
class Check:
    """One thing that was checked, its state, and what to do about it."""

    name: str
    state: str
    detail: str
    fix: str = ""


@dataclass(frozen=True)
class Installation:
    """Everything that was checked."""

    checks: tuple[Check, ...]

    @property
    def usable(self) -> bool:
        """Whether nothing is broken; what is merely absent is not a fault."""
        return all(check.state != BROKEN for check in self.checks)

    def blocks(self) -> list[Block]:
        """The verdict, one line per check, and what can be done."""
        broken = sum(check.state == BROKEN for check in self.checks)
        verdict = Span(f"{counted(broken, 'problem')} found.", "bad") if broken else Span("No problems found.", "good")
        rows = [(check.name, Span(check.state, STYLES[check.state]), check.detail) for check in self.checks]
        fixes = dict.fromkeys(check.fix for check in self.checks if check.fix)
        names = {fix: ", ".join(check.name for check in self.checks if check.fix == fix) for fix in fixes}
        advice: list[Block] = [Paragraph.of(f"{names[fix]}: {fix}") for fix in fixes]
        title = "How to fix it" if broken else "What can be added"
        table = TableBlock.of(("what", "state", "more"), rows, "lll")
        return [Paragraph.of(verdict), table, *([Heading(title), *advice] if advice else [])]

    def to_json(self) -> str:
        """The checks as JSON."""
        about = {"version": __version__, "compiled": COMPILED, "usable": self.usable}
        return to_json({**about, "checks": list(map(asdict, self.checks))}, indent=1)


def examine() -> Installation:
    """Check everything."""
    return Installation((*core(), *packages(), *accelerated(), paraphrases(), *cached()))


def core() -> Iterator[Check]:
    """Bolide itself: where it is, whether its kernels are compiled, whether it computes what it should."""
    yield Check("Bolide", WORKS, f"{__version__} in {Path(kernels.__file__).parents[1]}")
    system = f"{platform.system()} {platform.machine()}"
    yield Check("Python", WORKS, f"{platform.python_implementation()} {platform.python_version()}, {system}")
    yield compilation()
    wrong = [
        f"{example.metric.name} {example.title}: {example.value():.{example.digits}f}, published "
        f"{example.expected:.{example.digits}f} ({example.source})"
        for example in EXAMPLES
        if not example.holds()
    ]
    differ = f"{len(wrong)} of {len(EXAMPLES)} differ: {'; '.join(wrong)}"
    detail = differ if wrong else f"all {len(EXAMPLES)} give the published number"
    yield Check("worked examples", BROKEN if wrong else WORKS, detail, REINSTALL if wrong else "")


def compilation() -> Check:
    """Whether the kernels are compiled: all of them or none."""
    if COMPILED:
        return Check("kernels", WORKS, "compiled")
    if any(path.name.endswith(tuple(EXTENSION_SUFFIXES)) for path in Path(kernels.__path__[0]).rglob("*")):
        return Check("kernels", BROKEN, "only some are compiled: a half-done build", REINSTALL)
    return Check("kernels", SLOW, "not compiled: the same numbers, slower", COMPILE)


def packages() -> Iterator[Check]:
    """The packages that Bolide needs and those of its extras: whether they are installed, in a version that suits."""
    try:
        requirements = metadata.requires("bolide") or ()
    except metadata.PackageNotFoundError:
        yield Check("installation", ABSENT, "none: Bolide runs from its sources", "pip install .")
        return
    for requirement in requirements:
        package, versions, extra = REQUIREMENT.match(requirement).groups()  # type: ignore[union-attr]
        if extra in FOR_DEVELOPERS:
            continue
        name = f"{package} (extra {extra})" if extra else package
        fix = f"pip install 'bolide[{extra}]'" if extra else f"pip install '{package}{versions.strip()}'"
        try:
            version = metadata.version(package)
            bounds = re.findall(r"(>=|<)([\d.]+)", versions)  # all that pyproject.toml uses
            unsuited = any((_numbers(version) >= _numbers(bound)) != (sign == ">=") for sign, bound in bounds)
            problem = f"{version} is installed; it must be {versions.strip()}" if unsuited else ""
        except metadata.PackageNotFoundError:
            problem = "not installed"
        yield Check(name, ABSENT if extra else BROKEN, problem, fix) if problem else Check(name, WORKS, version)


def accelerated() -> Iterator[Check]:
    """What bolide.accelerate replaces in each peer that is installed, or would replace."""
    for name in filter(peers.is_installed, peers.PEERS):
        version = peers.version_of(name)
        if not peers.is_known(name):
            yield Check(f"accelerate {name}", ABSENT, f"{version} is not known to Bolide and runs its own code")
        else:
            replaced = peers.patched(name)
            yield Check(f"accelerate {name}", WORKS, f"{version}; {replaced or 'not accelerated in this process'}")


def _numbers(version: str) -> list[int]:
    """The numbers of a version, by which it is compared."""
    return list(map(int, re.findall(r"\d+", version)))


def paraphrases() -> Check:
    """METEOR 1.5's English paraphrase table, which comes in a package without an extra."""
    try:
        return Check("METEOR's paraphrases", WORKS, str(installed_table("en")))
    except FileNotFoundError:
        fix = "pip install --no-deps pycocoevalcap, or name yours with --meteor.paraphrase"
        return Check("METEOR's paraphrases", ABSENT, "pycocoevalcap, which has them, is not installed", fix)


def kept_scores() -> Check:
    """The scores of commands (`-m run:NAME`) that are kept."""
    file = cache_file()
    if not file.exists():
        return Check("scores of commands", WORKS, f"none is kept in {file}")
    try:
        with closing(ScoreCache(file)) as cache:
            scores, metrics = cache.sizes()
    except InputError as error:
        return Check("scores of commands", BROKEN, str(error), f"delete {file}")
    size = f"{counted(scores, 'score')} of {counted(metrics, 'metric')}, {file.stat().st_size / 1e6:.1f} MB"
    return Check("scores of commands", WORKS, size)


def cached() -> Iterator[Check]:
    """The cache, and what the browser page needs in it."""
    folder = cache_folder()
    existing = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        yield Check("cache", WORKS, str(folder))
    else:
        fix = "make the folder writable, or set BOLIDE_CACHE to one that is"
        yield Check("cache", BROKEN, f"{folder} cannot be written", fix)
    yield kept_scores()
    pyodide = folder / f"pyodide-{runtime.VERSION}"
    if not pyodide.is_dir():
        yield Check("Pyodide", ABSENT, "the runtime of `bolide web`", "bolide web fetches it")
    elif damaged := runtime.damaged(pyodide):
        detail = f"{pyodide}: {', '.join(damaged)} missing or not the pinned file"
        yield Check("Pyodide", BROKEN, detail, "run bolide web while connected: it fetches them again")
    else:
        yield Check("Pyodide", WORKS, str(pyodide))
    if wasm_kernels.lookup() is not None:
        yield Check("page's kernels", WORKS, "compiled, from the sources that are installed")
    else:
        fix = "in a checkout whose kernels were changed, scripts/pyodide-wheel --package makes them"
        yield Check("page's kernels", ABSENT, "the page interprets them: the same numbers, slower", fix)
