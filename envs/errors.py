"""The error tree of homebody.

    HomebodyError
    ├── BadInput            what the caller gave cannot be used; saying it again will fail again
    │   ├── UnknownScene
    │   ├── UnknownTask
    │   ├── BadGameFile     truncated, foreign or inconsistent game file; names the field
    │   ├── Damaged         a memory file that is broken inside, which ``homebody memory repair`` may mend
    │   └── AlreadyExists   a file or folder that would be overwritten
    ├── TryAgain            failed now, may succeed later (time-out, busy file)
    │   └── NoRoom          the disk is full
    └── GaveUp              failed for good after every way was tried

The command line turns ``BadInput`` into one sentence and exit code 2. A simulator never raises for a failed action:
it returns an event with ``lastActionSuccess`` False; see ``envs.simulator``. ``StandInWarning`` is no error: it is
given through ``warnings`` when a plan's name leads to a generated room.
"""


class HomebodyError(Exception):
    """Base of every error this project raises on purpose."""


class BadInput(HomebodyError, ValueError):
    """The input cannot be used; the message says what was given, what is allowed and the likely fix."""


class UnknownScene(BadInput):
    """No scene has that name."""


class UnknownTask(BadInput):
    """No task has that name, or its parameters do not fit."""


class BadGameFile(BadInput):
    """A file that is not a TEACh game, or a broken one; the message names the field."""


class AlreadyExists(BadInput):
    """The target exists and would have been overwritten."""


class Damaged(BadInput):
    """A memory file that is broken inside; the message says where, and what can be done."""


class TryAgain(HomebodyError):
    """Failed now; the same call may succeed later."""


class NoRoom(TryAgain):
    """The disk is full."""


class StandInWarning(UserWarning):
    """A room was asked for that homebody does not have; a generated one stands in for it."""


class GaveUp(HomebodyError):
    """Failed for good after every way was tried."""


class Notice(UserWarning):
    """Something that a user should know and that stops nothing; told in one sentence."""
