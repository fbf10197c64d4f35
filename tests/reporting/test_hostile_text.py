"""Text from files and names stays text: no terminal, LaTeX, Markdown or spreadsheet takes it for a command."""

import io
import re

import pytest

from bolide.reporting.blocks import Block, Drawing, Heading, Layout, Paragraph, Span, TableBlock
from bolide.reporting.render import render, terminal, text as renderers

# What means something to somebody: escape sequences, rich markup, LaTeX, Markdown, XML, formulas.
HOSTILE = [
    *("a[/x]", "[link=http://x]y[/link]", "[bold]b", ":smile:", "\x1b[31mred", "\x1b]0;title\x07", "\x9b31m"),
    *("a\x08b", "a\rb", "\u202eabc", "\u2028", "\ud800", "a\x00b", "\\input{/etc/passwd}", "a\n\\input{/etc/passwd}"),
    *("% x\n\\write18{id}", "[10cm]x", "*", "a & b", "^^M\\input{x}", "](javascript:x)", "[a](b)", "<b>", "&lt;"),
    *("`x`", "x\n# y", "x\n- y", "- y", "1. y", "x\n===", "https://a.b", "www.a.b", "a@b.c", "~~a~~", "|", "\\"),
    *("<script>alert(1)</script>", "]]>", "&amp;", '"', "' onload='x", "=cmd|' /C calc'!A0", "+1+cmd|x", "-1+2"),
    *("-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1+1", " =1+1", "=1"),
]


def everywhere(words: str) -> list[Block]:
    """The words in every place that a block has."""
    return [
        Heading(words, 1),
        Heading(words),
        Paragraph.of(words, Span(words, "strong")),
        TableBlock.of(
            (words, "b"), [(words, Span(words, "strong")), ((Span(words), Span(words, "good")), "1.0")], "ll"
        ),
        Drawing(((Span(words), Span(words, "dim")),)),
    ]


def latex(blocks: list[Block]) -> str:
    return render(blocks, "latex", Layout(tables_only=True))


def acting(shown: str) -> list[str]:
    """The characters that are not simply seen."""
    return [c for c in shown if not c.isprintable() and c not in "\n\t"]


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("words", HOSTILE)
def test_on_a_terminal(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = Screen()
    terminal.show(everywhere(words), screen)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())  # the colours are ours
    assert acting(shown) == acting(renderers.plain(everywhere(words))) == []
    assert "8;" not in "".join(re.findall(r"\x1b\][^\x07\x1b]*", screen.getvalue()))
    first = words.encode("unicode_escape").decode() if acting(words) else words.split("\n")[0]
    assert first.strip().replace("\\\\", "\\") in shown.replace("\\\\", "\\")


@pytest.mark.parametrize("words", HOSTILE)
def test_in_latex_only_our_own_commands_stand_outside_comments(words: str) -> None:
    own = r"\\(?:begin|end|toprule|midrule|bottomrule|textbf|textbackslash|textasciitilde|textasciicircum|\\|[&%$#_{}])"
    text = latex(everywhere(words))
    assert acting(text) == []
    lines = text.splitlines()
    for before, line in zip(["", *lines], lines, strict=False):
        if line.startswith("%"):
            continue
        rest = re.sub(own, "", line)
        assert "\\" not in rest
        assert "%" not in rest
        assert "^" not in rest
        if before.rstrip().endswith("\\\\"):
            assert not line.lstrip().startswith(("[", "*"))
    lines = latex([TableBlock.of((words, "b"), [(words, words)])]).splitlines()  # which keeps its rows and columns
    assert len(lines) == 7
    assert [len(re.findall(r"(?<!\\)&", line)) for line in lines if line.endswith("\\\\")] == [1, 1]


# What an unescaped character begins in Markdown, within a line and at the beginning of one.
INLINE = re.compile(r"(?<!\\)(?:\\\\)*[`<>\[\]~@&]|(?<!\\)[*_]|[a-z]://|\bwww\.")
AT_START = re.compile(r"^ {0,3}(?:[-+*] |[0-9]+[.)] |#|=+ *$|-+ *$)", re.MULTILINE)


@pytest.mark.parametrize("words", HOSTILE)
def test_in_markdown_words_begin_nothing(words: str) -> None:
    assert acting(renderers.markdown(everywhere(words))) == []
    shown = renderers.markdown([Paragraph.of(words)])
    assert not INLINE.search(shown)
    assert not AT_START.search(shown)
    assert renderers.markdown([Heading(words, 2)]).count("\n") == 1
    table = renderers.markdown([TableBlock.of((words, "b"), [(words, "1")])]).splitlines()
    assert len(table) == 3
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 3 for line in table)
    assert not INLINE.search(table[0])


@pytest.mark.parametrize("words", HOSTILE)
def test_a_spreadsheet_sees_no_formula(words: str) -> None:
    assert acting(renderers.tsv(everywhere(words))) == []
    lines = renderers.tsv([TableBlock.of((words, "b"), [(words, "-1.5"), ("x", "+0.3 [-0.1, 0.4]")])]).split("\n")
    assert len(lines) == 4
    cells = [line.split("\t") for line in lines[:3]]
    assert all(len(row) == 2 for row in cells)
    assert all(cell.lstrip()[:1] not in {*"=+-@"} for row in cells[:2] for cell in row[:1])
    assert cells[1][1] == "-1.5"  # numbers stay numbers
    assert cells[2][1] == "+0.3 [-0.1, 0.4]"
