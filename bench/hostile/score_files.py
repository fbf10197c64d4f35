"""Files of scores, annotations, rankings, labels and candidates that were chosen badly, and ordinary ones."""

from bench.hostile.tables import columns, rows
from bench.hostile.texts import ORDINARY, Text, again

MQM = "system\tdoc\tseg_id\trater\ttarget\tcategory\tseverity"
ESA = '{{"langs": "en-de", "line_id": {k}, "system": "NAME", "esa_score": 50}}'
RANKED = "srclang,trglang,srcIndex,segmentId,judgeId,system1Id,system1rank,system2Id,system2rank"

SCORES: dict[str, dict[str, Text]] = {
    "scores": {
        ORDINARY: rows("", "system\t0.{n}"),
        "many systems": rows("", "s{k}\t0.5"),
        "one number per line": again("0.5\n"),
        "blanks between": again("a 1\n"),
        "a number of many digits": again("9", "a\t"),
        "a name of many letters": again("a", "", "\t0.5\n"),
        "many columns": columns("\t"),
        "many columns of commas": columns(","),
        "long table": rows("system\tsegment\tscore", "a\t{n}\t0.5"),
        "long table, a system and a segment in each": rows("system\tsegment\tscore", "a{k}\t{n}\t0.5"),
        "submission": rows("", "m\ten-de\tt\tnews\td\tr\ts\t{n}\t0.5"),
        "submission, a system and a segment in each": rows("", "m\ten-de\tt\tnews\td\tr\ts{k}\t{n}\t0.5"),
        "submission, a number of many digits": again("9", "m\ten-de\tt\tnews\td\tr\ts\t", "\t0.5\n"),
        "COMET": rows("", "a.txt\tSegment {k}\tscore: 0.5"),
        "COMET, a system and a segment in each": rows("", "a{k}.txt\tSegment {k}\tscore: 0.5"),
        "COMET, far segments": rows("", "a{k}.txt\tSegment 9999999\tscore: 0.5"),
        "COMET, tabs": again("\t", "Segment 0\tscore: 0.5\na", "score"),
        "COMET, long lines": again("\tscore: a", "Segment 0\tscore: 0.5\na"),
        "COMET as JSON": lambda size: '{"a": [' + '{"COMET": 0.5},' * (size // 15) + '{"COMET": 0.5}]}',
        "COMET as JSON, many systems": lambda size: (
            "{" + ", ".join(f'"d/{k % 9}/a{k}.txt": [{{"COMET": 0.5}}]' for k in range(size // 36)) + "}"
        ),
        "one open quote": again("a,1\n", 'system,score\n"'),
        "empty lines": again("\n", "a\t1\n"),
    },
    "MQM": {
        ORDINARY: rows(MQM, "a\td\t{n}\tr\t<v>{w}</v>\tAccuracy\tMajor"),
        "a system and a segment in each": rows(MQM, "a{k}\td\t{n}\tr\t{w}\tAccuracy\tMajor"),
        "far segments": rows(MQM, "a{k}\td\t9999999\tr\t{w}\tAccuracy\tMajor"),
        "a rater in each": rows(MQM, "a\td\t1\tr{k}\t{w}\tAccuracy\tMajor"),
        "many columns": lambda size: "category\tseverity\t" + columns("\t")(size),
        "marks": again("<v>", f"{MQM}\na\td\t1\tr\t", "\tAccuracy\tMajor"),
        "nothing but tabs": again("\t", "category\tseverity\n"),
    },
    "annotations": {
        ORDINARY: rows("", '{{"langs": "en-de", "line_id": {k}, "system": "a", "esa_score": 50, "esa_spans": []}}'),
        "a system and a segment in each": rows("", ESA.replace("NAME", "a{k}")),
        "far segments": rows("", '{{"langs": "en-de", "line_id": 9999999, "system": "a{k}", "esa_score": 50}}'),
        "a language pair in each": rows("", '{{"langs": "en-{k}", "line_id": 1, "system": "a", "esa_score": 50}}'),
        "export": rows("", 'r,a,{k},TGT,eng,deu,50,d,False,"[]",1.0,2.0'),
        "export, a system and a segment in each": rows("", 'r,a{k},{k},TGT,eng,deu,50,d,False,"[]",1.0,2.0'),
        "export, an open quote": again("a,b\n", 'r,a,1,TGT,eng,deu,50,d,False,"[]",1.0,2.0\nr,"'),
        "spans": rows("", '{{"system": "a", "line_id": {k}, "spans": [{{"start": 3, "end": 7, "severity": "x"}}]}}'),
        "many spans": lambda size: (
            '{"system": "a", "line_id": 0, "spans": ['
            + ", ".join('{"start": 3, "end": 7, "severity": "major"}' for _ in range(size // 45))
            + "]}"
        ),
        "ratings": rows("", 'a\t{{"errors": [{{"start": 3, "end": 7, "severity": "major", "score": 5}}]}}'),
        "ratings, a system in each": rows("", 'a{k}\t{{"errors": []}}'),
    },
    "rankings": {
        ORDINARY: rows(RANKED, "fr,en,{n},1,j,a,1,b,2"),
        "a system in each": rows(RANKED, "fr,en,{n},1,j,a{k},1,b{k},2"),
        "a language in each": rows(RANKED, "fr,e{k},{n},1,j,a,1,b,2"),
        "many columns": lambda size: "srclang,trglang,srcIndex,system1Id,system1rank," + columns(",")(size),
        "cells beyond the last": again(",", "srclang,trglang,srcIndex,system1Id,system1rank\nfr,en,1,a,1"),
    },
    "labels": {
        ORDINARY: rows("", "news\tdoc{k}"),
        "one line": again("a"),
        "many columns": again("a\t"),
        "other widths at the end": lambda size: again("a\n")(size) + "a\tb\n",
    },
    "n-best": {
        ORDINARY: rows("", "{k} ||| {w} ||| 0.5"),
        "bars": again("|||", "0 ||| a"),
        "blanks": again(" ", "0"),
        "digits": again("9", "", " ||| a"),
        "one sentence": rows("", "0 ||| {w} ||| 0.5"),
        "JSON": rows("", '{{"candidates": ["{w}", "{w}"]}}'),
        "JSON, nested": again("[", '{"candidates": '),
    },
}
