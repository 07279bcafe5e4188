"""Going on with a run that was cut off: its home as it was at the start, and what was done in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from agent.body.eyes import Eyesight
from agent.household.listening_body import Saying
from agent.household.planned_sayings import Planned
from agent.household.session import Opening
from agent.household.unfinished import Unfinished
from agent.requests.errands import Errand
from agent.runs.run import Chore, first_task, frames_of
from envs.engines import Home, Launcher
from envs.errors import BadInput
from envs.teach.games.rebuild import Layouts
from envs.teach.games.recorded import Game
from envs.teach.games.session import TeachSession


def prepare_again(
    run: Unfinished,
    memory: Path,
    game: Game | None = None,
    layouts: Layouts | None = None,
    view: Mapping[str, Any] | None = None,
    said: Sequence[Planned] = (),
    eyesight: Eyesight | None = None,
) -> Chore:
    """The home as it was at the start of a run that was cut off, and what was done in it.

    Args:
        run: See ``unfinished``.
        memory: Its memory file.
        game: The game of its header, read again.
        layouts: Likewise.
        view: As for ``prepare``.
        said: What is said from now on, by the number of steps since the beginning.
        eyesight: As for ``prepare``: that of the header, loaded again.

    Raises:
        BadInput: The record is damaged, or something is said at a share of the run.
    """
    header = run.header
    try:
        errand = (
            None if header["errand"] is None else Errand(header["errand"]["name"], tuple(header["errand"]["params"]))
        )
        older = tuple(Saying(str(one["text"]), int(one["step"])) for one in header["sayings"])
        started = datetime.fromisoformat(header["started"])
        text, seed, scene = str(header["text"]), int(header["seed"]), header["scene"]
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"the record in {run.folder} is damaged ({error!r}); begin the run again") from error
    if any(one.step is None for one in said):
        raise BadInput("in a run that goes on, say at which step: 'at step 25: …', counted from its beginning")

    def home() -> tuple[Home, TeachSession]:
        room = Launcher("pocket", layouts, **frames_of(view, eyesight)).home(scene if game is None else game, seed)
        return room, TeachSession(room.simulator, None if game is None else list(game.initial.objects))

    later = tuple(Saying(one.text, one.step or 0) for one in said)
    task = errand.task if errand is not None else first_task(text)
    place = (task, *home(), memory, run.folder, run.folder.name)
    again = (tuple(run.deeds), later, started, eyesight, lambda: home()[1])
    return Chore(*place, Opening(text, errand, older), header, *again)
