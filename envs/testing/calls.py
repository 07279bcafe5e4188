"""Rules about how ``step`` is called."""

from __future__ import annotations

import copy

from envs.simulator import RAISING_ERROR_CODES, Simulator
from envs.testing.probe import SAME_ANGLE, Probe, RuleBroken, Rules, apart, expect, near, turned

RULES = Rules()


@RULES.rule()
def has_the_four_members(probe: Probe) -> None:
    """A simulator has last_event, reset, step and stop."""
    expect(isinstance(probe.simulator, Simulator), f"{type(probe.simulator).__name__} lacks one of them")


@RULES.rule()
def step_returns_the_last_event(probe: Probe) -> None:
    """What step returns is last_event."""
    event = probe.simulator.step("Pass")
    expect(event is probe.simulator.last_event, "another event")
    expect(bool(event) == event.metadata["lastActionSuccess"], "bool(event) is not lastActionSuccess")
    expect(event.events == [event], "event.events is not [event]")
    expect(event.metadata["lastAction"] == "Pass", f"lastAction is {event.metadata['lastAction']!r}")


@RULES.rule()
def reset_returns_the_first_event(probe: Probe) -> None:
    """Reset returns the first event, which is last_event."""
    event = probe.simulator.reset(probe.scene)
    expect(event is probe.simulator.last_event, "another event")
    expect(bool(event), f"a failed one: {event.metadata['errorMessage']}")


@RULES.rule()
def call_forms_are_equivalent(probe: Probe) -> None:
    """Step takes a name, the keyword action, or a dict; keywords override its keys."""
    step = probe.simulator.step
    for number, call in enumerate(
        (
            lambda: step("RotateRight", degrees=30),
            lambda: step(action="RotateRight", degrees=30),
            lambda: step({"action": "RotateRight", "degrees": 30}),
            lambda: step({"action": "RotateRight"}, degrees=30),
            lambda: step({"action": "RotateRight", "degrees": 5}, degrees=30),
            lambda: step({"action": "RotateRight", "degrees": 30}, agentId=0, renderImage=False),
        )
    ):
        before = probe.yaw
        expect(call(), f"form {number} failed: {probe.meta['errorMessage']}")
        expect(turned(probe.yaw, before + 30) < SAME_ANGLE, f"form {number} turned from {before} to {probe.yaw}")


@RULES.rule()
def given_dicts_are_left_alone(probe: Probe) -> None:
    """A dict that was given is neither changed nor kept."""
    given = {"action": "Teleport", "rotation": {"x": 0, "y": 90, "z": 0}, "position": None}
    del given["position"]
    before = copy.deepcopy(given)
    expect(probe.simulator.step(given, horizon=0), f"Teleport failed: {probe.meta['errorMessage']}")
    expect(given == before, f"{before} became {given}")


@RULES.rule()
def a_number_is_a_yaw(probe: Probe) -> None:
    """A number as rotation is a yaw."""
    for yaw in (90, 180.0):
        probe.ok("Teleport", rotation=yaw)
        expect(turned(probe.yaw, yaw) < SAME_ANGLE, f"rotation={yaw} gave {probe.yaw}")


def _raised(probe: Probe, name: str) -> None:
    """After a malformed call: its failed event is the last one, and the simulator goes on."""
    meta = probe.meta
    expect(not probe.event, "the last event is not a failed one")
    expect(meta["lastAction"] == name, f"lastAction is {meta['lastAction']!r}")
    expect(meta["errorCode"] in RAISING_ERROR_CODES, f"errorCode is {meta['errorCode']!r}")
    probe.ok("Pass")


@RULES.rule()
def unknown_actions_raise(probe: Probe) -> None:
    """An unknown action raises ValueError; the failed event is last_event, and the next action works."""
    before = probe.pose()
    expect(probe.raises("FlyAway"), "an error without text")
    expect(probe.pose() == before, "the pose changed")
    _raised(probe, "FlyAway")


@RULES.rule()
def unknown_arguments_raise(probe: Probe) -> None:
    """An argument that the action does not take raises ValueError."""
    before = probe.place
    probe.raises("MoveAhead", wingspan=3)
    expect(apart(probe.place, before) == 0, "the agent moved")
    _raised(probe, "MoveAhead")


@RULES.rule()
def missing_arguments_raise(probe: Probe) -> None:
    """A missing argument raises ValueError."""
    probe.raises("TeleportFull", horizon=0)
    _raised(probe, "TeleportFull")


@RULES.rule()
def failures_are_events(probe: Probe) -> None:
    """A failed action is an event with lastActionSuccess False and a message; nothing is raised."""
    probe.fails("PutObject", objectId=probe.objects[0]["objectId"], forceAction=True)
    expect(probe.meta["lastActionSuccess"] is False, "lastActionSuccess is not False")
    probe.ok("Pass")


@RULES.rule()
def raise_for_failure_raises(probe: Probe) -> None:
    """With raise_for_failure a failed action raises RuntimeError with the message."""
    expect(probe.simulator.step("Pass", raise_for_failure=True), "a success was not a success")
    try:
        probe.simulator.step("PickupObject", objectId="Nothing|+00.00|+00.00|+00.00", raise_for_failure=True)
    except RuntimeError as error:
        expect(str(error), "an error without text")
        expect(not probe.event, "the last event is not a failed one")
    else:
        raise RuleBroken("nothing was raised")


@RULES.rule()
def reset_keeps_parameters(probe: Probe) -> None:
    """Parameters given to reset are kept by later resets and overridden by new ones."""
    for parameters in ({"fieldOfView": 60}, {}):
        probe.simulator.reset(probe.scene, **parameters)
        expect(near(probe.meta["fov"], 60), f"after reset({parameters}) fov is {probe.meta['fov']}")
    probe.simulator.reset(probe.scene, fieldOfView=90)
    expect(near(probe.meta["fov"], 90), f"fov is {probe.meta['fov']}")


@RULES.rule()
def refused_resets_change_nothing(probe: Probe) -> None:
    """A reset with parameters that cannot be used raises ValueError; the next plain reset works as before."""
    for parameters in ({"gridSize": 5}, {"gridSize": "far"}, {"agentCount": 2}, {"gridsize": 0.25}):
        try:
            probe.simulator.reset(probe.scene, **parameters)
        except (ValueError, RuntimeError) as error:
            expect(str(error), "an error without text")
        else:
            raise RuleBroken(f"reset({parameters}) raised nothing")
        expect(probe.simulator.reset(probe.scene), "the next reset failed")
        expect(near(probe.meta["fov"], 90), f"fov is {probe.meta['fov']}")


@RULES.rule()
def unknown_parameters_are_named(probe: Probe) -> None:
    """A parameter of reset that does not exist raises ValueError, which names the nearest one."""
    for name, meant in (("gridsize", "gridSize"), ("renderDepth", "renderDepthImage")):
        try:
            probe.simulator.reset(probe.scene, **{name: 0.25})
        except ValueError as error:
            expect(meant in str(error), f"{name}: {error}")
        else:
            raise RuleBroken(f"reset({name}=0.25) raised nothing")


@RULES.rule()
def ill_typed_vectors_fail(probe: Probe) -> None:
    """A place that is none makes the action fail; nothing is raised and nothing moves."""
    before = probe.pose()
    probe.fails("Teleport", position=5)
    probe.fails("AddThirdPartyCamera", position="here", rotation={"x": 0, "y": 0, "z": 0})
    expect(probe.pose() == before, f"the pose went from {before} to {probe.pose()}")
