"""The shipped contract suite finds what is broken, and names the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from envs.pocket.controller import PocketController
from envs.simulator import Event, Simulator
from envs.testing import RULES, ContractViolation, check_simulator

PLAN = "FloorPlan2_standin"
SIZE: dict[str, Any] = {"width": 60, "height": 40}


class Wrong:
    """The embedded engine with one thing changed.

    Args:
        call: Changes the name and arguments of an action.
        answer: Changes the event.
        reset: Changes the arguments of a reset; None makes reset do nothing.
    """

    def __init__(
        self,
        call: Callable[[str, dict[str, Any]], tuple[str, dict[str, Any]]] = lambda name, given: (name, given),
        answer: Callable[[Event], Event] = lambda event: event,
        reset: Callable[[dict[str, Any]], dict[str, Any] | None] = lambda given: given,
    ) -> None:
        self._engine = PocketController(PLAN, **SIZE)
        self._call, self._answer, self._reset = call, answer, reset
        self.last_event = answer(self._engine.last_event)

    def reset(self, scene: Any = None, **init_params: Any) -> Event:
        given = self._reset(init_params)
        if given is not None:
            self._engine.reset(scene, **given)
        self.last_event = self._answer(self._engine.last_event)
        return self.last_event

    def step(self, action: str | Mapping[str, Any] | None = None, **parameters: Any) -> Event:
        given = {**(action if isinstance(action, Mapping) else {"action": action}), **parameters}
        name, given = self._call(given.pop("action"), given)
        try:
            self.last_event = self._answer(self._engine.step(name, **given))
        except (ValueError, RuntimeError):
            self.last_event = self._answer(self._engine.last_event)
            raise
        return self.last_event

    def stop(self) -> None:
        self._engine.stop()


def renamed(**names: str) -> Callable[[str, dict[str, Any]], tuple[str, dict[str, Any]]]:
    return lambda name, given: (names.get(name, name), given)


def without(key: str) -> Callable[[str, dict[str, Any]], tuple[str, dict[str, Any]]]:
    return lambda name, given: (name, {k: v for k, v in given.items() if k != key})


def meta(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Event], Event]:
    return lambda event: Event({**event.metadata, **change(event.metadata)}, event.views)


def each(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Event], Event]:
    return meta(lambda m: {"objects": [{**o, **change(o)} for o in m["objects"]]})


def lacking(key: str) -> Callable[[Event], Event]:
    return meta(lambda m: {"objects": [{k: v for k, v in o.items() if k != key} for o in m["objects"]]})


def views(**change: Callable[[np.ndarray], Any]) -> Callable[[Event], Event]:
    def changed(event: Event) -> Event:
        given = {name: getattr(event.views, name) for name in change}
        return Event(
            event.metadata, replace(event.views, **{k: f(given[k]) for k, f in change.items() if given[k] is not None})
        )

    return changed


def quiet(name: str, given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Unknown actions do nothing instead of raising."""
    return ("Pass", {}) if name == "FlyAway" else (name, given)


def raised(m: dict[str, Any]) -> dict[str, Any]:
    return {"agent": {**m["agent"], "cameraHorizon": -m["agent"]["cameraHorizon"]}}


def same_state(o: dict[str, Any]) -> dict[str, Any]:
    return {"isOpen": False, "openness": 0.0}


BROKEN: dict[str, tuple[Callable[[], Simulator], str]] = {
    "unknown actions do nothing": (lambda: Wrong(quiet), "unknown_actions_raise"),
    "failures are never raised": (lambda: Wrong(without("raise_for_failure")), "raise_for_failure_raises"),
    "turns go the wrong way": (
        lambda: Wrong(renamed(RotateLeft="RotateRight", RotateRight="RotateLeft")),
        "rotations_turn",
    ),
    "moves go the wrong way": (
        lambda: Wrong(renamed(MoveLeft="MoveRight", MoveRight="MoveLeft")),
        "moves_follow_the_heading",
    ),
    "the length is ignored": (lambda: Wrong(without("moveMagnitude")), "moves_take_a_length"),
    "up is down": (lambda: Wrong(answer=meta(raised)), "looks_have_limits"),
    "a 5.x key is missing": (lambda: Wrong(answer=lacking("temperature")), "objects_are_complete"),
    "spellings disagree": (lambda: Wrong(answer=each(lambda o: {"temperature": "Warm"})), "spellings_agree"),
    "an empty list of parents": (
        lambda: Wrong(answer=each(lambda o: {"parentReceptacles": o["parentReceptacles"] or []})),
        "containment_is_null_or_full",
    ),
    "everything is seen": (lambda: Wrong(answer=each(lambda o: {"visible": True})), "visible_things_are_near"),
    "doors stay shut": (lambda: Wrong(answer=each(same_state)), "doors_open_and_close"),
    "nothing is held": (lambda: Wrong(answer=meta(lambda m: {"inventoryObjects": []})), "pickup_fills_the_hand"),
    "force is always on": (
        lambda: Wrong(lambda n, g: (n, {**g, "forceAction": True} if n == "PickupObject" else g)),
        "unseen_things_are_out_of_reach",
    ),
    "reset does nothing": (lambda: Wrong(reset=lambda given: None), "reset_undoes_everything"),
    "the frame is upside down": (lambda: Wrong(answer=views(instances=np.flipud)), "the_first_row_is_the_top"),
    "the frame is a mirror image": (lambda: Wrong(answer=views(instances=np.fliplr)), "the_first_row_is_the_top"),
    "depth is in centimetres": (lambda: Wrong(answer=views(depth=lambda d: 100 * d)), "depth_is_in_metres"),
    "depth has three channels": (
        lambda: Wrong(answer=views(depth=lambda d: np.dstack([d] * 3))),
        "frames_have_their_form",
    ),
    "the picture is always drawn": (
        lambda: Wrong(without("renderImage"), reset=lambda given: {**given, "renderImage": True}),
        "steps_choose_frames",
    ),
    "colours are swapped": (
        lambda: Wrong(answer=views(instances=lambda f: f[..., ::-1])),
        "colours_name_objects",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_simulator_is_found(what: str) -> None:
    factory, name = BROKEN[what]
    rules = [rule for rule in RULES if rule.name == name]
    assert rules
    with pytest.raises(ContractViolation) as found:
        check_simulator(factory, rules=rules)
    assert found.value.rule == name
    assert rules[0].text in str(found.value)
    assert check_simulator(lambda: Wrong(), rules=rules).passed == (name,)


def test_rules_are_data() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES) >= 60
    assert all(rule.text.endswith(".") for rule in RULES)


def test_what_cannot_be_tried_is_said() -> None:
    report = check_simulator(lambda: PocketController("tabletop_1", **SIZE), frames=False)
    assert "nothing is rendered" in report.skipped.values()
    assert set(report.passed) | set(report.skipped) == {rule.name for rule in RULES}


def test_a_simulator_that_cannot_be_stopped_twice() -> None:
    class Once(Wrong):
        stopped = False

        def stop(self) -> None:
            assert not self.stopped, "stopped already"
            self.stopped = True

    with pytest.raises(AssertionError, match="stopped already"):
        check_simulator(Once, rules=RULES[:1])
