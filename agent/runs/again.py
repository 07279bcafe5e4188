"""Going on with a run that was cut off: its home as it was at the start, and what was done in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from agent.household.listening_body import Saying
from agent.household.provisions import Speech
from agent.household.unfinished import UnfinishedRun
from agent.personal.asked import USER
from agent.requests.errands import Errand
from agent.runs.run import Chore, title_of
from agent.runs.setup import RunSetup
from envs.engines import Home
from envs.errors import BadInput
from envs.teach.games.session import TeachSession


def prepare_again(run: UnfinishedRun, setup: RunSetup) -> Chore:
    """The home as it was at the start of a run that was cut off, and what was done in it.

    Args:
        run: See ``unfinished``.
        setup: Its memory file; the game, the layouts and the eyesight of its header, read again; and what is said from
            now on, by the number of steps since the beginning. All else is as in the header.

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
        speech = Speech(str(header["text"]), errand, older)
        setup = replace(setup, seed=int(header["seed"]), scene=header["scene"], engine="pocket", record=run.folder)
        setup = replace(setup, user=str(header.get("user", USER)))
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"the record in {run.folder} is damaged ({error!r}); begin the run again") from error
    if any(one.step is None for one in setup.said):
        raise BadInput("in a run that goes on, say at which step: 'at step 25: …', counted from its beginning")

    def home() -> tuple[Home, TeachSession]:
        return setup.home(setup.launcher())

    later = tuple(Saying(one.text, one.step or 0) for one in setup.said)
    again = (tuple(run.deeds), later, started, lambda: home()[1])
    return Chore(setup, title_of(speech), *home(), run.folder, speech, header, *again)
