"""Files of an installed package by their full path, verified: a library may look in the working folder first."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from bolide.system.errors import MissingExtra


def installed_file(package: str, name: str) -> Path:
    """The file `name` in the folder of an installed package, as the package's installer left it.

    Refused where it is absent, lies outside the package's folder (a link that leads away), or is not the file whose
    hash the installer recorded. Nothing that a library unpickles may come from anywhere else.
    """
    spec = find_spec(package)
    folder = Path(spec.origin).resolve().parent if spec and spec.origin else None
    path = (folder / name).resolve() if folder else None
    if folder is None or path is None or not path.is_file() or not path.is_relative_to(folder):
        raise MissingExtra(f"The installed package {package} has no file {name} of its own; reinstall {package}.")
    recorded = _recorded_hash(package, folder, name)
    if recorded is not None and recorded != _hash(path):
        raise MissingExtra(f"{path} is not the file that came with {package}: its hash differs. Reinstall {package}.")
    return path


def _recorded_hash(package: str, folder: Path, name: str) -> str | None:
    """The SHA-256 in the installer's record; none where the package was installed without one."""
    try:
        files = metadata.distribution(package).files or []
    except metadata.PackageNotFoundError:
        return None
    for file in files:
        if file.name == Path(name).name and Path(str(file.locate())).resolve() == (folder / name).resolve():
            return file.hash.value if file.hash and file.hash.mode == "sha256" else None
    return None


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
