"""A font of three by five pixels: capitals, digits and a few signs."""

from __future__ import annotations

import numpy as np

#: Rows of three pixels, top to bottom, as octal digits: bit 4 is the left pixel.
GLYPHS = {
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
    "-": "00700",
    ",": "00024",
    ".": "00002",
    ":": "02020",
    "%": "51245",
}


def written(text: str) -> np.ndarray:
    """(5, 4 n) True where the ink of n letters is; lower case is written in capitals, unknown signs as blanks."""
    out = np.zeros((5, 4 * len(text)), dtype=bool)
    for k, letter in enumerate(text.upper()):
        for row, digit in enumerate(GLYPHS.get(letter, "00000")):
            for column in range(3):
                out[row, 4 * k + column] = int(digit) >> (2 - column) & 1
    return out
