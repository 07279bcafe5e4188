"""Telling the files that this user's homebody wrote from names that somebody else put into a memory.

A memory may come from elsewhere: copied, imported, sent. The list of files in it must not lead erasing to files that
have nothing to do with homebody, so each entry bears a seal that only this user can make, with a key that lies in the
user's folder for such things and goes nowhere.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from envs.files.writing import make_folder

_KEY_BYTES = 32


def seal(entry: Sequence[str]) -> str:
    """The seal of an entry, "" where this user can have no key."""
    key = _key()
    return hmac.new(key, "\0".join(entry).encode(), hashlib.sha256).hexdigest()[:32] if key else ""


def is_sealed(entry: Sequence[str], found: str) -> bool:
    """Whether a seal was made by this user for just this entry."""
    return bool(found) and hmac.compare_digest(seal(entry).encode(), found.encode())


def key_file(environment: Mapping[str, str] | None = None) -> Path:
    """Where the key lies."""
    known = os.environ if environment is None else environment
    state = known.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "homebody" / "seal.key"


def _key() -> bytes:
    """The key, made when there is none yet; empty where it cannot be."""
    try:
        path = key_file()
        if not path.exists():
            _make(path)
        found = path.read_bytes()
    except (OSError, RuntimeError):  # no home, no rights, no room
        return b""
    return found if len(found) == _KEY_BYTES else b""


def _make(path: Path) -> None:
    make_folder(path.parent)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(_KEY_BYTES))
    try:
        os.link(part, path)  # whoever is first; the others take that one
    except FileExistsError:
        pass
    finally:
        part.unlink()
