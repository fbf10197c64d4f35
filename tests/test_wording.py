"""Numbers and nouns agree: `counted` makes them, and nothing in the source puts a number before a plural itself."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest

import bolide
from bolide.wording import are, counted

SOURCE = Path(bolide.__file__).parent
CALL = re.compile(r"""\bcounted\([^\n]*?, f?(["'])([^"'{}]+)\1(?:, (["'])([a-z-]+)\3)?\)""")
VERB = re.compile(r"""[Tt]here (?:are|is)(?: only)? (?:"\s+f")?\{counted\(""")
# The words behind a value.
BEHIND = re.compile(r"[ \u00a0]((?:[A-Za-z-]+ ){0,2}[A-Za-z-]+)")
# What ends the words that belong to a number, besides the verb of a name: {n} of the lines is right for one, too.
ENDS = {
    *("of", "in", "and", "or", "for", "with", "to", "at", "the", "a", "by", "from", "not", "as", "its", "less"),
    *("are", "have", "has", "is", "was", "must", "cannot", "needs"),
}
# Messages that are a peer's, to the letter.
THEIRS = frozenset(("compat/sacrebleu/printing.py",))


@pytest.mark.parametrize(
    ("number", "noun", "told"),
    [(1, "line", "1 line"), (0, "line", "0 lines"), (-1, "line", "-1 lines"), (1000, "line", "1,000 lines")],
)
def test_a_number_and_a_noun(number: int, noun: str, told: str) -> None:
    assert counted(number, noun) == told


def test_an_irregular_plural_and_the_verb() -> None:
    assert [counted(n, "match", "matches") for n in (1, 2)] == ["1 match", "2 matches"]
    assert [are(n) for n in (0, 1, 2)] == ["are", "is", "are"]


@cache
def texts() -> dict[str, str]:
    return {
        str(path.relative_to(SOURCE).as_posix()): path.read_text(encoding="utf-8")
        for path in sorted(SOURCE.rglob("*.py"))
        if "kernels" not in path.parts  # which import nothing
    }


@cache
def plurals() -> frozenset[str]:
    """The plurals of all that is counted anywhere in the source."""
    calls = [(noun.split()[-1], many) for text in texts().values() for _, noun, _, many in CALL.findall(text)]
    return frozenset(many or f"{noun}s" for noun, many in calls)


def slips(text: str) -> Iterator[str]:
    """Numbers of a file that are put before a plural in an f-string, whatever the number is."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.JoinedStr):
            for value, behind in zip(node.values, node.values[1:], strict=False):
                if isinstance(value, ast.FormattedValue) and isinstance(behind, ast.Constant) and may_be_one(value):
                    found = BEHIND.match(str(behind.value))
                    if found and (noun := plural(found[1], ast.unparse(value))):
                        yield f"line {value.lineno}: {{{ast.unparse(value.value)}}} … {noun}"


def plural(words: str, value: str) -> str:
    """The noun behind a value, where it is one of those that are counted, or the value is a number for certain."""
    number = "len(" in value or ":," in value
    if not number and ("name" in value or "counted(" in value):
        return ""  # behind it is a verb
    for word in takewhile(lambda word: word not in ENDS, words.split()):
        if word.endswith("s") or word in plurals():
            return word if number or word in plurals() else ""
    return ""


def near(text: str) -> bool:
    """Whether a file may have such a number; most files need not be parsed."""
    whole = re.sub(r'"\s+f?"', "", text)  # a string of several pieces
    return any(
        plural(found[1], whole[whole.rfind("{", 0, place) : place])
        for place in (match.end() for match in re.finditer(r"\}(?=[ \u00a0])", whole))
        if (found := BEHIND.match(whole, place))
    )


def may_be_one(value: ast.FormattedValue) -> bool:
    """Not a limit, which is a constant; not a number with decimals; not what the methods of texts make."""
    inner = value.value
    decimals = value.format_spec is not None and re.search(r"[fg]'$", ast.unparse(value.format_spec))
    if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute):
        return inner.func.attr not in ("join", "capitalize")
    base = inner.value if isinstance(inner, ast.Subscript) else inner
    limit = isinstance(base, ast.Name) and base.id.isupper()
    return not decimals and not limit


def test_no_number_stands_before_a_plural() -> None:
    assert len(plurals()) > 40
    found = []
    for name, text in texts().items():
        if name not in THEIRS and near(text):
            found += [f"{name}, {slip}; say it with bolide.wording.counted" for slip in slips(text)]
        found += [f"{name}: {verb[0]}; say it with bolide.wording.are" for verb in VERB.finditer(text)]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        'f"{name} has {size} lines"',
        'f"{len(found)} oddities of {name}"',
        'f"{many:,} wondrous things"',
        'f"There are {total} candidate words"',
        'f"{a} has {b} "\nf"tokens"',
    ],
)
def test_a_slip_would_be_found(text: str) -> None:
    text = f"x = ({text})\n"
    assert near(text)
    assert len(list(slips(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "f\"{counted(n, 'line')} of {name}\"",
        'f"at most {MOST:,} lines"',
        'f"{mean:.2f} words"',
        "f\"{', '.join(names)} lines\"",
        'f"{number} of the lines"',
        'f"{name} has lines"',
    ],
)
def test_what_is_no_slip(text: str) -> None:
    assert list(slips(f"x = {text}\n")) == []


# --- the page and the report ------------------------------------------------------------------------------------------

SCRIPT_CALL = re.compile(r"""\bcounted\(.*?, "(?:[a-z]+ )*([a-z]+)"\)""")
# A value of a template, which may have braces in it, and the words behind it.
TEMPLATE = re.compile(r"\$\{((?:[^{}]|\{[^{}]*\})*)\} ((?:[a-z-]+ ){0,2}[a-z-]+)")
TEXT_OR_LIMIT = re.compile(r"\bname\b|\.join\(|toFixed|limit|^[A-Z]+$")


def scripts() -> dict[str, str]:
    found = [path for part in ("web", "report") for path in sorted((SOURCE / part / "page").glob("*js"))]
    return {f"{path.parts[-3]}/{path.name}": path.read_text(encoding="utf-8") for path in found}


def script_slips(text: str, nouns: frozenset[str]) -> list[str]:
    found = (
        (value, takewhile(lambda word: word not in ENDS, words.split())) for value, words in TEMPLATE.findall(text)
    )
    return [value for value, words in found if not TEXT_OR_LIMIT.search(value) and nouns.intersection(words)]


def test_no_script_puts_a_number_before_a_plural() -> None:
    found = scripts()
    own = {f"{noun}s" for text in found.values() for noun in SCRIPT_CALL.findall(text)}
    assert {"segments", "errors", "links"} <= own
    nouns = plurals() | own
    assert {name: slips for name, text in found.items() if (slips := script_slips(text, nouns))} == {}
    assert script_slips("`${lines.length} segments of ${name}`", nouns) == ["lines.length"]
    assert script_slips("`${many.map(({ x }) => x)} more tokens`", nouns) != []
