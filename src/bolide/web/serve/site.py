"""The files of the page: its own files and initial markup, the package as zips, the runtime, and licences."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from html import escape
from pathlib import Path
from typing import Any

from bolide.reporting.look import asset, stacking, stylesheet
from bolide.reporting.render.html import SCRIPTS
from bolide.web.calls.describe import describe
from bolide.web.serve import runtime as pinned, wasm_kernels
from bolide.web.serve.guide import guides

Record = dict[str, Any]


def shell(template: str, about: Record) -> str:
    """The template with the form for the first metric; `about` is embedded as data for the script."""
    metric = about["metrics"][0]
    mine = [example for example in about["examples"] if example["metric"] == metric["key"]]
    tabs = {**{one["key"]: one["name"] for one in about["metrics"]}, "files": "Files"}
    day = date.fromtimestamp((PACKAGE / "_version.py").stat().st_mtime)
    first, many = mine[0], len(mine[0]["refs"]) > 1
    boxes = [
        _filled("box", id=f"ref-{k}", label=f"Reference {k + 1}" if many else "Reference", text=text)
        for k, text in enumerate(first["refs"])
    ]
    examples = [{**one, "published": f"{one['expected']:.{one['digits']}f}"} for one in mine]
    parts = {
        "tabs": "".join(_filled("open" if key == metric["key"] else "tab", key=key, name=tabs[key]) for key in tabs),
        "name": escape(metric["name"]),
        "summary": escape(metric["summary"]),
        "hyp": _filled("box", id="hyp", label="Candidate", text=first["hyp"]),
        "refs": "".join(boxes),
        "examples": "".join(_filled("example", **one) for one in examples),
        "version": f"Bolide {escape(about['version'])}, by the Bolide authors, {day.day} {day:%B %Y} · "
        '<span id="core">kernels not loaded yet</span>',
        # A “<” could close the element.
        "about": json.dumps(about, ensure_ascii=False).replace("<", "\\u003c"),
    }
    for name, text in parts.items():
        template = template.replace(f"<!--{name}-->", text)
    return template


def _filled(piece: str, /, **texts: object) -> str:
    """A piece of the page's markup with these texts."""
    template: str = _PLAN["markup"][piece]
    return template.format_map({key: escape(str(text)) for key, text in texts.items()})


PACKAGE = Path(__file__).parents[2]
PAGE = Path(__file__).parents[1] / "page"
LICENCES = Path(__file__).parents[2] / "licences"
# What the page takes along of the package, the types of its files, and the JavaScript that it shares with the report.
_PLAN = tomllib.loads((PAGE.parent / "site.toml").read_text(encoding="utf-8"))
TYPES: dict[str, str] = _PLAN["types"]
HEADERS: dict[str, str] = _PLAN["headers"]
_TEXT = (".py", ".tsv", ".txt", ".toml")
_LATER = (".bin", ".js", ".css", ".html")  # tables, and the files of a report: not needed for the first score

SERVICE_WORKER = "sw.js"


def site(runtime: Path, say: pinned.Say = lambda _: None, kernels: bytes | None = None) -> dict[str, bytes]:
    """Every file of the page by its path, built from the installed package, verified as far as it comes from a cache.

    `kernels` are those of `wasm_kernels`; without them the page interprets the sources of the kernels.
    """
    files = {path.name: path.read_bytes() for path in sorted(PAGE.iterdir()) if path.suffix in TYPES}
    files |= {"figures.mjs": figures(), "report.mjs": report(), "report.css": report_style()}
    files["tokens.css"] = (stylesheet() + stacking()).encode()
    files["guides.json"] = json.dumps(guides(), ensure_ascii=False).encode()
    files["index.html"] = shell((PAGE / "index.html").read_text(encoding="utf-8"), describe()).encode()
    code = code_files()
    start = pinned.prepared(runtime, pinned.archive(code), say)
    files["app.zip"] = start.pop(pinned.APP)
    later = {name: path.read_bytes() for name, path in package_files() if name not in code}
    files["data.zip"] = pinned.archive(later)
    if kernels is not None:
        files[wasm_kernels.NAME] = wasm_kernels.of_page(kernels, code)
    scripts = {name: pinned.read(runtime, name) for name in pinned.FILES if name.endswith(".mjs")}
    files |= {f"pyodide/{name}": data for name, data in {**scripts, **start}.items()}
    facts = {
        "version": pinned.VERSION,
        "info": {"abi_version": pinned.ABI, "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"},
        "snapshot": pinned.SNAPSHOT in start,
        "kernels": kernels is not None,
        # of the (compressed) files that are fetched before the first score
        "sizes": {name: len(data) for name, data in sorted(files.items()) if name.endswith((".zip", ".gzip"))},
    }
    files["runtime.json"] = json.dumps(facts).encode()
    files |= {f"licences/{path.name}": path.read_bytes() for path in sorted(LICENCES.iterdir())}
    files["licences/bolide-Apache-2.0.txt"] = _licence()
    files["licences/wordnet.txt"] = (PACKAGE / "text" / "words" / "WORDNET-LICENSE").read_bytes()
    files["licences/meteor-data.txt"] = (PACKAGE / "text" / "meteor_data" / "NOTICE.txt").read_bytes()
    files[SERVICE_WORKER] = service_worker(files)
    return files


def service_worker(files: Mapping[str, bytes]) -> bytes:
    """The service worker, which caches the page for offline use, with the hash of every file."""
    digests = {name: hashlib.sha256(files[name]).hexdigest() for name in sorted(files) if name != SERVICE_WORKER}
    version = hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:16]
    template = (PAGE / SERVICE_WORKER).read_text(encoding="utf-8")
    blank = '/*MANIFEST*/ { version: "", files: {} }'
    return template.replace(blank, json.dumps({"version": version, "files": digests})).encode()


_REPORT = PACKAGE / "reporting" / "page"
_SHARED = (
    "dom",
    "errors",
    "figures",
    "plots",
    "rows",
    "saving",
)  # of the report's scripts, what the calculators use too
_NAMES = re.compile(r"^(?:async )?(?:const|let|function) (?:(\w+)|\[([\w, ]+)\])", re.MULTILINE)


def figures() -> bytes:
    """What the page shares with the report, as a module: elements, figures, the long table, what copies and saves."""
    text = "\n".join((_REPORT / f"{name}.js").read_text(encoding="utf-8") for name in _SHARED)
    return f"{text}\nexport {{ {', '.join(_named(text))} }};\n".encode()


def report() -> bytes:
    """The rest of the report's script as a module, loaded when files have been scored."""
    names = [name for name in SCRIPTS if name not in (*_SHARED, "begin")]
    text = "\n".join((_REPORT / f"{name}.js").read_text(encoding="utf-8") for name in names)
    known = _named(figures().decode())
    used = [name for name in known if re.search(rf"\b{name}\b", text)]
    return f'import {{ {", ".join(used)} }} from "./figures.mjs";\n{text}\nexport {{ showAnother }};\n'.encode()


def _named(script: str) -> list[str]:
    """The names that a script defines at its top."""
    return [name for one, several in _NAMES.findall(script) for name in (one or several).replace(" ", "").split(",")]


def report_style() -> bytes:
    """The report's style sheet, for an element of the page that holds a report; rules weigh the same."""
    return f":where(.report) {{\n{asset('page.css').replace(':root', '&:is(.report)')}\n}}\n".encode()


def code_files() -> dict[str, bytes]:
    """What the page needs of the package at once."""
    return {name: path.read_bytes() for name, path in package_files() if name.endswith(_TEXT)}


def package_files() -> Iterator[tuple[str, Path]]:
    """The files of the package that the page needs, by their path in it."""
    left_out, taken = tuple(_PLAN["left_out"]), tuple(_PLAN["taken"])
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        wanted = name.startswith(taken) or not name.startswith(left_out)
        if path.is_file() and path.suffix in (*_TEXT, *_LATER) and wanted:
            yield f"bolide/{name}", path


def _licence() -> bytes:
    checkout = PACKAGE.parent.parent / "LICENSE"
    if checkout.is_file():
        return checkout.read_bytes()
    from importlib.metadata import files

    for path in files("bolide") or ():
        if path.name == "LICENSE":
            return path.read_binary()
    return b"Bolide is licensed under the Apache License, Version 2.0.\n"
