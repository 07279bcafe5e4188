"""Rules about frames and masks."""

from __future__ import annotations

import numpy as np

from envs.testing.probe import NotApplicable, Probe, Rules, expect

RULES = Rules()

_ALL = {
    "renderImage": True,
    "renderDepthImage": True,
    "renderInstanceSegmentation": True,
    "renderSemanticSegmentation": True,
}
_FAR = 25.0
"""No depth is farther than this (the far plane is at 20 m), metres."""


def _begin(probe: Probe) -> tuple[int, int]:
    """Reset with every frame on, and turn until some object is in the frame; returns height and width."""
    probe.begin(**_ALL)
    probe.try_("Teleport", horizon=30)
    for _ in range(3):
        if not len(probe.event.instance_masks):
            probe.try_("RotateRight")
    return probe.meta["screenHeight"], probe.meta["screenWidth"]


def _check(name: str, frame: np.ndarray | None, shape: tuple[int, ...], dtype: type) -> None:
    expect(frame is not None, f"{name} is None")
    assert frame is not None
    expect(frame.shape == shape, f"{name} has shape {frame.shape}, not {shape}")
    expect(frame.dtype == dtype, f"{name} is of {frame.dtype}, not {np.dtype(dtype)}")


@RULES.rule(frames=True)
def frames_have_their_form(probe: Probe) -> None:
    """Frames are (H, W, 3) uint8, depth (H, W) float32."""
    height, width = _begin(probe)
    event = probe.event
    for name in ("frame", "instance_segmentation_frame", "semantic_segmentation_frame"):
        _check(name, getattr(event, name), (height, width, 3), np.uint8)
    _check("depth_frame", event.depth_frame, (height, width), np.float32)
    expect((event.screen_width, event.screen_height) == (width, height), "screen_width or screen_height differ")


@RULES.rule(frames=True)
def frames_are_none_unless_asked_for(probe: Probe) -> None:
    """What is not asked for is None: without the switches there are no depth and segmentation frames."""
    probe.begin(renderImage=True)
    event = probe.simulator.step("Pass")
    expect(event.frame is not None, "frame is None")
    for name in ("depth_frame", "instance_segmentation_frame", "semantic_segmentation_frame", "instance_detections2D"):
        expect(getattr(event, name) is None, f"{name} is not None")
    expect(len(event.instance_masks) == 0, "there are masks")


@RULES.rule(frames=True)
def steps_choose_frames(probe: Probe) -> None:
    """One step can ask for frames, or for none, whatever the usual ones are."""
    probe.begin(renderImage=True)
    event = probe.simulator.step("Pass", renderInstanceSegmentation=True)
    expect(event.instance_segmentation_frame is not None, "renderInstanceSegmentation=True gave no frame")
    expect(probe.simulator.step("Pass", renderImage=False).frame is None, "renderImage=False gave a frame")
    event = probe.simulator.step("Pass")
    expect(event.frame is not None and event.instance_segmentation_frame is None, "the choice outlived its step")


@RULES.rule(frames=True)
def pictures_show_something(probe: Probe) -> None:
    """A picture shows something, and turning changes it; cv2img is the same in BGR."""
    _begin(probe)
    event = probe.event
    assert event.frame is not None and event.cv2img is not None
    first = np.array(event.frame)
    expect(first.std() > 1, "the frame is of one colour")
    expect(np.array_equal(event.cv2img, first[..., ::-1]), "cv2img is not frame in BGR")
    probe.try_("RotateRight")
    assert probe.event.frame is not None
    expect(not np.array_equal(probe.event.frame, first), "the frame is the same after RotateRight")
    expect(np.array_equal(event.frame, first), "the earlier event's frame has changed")


def _middles(probe: Probe) -> dict[str, tuple[float, float]]:
    """Mean row and column of everything that lies wholly within the segmentation frame."""
    event = probe.event
    frame = event.instance_segmentation_frame
    assert frame is not None
    out = {}
    for name in event.instance_masks:
        rows, columns = np.nonzero((frame == event.object_id_to_color[name]).all(axis=-1))
        inside = len(rows) and min(rows.min(), columns.min()) > 0
        if inside and rows.max() < frame.shape[0] - 1 and columns.max() < frame.shape[1] - 1:
            out[name] = (float(rows.mean()), float(columns.mean()))
    return out


@RULES.rule(frames=True)
def the_first_row_is_the_top(probe: Probe) -> None:
    """Row 0 is the top and column 0 the left: looking down moves things up, turning right moves them to the left."""
    _begin(probe)
    for action, axis in (("LookDown", 0), ("RotateRight", 1)):
        shifts: list[float] = []
        for yaw in (0, 90, 180, 270):
            probe.ok("Teleport", rotation=yaw, horizon=30)
            before = _middles(probe)
            probe.ok(action, degrees=10)
            after = _middles(probe)
            shifts += [after[name][axis] - before[name][axis] for name in before.keys() & after.keys()]
        if not shifts:
            raise NotApplicable("nothing lies wholly within the frame")
        middle = float(np.median(shifts))
        expect(middle < 0, f"{action} moves things by {middle:+.1f} {('rows', 'columns')[axis]}")


@RULES.rule(frames=True)
def depth_is_in_metres(probe: Probe) -> None:
    """Depth is in metres, finite and not negative."""
    _begin(probe)
    depth = probe.event.depth_frame
    assert depth is not None
    expect(np.isfinite(depth).all(), "depth is not finite")
    low, high = float(depth.min()), float(depth.max())
    expect(low >= 0 and 0.2 < high <= _FAR, f"depth lies between {low:.2f} and {high:.2f}")


@RULES.rule(frames=True)
def masks_are_a_mapping(probe: Probe) -> None:
    """instance_masks maps ids of what has a pixel to bool masks; others raise KeyError."""
    height, width = _begin(probe)
    masks = probe.event.instance_masks
    names = list(masks)
    expect(names and len(masks) == len(names), f"{len(names)} names, length {len(masks)}")
    covered = np.zeros((height, width), dtype=np.int64)
    for name in names:
        expect("|" in name and name in masks, f"{name!r} is not an object id")
        mask = masks[name]
        expect(mask.shape == (height, width) and mask.dtype == bool and mask.any(), f"the mask of {name} is not a mask")
        covered += mask
    expect(covered.max() <= 1, "two masks overlap")
    expect("Nothing|+00.00|+00.00|+00.00" not in masks, "something that does not exist has a mask")
    try:
        masks["Nothing|+00.00|+00.00|+00.00"]
    except KeyError:
        return
    expect(False, "no KeyError for something that does not exist")


@RULES.rule(frames=True)
def colours_name_objects(probe: Probe) -> None:
    """object_id_to_color gives the colour of an object's pixels, color_to_object_id the way back."""
    _begin(probe)
    event = probe.event
    frame = event.instance_segmentation_frame
    assert frame is not None
    for name, mask in event.instance_masks.items():
        colour = event.object_id_to_color[name]
        expect(event.color_to_object_id[colour] == name, f"{colour} is not {name}")
        expect((frame[mask] == colour).all(), f"pixels of {name} have another colour than {colour}")


@RULES.rule(frames=True)
def boxes_enclose_masks(probe: Probe) -> None:
    """instance_detections2D gives the inclusive extremes of the mask, (x_min, y_min, x_max, y_max)."""
    _begin(probe)
    masks, boxes = probe.event.instance_masks, probe.event.instance_detections2D
    expect(boxes is not None, "instance_detections2D is None")
    assert boxes is not None
    expect(set(boxes) == set(masks), "masks and boxes are of different objects")
    for name, mask in masks.items():
        rows, columns = np.nonzero(mask)
        wanted = (columns.min(), rows.min(), columns.max(), rows.max())
        expect(tuple(boxes[name]) == wanted, f"the box of {name} is {boxes[name]}, not {wanted}")


@RULES.rule(frames=True)
def class_masks_join_instances(probe: Probe) -> None:
    """class_masks joins the masks of a type."""
    _begin(probe)
    masks = probe.event.instance_masks
    if not masks:
        raise NotApplicable("nothing is in the frame")
    for kind in {name.split("|")[0] for name in masks}:
        joined = np.any([m for name, m in masks.items() if name.split("|")[0] == kind], axis=0)
        expect((probe.event.class_masks[kind] >= joined).all(), f"the mask of {kind} leaves out some of its objects")
        expect(len(probe.event.class_detections2D[kind]) >= 1, f"{kind} has no box")


@RULES.rule(frames=True)
def cameras_add_frames(probe: Probe) -> None:
    """A third-party camera adds one frame of each kind, in the order of the cameras."""
    height, width = _begin(probe)
    x, y, z = probe.place
    for up in (0.5, 0.8):
        probe.ok("AddThirdPartyCamera", position={"x": x, "y": y + up, "z": z}, rotation={"x": 45, "y": 0, "z": 0})
    expect(len(probe.meta["thirdPartyCameras"]) == 2, f"metadata lists {len(probe.meta['thirdPartyCameras'])} cameras")
    event = probe.simulator.step("Pass")
    for frames, shape in (
        (event.third_party_camera_frames, (height, width, 3)),
        (event.third_party_depth_frames, (height, width)),
        (event.third_party_instance_segmentation_frames, (height, width, 3)),
    ):
        expect(len(frames) == 2, f"{len(frames)} frames of 2 cameras")
        expect(all(f.shape == shape for f in frames), f"a frame has shape {frames[0].shape}, not {shape}")


@RULES.rule(frames=True)
def resolution_changes(probe: Probe) -> None:
    """ChangeResolution sets the size of the frames."""
    height, width = _begin(probe)
    probe.ok("ChangeResolution", x=width + 20, y=height + 10)
    _check("frame", probe.simulator.step("Pass").frame, (height + 10, width + 20, 3), np.uint8)
    probe.ok("ChangeResolution", x=width, y=height)
