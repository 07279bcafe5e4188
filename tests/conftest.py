"""What holds for every test: no network, and property tests that run the same way each time."""

from __future__ import annotations

import ipaddress
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from agent.language.endpoint.circuit_breaker import SHARED

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")


class NetworkUsed(AssertionError):
    """A test tried to reach another machine."""


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """The one switch: connections leave this machine neither by name nor by number."""
    patch = pytest.MonkeyPatch()
    for name in ("connect", "connect_ex"):
        patch.setattr(socket.socket, name, _guarded(getattr(socket.socket, name)))
    yield
    patch.undo()


@pytest.fixture(scope="session", autouse=True)
def no_text_encoder() -> Iterator[None]:
    """What is kept does not depend on what happens to be installed; tests of the encoder switch it on again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOMEBODY_ENCODER", "off")
        patch.setenv("HOMEBODY_REWRITER", "off")
        yield


@pytest.fixture(scope="session", autouse=True)
def no_state_of_the_users(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What homebody keeps for its user lies in a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture
def heeded_signals() -> Iterator[None]:
    """Ctrl-C and SIGTERM are heeded here and in what is started here, also where the tests run in the background.

    A shell without job control starts those with Ctrl-C ignored, which homebody and its children leave ignored.
    """
    usual = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(autouse=True)
def endpoints_are_tried_anew() -> Iterator[None]:
    """What one test found out about an address on this machine does not hold for the next one's server there."""
    yield
    SHARED.forget()


def _guarded(connect: Any) -> Any:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family != getattr(socket, "AF_UNIX", None) and not _is_here(address):
            raise NetworkUsed(f"a test tried to connect to {address!r}; tests must not use the network")
        return connect(self, address)

    return guarded


def _is_here(address: Any) -> bool:
    host = str(address[0] if isinstance(address, tuple) else address)
    try:
        return ipaddress.ip_address(host.split("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


@pytest.fixture(scope="session")
def memento() -> Path:
    """The folder of the shared Memento data."""
    folder = Path(__file__).parents[1] / "../shared/data/memento"
    if not folder.is_dir():
        pytest.skip("the Memento episodes are not at ../shared/data/memento")
    return folder
