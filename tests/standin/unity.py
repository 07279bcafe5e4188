#!/usr/bin/env python3
"""A stand-in for the Unity build: speaks the ai2thor client's FIFO protocol and answers from the embedded engine.

Started by the client like a build: pipes in the environment, frame size on the command line. Options of its own:

    --game FILE      every scene is the plan of this recorded game as it was before the episode was prepared
    --dialect NAME   old: only AI2-THOR 3's key spellings; new: only those of 5; both: as the embedded engine
    --fault NAME     exit, mute, babble (at the start); crash, abort, hang, garbage, half (at an action); none. With it
                     the room is empty, so that it is there at once
    --at N           number of that action, counted from 0 after each start
"""

from __future__ import annotations

import argparse
import json
import os
import random
import struct
import sys
import time
from pathlib import Path
from typing import Any, BinaryIO

import msgpack
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

HEADER = "!BI"
METADATA, ACTION, PATCH, END = 1, 2, 11, 255
RGB, DEPTH, CLASSES, IDS = 4, 5, 8, 9
OTHER_RGB, OTHER_DEPTH, OTHER_IDS, OTHER_CLASSES = 10, 12, 14, 15

QUERIES = frozenset({"GetReachablePositions", "GetInteractablePoses", "GetScenesInBuild", "GetVisibleObjects"})
"""Actions that change nothing; Unity answers them with a patch of the metadata it sent before."""


class Wire:
    """The simulator's end of the two pipes."""

    def __init__(self) -> None:
        self.out: BinaryIO = open(os.environ["AI2THOR_FIFO_SERVER_PIPE_PATH"], "wb")  # noqa: SIM115
        self._in: BinaryIO | None = None

    def send(self, kind: int, body: bytes = b"") -> None:
        self.out.write(struct.pack(HEADER, kind, len(body)) + body)

    def end(self) -> None:
        self.send(END)
        self.out.flush()

    def receive(self) -> dict[str, Any] | None:
        """The next action, or None when the client has gone."""
        if self._in is None:
            self._in = open(os.environ["AI2THOR_FIFO_CLIENT_PIPE_PATH"], "rb")  # noqa: SIM115
        action: dict[str, Any] | None = None
        while header := self._in.read(struct.calcsize(HEADER)):
            kind, length = struct.unpack(HEADER, header)
            if kind == END:
                return action
            if kind == ACTION:
                action = json.loads(self._in.read(length))
        return None


class EmptyRoom:
    """Answers that every action succeeded, in a room without objects and without pictures."""

    def __init__(self, width: int, height: int) -> None:
        self._metadata: dict[str, Any] = {
            "agent": {"position": {"x": 0, "y": 0.9, "z": 0}, "rotation": {"x": 0, "y": 0, "z": 0}, "cameraHorizon": 0},
            "sceneName": "FloorPlan1_physics", "objects": [], "colors": None, "thirdPartyCameras": [],
            "screenWidth": width, "screenHeight": height, "lastActionSuccess": True, "errorMessage": "",
            "errorCode": "", "actionReturn": None,
        }  # fmt: skip

    def first(self) -> tuple[dict[str, Any], Any]:
        return self._metadata | {"lastAction": "Start"}, None

    def act(self, call: dict[str, Any]) -> tuple[dict[str, Any], Any]:
        value = {"GetScenesInBuild": ["FloorPlan1_physics"], "GetObjectInFrame": "Bowl|1"}.get(call["action"])
        return self._metadata | {"lastAction": call["action"], "actionReturn": value}, None


class StandIn:
    """One run: asks the room, answers the client."""

    def __init__(self, wire: Wire, room: Any, fault: str, at: int) -> None:
        self._wire, self._room = wire, room
        self._fault, self._at = fault, at
        self._alpha = not os.environ.get("DISPLAY")  # CloudRendering sends four channels
        self._sent: dict[str, Any] = {}

    def run(self) -> None:
        self._answer("Start", 0, *self._room.first())
        number = 0
        while (action := self._wire.receive()) is not None:
            if self._fault and number == self._at:
                misbehave(self._fault, self._wire)
            number += 1
            self._answer(action["action"], action["sequenceId"], *self._room.act(dict(action)))

    def _answer(self, action: str, sequence: int, metadata: dict[str, Any], views: Any) -> None:
        known, self._sent = self._sent, metadata
        changed = {key: value for key, value in metadata.items() if known.get(key) != value}
        if action in QUERIES and metadata["lastActionSuccess"] and not {"objects", "agent", "colors"} & changed.keys():
            self._wire.send(PATCH, packed({**changed, "agentId": 0}))
            self._wire.end()
            return
        message = {
            "agents": [metadata],
            "sequenceId": sequence,
            "activeAgentId": 0,
            "thirdPartyCameras": metadata["thirdPartyCameras"],
        }
        self._wire.send(METADATA, packed(message))
        if views is not None:
            self._show(views, RGB, DEPTH, IDS, CLASSES)
            for other in views.others:
                self._show(other, OTHER_RGB, OTHER_DEPTH, OTHER_IDS, OTHER_CLASSES)
        self._wire.end()

    def _show(self, views: Any, rgb: int, depth: int, ids: int, classes: int) -> None:
        for kind, frame, alpha in (
            (rgb, views.rgb, self._alpha),
            (depth, views.depth, False),
            (ids, views.instances, True),
            (classes, views.classes, True),
        ):
            if frame is not None:
                self._wire.send(kind, pixels(frame, alpha))


def packed(value: Any) -> bytes:
    data = msgpack.packb(value)
    assert data is not None
    return data


def pixels(frame: np.ndarray, alpha: bool) -> bytes:
    """A frame as Unity sends it: the bottom row first, colours perhaps with an alpha channel."""
    if alpha:
        frame = np.concatenate([frame, np.full((*frame.shape[:2], 1), 255, dtype=np.uint8)], axis=2)
    return np.flip(frame, axis=0).tobytes()


def misbehave(fault: str, wire: Wire) -> None:
    if fault == "crash":
        os._exit(3)
    if fault == "abort":
        os.abort()
    if fault in ("garbage", "babble"):
        wire.out.write(random.Random(0).randbytes(4096))
    if fault == "half":
        wire.out.write(struct.pack(HEADER, METADATA, 5000) + b"half of it")
    wire.out.flush()
    time.sleep(600)  # hangs; the client has to end it


def main() -> None:
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--game")
    parser.add_argument("--dialect", default="both")
    parser.add_argument("--fault", default="")
    parser.add_argument("--at", type=int, default=-1)
    parser.add_argument("-screen-width", dest="width", type=int, default=300)
    parser.add_argument("-screen-height", dest="height", type=int, default=300)
    options, _ = parser.parse_known_args()
    if options.fault == "exit":
        print("no graphics device", file=sys.stderr)
        sys.exit(3)
    if options.fault == "mute":
        time.sleep(600)
    wire = Wire()
    if options.fault == "babble":
        misbehave(options.fault, wire)
    if options.fault:
        room: Any = EmptyRoom(options.width, options.height)
    else:
        from room import PocketRoom

        room = PocketRoom(options.width, options.height, options.game, options.dialect)
    StandIn(wire, room, options.fault, options.at).run()


if __name__ == "__main__":
    main()
