"""The turns that are said to the coordinator: words for a language model, facts for the built-in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.language.prompts import prompt
from agent.mind.commands import DECLARATIVE, WORKING, Command, listing, shown, shown_action
from agent.mind.conversation import Turn
from agent.mind.memories import DeclarativeMemory, WorkingMemory
from agent.tabletop.facts import AtHand, Did, Fact, Heard, Recalled, Seen, Taught, Waiting
from agent.tabletop.procedures import Procedures, TabletopTask
from envs.process.plain_text import for_prompt

_LONGEST = 2000  # characters of what a user says that are shown


class Turns:
    """Makes turns out of ``assets/prompts/coordinator.yaml``.

    Args:
        procedures: Which tasks and actions there are.
        functions: The memory functions that are offered.
    """

    def __init__(self, procedures: Procedures, functions: Sequence[str]) -> None:
        self._procedures, self._functions = procedures, functions
        self._words = prompt("coordinator")

    def base(self, tasks: Sequence[TabletopTask]) -> Turn:
        """The first turn: procedural memory, of some tasks and their actions."""
        names = dict.fromkeys(name for task in tasks for name in task.actions)
        known = {WORKING: "working_function", DECLARATIVE: "declarative_function"}
        text = self._words.fill(
            "system",
            tasks="\n".join(task.about for task in tasks),
            actions="\n".join(self._procedures.actions[name].about for name in names),
            functions="\n".join(self._words.fill(known[name]) for name in self._functions),
        )
        return Turn("system", text, tuple(Taught(task) for task in tasks))

    def heard(
        self, said: str, table: Sequence[str] | None, waiting: Sequence[TabletopTask], task: TabletopTask | None = None
    ) -> Turn:
        """The user said something; a task is at hand after it."""
        facts: list[Fact] = [Waiting(tuple(waiting)), Heard(said)] if waiting else [Heard(said)]
        words = self._said("question", said) if table is None else self._said("request", said, table=listing(table))
        if table is not None:
            facts.append(Seen(tuple(table)))
        if waiting:
            words += "\n" + self._words.fill("waiting", waiting=", ".join(one.title for one in waiting))
        return self._at_hand(Turn("user", words, tuple(facts)), task)

    def asked(self, question: str, task: TabletopTask | None) -> Turn:
        """The user asked something about a task."""
        words = self._said("question", question)
        if task is not None and self._functions:
            words += "\n" + self._words.fill("ask_memory", command=Command(self._functions[-1], task.title))
        return Turn("user", words, (Heard(question),))

    def _at_hand(self, turn: Turn, task: TabletopTask | None) -> Turn:
        """With memory every prompt says which task is at hand, and how to be reminded of it."""
        if task is None or not self._functions:
            return turn
        functions = " or ".join(str(Command(name, task.title)) for name in self._functions)
        words = self._words.fill("at_hand", task=task.title, functions=functions)
        return Turn(turn.role, f"{turn.text}\n{words}", (AtHand(task), *turn.facts))

    def _said(self, template: str, said: str, **values: object) -> str:
        return self._words.fill(template, said=for_prompt(said, _LONGEST), **values)

    def again(self, table: Sequence[str], task: TabletopTask | None) -> Turn:
        """A further prompt without anything new."""
        turn = Turn("user", self._words.fill("again", table=listing(table)), (Seen(tuple(table)),))
        return self._at_hand(turn, task)

    def result(self, did: Did, table: Sequence[str], task: TabletopTask | None) -> Turn:
        """What came of an action, and what is on the table then."""
        template = "done" if did.success else "failed"
        command = Command(did.action, shown(did.thing))
        words = self._words.fill(template, command=command, reason=shown(did.reason), table=listing(table))
        return self._at_hand(Turn("user", words, (did, Seen(tuple(table)))), task)

    # --- memories

    def working(self, memory: WorkingMemory[TabletopTask]) -> Turn:
        """The worker hands over a working memory."""
        words = self._words.fill(
            "working",
            task=memory.task.title,
            reminder=memory.task.reminder,
            objects=listing(memory.objects),
            state=_state(memory.state),
        )
        return Turn("user", words, (Recalled(WORKING, memory.task.name, memory),))

    def declarative(self, task: TabletopTask, memory: DeclarativeMemory[TabletopTask] | None) -> Turn:
        """The worker hands over a declarative memory, or says that there is none."""
        fact = Recalled(DECLARATIVE, task.name, memory)
        if memory is None or memory.remaining is None:
            return Turn("user", self._words.fill("no_memory", task=task.title), (fact,))
        words = self._words.fill(
            "declarative",
            task=task.title,
            done=", ".join(f"<{shown_action(action)}>" for action in memory.actions) or "none",
            state=_state(memory.contents),
            table=listing(memory.remaining),
        )
        return Turn("user", words, (fact,))

    # --- what cannot be used

    def no_command(self) -> str:
        """There was none."""
        return self._words.fill("no_command")

    def several(self, commands: Sequence[Command]) -> str:
        """There were several."""
        return self._words.fill("several", command=" ".join(map(str, commands)))

    def unknown_command(self, command: Command) -> str:
        """It is no action and no memory function that is offered."""
        names = [*self._procedures.actions, *self._functions, "finished", "gave_up"]
        return self._words.fill("unknown_command", command=command, known=", ".join(names))

    def foreign_action(self, command: Command, task: TabletopTask) -> str:
        """It is an action of another task."""
        return self._words.fill("foreign_action", command=command, task=task.title, known=", ".join(task.actions))

    def unknown_object(self, command: Command, table: Sequence[str]) -> str:
        """It is about nothing on the table."""
        return self._words.fill("unknown_object", command=command, table=listing(table))

    def unknown_task(self, command: Command) -> str:
        """It is about no task."""
        titles = ", ".join(task.title for task in self._procedures.tasks.values())
        return self._words.fill("unknown_task", command=command, known=titles)

    def retold(self) -> Turn:
        """A question was answered with a command."""
        return Turn("user", self._words.fill("retold"))


def _state(contents: Mapping[str, Sequence[str]]) -> str:
    """What is where, in words."""
    return "; ".join(f"{place}: {listing(things)}" for place, things in contents.items()) or "nothing done yet"
