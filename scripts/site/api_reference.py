"""The API reference of the site, from the docstrings and option records of every public name."""

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import bolide
from bolide.metrics.options import options_of

FOLDER = Path(__file__).parent
PLAN, PARAMETERS = FOLDER / "api_plan.toml", FOLDER / "api_parameters.toml"
HEAD = """# API reference

Every public name, with its docstring, its options and an example; `help(bolide.BLEU)` says the same. The
examples run in the folder that `bolide demo --write examples` creates.

Each command of the command line is a call. Texts are lists, generators, columns of a data frame, or files: a string or
a path is a file with one segment per line. What comes back prints, displays in a notebook, and has `to_json`,
`to_markdown`, `to_latex` and `to_html`.

"""


def pages() -> dict[str, str]:
    """All pages by the names of their files."""
    plan = _plan()
    written = {f"{name}.md": _page(page) for name, page in plan.items()}
    lines = [f"| [{page['title']}]({name}.md) | {_listed(page)} |\n" for name, page in plan.items()]
    return {"index.md": HEAD + "| page | names |\n|---|---|\n" + "".join(lines), **written}


def names() -> set[str]:
    """Every name that has a place on some page, with its module."""
    return {_full(module, name) for page in _plan().values() for module, name in _members(page)}


def _plan() -> dict[str, Any]:
    """What belongs on which page: api_plan.toml."""
    return tomllib.loads(PLAN.read_text(encoding="utf-8"))


def _members(page: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Module and name of everything on a page; `*` is everything that a module calls public."""
    for module, listed in page["names"].items():
        for name in import_module(module).__all__ if listed == ["*"] else listed:
            if name != "__version__":
                yield module, name


def _full(module: str, name: str) -> str:
    return f"{module}.{name}"


def _listed(page: Mapping[str, Any]) -> str:
    found = [f"`{name}`" for _, name in _members(page)]
    return ", ".join(found if len(found) <= 12 else [*found[:11], "…"])


def _page(page: Mapping[str, Any]) -> str:
    about = page.get("about", "").strip()
    parts = [f"# {page['title']}\n" + (f"\n{about}\n" if about else "")]
    members = list(_members(page))
    if page.get("brief"):
        for module in page["names"]:
            listed = [name for home, name in members if home == module]
            brief = _brief_from_source if module in page.get("sources", []) else _brief
            parts.append(brief(module, listed, page.get("notes", {})))
    else:
        parts += [_entry(module, name, page.get("notes", {})) for module, name in members]
    return "".join(parts)


def _brief(module: str, listed: list[str], notes: Mapping[str, str]) -> str:
    """The names of a module that speaks for another tool: what they do is on that tool's own pages."""
    rows = ""
    for name in listed:
        text = notes.get(_full(module, name)) or _first_sentence(_own_text(_found(module, name)))
        assert text, f"nothing is said of {module}.{name}"
        rows += f"| `{_heading(name, _found(module, name))}` | {_cell(text)} |\n"
    return f"\n## `{module}`\n\n| name | what it is |\n|---|---|\n{rows}"


def _brief_from_source(module: str, listed: list[str], notes: Mapping[str, str]) -> str:
    """The same for a module that imports a package which need not be installed: its source is read instead."""
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    rows = ""
    for name in listed:
        node: Any = tree
        for part in name.split("."):
            node = next(one for one in node.body if getattr(one, "name", None) == part)
        made = next((one for one in getattr(node, "body", []) if getattr(one, "name", None) == "__init__"), node)
        call = f"({_written(made)})" if isinstance(made, ast.FunctionDef) else ""
        text = notes.get(_full(module, name)) or _first_sentence(ast.get_docstring(node) or "")
        rows += f"| `{name}{call}` | {_cell(text)} |\n"
    return f"\n## `{module}`\n\n| name | what it is |\n|---|---|\n{rows}"


def _written(function: ast.FunctionDef) -> str:
    """What a method is called with, as its source has it, without types."""
    bare = [ast.arg(one.arg) for one in function.args.args[1:]]
    extra = function.args.kwarg and ast.arg(function.args.kwarg.arg)
    return ast.unparse(ast.arguments([], bare, None, [], [], extra, function.args.defaults)).replace("'", '"')


def _heading(name: str, found: Any) -> str:
    """A function with what it is called with; anything else by its name."""
    if not inspect.isfunction(found):
        return name
    return f"{name}({', '.join(_parameter(one) for one in inspect.signature(found).parameters.values())})"


def _entry(module: str, name: str, notes: Mapping[str, str]) -> str:
    found = _found(module, name)
    shown = _full(module, name)
    if isinstance(found, Mapping):
        keys = ", ".join(f"`{key}`" for key in found)
        return f"\n## `{shown}`\n\n{notes[shown]} Names: {keys}.\n"
    parts = [f"\n## `{shown}`\n", _call(shown, found), _text(_own_text(found))]
    if module == "bolide" and "." not in name and inspect.isfunction(found):
        parts.append(_parameters(name, found))
    if inspect.isclass(found):
        parts.append(_options(found))
        parts += [_member(name, label, what) for label, what in _public(found)]
    return "".join(parts)


def _found(module: str, name: str) -> Any:
    value: Any = import_module(module)
    for part in name.split("."):
        value = getattr(value, part)
    return value


# --- text ---------------------------------------------------------------------------------------------------------


def _own_text(found: Any) -> str:
    """A docstring as it is written; of a metric without the options, which stand in a table here."""
    if isinstance(found, Mapping | str | tuple):
        return ""
    return (inspect.getdoc(found) or "").partition("\n\nOptions:")[0]


def _text(docstring: str) -> str:
    """Paragraphs as they are, sessions as code."""
    paragraphs = [part for part in docstring.split("\n\n") if part.strip()]
    return "".join(f"\n```python\n{part}\n```\n" if part.startswith(">>>") else f"\n{part}\n" for part in paragraphs)


def _first_sentence(text: str) -> str:
    joined = " ".join(text.partition("\n\n")[0].split())
    return re.split(r"(?<=[.]) (?=[A-Z])", joined, maxsplit=1)[0]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _call(shown: str, found: Any) -> str:
    """How it is called, with defaults."""
    try:
        given = list(inspect.signature(found).parameters.values())
    except (TypeError, ValueError):
        return ""
    if inspect.isclass(found) and issubclass(found, Exception):
        return ""
    written = []
    for number, one in enumerate(given):
        if one.kind is one.KEYWORD_ONLY and not any(before.kind is one.KEYWORD_ONLY for before in given[:number]):
            written.append("*")
        written.append(_parameter(one, typed=True))
    back = inspect.signature(found).return_annotation
    given_back = "" if inspect.isclass(found) or back is inspect.Signature.empty else f" -> {_type(back)}"
    line = f"{shown}({', '.join(written)}){given_back}"
    if len(line) > 100:
        line = f"{shown}(\n    " + ",\n    ".join(written) + f",\n){given_back}"
    return f"\n```py\n{line}\n```\n"


def _parameters(name: str, function: Any) -> str:
    """The parameters of a public call as a table; what they mean stands in api_parameters.toml."""
    known = tomllib.loads(PARAMETERS.read_text(encoding="utf-8"))
    rows = ""
    for one in inspect.signature(function).parameters.values():
        meaning = {**known["any"], **known.get(name, {})}.get(one.name)
        assert meaning, f"{PARAMETERS.name} does not say what {name}'s {one.name} is"
        default = "" if one.default is one.empty else f"`{_parameter(one).partition('=')[2]}`"
        rows += f"| `{one.name}` | {'' if default == '`…`' else default} | {_cell(meaning)} |\n"
    return f"\n| parameter | default | what it is |\n|---|---|---|\n{rows}"


def _type(annotation: Any) -> str:
    annotation = getattr(annotation, "__forward_arg__", annotation)  # of a NamedTuple
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _parameter(one: inspect.Parameter, typed: bool = False) -> str:
    star = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
    kind = f": {_type(one.annotation)}" if typed and one.annotation is not one.empty else ""
    if one.default is one.empty:
        return f"{star}{one.name}{kind}"
    build = one.name in ("version", "compiled")  # of this very build
    plain = not build and type(one.default) in (type(None), str, int, float, tuple, bool)
    default = repr(one.default).replace("'", '"') if plain else "…"
    return f"{one.name}{kind} = {default}" if kind else f"{one.name}={default}"


# --- classes ------------------------------------------------------------------------------------------------------


def _options(cls: type[Any]) -> str:
    """The options of a metric as a table, from their records."""
    if not issubclass(cls, bolide.Metric) or cls is bolide.Metric:
        return ""
    rows = []
    for item, record in options_of(cls):
        default = repr(item.default).replace("'", '"')
        values = f" One of {', '.join(record.choices)}." if record.choices else ""
        rows.append(f"| `{item.name}` | `{default}` | {_cell(record.help + values)} |\n")
    presets = ", ".join(f'`{cls.__name__}.preset("{name}")`' for name in cls().form.presets)
    told = f"\nPresets: {presets}.\n" if presets else ""
    page = cls.name.lower()
    more = f"\nDefinition: [{cls.name}](../metrics/{page}.md). Methods: [Metric](metric.md).\n"
    return f"\n| option | default | what it does |\n|---|---|---|\n{''.join(rows)}{told}{more}"


def _public(cls: type[Any]) -> Iterator[tuple[str, Any]]:
    """What a class has to offer beyond its name; of a metric only what `Metric` does not have."""
    shown = [cls]
    if cls is bolide.Metric:
        shown += [base for base in cls.__mro__[1:] if base.__module__.startswith("bolide.metrics")]
    elif issubclass(cls, bolide.Metric):
        return
    else:
        shown += [base for base in cls.__mro__[1:] if base.__module__ in ("bolide.data.display", "bolide.data.results")]
    seen = set()
    for base in shown:
        for name, value in vars(base).items():
            kinds = (classmethod, staticmethod, property, type(lambda: 0))
            if not name.startswith("_") and name not in seen and isinstance(value, kinds):
                seen.add(name)
                yield name, value


def _member(owner: str, name: str, what: Any) -> str:
    text = inspect.getdoc(what) or ""
    if not text:
        return ""
    if isinstance(what, property):
        return f"\n### `{owner}.{name}`\n{_text(text)}"
    function = what.__func__ if isinstance(what, classmethod | staticmethod) else what
    given = list(inspect.signature(function).parameters.values())[not isinstance(what, staticmethod) :]
    inside = ", ".join(_parameter(one) for one in given)
    return f"\n### `{owner}.{name}({inside})`\n{_text(text)}"


def public_names() -> set[str]:
    """Every name that the package and its public parts declare."""
    found = set()
    for module in ("bolide", "bolide.significance", "bolide.agreement"):
        found |= {_full(module, name) for name in import_module(module).__all__ if name != "__version__"}
    return found
