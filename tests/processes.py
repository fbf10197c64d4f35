"""`--processes N`: several processes share the files of tests, forked when all of them have been read and imported.

To read them takes as long as a tenth of the tests, and pytest-xdist would do so in every process.
"""

import atexit
import os
import pickle
import shutil
import sys
import tempfile
import warnings
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

# Files that one process runs: what they share takes seconds to set up.
TOGETHER = {
    "reports": ("browser/test_report",),  # in a browser of their own, beside the page's: each step waits for the next
    "browser": ("browser/",),
    "lemmas": ("frozen/", "text/test_units", "text/words/test_jar_words", "peers/test_meteor15"),
    "wmt": ("real/test_bleu", "real/test_correlation", "real/test_people_page", "real/test_report", "real/test_files"),
    "wordnet": ("peers/test_nltk", "fuzz/test_fuzz", "real/test_meteor_real", "real/test_wordnet"),
}
# Those with files that take longest come first, so that processes end at the same time.
FIRST = (*TOGETHER, "real/", "cli/", "web/", "docs/", "peers/")


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "share the files of tests among this many processes"
    parser.addoption("--processes", type=int, default=1, metavar="N", help=words)


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run what no other process has taken, if there are others; the first process reports what came of all tests."""
    count = session.config.getoption("processes")
    if count < 2 or session.testsfailed or session.config.option.collectonly:
        return None
    folder = Path(tempfile.mkdtemp(prefix="bolide-tests-"))
    children: list[int] = []
    while len(children) < count - 1:
        if not (child := _fork()):
            _run_as_child(session, folder)
        children.append(child)
    try:
        _run(session, folder)
    finally:
        for child in children:
            _hear(session, folder, child, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        shutil.rmtree(folder)
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    return True


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> Generator[None, int | None, int | None]:
    """When all has been said and cleaned up, leave."""
    status = yield
    if config.getoption("processes") > 1 and status is not None:
        config._ensure_unconfigure()
        _leave(int(status))
    return status


def _fork() -> int:
    """Fork while no thread runs that could hold a lock: memory allocators that libraries bring guard theirs."""
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _run(session: pytest.Session, folder: Path) -> None:
    tests = _taken(session.items, folder)
    test = next(tests, None)
    while test is not None:
        following = next(tests, None)
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)
        test = following


class _Reports:
    """What came of the tests of this process, as it is passed on."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.all = config, list[object]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.all.append(self.config.hook.pytest_report_to_serializable(config=self.config, report=report))


def _run_as_child(session: pytest.Session, folder: Path) -> NoReturn:
    """Run a share of the tests, write down what came of them, and print nothing."""
    reports = _Reports(session.config)
    session.config.pluginmanager.register(reports)
    session.config.pluginmanager.unregister(name="terminalreporter")
    try:
        _run(session, folder)
    finally:
        (folder / f"reports-{os.getpid()}").write_bytes(pickle.dumps(reports.all))
    _leave(1 if session.testsfailed else 0)


def _leave(status: int) -> NoReturn:
    """End this process at once: to take half a million objects apart took it eight seconds, while others waited."""
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _hear(session: pytest.Session, folder: Path, child: int, status: int) -> None:
    """Report the tests of another process as if they had run here; fail if it ended otherwise than its tests."""
    hook, config = session.config.hook, session.config
    path, failed = folder / f"reports-{child}", 0
    for data in pickle.loads(path.read_bytes()) if path.exists() else ():
        report = hook.pytest_report_from_serializable(config=config, data=data)
        hook.pytest_runtest_logreport(report=report)
        failed += report.failed
    if status not in ([1] if failed else [0, 5]):
        session.shouldfail = f"a process that ran a share of the tests ended with status {status}"


def _taken(items: list[pytest.Item], folder: Path) -> Iterator[pytest.Item]:
    """The tests of each file that nobody has taken, those that take longest first."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        name = item.nodeid.partition("::")[0].removeprefix("tests/")
        groups.setdefault(next((part for part in TOGETHER if name.startswith(TOGETHER[part])), name), []).append(item)
    order = {name: [name.startswith(start) for start in FIRST] for name in groups}
    for name in sorted(groups, key=order.__getitem__, reverse=True):
        try:
            (folder / name.replace("/", "-")).touch(exist_ok=False)
        except FileExistsError:
            continue
        yield from groups[name]
