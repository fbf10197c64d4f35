"""Tables that were chosen badly, in every format that is read, and ordinary ones."""

from bench.hostile.texts import ORDINARY, Text, again, words


def rows(header: str, row: str, separator: str = "\n") -> Text:
    """A header and rows, in which {k} is the row's number and {w} a few words."""

    def make(size: int) -> str:
        some = words(size // 6, 5)
        made, left, k = [header] if header else [], size - len(header), 0
        while left > 0:
            made.append(row.format(k=k, n=k + 1, w=" ".join(some[3 * k : 3 * k + 3])))
            left -= len(made[-1]) + 1
            k += 1
        return separator.join(made) + "\n"

    return make


def closed(make: Text, end: str) -> Text:
    """The same with an end."""
    return lambda size: make(size) + end


def columns(separator: str) -> Text:
    """Two rows with as many columns as there is room for."""
    return lambda size: separator.join(f"c{k}" for k in range(size // 9)) + "\n" + separator.join("1" * (size // 9))


def ragged(size: int) -> str:
    """JSON lines each of which has a column of its own."""
    return rows("", '{{"c0": "x", "c{n}": "y"}}')(size)


SET = '<tstset setid="s" srclang="a" trglang="b">\n<doc docid="d" sysid="x">\n'
XML = '<?xml version="1.0"?>\n<dataset id="d"><doc id="1"><src lang="a"><p>'
TMX = '<?xml version="1.0"?>\n<tmx version="1.4"><header/><body>'
SEGMENTS = rows(SET, '<seg id="{k}">{w}</seg>')
TABLES: dict[str, dict[str, Text]] = {
    "TSV": {
        ORDINARY: rows("c0\tc1", "{w}\t{w}"),
        "many columns": columns("\t"),
        "an ordinary word per row": lambda size: "c0\n" + "\n".join(words(size // 6)) + "\n",
        "one column": again("a\n", "c0\n"),
        "open quotes": again('"a\tb\n', "c0\tc1\n"),
        "closed quotes": again('"a""b"\t"c"\n', "c0\tc1\n"),
        "one long cell": again('"', "c0\tc1\n", "\tb\n"),
        "many quotes in a long cell": again('""', 'c0\tc1\n"', '"\tb\n'),
        "nothing but tabs": again("\t"),
    },
    "CSV": {
        ORDINARY: rows("c0,c1", '"{w}","{w}"'),
        "many columns": columns(","),
        "an ordinary word per row": lambda size: 'c0,c1\n"' + '","a"\n"'.join(words(size // 12)) + '","a"\n',
        "one quote open to the end": again("a,b\n", 'c0,c1\n"'),
        "quotes": again('""', 'c0,c1\n"', '",b\n'),
        "lines in a cell": again("\n", 'c0,c1\n"', '",b\n'),
    },
    "JSON lines": {
        ORDINARY: rows("", '{{"c0": "{w}", "c1": "{w}"}}'),
        "one object of many names": lambda size: "{" + ", ".join(f'"c{k}": "x"' for k in range(size // 13)) + "}",
        "a column of its own in each": ragged,
        "nested": again("[", '{"c0": "x", "c1": '),
        "a number of many digits": again("9", '{"c0": "x", "c1": ', "}"),
        "a long list": again('"a",', '{"c0": "x", "c1": [', '"a"]}'),
        "blank lines": again("\n", '{"c0": "x"}\n'),
    },
    "JSON": {
        ORDINARY: lambda size: "[" + rows("", '{{"c0": "{w}", "c1": "{w}"}}', ",\n")(size).rstrip() + "]",
        "nested": again("["),
        "empty objects": again("{},", "[", "{}]"),
        "a column of its own in each": lambda size: "[" + ragged(size).rstrip().replace("\n", ",") + "]",
        "blanks": again(" ", "[", "{"),
    },
    "SGML": {
        ORDINARY: SEGMENTS,
        "left open": again("a line\n", SET + '<seg id="1">'),
        "opened again and again": again("<seg ", SET),
        "opened again and again, with quotes": again('<seg id="', SET),
        "opened again and again, with other quotes": again("<seg a='\"", SET),
        "nested": again('<seg id="1">', SET),
        "blanks in a segment": again(" ", SET + '<seg id="1">a', "b</seg>"),
        "blanks and returns in a segment": again(" \r ", SET + '<seg id="1">a', "b</seg>"),
        "blanks in a tag": again(" ", SET + "<seg", 'id="1">a</seg>'),
        "many attributes": again('a="1" ', SET + "<seg ", 'id="1">a</seg>'),
        "a long attribute": again("a", SET + "<seg ", ' id="1">a</seg>'),
        "points of tags": again("<", SET),
        "entities": again("&amp;", SET + '<seg id="1">', "</seg>"),
        "many documents": rows(SET, '<doc docid="{k}" sysid="x">\n<seg id="1">a</seg>'),
        "many systems": rows(SET, '<doc docid="d" sysid="{k}">\n<seg id="1">a</seg>'),
        "many sets": rows(SET, '<tstset setid="{k}" sysid="x">\n<doc docid="d" sysid="x">\n<seg id="1">a</seg>'),
        "comments": again("<!-- a -->", "", SET),
        "a comment left open": again("<!-- a ", SET),
        "declarations": again("<?a?>", "", SET),
    },
    "WMT's XML": {
        ORDINARY: closed(rows(XML, '<seg id="{k}">{w}</seg>'), "</p></src></doc></dataset>"),
        "nested": again("<p>", XML),
        "nested and closed": lambda size: (
            XML + '<seg id="1">' + "<g>" * (size // 7) + "</g>" * (size // 7) + "</seg></p></src></doc></dataset>"
        ),
        "blanks in a segment": again(" ", XML + '<seg id="1">a', "b</seg></p></src></doc></dataset>"),
        "many attributes": lambda size: (
            XML + "<seg " + " ".join(f'a{k}="1"' for k in range(size // 11)) + "/></p></src></doc></dataset>"
        ),
        "documents in documents": lambda size: (
            '<?xml version="1.0"?>\n<dataset>'
            + '<doc id="1"><src><seg id="1">' * (size // 55)
            + "a</seg></src></doc>" * (size // 55)
            + "</dataset>"
        ),
        "an unclosed list of declarations": again("]", "<!doctype a [", "<dataset></dataset>"),
    },
    "TMX": {
        ORDINARY: closed(rows(TMX, '<tu><tuv xml:lang="en"><seg>{w}</seg></tuv></tu>'), "</body></tmx>"),
        "many languages": closed(rows(TMX, '<tu><tuv xml:lang="l{k}"><seg>{w}</seg></tuv></tu>'), "</body></tmx>"),
    },
}
