"""Compile a zip of Python sources to a zip of bytecode, by the interpreter that will run it."""

import zipfile
from importlib.util import MAGIC_NUMBER, source_hash
from marshal import dumps
from struct import pack

_UNCHECKED = 1  # an unchecked hash-based pyc (PEP 552)


def compile_zip(source: str, out: str, optimize: int = 2) -> None:
    """Write `out` with every module of `source` compiled; other files are copied."""
    with zipfile.ZipFile(source) as sources, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as compiled:
        for name in sources.namelist():
            data = sources.read(name)
            if name.endswith(".py"):
                data = _bytecode(data, name, optimize)
                name += "c"
            compiled.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 6)


def _bytecode(source: bytes, name: str, optimize: int) -> bytes:
    # Docstrings of the standard library are stripped (2): they are a fifth of the bytes.
    # Bolide's stay (0): the page shows them.
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return MAGIC_NUMBER + pack("<I", _UNCHECKED) + source_hash(source) + dumps(code)
