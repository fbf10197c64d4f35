"""The example files of README, docs and help, all written for Bolide, and how they get where a reader can run them.

- `ref.txt`, `system.txt` and the like: two systems, two references, six sentences; the same texts in tables and n-best
  lists; and scores of them by people and metrics, in the formats that WMT has released.
- `town/`: three systems on news, recipes and support. `baseline` is wooden, `larger` is good throughout, and `tuned`
  reads well but leaves out half of every recipe. Scores are as WMT's MQM counts: 0 for no error, −1 for a minor one,
  −5 for a major one.
"""

from pathlib import Path

from bolide.system.errors import InputError
from bolide.system.files import reason, write_bytes

FILES = Path(__file__).parent / "files"


def lines(name: str) -> tuple[str, ...]:
    """The lines of an example file."""
    return tuple((FILES / name).read_text(encoding="utf-8").splitlines())


HUMAN_A, HUMAN_B = lines("ref1.txt"), lines("ref2.txt")
SYSTEMS = {"careful": lines("a.txt"), "hasty": lines("b.txt")}


def write_files(folder: str | Path) -> list[str]:
    """Write all of them below `folder`, and return their names. If a file of the same name holds something else,
    nothing is written."""
    folder = Path(folder)
    paths = [path for path in sorted(FILES.rglob("*")) if path.is_file() and path.suffix != ".pyc"]  # pip compiles
    files = {path.relative_to(FILES).as_posix(): path.read_bytes() for path in paths}
    try:
        if folder.exists() and not folder.is_dir():
            raise InputError(f"{folder} is not a folder; name one for the example files, or a new one.")
        for name, data in files.items():
            path = folder / name
            if path.exists() and (not path.is_file() or path.read_bytes() != data):
                raise InputError(f"{path} is there already and would be lost; name another folder.")
        for part in sorted({(folder / name).parent for name in files}):
            part.mkdir(parents=True, exist_ok=True)
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {reason(folder / 'ref.txt', error)}.") from None
    except ValueError:
        raise InputError(f"{str(folder)!r} cannot be the name of a folder.") from None
    for name, data in files.items():
        write_bytes(folder / name, data)
    return list(files)
