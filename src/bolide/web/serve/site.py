"""The files of the page: its own files and initial markup, the package as zips, the runtime, and licences."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from datetime import date
from html import escape
from pathlib import Path
from typing import Any

from bolide.reporting.look import stacking, stylesheet
from bolide.web.calls.describe import describe
from bolide.web.serve import runtime as pinned
from bolide.web.serve import runtime_cache, wasm_kernels
from bolide.web.serve.guide import guides
from bolide.web.serve.runtime_cache import CheckedFile

Record = dict[str, Any]


def shell(template: str, about: Record) -> str:
    """The template with the form for the first metric; `about` is embedded as data for the script."""
    metric = about["metrics"][0]
    mine = [example for example in about["examples"] if example["metric"] == metric["key"]]
    parts = {
        "tabs": "".join(_tab(one["key"], one["name"], one is metric) for one in about["metrics"])
        + _tab("files", "Files"),
        "name": escape(metric["name"]),
        "summary": escape(metric["summary"]),
        "boxes": _boxes(mine[0]["hyp"], mine[0]["refs"]),
        "examples": _examples(mine),
        "version": f"Bolide {escape(about['version'])}, by the Bolide authors, {_day()} · "
        '<span id="core">kernels not loaded yet</span>',
        # A “<” could close the element.
        "about": json.dumps(about, ensure_ascii=False).replace("<", "\\u003c"),
    }
    for name, text in parts.items():
        template = template.replace(f"<!--{name}-->", text)
    return template


def _day() -> str:
    """The day of the installed version."""
    day = date.fromtimestamp((PACKAGE / "_version.py").stat().st_mtime)
    return f"{day.day} {day:%B %Y}"


def _tab(key: str, name: str, current: bool = False) -> str:
    mark = ' aria-current="page"' if current else ""
    return f'<li><a href="#{escape(key)}" data-view="{escape(key)}"{mark}>{escape(name)}</a></li>'


def _boxes(hyp: str, refs: list[str]) -> str:
    many = len(refs) > 1
    boxes = [_box(f"ref-{k}", f"Reference {k + 1}" if many else "Reference", text) for k, text in enumerate(refs)]
    return f'{_box("hyp", "Candidate", hyp)}<div id="refs">{"".join(boxes)}</div>'


def _box(name: str, label: str, text: str) -> str:
    return (
        f'<div class="box"><div class="box-head"><label for="{name}">{label}</label>'
        f'<span id="{name}-count" class="count"></span></div><textarea id="{name}" rows="3" dir="auto" '
        f'spellcheck="false" aria-describedby="{name}-count">{escape(text)}</textarea></div>'
    )


def _examples(examples: list[Record]) -> str:
    return f'<ul class="examples-list">{"".join(map(_example, examples))}</ul>'


def _example(example: Record) -> str:
    published = f"{example['expected']:.{example['digits']}f}"
    return (
        '<li><button type="button" class="example" disabled>'
        f'<span class="title">{escape(example["title"])}</span><span class="source">{escape(example["source"])}</span>'
        f'<span class="published">{published}</span></button></li>'
    )


PACKAGE = Path(__file__).parents[2]
PAGE = Path(__file__).parents[1] / "page"
LICENCES = Path(__file__).parents[1] / "licences"
# Left out of the page: what only a terminal or a server needs.
_AT_HOME = (
    *("__main__.py", "cli/", "compat/", "demo/", "agreement/", "evaluation/", "tuning/", "system/signals.py"),
    *(f"significance/{name}.py" for name in ("breakdown", "paired", "resampling", "sample")),
    *(f"significance/{name}.py" for name in ("human_agreement_curves", "study")),
    *(f"kernels/statistics/{name}.py" for name in ("concordance", "permuted_sums", "tie_thresholds")),
    *("metrics/sums.py", "reporting/testset/build.py", "reporting/render/terminal.py", "reporting/render/notebook.py"),
    *(f"reporting/views/{name}.py" for name in ("agreement", "tuning")),
    *("reporting/page/notebook.css", "web/page/", "web/serve/", "web/licences/"),
)
# Exceptions, which the page has: readers of annotated errors, scoring, and text health.
_ABROAD = (
    *(f"agreement/{name}.py" for name in ("__init__", "error_overlay", "language_pairs")),
    *("agreement/annotations/", "evaluation/__init__.py", "evaluation/health.py", "evaluation/scoring.py"),
)
_TEXT = (".py", ".tsv", ".txt", ".toml")
_LATER = (".bin", ".js", ".css", ".html")  # tables, and the files of a report: not needed for the first score

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".gzip": "application/gzip",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}

SERVICE_WORKER = "sw.js"

Content = Path | CheckedFile | bytes


def site(
    runtime: Path, say: pinned.Say = lambda _: None, kernels: CheckedFile | bytes | None = None
) -> dict[str, Content]:
    """Every file of the page by its path, built from the installed package.

    `kernels` are those of `wasm_kernels`; without them the page interprets the sources of the kernels.
    """
    files: dict[str, Content] = {path.name: path for path in sorted(PAGE.iterdir()) if path.suffix in TYPES}
    files["figures.mjs"] = figures()
    files["tokens.css"] = (stylesheet() + stacking()).encode()
    files["guides.json"] = json.dumps(guides(), ensure_ascii=False).encode()
    files["index.html"] = shell((PAGE / "index.html").read_text(encoding="utf-8"), describe()).encode()
    package = dict(package_files())
    code = {name: path for name, path in package.items() if path.suffix in _TEXT}  # needed at once
    files["app.zip"] = runtime_cache.compiled_app(runtime, archive(code), say)
    files["data.zip"] = archive({name: path for name, path in package.items() if name not in code})
    if kernels is not None:
        files[wasm_kernels.NAME] = wasm_kernels.of_page(bytes_of(kernels), set(code))
    parts = _runtime_parts(runtime, say)
    files |= {f"pyodide/{name}": part for name, part in parts.items()}
    facts = {**runtime_facts(list(parts)), "kernels": kernels is not None, "sizes": _sizes(files)}
    files["runtime.json"] = json.dumps(facts).encode()
    for path in sorted(LICENCES.iterdir()):
        files[f"licences/{path.name}"] = path
    files["licences/bolide-Apache-2.0.txt"] = _licence()
    files["licences/wordnet.txt"] = PACKAGE / "text" / "words" / "WORDNET-LICENSE"
    files["licences/meteor-data.txt"] = PACKAGE / "text" / "meteor_data" / "NOTICE.txt"
    files[SERVICE_WORKER] = service_worker(files)
    return files


def _runtime_parts(runtime: Path, say: pinned.Say) -> dict[str, Content]:
    """The runtime's files: WebAssembly gzipped, so that any host can serve it; the library as bytecode or source."""
    parts: dict[str, Content] = {name: CheckedFile(runtime / name, wanted) for name, wanted in pinned.FILES.items()}
    parts[runtime_cache.WASM] = runtime_cache.packed_wasm(runtime, say)
    del parts["pyodide.asm.wasm"]
    bytecode, snapshot = (
        runtime_cache.lookup(runtime, name, say) for name in (runtime_cache.COMPILED, runtime_cache.SNAPSHOT)
    )
    if bytecode is not None:
        del parts["python_stdlib.zip"]
        parts[runtime_cache.COMPILED] = bytecode
        if snapshot is not None:
            parts[runtime_cache.SNAPSHOT] = snapshot
    return parts


def _sizes(files: Mapping[str, Content]) -> dict[str, int]:
    """The sizes of the (compressed) files that are fetched before the first score, by path."""
    return {name: len(bytes_of(files[name])) for name in files if name.endswith((".zip", ".gzip"))}


def bytes_of(content: Content) -> bytes:
    """The bytes of a file of the page, verified if it comes from the cache."""
    return content if isinstance(content, bytes) else content.read_bytes()


def service_worker(files: Mapping[str, Content]) -> bytes:
    """The service worker, which caches the page for offline use, with the hash of every file."""
    digests = {
        name: hashlib.sha256(bytes_of(files[name])).hexdigest() for name in sorted(files) if name != SERVICE_WORKER
    }
    version = hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:16]
    template = (PAGE / SERVICE_WORKER).read_text(encoding="utf-8")
    blank = '/*MANIFEST*/ { version: "", files: {} }'
    return template.replace(blank, json.dumps({"version": version, "files": digests})).encode()


_SHARED = (
    *("announce", "byId", "choice", "clear", "copyText", "counted", "dashOf", "download", "el", "fixed", "linkFigure"),
    *("longTable", "markedErrors", "number", "put", "saveSvg", "signed", "someOf", "sortedBy", "standalone", "svg"),
    *("tableOf", "ticks"),
)


def figures() -> bytes:
    """What the page shares with the report, as a module: elements, figures, the long table, what copies and saves."""
    folder = PACKAGE / "reporting" / "page"
    names = ("dom", "errors", "figures", "plots", "rows", "saving")
    parts = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in names]
    return "\n".join([*parts, f"export {{ {', '.join(_SHARED)} }};", ""]).encode()


def runtime_facts(names: list[str]) -> dict[str, object]:
    """The facts that the worker needs to boot: the files of the runtime, and its platform."""
    return {
        "version": pinned.VERSION,
        "wasm": runtime_cache.WASM,
        "stdlib": runtime_cache.COMPILED if runtime_cache.COMPILED in names else "python_stdlib.zip",
        "snapshot": runtime_cache.SNAPSHOT if runtime_cache.SNAPSHOT in names else None,
        "info": {"abi_version": pinned.ABI, "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"},
    }


def package_files() -> Iterator[tuple[str, Path]]:
    """The files of the package that the page needs, by their path in it."""
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        wanted = name.startswith(_ABROAD) or not name.startswith(_AT_HOME)
        if path.is_file() and path.suffix in (*_TEXT, *_LATER) and wanted:
            yield f"bolide/{name}", path


def archive(files: dict[str, Path]) -> bytes:
    """A reproducible zip of the files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zipped:
        for name, path in files.items():
            kind = zipfile.ZIP_STORED if path.suffix == ".bin" else zipfile.ZIP_DEFLATED
            zipped.writestr(zipfile.ZipInfo(name), path.read_bytes(), kind)
    return buffer.getvalue()


def _licence() -> bytes:
    checkout = PACKAGE.parent.parent / "LICENSE"
    if checkout.is_file():
        return checkout.read_bytes()
    from importlib.metadata import files

    for path in files("bolide") or ():
        if path.name == "LICENSE":
            return path.read_binary()
    return b"Bolide is licensed under the Apache License, Version 2.0.\n"
