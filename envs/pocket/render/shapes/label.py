"""A box with a name on it, for what has no shape of its own."""

from __future__ import annotations

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import Mesh, Paint, block, box, join, moved, turned
from envs.pocket.render.shapes.parts import WHITE, paint

#: Rows of three pixels, top to bottom, as octal digits: bit 4 is the left pixel.
_GLYPHS = {
    "A": "25755",
    "B": "65656",
    "C": "34443",
    "D": "65556",
    "E": "74647",
    "F": "74644",
    "G": "34553",
    "H": "55755",
    "I": "72227",
    "J": "11152",
    "K": "55655",
    "L": "44447",
    "M": "57755",
    "N": "65555",
    "O": "25552",
    "P": "65644",
    "Q": "25563",
    "R": "65655",
    "S": "34216",
    "T": "72222",
    "U": "55557",
    "V": "55552",
    "W": "55775",
    "X": "55255",
    "Y": "55222",
    "Z": "71247",
    "0": "75557",
    "1": "26227",
    "2": "71747",
    "3": "71717",
    "4": "55711",
    "5": "74717",
    "6": "74757",
    "7": "71122",
    "8": "75757",
    "9": "75717",
}
_INK = Paint((0.08, 0.08, 0.10), "plain")


def labelled_box(look: Look) -> Mesh:
    """The object's box with its type written on a white label on the front and the back."""
    x, y, z = look.size
    name = [c for c in look.kind.upper() if c in _GLYPHS][:16] or ["X"]
    body = block(0, 0, 0, x, y, z, paint(look))
    cell = min(0.9 * x / (4 * len(name)), 0.6 * y / 5)
    wide, tall = cell * 4 * len(name), cell * 7
    parts = [box((-wide / 2, (y - tall) / 2, z / 2), (wide / 2, (y + tall) / 2, z / 2 + 0.001), WHITE)]
    for k, letter in enumerate(name):
        for row, digit in enumerate(_GLYPHS[letter]):
            for column in range(3):
                if int(digit) >> (2 - column) & 1:
                    at = (wide / 2 - cell * (4 * k + column + 1.5), y / 2 + cell * (1.5 - row))
                    parts.append(box((*at, z / 2), (at[0] + cell, at[1] + cell, z / 2 + 0.002), _INK))
    label = join(*parts)
    return join(body, label, turned(moved(label), "y", 180))
