"""Pictures as another renderer might have made them: what hangs on no shape is drawn anew for every one of them.

A detector that has seen one renderer alone learns its walls and worktops by heart, and takes the tiles of another one
for drawers. Training on pictures whose surfaces, contrast and sharpness vary beyond what is real makes the real ones
look like one more variation (domain randomisation: Tobin et al., 2017).
"""

from __future__ import annotations

import numpy as np

from eval.collect.plan import StrangeStyle

_WALLS = 0.7
"""Chance of a pattern on what is no thing: walls, ceiling, what lies behind windows."""
_THINGS = 0.3
"""Likewise on each thing."""


def styled(
    picture: np.ndarray, labels: np.ndarray | None, style: StrangeStyle, random: np.random.Generator
) -> np.ndarray:
    """A picture with other surfaces, contrast and sharpness.

    Args:
        picture: (H, W, 3) uint8, RGB.
        labels: (H, W) int, which thing owns each pixel, -1 for none; None leaves surfaces as they are.
        style: How strange.
        random: Draws patterns.

    Returns:
        (H, W, 3) uint8.
    """
    found = picture.astype(np.float32)
    if labels is not None and style.pattern:
        for label in np.unique(labels):
            if random.random() < (_WALLS if label < 0 else _THINGS):
                there = labels == label
                found[there] += _pattern(labels.shape, style.pattern, random)[there]
    found = 255.0 * (np.clip(found, 0, 255) / 255.0) ** style.gamma
    found *= np.array(style.cast, np.float32)
    return _blurred(np.clip(np.rint(found), 0, 255).astype(np.uint8), style.blur)


def _pattern(shape: tuple[int, ...], strength: float, random: np.random.Generator) -> np.ndarray:
    """(H, W, 3) float32 to be added: stripes, tiles or clouds of some colour, and a colour of the whole surface."""
    rows, columns = np.indices(shape, np.float32)
    turn, period = random.uniform(0, np.pi), random.uniform(6.0, 60.0)
    across = (columns * np.cos(turn) + rows * np.sin(turn)) / period + random.uniform(0, 1)
    along = (rows * np.cos(turn) - columns * np.sin(turn)) / (period * random.uniform(0.4, 3.0))
    kind = random.integers(3)
    if kind == 0:
        drawn = np.sin(2 * np.pi * across)
    elif kind == 1:
        drawn = -((across % 1.0 < 0.08) | (along % 1.0 < 0.08)).astype(np.float32)
    else:
        drawn = np.sin(2 * np.pi * across + 2.5 * np.sin(3.1 * along)) * np.sin(2 * np.pi * along)
    colour = random.uniform(0.3, 1.0, 3) * random.choice([-1.0, 1.0])
    whole = random.uniform(-1.0, 1.0, 3)
    return (strength * (drawn[..., None] * colour + whole)).astype(np.float32)


def _blurred(picture: np.ndarray, times: float) -> np.ndarray:
    """As seen by a camera with so many times fewer pixels."""
    if times <= 1.0:
        return picture
    from perception.extras import needs

    cv2 = needs("cv2")
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (max(1, int(width / times)), max(1, int(height / times))), interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
