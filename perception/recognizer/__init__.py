"""The action recogniser: what it looks at, its network, its weights, its training.

Offers ``LongT5Recognizer``, ``train_recognizer``.
Imports detections and scene graphs.
"""

from perception.recognizer.longt5 import LongT5Recognizer
from perception.recognizer.training.fit import train_recognizer
from perception.recognizer.training.report import TrainReport

__all__ = ["LongT5Recognizer", "TrainReport", "train_recognizer"]
