"""Numbers, times and names from outside stay within what can be reckoned with."""

from __future__ import annotations

import copy
import errno
from datetime import datetime
from typing import Any

import pytest

from agent.household.planned_sayings import read_planned
from agent.language.from_environment import budget_set, setting
from agent.trail.form import check_header, check_line
from benchmarks.fuzz import ground
from benchmarks.fuzz.command import told
from envs.errors import BadGameFile, BadInput
from envs.files.dates import in_calendar, read_time
from envs.teach.games.object_fields import check_agent, check_object
from homebody.expected import sentence


@pytest.mark.parametrize(
    "text",
    [
        "0001-01-01",
        "9999-12-31",
        "0999-12-31T23:59",
        "10000-01-01",
        "2026-02-30",
        "2026-01-05T08:00Z",
        "٢٠٢٦-٠١-٠٥",
        "",
    ],
)
def test_times_beyond_the_calendar_are_refused(text):
    with pytest.raises(BadInput, match=r"not a time|between the years|time zone"):
        read_time(text)


def test_times_within_it_are_read():
    assert read_time("2026-01-05") == datetime(2026, 1, 5)
    assert read_time("1000-01-01T09:30:00") == datetime(1000, 1, 1, 9, 30)
    assert in_calendar(datetime(8999, 12, 31)) and not in_calendar(datetime(9000, 1, 1))
    for value in (None, 5, [], {}):
        with pytest.raises(BadInput, match="not a time"):
            read_time(value)


@pytest.mark.parametrize(
    ("name", "value"), [("SECONDS", "1e18"), ("TRIES", "1e18"), ("TRIES", "nan"), ("SECONDS", "-1")]
)
def test_nobody_waits_for_ever_for_a_model(monkeypatch, name, value):
    from agent.language.from_environment import model_for

    settings = {"HOMEBODY_LANGUAGE_MODEL": "m", f"HOMEBODY_LANGUAGE_{name}": value}
    with pytest.raises(BadInput, match=f"HOMEBODY_LANGUAGE_{name} is"):
        model_for("recall", environment=settings)


def test_settings_are_text_and_numbers_of_sense():
    with pytest.raises(BadInput, match="not UTF-8"):
        setting("MODEL", environment={"HOMEBODY_LANGUAGE_MODEL": "a\udcff"})
    with pytest.raises(BadInput, match="MOST_CALLS"):
        budget_set({"HOMEBODY_LANGUAGE_MOST_CALLS": "1e300"})


@pytest.mark.parametrize(
    "said", ["at " + "9" * 5000 + ": stop", "at step " + "9" * 10 + ": x", "at " + "1" * 400 + "%: x"]
)
def test_steps_of_thousands_of_digits_are_no_steps(said):
    with pytest.raises(BadInput, match="does not say when"):
        read_planned(said)


@pytest.mark.parametrize(
    "command",
    [
        ["memory", "pin", "9223372036854775808"],
        ["memory", "show", "--node", "99999999999999999999"],
        ["memory", "rules", "--remove", "18446744073709551616"],
        ["memory", "undo", "9223372036854775808"],
        ["memory", "forget", "--now", "9999-12-31T23:59:59"],
        ["memory", "rules", "--learn", "always remember the mug", "--now", "0001-01-01"],
        ["ask", "What did you do yesterday?", "--now", "0001-01-01"],
        ["run", "--days", "99999999999"],
    ],
)
def test_commands_say_no_to_numbers_and_times_beyond_measure(command, capsys):
    """Each is one sentence, without a traceback; ``told`` hides what was printed."""
    assert not told([*command, "--memory", str(ground.copied("bounded.sqlite"))])


def test_what_the_system_says_no_to_is_a_sentence():
    assert "longer than this system allows" in sentence(OSError(errno.ENAMETOOLONG, "x", "a" * 300))
    assert "leads back to itself" in sentence(OSError(errno.ELOOP, "x", b"loop"))
    assert not sentence(OSError(errno.ECHILD, "x")) and not sentence(OSError("no number"))


# -- games ---------------------------------------------------------------------------------------------------------


OBJECT: dict[str, Any] = {
    "objectId": "Mug|1|2|3",
    "objectType": "Mug",
    "position": {"x": 0.0, "y": 1, "z": 0.5},
    "rotation": {"x": 0, "y": 0, "z": 0},
    "mass": 1.0,
    "isOpen": False,
    "parentReceptacles": None,
    "axisAlignedBoundingBox": {
        "center": {"x": 0, "y": 0, "z": 0},
        "size": {"x": 1, "y": 1, "z": 1},
        "cornerPoints": [[0.0, 0.0, 0.0]] * 8,
    },
    "objectOrientedBoundingBox": {"cornerPoints": [[0, 0, 0]] * 8},
}


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("position.x", "0", "position.x is"),
        ("rotation.y", [], "rotation.y is"),
        ("rotation", None, "rotation is null"),
        ("mass", float("nan"), "mass is nan"),
        ("mass", None, "mass is None"),
        ("position.z", 1e12, "sensible size"),
        ("isOpen", {}, "isOpen is an object"),
        ("parentReceptacles", [["a"]], "parentReceptacles is a list"),
        ("parentReceptacles", "Table", "list of strings"),
        ("name", 5, "name is 5"),
        ("axisAlignedBoundingBox", [], "axisAlignedBoundingBox is a list"),
        ("axisAlignedBoundingBox.size", 3, "axisAlignedBoundingBox.size is"),
        ("axisAlignedBoundingBox.cornerPoints", [[0, 0, 0]] * 7, "expected 8 points"),
        ("objectOrientedBoundingBox.cornerPoints", [[0, "a", 0]] * 8, r"cornerPoints\[0\] is 'a'"),
        ("objectOrientedBoundingBox.cornerPoints", [[0, 0]] * 8, "three numbers"),
        ("objectOrientedBoundingBox", "box", "expected an object"),
    ],
)
def test_fields_of_objects_that_a_simulator_takes_are_looked_at(path, value, said):
    spoilt = copy.deepcopy(OBJECT)
    *parents, last = path.split(".")
    place = spoilt
    for name in parents:
        place = place[name]
    place[last] = value
    check_object(OBJECT, "objects[0]")
    with pytest.raises(BadGameFile, match=said):
        check_object(spoilt, "objects[0]")


def test_an_agent_has_a_pose():
    pose = {"position": {"x": 0, "y": 0, "z": 0}, "rotation": {"x": 0, "y": 0, "z": 0}, "cameraHorizon": 30}
    check_agent(pose, "agents[0]")
    check_agent({"position": pose["position"]}, "agents[1]")
    for wrong in ({**pose, "cameraHorizon": "30"}, {**pose, "rotation": {"x": 0}}, {"cameraHorizon": 0}):
        with pytest.raises(BadGameFile, match=r"agents\[0\]"):
            check_agent(wrong, "agents[0]")


# -- trails --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        {"do": "Fly"},
        {"do": None},
        {"say": "hello"},
        {"say": "hello", "by": 3, "task": ""},
        {"do": "Pickup", "to": "Mug|1", "at": ["a", 0]},
        {"do": "Pickup", "to": "Mug|1", "at": [0.5, float("inf")]},
        {"do": "Forward", "to": "Mug|1", "at": [0.5, 0.5]},
        {"do": "Forward", "n": 2**70},
        {"do": "Forward", "n": -1},
        {"again": [{"text": "x", "step": "soon"}]},
        {"rest": 1},
        ["do"],
        None,
    ],
)
def test_lines_of_a_trail_that_no_run_writes_are_refused(line):
    with pytest.raises(ValueError, match=r" (is|without|no) "):
        check_line(line)


def test_lines_that_a_run_writes_pass():
    for line in (
        {"do": "Forward", "n": 3},
        {"do": "Pickup", "to": "Mug|1", "at": [0.5, 0.25], "goal": "", "n": 4},
        {"say": "make coffee", "by": "user", "task": "", "heard": 2, "n": 4},
        {"given": {"anything": [1]}, "n": 4},
        {"rest": True},
        {"again": [{"text": "stop", "step": 4}]},
    ):
        check_line(line)
    with pytest.raises(ValueError, match="started"):
        check_header({"version": 2, "started": "0001-01-01"})
    with pytest.raises(ValueError, match="seed"):
        check_header({"version": 2, "seed": 1.5})
