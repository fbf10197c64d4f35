"""METEOR 1.5's aligner in the plainest Python, rule by rule: the oracle of the kernel."""

from dataclasses import dataclass, field, replace
from functools import cmp_to_key
from itertools import pairwise

EXACT, STEM, SYNONYM, PHRASE = range(4)


@dataclass(frozen=True)
class Match:
    ref: int
    ref_words: int
    hyp: int
    hyp_words: int
    stage: int
    exact: bool

    @property
    def gain(self) -> int:
        return self.hyp_words + self.ref_words if self.exact else self.hyp_words // 2 + self.ref_words // 2

    def words(self):
        ref = {("ref", self.ref + k) for k in range(self.ref_words)}
        return ref | {("hyp", self.hyp + k) for k in range(self.hyp_words)}


@dataclass
class Path:
    chosen: dict = field(default_factory=dict)
    used: frozenset = frozenset()
    total: int = 0
    chunks: int = 0
    distance: int = 0
    index: int = 0
    last: int | None = None


def better(a: Path, b: Path) -> int:
    ours, theirs = (-a.total, a.chunks, a.distance), (-b.total, b.chunks, b.distance)
    return (ours > theirs) - (ours < theirs)


def candidates(hyp, ref, modules, stems, synsets, phrases, equal):
    if [equal[word] for word in hyp] == [equal[word] for word in ref]:
        modules = modules[:1]
    lists = [[] for _ in ref]
    for stage, module in enumerate(modules):
        if module == PHRASE:
            for match in phrases:
                lists[match[0]].append(Match(*match, stage, False))
            continue
        for j, r in enumerate(ref):
            for i, h in enumerate(hyp):
                same = equal[h] == equal[r]
                fits = {
                    EXACT: same,
                    STEM: not same and stems[h] == stems[r],
                    SYNONYM: not same and bool(set(synsets[h]) & set(synsets[r])),
                }
                if fits[module]:
                    lists[j].append(Match(j, 1, i, 1, stage, module == EXACT))
    return lists


def pinned(lists):
    coverage = {}
    for match in (m for matches in lists for m in matches):
        for word in match.words():
            coverage[word] = coverage.get(word, 0) + 1
    return {j: ms[0] for j, ms in enumerate(lists) if len(ms) == 1 and all(coverage[w] == 1 for w in ms[0].words())}


def take(path: Path, match: Match) -> Path:
    jump = path.last is not None and match.hyp != path.last
    return replace(
        path,
        chosen={**path.chosen, match.ref: match},
        used=path.used | match.words(),
        total=path.total + match.gain,
        chunks=path.chunks + jump,
        index=match.ref + match.ref_words,
        last=match.hyp + match.hyp_words,
    )


def search(lists, beam):
    pins = pinned(lists)
    start = Path(chosen=dict(pins), used=frozenset(w for m in pins.values() for w in m.words()))
    paths = [start]
    for cur in range(len(lists) + 1):
        following = []
        for path in sorted(paths, key=cmp_to_key(better))[:beam]:
            if cur == len(lists):
                following.append(replace(path, chunks=path.chunks + (path.last is not None)))
            elif ("ref", cur) in path.used:
                if cur < path.index:
                    following.append(path)
                else:
                    distance = path.distance + abs(pins[cur].ref - pins[cur].hyp)
                    following.append(replace(take(path, pins[cur]), distance=distance))
            else:
                for match in lists[cur]:
                    if not match.words() & path.used:
                        following.append(take(path, match))
                        path = replace(path, distance=path.distance + abs(match.ref - match.hyp))
                closed = path.last is not None
                following.append(replace(path, chunks=path.chunks + closed, last=None, index=path.index + 1))
        paths = following
    best = sorted(paths, key=cmp_to_key(better))[0]
    return [best.chosen[j] for j in sorted(best.chosen)]


def statistics(hyp, ref, matches, function, weight):
    row = [0] * 23
    for side, words in enumerate((hyp, ref)):
        row[side] = sum(weight[w] for w in words)
        row[2 + side] = sum(weight[w] for w in words if function[w])
    for match in matches:
        spans = (hyp[match.hyp : match.hyp + match.hyp_words], ref[match.ref : match.ref + match.ref_words])
        for side, words in enumerate(spans):
            row[21 + side] += len(words)
            for word in words:
                row[4 + 4 * match.stage + (2 if function[word] else 0) + side] += weight[word]
    breaks = [b.ref != a.ref + a.ref_words or b.hyp != a.hyp + a.hyp_words for a, b in pairwise(matches)]
    row[20] = sum(breaks) + bool(matches)
    return row


def align(hyp, ref, modules, stems, synsets, phrases, beam, equal):
    """The chosen matches, in the order of the reference."""
    return search(candidates(list(hyp), list(ref), modules, stems, synsets, phrases, equal), beam)
