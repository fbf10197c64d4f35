"""Moves the fragments of changelog.d/ into CHANGELOG.md, below the version that is being prepared.

A fragment holds entries under the headings of the changelog; its file name is anything that says what it is about:

    ### Command line
    - `bolide score --hashes` puts hashes of references and outputs into the signatures.

An entry marked ⚠ may move a number, or names in backquotes what is gone.
"""

import re
import sys
from pathlib import Path

from bolide.system.files import write_text

ROOT = Path(__file__).parent.parent
CHANGELOG, FRAGMENTS = ROOT / "CHANGELOG.md", ROOT / "changelog.d"
Sections = dict[str, list[str]]  # entries by heading


def sections_of(text: str, name: str) -> Sections:
    """The entries of a fragment by heading; ValueError says what is wrong with it."""
    sections: Sections = {}
    heading = ""
    for line in text.splitlines():
        if line.startswith("### "):
            heading = line
        elif line.startswith("- ") and heading:
            sections.setdefault(heading, []).append(line)
        elif line.startswith("  ") and sections.get(heading):
            sections[heading][-1] += f"\n{line}"
        elif line.strip():
            raise ValueError(f"{name}: {line!r:.60} is neither a heading (### …) nor an entry (- …) below one")
    if not sections:
        raise ValueError(f"{name} has no entry")
    return sections


def assembled(changelog: str, fragments: dict[str, str]) -> str:
    """The changelog with the entries of the fragments, each at the end of its section of the newest version."""
    start = changelog.index("\n## ") + 1
    end = changelog.find("\n## ", start) + 1 or len(changelog)
    newest = changelog[start:end].rstrip("\n")
    if "(unreleased)" not in newest.partition("\n")[0]:
        raise ValueError("the newest version in CHANGELOG.md is out; begin a section for the next one")
    for name in sorted(fragments):
        for heading, entries in sections_of(fragments[name], name).items():
            if f"\n{heading}\n" not in f"{newest}\n":
                newest += f"\n\n{heading}"
            before, _, after = f"{newest}\n".partition(f"\n{heading}\n")
            section, rest = re.fullmatch(r"(.*?)(\n### .*|\n*)", after, re.DOTALL).groups()  # type: ignore[union-attr]
            parts = [part for part in (section.strip("\n"), *entries) if part]
            newest = "\n".join([before, heading, *parts]) + f"\n{rest}".rstrip("\n")
    return changelog[:start] + newest + ("\n\n" if changelog[end:] else "\n") + changelog[end:]


def main() -> int:
    """Assemble, and remove the fragments."""
    paths = sorted(FRAGMENTS.glob("*.md"))
    try:
        text = assembled(CHANGELOG.read_text("utf-8"), {path.name: path.read_text("utf-8") for path in paths})
    except ValueError as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    write_text(CHANGELOG, text)
    for path in paths:
        path.unlink()
    print(f"{len(paths)} fragments are in CHANGELOG.md now.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
