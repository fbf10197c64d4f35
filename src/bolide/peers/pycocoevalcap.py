"""pycocoevalcap's Bleu, Rouge and Cider counted faster, its METEOR and its tokenizer without Java.

The classes, what they check and what they print stay pycocoevalcap's: each finds something of Bolide's in its module in
place of what it used. Meteor and PTBTokenizer find a process that answers as Java would, or Java where Bolide cannot.
"""

from __future__ import annotations

import io
import re
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator
from functools import cache, update_wrapper
from itertools import chain
from pathlib import Path
from typing import Any

from bolide.peers import Hook
from bolide.peers.nltk import clipped_rows
from bolide.system.errors import BolideError

VERSIONS = ("1.2",)
ORDERS = 4  # pycocoevalcap counts n-grams up to this order, whatever it is asked for


def hooks() -> list[Hook]:
    """What to replace in pycocoevalcap."""
    from pycocoevalcap.bleu import bleu
    from pycocoevalcap.cider import cider, cider_scorer
    from pycocoevalcap.meteor import meteor
    from pycocoevalcap.rouge import rouge
    from pycocoevalcap.tokenizer import ptbtokenizer

    return [
        Hook(bleu, "BleuScorer", _bleu_scorer(bleu.BleuScorer)),
        Hook(rouge, "my_lcs", _common_length(rouge.my_lcs)),
        Hook(cider, "CiderScorer", _cider_scorer(cider_scorer)),
        Hook(meteor, "subprocess", _Subprocess(meteor.subprocess, _Meteor.of)),
        Hook(ptbtokenizer, "subprocess", _Subprocess(ptbtokenizer.subprocess, _Tokenizer.of)),
    ]


# --- Bleu and Rouge ---------------------------------------------------------------------------------------------------


def _bleu_scorer(original: Any) -> Any:
    """The class of scorers that a call of Bleu makes, fills, asks once and forgets."""

    class BleuScorer(original):  # type: ignore[misc]
        __slots__ = ()

        def cook_append(self, test: Any, refs: Any) -> None:
            if type(test) is not str or type(refs) is not list or set(map(type, refs)) != {str}:
                super().cook_append(test, refs)
                return
            self.crefs.append(None)
            self.ctest.append([test, *refs])
            self._score = None  # type: ignore[misc]

        def compute_score(self, option: Any = None, verbose: Any = 0) -> Any:
            waiting = [k for k, texts in enumerate(self.ctest) if type(texts) is list]
            groups = [[text.split() for text in self.ctest[k]] for k in waiting]
            rows = clipped_rows([group[1:] for group in groups], [group[0] for group in groups], ORDERS)
            for k, group, row in zip(waiting, groups, rows, strict=True):
                counts = {"reflen": list(map(len, group[1:])), "testlen": row[1]}
                self.ctest[k] = counts | {"guess": row[3 + ORDERS : 3 + 2 * ORDERS], "correct": row[3 : 3 + ORDERS]}
            return super().compute_score(option, verbose)

    return BleuScorer


def _common_length(original: Any) -> Any:
    def my_lcs(string: Any, sub: Any) -> Any:
        if type(string) is not list or type(sub) is not list or {*map(type, string), *map(type, sub)} != {str}:
            return original(string, sub)
        # By bit vectors, one row of the table at a time (Hyyrö 2004)
        masks: dict[str, int] = {}
        for index, word in enumerate(string):
            masks[word] = masks.get(word, 0) | 1 << index
        every = (1 << len(string)) - 1
        row = every  # a bit is cleared where the subsequence grows
        for word in sub:
            met = row & masks.get(word, 0)
            row = (row + met | row - met) & every
        return len(string) - row.bit_count()

    return update_wrapper(my_lcs, original)


# --- Cider ------------------------------------------------------------------------------------------------------------


def _ngrams(text: str) -> Counter[tuple[str, ...]]:
    """The n-grams of a caption, the shorter ones first."""
    words = text.split()
    orders = (zip(*(words[k:] for k in range(n)), strict=False) for n in range(1, ORDERS + 1))
    return Counter(chain.from_iterable(orders))


class _Vectors:
    """CIDEr's vectors of captions, which weigh an n-gram less the more images have it; in the peer's arithmetic."""

    def __init__(self, np: Any, scorer: Any) -> None:
        self.orders, frequencies, images = range(scorer.n), scorer.document_frequency, scorer.ref_len

        @cache
        def weigh(times: int, frequency: int) -> tuple[float, float]:
            weight = float(times) * (images - np.log(max(1.0, frequency)))
            return float(weight), float(pow(weight, 2))

        self.weigh, self.frequency, self.root = weigh, frequencies.get, np.sqrt
        self.penalty = cache(lambda delta: np.e ** (-(delta**2) / (2 * scorer.sigma**2)))

    def vector(self, counts: dict[Any, int]) -> Any:
        """The weights of n-grams and their length, by order, and the number of bigrams."""
        weights: list[dict[Any, float]] = [{} for _ in self.orders]
        squares = [0.0 for _ in self.orders]
        for ngram, times in counts.items():
            n = len(ngram) - 1
            weights[n][ngram], square = self.weigh(times, self.frequency(ngram, 0))
            squares[n] += square
        bigrams = sum(times for ngram, times in counts.items() if len(ngram) == 2)
        return weights, [float(self.root(square)) for square in squares], bigrams

    def similarity(self, hyp: Any, ref: Any, n: int) -> float:
        """The cosine of both vectors, clipped to the weights of the reference, less if lengths differ."""
        theirs, value = ref[0][n], 0.0
        for ngram, weight in hyp[0][n].items():
            if ngram in theirs:
                value += min(weight, theirs[ngram]) * theirs[ngram]
        if hyp[1][n] != 0 and ref[1][n] != 0:
            value /= hyp[1][n] * ref[1][n]
        return float(value * self.penalty(float(hyp[2] - ref[2])))


def _cider_scorer(module: Any) -> Any:
    """The class of scorers that a call of Cider makes, fills, asks once and forgets."""
    np, original = module.np, module.CiderScorer

    class CiderScorer(original):  # type: ignore[misc, valid-type]
        def cook_append(self, test: Any, refs: Any) -> None:
            if type(test) is not str or type(refs) is not list or set(map(type, refs)) != {str}:
                super().cook_append(test, refs)
                return
            self.crefs.append(list(map(_ngrams, refs)))
            self.ctest.append(_ngrams(test))

        def compute_doc_freq(self) -> None:
            self.document_frequency = Counter(chain.from_iterable(set().union(*refs) for refs in self.crefs))

        def compute_cider(self) -> Any:
            self.ref_len = np.log(float(len(self.crefs)))
            vectors, scores = _Vectors(np, self), []
            for test, refs in zip(self.ctest, self.crefs, strict=True):
                mine, totals = vectors.vector(test), [0.0] * self.n
                for theirs in map(vectors.vector, refs):
                    totals = [total + vectors.similarity(mine, theirs, n) for n, total in enumerate(totals)]
                scores.append(np.mean(np.array(totals)) / len(refs) * 10.0)
            return scores

    return CiderScorer


# --- Java -------------------------------------------------------------------------------------------------------------


class _Subprocess:
    """The module subprocess with processes that are none."""

    def __init__(self, original: Any, start: Callable[..., Any]) -> None:
        self._own, self._start = original, start

    def Popen(self, command: Any, *arguments: Any, **options: Any) -> Any:
        """What stands for a process, or the process."""
        return self._start(command, options.get("cwd", ".")) or self._own.Popen(command, *arguments, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)


class _Meteor:
    """METEOR's jar as a process that answers lines."""

    def __init__(self, tool: Any, answer: Callable[..., Iterator[str]]) -> None:
        self._tool, self._answer = tool, answer
        self.stdin, self.stdout = io.BytesIO(), self
        self._answers: deque[str] = deque()

    @classmethod
    def of(cls, command: list[str], cwd: str) -> Any:
        """The jar with these options; None if Java is to run it."""
        java, options, table = command[:4], command[4:], Path(cwd, "data", "paraphrase-en.gz")
        if java != ["java", "-jar", "-Xmx2G", "meteor-1.5.jar"] or not table.is_file():
            return None
        from bolide.peers import meteor15  # takes longer than the rest, and is needed for METEOR alone

        try:
            read = meteor15.parser().parse_args([*options, "-a", str(table)])
            return cls(meteor15.tool_from(read, warnings.warn), meteor15.answer)
        except BolideError:
            return None

    def readline(self) -> bytes:
        """The next answer."""
        asked, self.stdin = io.BytesIO(self.stdin.getvalue()), io.BytesIO()
        for line in io.TextIOWrapper(asked, encoding="utf-8", errors="replace"):
            self._answers.extend(self._answer(self._tool, line, coco=True))
        return f"{self._answers.popleft()}\n".encode() if self._answers else b""

    def kill(self) -> None:
        """There is nothing to end."""

    wait = kill


# Words, and the marks around them, of which Stanford's tokenizer makes no more than meets the eye
_NUMBER = "[0-9]{1,5}"
_WORD = "(?:[A-Za-z]*[A-MO-Za-mo-z]n't|[A-Za-z]+(?:-[A-Za-z]+)*(?:'(?:s|re|ll|ve|d|m))?)"
_MARKED = rf"""["(]?{_WORD}(?:[ \t]+{_NUMBER})?(?:[.,!?]?[")])?(?:[ \t]*[.,;:!?])?"""
_PLAIN = re.compile(rf"[ \t]*(?:{_NUMBER}[ \t]+)?(?:(?:{_MARKED}|[-&])(?:[ \t]+|$))*")
_TOKEN = re.compile(r"[A-Za-z]+?(?=n't)|n't|'[a-z]+|[A-Za-z]+(?:-[A-Za-z]+)*|[0-9]+|``|[.,;:!?()&\"-]")
_WRITTEN = {"(": "-lrb-", ")": "-rrb-", '"': "''"}
_TWO_WORDS = frozenset(("cannot", "gimme", "gonna", "gotta", "lemme", "wanna"))
# Words that may keep a full stop
_ABBREVIATIONS = frozenset(
    re.findall(
        "[a-z]+",
        """
a adj adm adv al ala alex apr ariz assn assoc asst atty attys aug ave b bhd bldg blvd brig bros c calif capt cf cie
cmdr co col colo comdr conn corp cos cpl ct d dak dec dept det dr drs e elec ens esq est etc ext f feb fla fri ft g ga
gen gov govs h hon i ill inc ind insp intl invt j jan jos jr jul jun k kan kans ky l la lieut lt ltd m maj mar mass md
mfg mich minn miss mlle mme mo mon mont mr mrs ms msgr mt mtg n natl neb nev nov o oct okla p pa penn pfc ph plc ppte
pptes ppty pptys pres prof profs pte ptes pty ptys pvt q r rd rep reps rev rt s sen sens sep sept seq sfc sgt spc sq
sr st ste supt supts sys t tel tenn thu thurs treas tue tues u univ v va vs vt w wash wed wis wisc wm wyo x y z
""",
    )
)


class _Tokenizer:
    """Stanford's tokenizer as a process that is over."""

    def __init__(self, lines: list[str]) -> None:
        self._output = "".join(f"{line}\n" for line in lines).encode()

    @classmethod
    def of(cls, command: list[str], cwd: str) -> Any:
        """The tokens of the lines of a file; None, and so Java, if one of them is not plain."""
        *java, name = command
        program = ["java", "-cp", "stanford-corenlp-3.4.1.jar", "edu.stanford.nlp.process.PTBTokenizer"]
        if java != [*program, "-preserveLines", "-lowerCase"]:
            return None
        lines = Path(cwd, name).read_bytes().decode().split("\n")
        return cls(list(map(_tokens, lines))) if all(map(_is_plain, lines)) else None

    def communicate(self, input: Any = None) -> tuple[bytes, None]:
        """All lines."""
        return self._output, None


def _is_plain(line: str) -> bool:
    small = line.lower()
    return bool(
        _PLAIN.fullmatch(line)
        and _TWO_WORDS.isdisjoint(re.findall("[a-z]+", small))
        and _ABBREVIATIONS.isdisjoint(re.findall(r"\b([a-z]+)\.", small))
    )


def _tokens(line: str) -> str:
    """The tokens of a plain line, with spaces between."""
    opened = re.sub(r'(^|[ \t])"', r"\1``", line.lower())
    return " ".join(_WRITTEN.get(token, token) for token in _TOKEN.findall(opened))
