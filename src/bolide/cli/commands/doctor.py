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
from bolide.system.errors import OptionError, counted
from bolide.system.files import cache_folder
from bolide.system.stored import to_json
from bolide.testset import TestSet
from bolide.testset.score_cache import cache_file
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


@dataclass(frozen=True)
class Check:
    """One thing that was checked, its state, and what to do about it."""

    name: str
    state: str
    detail: str
    fix: str = ""


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
    checks = [*core(), *packages(), *accelerated(), *cached()]
    usable = all(check.state != BROKEN for check in checks)
    data = {"version": __version__, "compiled": COMPILED, "usable": usable, "checks": list(map(asdict, checks))}
    put_out(lambda: blocks(checks), lambda: to_json(data, indent=1), options)
    return EXIT_DONE if usable else EXIT_FAILED


def blocks(checks: list[Check]) -> list[Block]:
    """The verdict, one line per check, and what can be done."""
    broken = sum(check.state == BROKEN for check in checks)
    verdict = Span(f"{counted(broken, 'problem')} found.", "bad") if broken else Span("No problems found.", "good")
    rows = [(check.name, Span(check.state, STYLES[check.state]), check.detail) for check in checks]
    found: list[Block] = [Paragraph.of(verdict), TableBlock.of(("what", "state", "more"), rows, "lll")]
    if fixes := dict.fromkeys(check.fix for check in checks if check.fix):
        found.append(Heading("How to fix it" if broken else "What can be added"))
    for fix in fixes:
        found.append(Paragraph.of(f"{', '.join(check.name for check in checks if check.fix == fix)}: {fix}"))
    return found


def core() -> Iterator[Check]:
    """Bolide itself: where it is, whether its kernels are compiled, whether it computes what it should."""
    yield Check("Bolide", WORKS, f"{__version__} in {Path(kernels.__file__).parents[1]}")
    system = f"{platform.system()} {platform.machine()}"
    yield Check("Python", WORKS, f"{platform.python_implementation()} {platform.python_version()}, {system}")
    if COMPILED:
        yield Check("kernels", WORKS, "compiled")
    elif any(path.name.endswith(tuple(EXTENSION_SUFFIXES)) for path in Path(kernels.__path__[0]).rglob("*")):
        yield Check("kernels", BROKEN, "only some are compiled: a half-done build", REINSTALL)
    else:
        yield Check("kernels", SLOW, "not compiled: the same numbers, slower", COMPILE)
    wrong = [
        f"{example.metric.name} {example.title}: {example.value():.{example.digits}f}, published "
        f"{example.expected:.{example.digits}f} ({example.source})"
        for example in EXAMPLES
        if not example.holds()
    ]
    if wrong:
        yield Check("worked examples", BROKEN, f"{len(wrong)} of {len(EXAMPLES)} differ: {'; '.join(wrong)}", REINSTALL)
    else:
        yield Check("worked examples", WORKS, f"all {len(EXAMPLES)} give the published number")


def packages() -> Iterator[Check]:
    """The packages that Bolide needs and those of its extras; `pip check` says whether their versions suit."""
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
        try:
            yield Check(name, WORKS, metadata.version(package))
        except metadata.PackageNotFoundError:
            fix = f"pip install 'bolide[{extra}]'" if extra else f"pip install '{package}{versions.strip()}'"
            yield Check(name, ABSENT if extra else BROKEN, "not installed", fix)


def accelerated() -> Iterator[Check]:
    """What bolide.accelerate replaces in each peer that is installed; and METEOR's table in a peer without an extra."""
    for name in filter(peers.is_installed, peers.PEERS):
        state, more = WORKS, peers.patched(name) or "not accelerated in this process"
        if not peers.is_known(name):
            state, more = ABSENT, "not known to Bolide: it runs its own code"
        yield Check(f"accelerate {name}", state, f"{peers.version_of(name)}; {more}")
    try:
        yield Check("METEOR's paraphrases", WORKS, str(installed_table("en")))
    except FileNotFoundError:
        fix = "pip install --no-deps pycocoevalcap, or name yours with --meteor.paraphrase"
        yield Check("METEOR's paraphrases", ABSENT, "pycocoevalcap, which has them, is not installed", fix)


def cached() -> Iterator[Check]:
    """The cache, the scores of commands (`-m run:NAME`) in it, and what the browser page needs there."""
    folder, kept = cache_folder(), cache_file()
    existing = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        yield Check("cache", WORKS, str(folder))
    else:
        fix = "make the folder writable, or set BOLIDE_CACHE to one that is"
        yield Check("cache", BROKEN, f"{folder} cannot be written", fix)
    yield Check("scores of commands", WORKS, f"{kept.stat().st_size / 1e6:.1f} MB" if kept.exists() else "none")
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
