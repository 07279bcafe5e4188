"""The address of an endpoint: what is wrong with one before anybody is asked, and how it is shown."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit


def address_problem(url: str) -> str:
    """What is wrong with a base address before anybody is asked; empty when nothing is."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        return f"the address cannot be read: {_without_values(error)}"
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return f"{shown(url)!r} is not an address; it looks like http://localhost:11434/v1"
    if parts.username or parts.password:
        return "the address holds a user name or password; take it out and give the key in OPENAI_API_KEY"
    if any(c.isspace() or not c.isprintable() for c in url):
        return "the address holds blanks or control characters"
    try:
        parts.hostname.encode("idna")
    except UnicodeError:
        return f"{shown(url)!r:.80} names no host: a part between two dots is empty or longer than 63 letters"
    return ""


def shown(url: str) -> str:
    """The address without what may be secret in it: user, password, query, fragment."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "(an address that cannot be read)"
    return f"{parts.scheme}://{_place(parts)}{parts.path}" if parts.netloc else parts.path.rpartition("@")[2]


def _place(parts: SplitResult) -> str:
    return parts.netloc.rpartition("@")[2]


def _without_values(error: ValueError) -> str:
    """What ``urlsplit`` says, less the part of the address that it quotes."""
    return str(error).partition(":")[0].partition("'")[0].strip()
