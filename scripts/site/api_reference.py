"""The API reference of the site: every public name with how it is called and its docstring."""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import bolide
from bolide.data.display import Displayable

MODULES = ("bolide", "bolide.significance")
ENGINES = {  # each needs its package, so its source is read instead
    "bolide.engines.arrow": ("measure",),
    "bolide.engines.spark": ("score", "measure", "combine"),
    "bolide.engines.polars": ("score", "measure", "combine", "confidence"),
    "bolide.engines.duckdb": ("register",),
    "bolide.engines.datasets": ("measure", "combine"),
}


def names() -> set[str]:
    """Every public name, with its module."""
    public = {module: import_module(module).__all__ for module in MODULES}
    return {f"{module}.{name}" for module, found in {**public, **ENGINES}.items() for name in found} - {
        "bolide.__version__"
    }


def pages() -> dict[str, str]:
    """All pages by the names of their files."""
    written = {f"{module}.md": f"# {module}\n" + "".join(_entries(module)) for module in MODULES}
    written["engines.md"] = "# Engines\n" + "".join(map(_engine, ENGINES))
    links = "".join(f"- [{name.removesuffix('.md')}]({name})\n" for name in written)
    return {"index.md": f"# API reference\n\n`help(bolide.compare)` says the same.\n\n{links}", **written}


def _entries(module: str) -> Iterator[str]:
    home = import_module(module)
    for name in sorted(home.__all__, key=str.lower):
        found = getattr(home, name)
        if isinstance(found, Mapping):
            yield f"\n## `{name}`\n\nNames: {', '.join(f'`{key}`' for key in found)}.\n"
        elif name != "__version__":
            yield f"\n## `{name}`\n{_call(name, found)}{_text(inspect.getdoc(found) or '')}"
            yield from _members(name, found) if inspect.isclass(found) else ()


def _call(name: str, found: Any) -> str:
    """How it is called, without types; an object that stands for a default is shown as dots."""
    if inspect.isclass(found) and issubclass(found, Exception):
        return ""
    parameters = inspect.signature(found).parameters.values()
    shown = [one.replace(annotation=one.empty, default=_default(one.default)) for one in parameters]
    return f"\n```py\n{name}{inspect.Signature([one for one in shown if one.name not in ('self', 'cls')])}\n```\n"


def _default(default: Any) -> Any:
    plain = default is inspect.Parameter.empty or isinstance(default, str | int | float | tuple | None)
    return default if plain else ...


def _members(owner: str, cls: type[Any]) -> Iterator[str]:
    """What a class has to offer; of a metric only what `Metric` does not have, of a result how it is shown, too."""
    if issubclass(cls, bolide.Metric) and cls is not bolide.Metric:
        return
    bases = [base for base in cls.__mro__ if base is cls or base is Displayable or cls is bolide.Metric]
    members = {name: value for base in reversed(bases) for name, value in vars(base).items() if name[0] != "_"}
    for name, value in members.items():
        function = getattr(value, "__func__", value)
        if inspect.getdoc(function) and (inspect.isfunction(function) or isinstance(value, property)):
            called = _call(f"{owner}.{name}", function) if inspect.isfunction(function) else ""
            yield f"\n### `{owner}.{name}`\n{called}{_text(inspect.getdoc(function) or '')}"


def _engine(module: str) -> str:
    tree = ast.parse(
        Path(bolide.__file__).parent.joinpath(*module.split(".")[1:]).with_suffix(".py").read_text("utf-8")
    )
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    parts = [f"\n## `{module}`\n"]
    for name in ENGINES[module]:
        arguments = ", ".join(one.arg for one in (*functions[name].args.args, *functions[name].args.kwonlyargs))
        parts.append(f"\n### `{name}({arguments})`\n{_text(ast.get_docstring(functions[name]) or '', 'text')}")
    return "".join(parts)


def _text(docstring: str, language: str = "python") -> str:
    """Paragraphs as they are, sessions as code, indented lines as a list."""
    docstring = re.sub(r"^(\w+:)\n(?= {4})", r"\1\n\n", docstring, flags=re.MULTILINE)
    docstring = re.sub(r"^ {4}(\S+): ", r"- `\1`: ", docstring, flags=re.MULTILINE)
    paragraphs = [part for part in docstring.split("\n\n") if part.strip()]
    fenced = "\n```" + language + "\n{}\n\n```\n"
    return "".join(fenced.format(part) if part.startswith(">>>") else f"\n{part}\n" for part in paragraphs)
