"""The switch in conftest.py: tests reach this machine and no other."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("example.org", 80)])
def test_other_machines_are_out_of_reach(address: tuple[str, int]) -> None:
    with socket.socket() as outgoing, pytest.raises(AssertionError, match="must not use the network"):
        outgoing.connect(address)
    with socket.socket() as outgoing, pytest.raises(AssertionError, match=address[0]):
        outgoing.connect_ex(address)


def test_this_machine_is_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        client.sendall(b"hello")
        connection, _ = server.accept()
        with connection:
            assert connection.recv(5) == b"hello"


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this system has no Unix sockets")
def test_unix_sockets_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a Unix socket must be short
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind("door")
        server.listen()
        client.connect("door")
        assert client.getpeername() == "door"
