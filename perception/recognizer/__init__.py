"""The action recogniser: what it looks at, its network, its weights, its training."""

from perception.recognizer.longt5 import LongT5Recognizer
from perception.recognizer.training import TrainReport, train_recognizer

__all__ = ["LongT5Recognizer", "TrainReport", "train_recognizer"]
