"""Commands as metrics: COMET, MetricX or a judge, run in an environment of their own, never twice on the same texts.

A command is a list of arguments, which no shell reads. It gets texts in files, one segment per line, and writes scores
in any form that `score_files` reads.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, fields
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from bolide.agreement.table import Source, Table
from bolide.corpus import Corpus
from bolide.corpus.inputs import Path as PathLike
from bolide.corpus.lines import read_text
from bolide.system.errors import InputError, OptionError, check_list, check_names, counted, unknown
from bolide.system.files import config_folder, private_file
from bolide.system.stored import check_stored
from bolide.testset import TestSet
from bolide.testset.score_cache import KeptScore, ScoreCache, cache_file
from bolide.testset.score_files import Texts
from bolide.testset.score_tables import read_score_file
from bolide.testset.scores import ExternalScores, by_texts, hashes_of, without_mean

PLACE = re.compile(r"\{(src|hyp|ref\d*|out|n|docs)\}")
BROKEN = re.compile("[\r\n\ud800-\udfff]")
CONTEXTS = ("segment", "document")
MOMENT = 0.1  # seconds that a command has to end by itself


@dataclass(frozen=True)
class CommandMetric:
    """A command as a metric like any other; `command_metric` and `read_commands` make one.

    Its results are kept, unless `cache` is false; with `refresh` it computes all of them again.
    """

    name: str
    command: tuple[str, ...]
    lower: bool
    version: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    references: str = ""
    batch: int = 0
    context: str = "segment"
    deterministic: bool = True
    cache: bool = True
    refresh: bool = False
    _made: list[tuple[TestSet, ExternalScores]] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if "hyp" not in self.places:
            raise OptionError(f"{self.name}: `command` must have a place for the outputs, {{hyp}}.")
        if self.context not in CONTEXTS:
            raise OptionError(f"{self.name}: `context` is {self.context!r:.40}; it must be {' or '.join(CONTEXTS)}.")
        if self.references not in ("", "first"):
            raise OptionError(f"{self.name}: `references` is {self.references!r:.40}; it must be first, or left out.")
        if "docs" in self.places and self.context != "document":
            raise OptionError(f'{self.name}: {{docs}} is for context = "document".')

    @property
    def places(self) -> list[str]:
        """The placeholders in the command, each once."""
        return list(dict.fromkeys(PLACE.findall(" ".join(self.command))))

    def scored(self, data: TestSet) -> ExternalScores:
        """The scores of a test set: those that are kept, and those that the command gives now."""
        data = data if data.lines is None else data.whole or data
        for known, scores in self._made:
            if known is data:
                return scores
        self._made.append((data, self._scores(data)))
        return self._made[-1][1]

    def _scores(self, data: TestSet) -> ExternalScores:
        if not data.corpora:
            raise InputError(f"{self.name} scores outputs, and there are none: pass their texts.")
        rows = {corpus.name: self._rows(corpus, data) for corpus in data.corpora}
        with closing(ScoreCache(cache_file() if self.cache else None)) as cache:
            base, version = self._identity(cache)
            if self.context == "document":
                scores = {system: self._job(some, cache, base) for system, some in rows.items()}
            else:
                distinct = list(dict.fromkeys(chain.from_iterable(rows.values())))
                by_row = dict(zip(distinct, self._job(distinct, cache, base), strict=True))
                scores = {system: [by_row[row] for row in some] for system, some in rows.items()}
            runs = Counter(one.run for some in scores.values() for one in some if one is not None)
            parts = [f"{counted(count, 'score')} of {cache.run(run)}" for run, count in sorted(runs.items())]
        notes: tuple[str, ...] = ()
        if len(runs) > 1 or not self.deterministic:
            what = ": scores of several runs:" if self.deterministic else " is not deterministic; these are"
            notes = (f"{self.name}{what} {', '.join(parts)}.",)
        cells = np.array([[np.nan if one is None else one.value for one in some] for some in scores.values()])
        errors = {
            (name, k): one.errors for name, some in scores.items() for k, one in enumerate(some) if one and one.errors
        }
        words = [os.path.basename(word) if os.path.exists(word) else word for word in self.command]
        signature = ", ".join(filter(None, (version, shlex.join(words), f"settings {base.hex()[:8]}")))
        table = Table(self.name, tuple(scores), cells, "seg", not self.lower, notes, signature)
        return ExternalScores(Source(self.name, table), self.context == "document", texts=Texts({}, errors)).scored(
            data
        )

    def _rows(self, corpus: Corpus, data: TestSet) -> list[tuple[str, ...]]:
        """What each segment's score depends on: its texts for the placeholders of the command."""
        columns: dict[str, Sequence[str]] = {"hyp": corpus.hyps}
        refs = [corpus[k].refs for k in range(len(corpus))]
        least, most = min(map(len, refs)), max(map(len, refs))
        for place in self.places:
            if place in ("src", "docs"):
                what, values = ("the source", data.source) if place == "src" else ("documents", data.documents)
                if not values:
                    raise InputError(
                        f"{self.name} reads {what} ({{{place}}}), which the test set does not have; pass it."
                    )
                columns[place] = values
            elif place.startswith("ref"):
                number = int(place[3:] or 1)
                if place == "ref" and most > 1 and self.references != "first":
                    raise InputError(
                        f"{self.name} takes one reference and there are {most}: give its command {{ref1}} {{ref2}}, or "
                        'say references = "first".'
                    )
                if not 1 <= number <= least:
                    raise InputError(f"{self.name} wants reference {number} of every segment, and some have {least}.")
                columns[place] = [texts[number - 1] for texts in refs]
        for place, texts in columns.items():
            for line, text in enumerate(texts, 1):
                if broken := BROKEN.search(text):
                    what = "a line break" if broken[0] in "\r\n" else "half of a character"
                    where = f"line {line} of {corpus.name} has {what} in {{{place}}}"
                    raise InputError(f"{self.name}: {where}; a command gets one segment per line. Replace it.")
        return list(zip(*(columns[place] for place in self.places if place in columns), strict=True))

    def _identity(self, cache: ScoreCache) -> tuple[bytes, str]:
        """The hash of all that the scores depend on but the texts; and the version."""
        words = (part for word in self.command for part in (word, word.partition("=")[2]))
        contents = {word: cache.content(word) for word in words if word and os.path.exists(word)}
        environment = {name: os.environ.get(name) for name in self.env}
        version = self._asked_version(cache) if self.version else ""
        about = [list(self.command), contents, environment, version, self.references, self.context, self.deterministic]
        return sha256(json.dumps(about).encode()).digest(), version

    def _asked_version(self, cache: ScoreCache) -> str:
        """The first line that the command for the version prints; it is asked once for each executable."""
        path = shutil.which(self.version[0]) or self.version[0]
        changed = os.stat(path).st_mtime_ns if os.path.exists(path) else 0
        name = json.dumps(["version", list(self.version), path, changed])
        known = None if self.refresh else cache.fact(name)
        if known is not None:
            return known
        try:
            done = subprocess.run(self.version, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise InputError(f"{self.name}: {shlex.join(self.version)} does not tell the version: {error}.") from None
        lines = (done.stdout.strip() or done.stderr.strip()).splitlines()
        return cache.learn(name, lines[0].strip() if lines else "")

    def _job(self, rows: Sequence[tuple[str, ...]], cache: ScoreCache, base: bytes) -> list[KeptScore | None]:
        """The scores of these rows, one after the other, of which the command computes those that are not kept."""
        single = self.context == "segment" and self.deterministic
        if single:
            keys = [sha256(base + "\n".join(row).encode()).digest() for row in rows]
        else:  # all or nothing
            whole = sha256(base + "\n\n".join(map("\n".join, rows)).encode()).hexdigest()
            turn = int(cache.fact(f"run of {whole}") or 0)
            if self.refresh:
                turn = int(cache.learn(f"run of {whole}", str(turn + 1)))
            keys = [sha256(f"{whole} {turn} {k}".encode()).digest() for k in range(len(rows))]
        with closing(cache.alone(base.hex()[:16])):
            known = {} if self.refresh else cache.known(keys)
            missing = [k for k, key in enumerate(keys) if key not in known]
            if missing and not single:
                missing = [*range(len(rows))]
            run = cache.begin(self.name) if missing else 0
            size = self.batch if self.batch and self.context == "segment" else len(missing)
            for start in range(0, len(missing), size or 1):
                some = missing[start : start + size]
                scores = self._batch([rows[k] for k in some])
                new = {keys[k]: one._replace(run=run) for k, one in zip(some, scores, strict=True) if one is not None}
                cache.keep(new)
                known |= new
        return [known.get(key) for key in keys]

    def _batch(self, rows: Sequence[tuple[str, ...]]) -> list[KeptScore | None]:
        """What the command gives for these rows."""
        texts = [place for place in self.places if place not in ("out", "n")]
        columns = dict(zip(texts, zip(*rows, strict=True), strict=True))
        with tempfile.TemporaryDirectory(prefix="bolide-") as folder:
            values = {place: os.path.join(folder, place) for place in (*texts, "out", "printed")}
            for place, lines in columns.items():
                with private_file(values[place]) as file:
                    file.write("".join(f"{line}\n" for line in lines).encode())
            words = [PLACE.sub(lambda place: {**values, "n": str(len(rows))}[place[1]], word) for word in self.command]
            run_command(self, words, values["printed"])
            return self._read(values["out" if os.path.exists(values["out"]) else "printed"], columns, len(rows))

    def _read(self, path: str, columns: Mapping[str, Sequence[str]], size: int) -> list[KeptScore | None]:
        """The scores that the command wrote, which must be those of these texts."""
        try:
            (table, texts), *others = read_score_file(path).scores.values()
        except InputError as error:
            raise InputError(f"{self.name}: what its command wrote is not read: {error}") from None
        cells = without_mean(table.cells, size)
        if others or cells.shape != (1, size) or table.level != "seg":
            raise InputError(
                f"{self.name}: its command gave {counted(cells.size, 'score')} for {counted(size, 'segment')}."
            )
        ours, order = hashes_of([columns.get(place, ()) for place in ("hyp", "src", "ref")], size), np.arange(size)
        for theirs in texts.hashes.values():
            order = by_texts(f"{self.name}: its command", "its input", ours, theirs, order)
        errors = {k: some for (_, k), some in texts.errors.items()}
        return [
            None if x != x else KeptScore(x, errors.get(k, ()))
            for k, x in zip(order.tolist(), cells[0, order].tolist(), strict=True)
        ]


def run_command(metric: CommandMetric, words: Sequence[str], printed: str) -> None:
    """Run a command in the caller's folder; its standard error is shown as it comes, its output goes to a file."""
    with private_file(printed) as output:
        try:
            process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            what = f"its command {words[0]} cannot be run"
            raise InputError(f"{metric.name}: {what}: {error.strerror or error}.") from None
    assert process.stderr is not None
    last = b""
    try:
        while part := os.read(process.stderr.fileno(), 1 << 16):
            last = (last + part)[-2000:]
            with suppress(OSError, ValueError, AttributeError):  # nobody reads it
                sys.stderr.write(part.decode(errors="replace"))
                sys.stderr.flush()
        code = process.wait()
    except BaseException:
        _end(process)
        raise
    finally:
        process.stderr.close()
    if code:
        lines = re.split(r"[\r\n]+", (last.decode(errors="replace") or read_text(printed)).strip())[-3:]
        told = f"; its last lines: {' / '.join(lines)}" if any(lines) else ""
        raise InputError(f"{metric.name}: {shlex.join(metric.command)} ended with exit code {code}{told}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command and its children."""
    for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        with suppress(OSError):
            os.killpg(process.pid, number) if hasattr(os, "killpg") else process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(MOMENT)


def command_metric(
    name: str,
    command: Sequence[str],
    *,
    lower: bool,
    version: Sequence[str] = (),
    env: Sequence[str] = (),
    references: str = "",
    batch: int = 0,
    context: str = "segment",
    deterministic: bool = True,
    cache: bool = True,
) -> CommandMetric:
    """A command as a metric: a list of arguments with places for files, `{src}`, `{hyp}`, `{ref}`, and `{out}`.

    It gets the different texts of all systems once, in runs of `batch` segments, and its scores are kept. `lower` says
    whether lower is better, `version` what prints its version, `env` names variables that its scores depend on;
    `references="first"` takes the first of several. With `context="document"` it gets whole outputs and `{docs}`. If it
    is not `deterministic`, scores of several runs are never mixed.

    >>> import bolide
    >>> judge = bolide.command_metric("words", ["awk", "{ print NF }", "{hyp}"], lower=False, cache=False)
    >>> data = bolide.TestSet(["the cat sat", "hello"], {"a": ["the cat", "hi"], "b": ["a cat sat", "hi"]})
    >>> [(name, one.value) for name, one in bolide.score(data, ["bleu", judge])["words"].items()]
    [('a', 1.5), ('b', 2.0)]
    """
    for what, some in (("command", command), ("version", version), ("env", env)):
        check_list(what, some, ordered=True)
    words, asked, variables = tuple(command), tuple(version), tuple(env)
    return CommandMetric(name, words, lower, asked, variables, references, batch, context, deterministic, cache)


def read_commands(path: PathLike | None = None) -> dict[str, CommandMetric]:
    """The commands of a `bolide.toml` by name; by default of the one in the user's folder of configurations."""
    file = config_folder() / "bolide.toml" if path is None else Path(path)
    if path is None and not file.exists():
        return {}
    try:
        metrics = tomllib.loads(read_text(str(file))).get("metrics", {})
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{file} is not TOML: {error}.") from None
    known = [one.name for one in fields(CommandMetric) if one.init and one.name not in ("name", "cache", "refresh")]
    commands = {}
    for name, about in check_stored(metrics, dict[str, dict[str, Any]], f"{file}, [metrics]").items():
        check_names(f"{file}, [metrics.{name}]", list(about), known)
        if "lower" not in about or "command" not in about:
            raise InputError(f"{file}, [metrics.{name}] needs `command`, a list, and `lower`, true or false.")
        commands[name] = check_stored({"name": name, **about}, CommandMetric, f"{file}, [metrics.{name}]")
    return commands


def named_command(name: str, path: PathLike | None = None) -> CommandMetric:
    """The command that `run:NAME` names."""
    commands = read_commands(path)
    if name not in commands:
        where = config_folder() / "bolide.toml" if path is None else path
        raise unknown(f"command in {where}", name, commands)
    return commands[name]
