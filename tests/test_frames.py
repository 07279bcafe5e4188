"""Frames, masks and boxes of events: the client's contract, on the pocket engine."""

from __future__ import annotations

import numpy as np
import pytest

from envs.pocket import PocketController
from envs.segmentation import Colours, Segmentation

EVERYTHING = {"renderDepthImage": True, "renderInstanceSegmentation": True, "renderSemanticSegmentation": True}


@pytest.fixture(scope="module")
def kitchen() -> PocketController:
    """One kitchen with every frame on, only looked at."""
    return PocketController("kitchen_1", width=120, height=90, **EVERYTHING)


def test_frames_have_the_clients_shapes_and_types(kitchen: PocketController) -> None:
    event = kitchen.step("Pass")
    for frame in (event.frame, event.instance_segmentation_frame, event.semantic_segmentation_frame):
        assert frame is not None
        assert frame.shape == (90, 120, 3)
        assert frame.dtype == np.uint8
    assert event.depth_frame is not None
    assert event.depth_frame.shape == (90, 120)
    assert event.depth_frame.dtype == np.float32
    assert 0.1 < event.depth_frame.min() <= event.depth_frame.max() <= 20.0
    assert (event.screen_width, event.screen_height) == (120, 90)
    assert event.cv2img is not None
    assert np.array_equal(event.cv2img[..., 0], event.frame[..., 2])  # type: ignore[index]


def test_what_is_not_asked_for_is_none_as_in_the_client() -> None:
    event = PocketController("kitchen_1", width=40, height=40).last_event
    assert event.frame is not None
    assert event.depth_frame is None
    assert event.instance_segmentation_frame is None
    assert event.semantic_segmentation_frame is None
    assert event.instance_detections2D is None
    assert dict(event.instance_masks) == {}
    assert dict(event.class_masks) == {}
    assert dict(event.class_detections2D) == {}
    assert event.metadata["colors"] is None
    assert event.object_id_to_color == {}


def test_masks_and_boxes_tell_the_same_story(kitchen: PocketController) -> None:
    event = kitchen.step("Pass")
    boxes, frame = event.instance_detections2D, event.instance_segmentation_frame
    assert boxes is not None and frame is not None
    ids = {o["objectId"] for o in event.metadata["objects"]}
    assert set(event.instance_masks) == set(boxes) <= ids
    for object_id, mask in event.instance_masks.items():
        assert mask.any()
        assert (frame[mask] == event.object_id_to_color[object_id]).all()
        rows, columns = np.nonzero(mask)
        assert boxes[object_id] == (columns.min(), rows.min(), columns.max(), rows.max())
    covered = np.zeros(frame.shape[:2], dtype=bool)
    for name, mask in event.class_masks.items():
        assert not (covered & mask).any(), f"{name} shares pixels with another class"
        covered |= mask
    assert np.array_equal(event.class_masks["background"], ~covered)
    for name, found in event.class_detections2D.items():
        assert len(found) == sum(1 for i in event.instance_masks if i.split("|")[0] == name)


def test_a_mask_that_is_not_there_is_a_key_error(kitchen: PocketController) -> None:
    event = kitchen.last_event
    assert "Mug|+99.00|+00.00|+00.00" not in event.instance_masks
    with pytest.raises(KeyError):
        event.instance_masks["Mug|+99.00|+00.00|+00.00"]
    with pytest.raises(KeyError):
        event.class_masks["Elephant"]


def test_colours_are_unique_and_the_same_in_every_run(kitchen: PocketController) -> None:
    event = kitchen.last_event
    names = event.object_id_to_color
    assert len(set(names.values())) == len(names)
    assert {event.color_to_object_id[c] for c in names.values()} == set(names)
    again = PocketController("kitchen_1", width=8, height=8, **EVERYTHING).last_event
    assert again.object_id_to_color == names
    assert {o["objectType"] for o in event.metadata["objects"]} <= set(names)


def test_a_colour_coded_frame_reads_back_as_the_same_segmentation(kitchen: PocketController) -> None:
    event = kitchen.last_event
    frame = event.instance_segmentation_frame
    assert frame is not None
    read = Segmentation.from_frame(frame, event.metadata["colors"])
    assert set(read.instances) == set(event.instance_masks)
    for object_id, label in read.instances.items():
        assert np.array_equal(read.mask(label), event.instance_masks[object_id])


def test_an_old_event_shows_what_was_then() -> None:
    one, other = (PocketController("kitchen_1", width=60, height=60, **EVERYTHING) for _ in range(2))
    early = one.step("Pass")
    kept = other.step("Pass").frame
    one.step("RotateRight")
    later = one.step("LookUp")
    assert np.array_equal(early.frame, kept)  # type: ignore[arg-type] # drawn only now, two actions later
    assert not np.array_equal(early.frame, later.frame)  # type: ignore[arg-type]
    assert early.instance_masks.keys() != later.instance_masks.keys()


def test_switches_of_one_call_hold_for_that_call() -> None:
    controller = PocketController("kitchen_1", width=30, height=30)
    assert controller.step("Pass", renderDepthImage=True).depth_frame is not None
    assert controller.step("Pass").depth_frame is None
    assert controller.step("Pass", renderImage=False).frame is None
    assert controller.step("Pass", renderObjectImage=True).instance_masks
    assert controller.step("Pass", renderClassImage=True).semantic_segmentation_frame is not None


def test_rendering_is_refused_by_name_where_there_is_none() -> None:
    blind = PocketController("kitchen_1", headless=True)
    assert blind.step("Pass").frame is None
    with pytest.raises(ValueError, match="headless=True"):
        blind.step("Pass", renderImage=True)
    with pytest.raises(ValueError, match="renderNormalsImage is not available"):
        blind.step("Pass", renderNormalsImage=True)
    with pytest.raises(ValueError, match="renderDepthImage is 'yes'"):
        blind.step("Pass", renderDepthImage="yes")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"width": 0}, "width is 0; allowed is 1 to 4096"),
        ({"height": -3}, "height is -3"),
        ({"width": 100_000}, "width is 100000"),
        ({"height": 30.5}, "height is 30.5"),
        ({"fieldOfView": 0.0}, "fieldOfView is 0.0; allowed is 1 to 179"),
        ({"fieldOfView": 180}, "fieldOfView is 180"),
        ({"width": 4096, "height": 1}, "4096 x 1 pixels"),
        ({"renderMode": "sketch"}, "renderMode is 'sketch'; allowed is plain or textured"),
    ],
)
def test_impossible_views_are_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        PocketController("kitchen_1", **given)  # type: ignore[arg-type]


def test_third_party_cameras_and_the_map_show_the_room() -> None:
    controller = PocketController("kitchen_1", width=50, height=50, **EVERYTHING)
    middle = controller.last_event.metadata["sceneBounds"]["center"]
    look = {"position": {**middle, "y": 2.2}, "rotation": {"x": 30, "y": 90, "z": 0}}
    controller.step("AddThirdPartyCamera", **look, fieldOfView=100)
    from_above = controller.step("GetMapViewCameraProperties").metadata["actionReturn"]
    event = controller.step("AddThirdPartyCamera", **from_above)
    assert [f.shape for f in event.third_party_camera_frames] == [(50, 50, 3)] * 2
    assert len(event.third_party_depth_frames) == len(event.third_party_instance_segmentation_frames) == 2
    assert len(event.third_party_semantic_segmentation_frames) == 2
    floor = next(i for i in event.third_party_instance_masks[1] if i.startswith("Floor|"))
    assert event.third_party_instance_masks[1][floor].mean() > 0.2
    assert event.third_party_class_masks[1]["Floor"].any()
    mapped = controller.step("ToggleMapView")
    assert np.array_equal(mapped.frame, mapped.third_party_camera_frames[1])  # type: ignore[arg-type]
    assert not controller.step("UpdateThirdPartyCamera", thirdPartyCameraId=0, fieldOfView=179.9)
    back = controller.step("ToggleMapView")
    assert np.array_equal(back.frame, event.frame)  # type: ignore[arg-type]


def test_what_is_held_fills_the_middle_of_the_view() -> None:
    controller = PocketController("kitchen_1", width=90, height=90, **EVERYTHING)
    mug = next(o["objectId"] for o in controller.last_event.metadata["objects"] if o["objectType"] == "Mug")
    assert controller.step("PickupObject", objectId=mug, forceAction=True)
    held = controller.last_event
    assert held.instance_masks[mug].sum() > 150
    left, top, right, bottom = held.instance_detections2D[mug]  # type: ignore[index]
    assert abs((left + right) / 2 - 45) < 15
    assert (top + bottom) / 2 > 45
    moved = controller.step("RotateRight")
    both = moved.instance_masks[mug] & held.instance_masks[mug]
    assert both.sum() > 0.8 * held.instance_masks[mug].sum()


def test_the_variant_stands_in_the_record_and_pieces_take_after_the_whole() -> None:
    controller = PocketController("kitchen_1", width=30, height=30)
    objects = controller.last_event.metadata["objects"]
    assert all(o["color"] and o["material"] for o in objects)
    tomato = next(o for o in objects if o["objectType"] == "Tomato")
    event = controller.step("SliceObject", objectId=tomato["objectId"], forceAction=True)
    pieces = [o for o in event.metadata["objects"] if o["objectId"].startswith(tomato["objectId"] + "|")]
    assert pieces
    assert {(p["color"], p["material"]) for p in pieces} == {(tomato["color"], tomato["material"])}


def test_a_new_resolution_holds_from_the_next_frame_on() -> None:
    controller = PocketController("kitchen_1", width=30, height=30)
    assert controller.step("ChangeResolution", x=44, y=22).frame.shape == (22, 44, 3)  # type: ignore[union-attr]
    refused = controller.step("ChangeResolution", x=4096, y=1)
    assert not refused
    assert "degrees wide" in refused.metadata["errorMessage"]


def test_no_colour_is_given_out_twice_even_when_names_collide() -> None:
    colours = Colours()
    seen = {colours[f"Mug|{k}"] for k in range(20_000)}  # by chance about a dozen of them would share one
    assert len(seen) == 20_000
    assert (0, 0, 0) not in seen
