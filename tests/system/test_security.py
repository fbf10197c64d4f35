"""What SECURITY.md promises and a test can see: no connection, no program, nothing written but what was named."""

import gzip
import json
import os
import shlex
from pathlib import Path

from tests.cli.situations import SITUATIONS, write_texts
from tests.python import environment, python

ROOT = Path(__file__).parents[2]
# Runs command lines in one process and prints what they did to the world.
WATCHED = """
import json, os, sys
events = []
def watch(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.exec",
                 "os.posix_spawn", "pickle.find_class", "webbrowser.open"):
        events.append([event, repr(arguments)[:200]])
    elif event == "open" and isinstance(arguments[0], (str, bytes)) and (arguments[2] or 0) & (os.O_WRONLY | os.O_RDWR):
        events.append(["write", os.path.abspath(os.fsdecode(arguments[0]))])
from tests.cli.run import bolide
lines = json.loads(sys.argv[1])
sys.addaudithook(watch)
codes = [bolide(*words).code for words in lines]
print(json.dumps([codes, events]))
"""


def watched(folder: Path, lines: list[list[str]]) -> tuple[list[int], list[list[str]]]:
    env = environment(ROOT, PYTHONDONTWRITEBYTECODE="1", BOLIDE_CACHE=str(folder / "cache"))
    done = python("-c", WATCHED, json.dumps(lines), cwd=folder, env=env, check=True)
    codes, events = json.loads(done.stdout)
    return codes, events


def test_no_command_connects_starts_a_program_or_writes_what_was_not_named(tmp_path: Path) -> None:
    write_texts(tmp_path)
    (tmp_path / "table.gz").write_bytes(gzip.compress(b"1\na cat\nthe cats\n", mtime=0))  # is converted and kept
    # The doctor tries every tool, and check starts what it checks.
    commands = [command for command in SITUATIONS if command not in ("web", "doctor", "check")]
    lines = [[command, *shlex.split(SITUATIONS[command][0])] for command in commands]
    writing = ("score", "explain", "compare", "correlate")
    lines += [[*words, "-o", "named.txt"] for words in lines if words[0] in writing]
    further = "score ref.txt -i a.txt -m meteor rgbf ter", "meteor a.txt ref.txt -a table.gz"
    lines += map(str.split, further)
    codes, events = watched(tmp_path, lines)
    assert codes == [0] * len(lines)
    assert sorted({kind for kind, _ in events}) == ["write"], "what was named with -o is seen, and nothing else"
    written = [Path(name) for _, name in events if name != os.devnull]
    here = tmp_path.resolve()
    assert [path for path in written if not (path.name.startswith(".bolide-") and path.is_relative_to(here))] == []
