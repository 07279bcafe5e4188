"""Talking with somebody about the past: questions, feedback about remembering, corrections, commands, small talk.

The manager keeps what the conversation leans on (the last question, its answer, what was learned) and nothing else; the
memory is opened for each turn, read-only unless a rule changes, so that it may be written meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from agent.dialogue import erasing_wish, facts_told, people_told, plans_told, rule_replies
from agent.dialogue.corrections import corrected
from agent.personal.profiles import KeptProfiles
from agent.personal.talk import PersonalTalk
from agent.planning.episode import USER
from agent.recall.answer import Answer
from agent.recall.asking import Recall
from agent.recall.exchange import AnsweredQuestion, Exchanges
from agent.requests.intents import DialogueContext, IntentReader, UtteranceReading, WordReader, plain
from agent.requests.reading import LONGEST, HeardUtterance, read_in_talk
from envs.errors import HomebodyError, TryAgain
from memory.levels import SCENE
from memory.node import Node
from memory.reading.counts import home_time
from memory.reading.view import View
from memory.roles import Feedback, RuleLearner
from memory.rules.facts import FactBook
from memory.rules.rule_book import RuleBook, RuleChange
from memory.store.database import Store
from memory.store.rows.facts import ToldFact
from memory.store.rows.undo import forget_log

_TALK = {
    "nothing": "I am listening.",
    "hello": "Hello! Ask me about my past, or tell me what to remember.",
    "bye": "Goodbye.",
    "thanks": "You are welcome.",
    "how": "I am well, thank you. What would you like to know?",
    "who": "I am a household robot, and I remember what I saw, did and heard.",
    "help": "Ask me what I did, when, where, how often or why; tell me what is important or what I can forget; say "
    '"what have you learned?" or "take that back".',
    "yes": "Good.",
    "no": "All right.",
    "unknown": "I did not understand that. Ask me about my past, or tell me what to remember; say help for more.",
}
_NO_HANDS = (
    "I can only talk about my memory here. To have something done, use homebody run; homebody tasks lists what I know."
)
_ASK_ANEW = "I am sorry. I can only tell what I remember; ask me in other words, or say what you meant."


@dataclass(frozen=True)
class Reply:
    """One turn of the robot.

    Attributes:
        text: What it says.
        intent: What the utterance was taken for, one of ``agent.requests.intents.INTENTS``.
        question: The question that was answered; it may lean on the one before. "" when none was.
        answer: Its answer.
        change: What was learned or taken back.
        ended: Whether the user said goodbye.
        fact: The fact that was told and is kept.
    """

    text: str
    intent: str
    question: str = ""
    answer: Answer | None = None
    change: RuleChange | None = None
    ended: bool = False
    fact: ToldFact | None = None


_OF_NO_DEED = frozenset({"where", "state", "contents", "holding"})
"""What is asked of things rather than of deeds: there is a ground for the answer, and no reason for the deed."""


class Dialogue:
    """A conversation about one memory.

    Args:
        memory: The memory file.
        now: The home's time; that of the newest experience when None.
        answering: Makes what answers questions, from the open memory and the time; the built-in recall by default.
        act: Does a command and says what came of it; without it commands are declined.
        reader: Tells what an utterance is; goes by rules on the words by default.
        learner: Turns feedback into rules; the built-in one by default.
        speaker: Who talks with it.
    """

    def __init__(
        self,
        memory: Path,
        now: datetime | None = None,
        answering: Callable[[Store, datetime], Exchanges] | None = None,
        act: Callable[[str], str] | None = None,
        reader: IntentReader | None = None,
        learner: RuleLearner | None = None,
        speaker: str = USER,
    ) -> None:
        self._memory, self._given_now, self._act = memory, now, act
        self._answering = answering or partial(Recall, asker=speaker)
        self._reader, self._learner = reader or WordReader(), learner
        self._last: AnsweredQuestion | None = None
        self._learned: list[RuleChange] = []
        self._last_change: RuleChange | None = None
        self._to_erase = ""
        self._last_fact: facts_told.KeptFact | None = None
        self._speaker, self._personal = speaker, PersonalTalk(KeptProfiles(self._with_store))

    def say(self, utterance: str) -> Reply:
        """The reply to an utterance; what goes wrong is said, not raised."""
        if len(utterance) > LONGEST:
            return Reply(f"That was {len(utterance):,} characters; I listen to {LONGEST:,} at a time.", "chat")
        read = read_in_talk(utterance, self._context(), self._reader)
        to_erase, self._to_erase = self._to_erase, ""
        try:
            if to_erase:
                if read.intent.kind == "yes":
                    return self._erase(to_erase)
                if read.intent.kind == "no":
                    return Reply("Then I will keep it.", "command")
            return self._about_people(read) or self._handle(read)
        except TryAgain as error:
            return Reply(f"I cannot do that just now: {error}", read.intent.intent)
        except HomebodyError as error:
            return Reply(f"I cannot do that: {error}", read.intent.intent)

    def _about_people(self, read: HeardUtterance) -> Reply | None:
        """What is told or asked of somebody's things and habits; a fact that is told is kept as such, too."""
        heard = people_told.heard(self._personal, read.said, self._speaker, lambda: self._with_store(self._now, False))
        if heard is None:
            return None
        kind = read.intent.kind
        if kind == "fact" and heard.told is not None:
            return self._keep_fact(read.intent)
        if kind == "untold" and (reply := self._drop_fact(read.intent.about)) is not None:
            return reply
        if kind == "take back" and self._last_fact is not None:
            return self._take_back()
        return Reply(heard.reply, people_told.intent_of(heard, kind), read.said if heard.question else "")

    def _with_store(self, work: Callable[[Store], Any], write: bool) -> Any:
        with self._open(write) as store:
            return work(store)

    def _handle(self, read: HeardUtterance) -> Reply:
        utterance, reading = read.said, read.intent
        if (planned := self._planned(utterance)) is not None:
            return planned
        if reading.kind == "fact":
            return self._keep_fact(reading)
        if reading.kind == "untold" and (reply := self._drop_fact(reading.about)) is not None:
            return reply
        if reading.intent == "feedback":
            return self._learn(utterance)
        if reading.kind == "take back":
            return self._take_back()
        if reading.kind == "rules":
            return self._rules()
        if reading.kind == "erase":
            with self._open(write=True) as store:
                asked = erasing_wish.asked_back(store, reading.about, self._now(store))
            self._to_erase = reading.about
            return Reply(asked, "command")
        if reading.intent == "correction":
            return self._correct(utterance, reading.question)
        if reading.intent == "command":
            return Reply(self._act(utterance) if self._act else _NO_HANDS, "command")
        if reading.intent == "chat":
            return Reply(reading.reply or _TALK[reading.kind], "chat", ended=reading.kind == "bye")
        return self._why(utterance) if reading.kind == "why" else self._ask(utterance, reading.question)

    def _context(self) -> DialogueContext:
        learned = " ".join(rule.text for rule in self._last_change.added) if self._last_change else ""
        if self._last_change and not learned:
            learned = "(nothing new)"
        return (
            DialogueContext(self._last.question, self._last.answer.text, learned)
            if self._last
            else DialogueContext(learned=learned)
        )

    def _planned(self, utterance: str) -> Reply | None:
        """What is planned, or that it is called off; None when nothing is said of that."""
        if not plans_told.may_be_meant(utterance):
            return None
        with self._open() as store:
            said = plans_told.about(store, utterance, self._now(store))
            if said is None or not plans_told.changes(said):
                return None if said is None else Reply(plans_told.reply(store, said, self._now(store)), "question")
        with self._open(write=True) as store:
            return Reply(plans_told.reply(store, said, self._now(store)), "command")

    # -- questions

    def _ask(self, utterance: str, question: str) -> Reply:
        with self._open() as store:
            if store.newest is None and not FactBook(store).all() and not View(store).asked.any:
                return Reply("I cannot tell: I remember nothing yet.", "question")
            return self._answered(store, question or utterance)

    def _answered(self, store: Store, question: str) -> Reply:
        found = self._answering(store, self._now(store)).exchange(question, self._last)
        if found.answer.kind != "unknown" or self._last is None:
            self._last, self._last_change = replace(found, question=question), None
        return Reply(found.answer.text, "question", question, found.answer)

    def _why(self, utterance: str) -> Reply:
        """Why the last answer is as it is, or why nothing was learned."""
        if self._last_change is not None:
            return Reply(rule_replies.why_changed(self._last_change), "question")
        assert self._last is not None
        question, answer = self._last.question, self._last.answer
        with self._open() as store:
            if answer.status == "unsure":
                return Reply(f'I am not sure what "{question}" asks for, or what it is about.', "question")
            if answer.status in ("forgotten", "partly") and (why := _why_forgotten(store, answer)):
                return Reply(why, "question", question, answer)
            reason = self._reason(store, utterance)
            if reason is not None:
                return reason
            told = _why_never if answer.status == "never happened" or answer.value is False else _ground
            return Reply(told(store, answer), "question", question, answer)

    def _reason(self, store: Store, utterance: str) -> Reply | None:
        """Why the deed that was asked about was done, or failed, where the memory knows."""
        if self._last is not None and self._last.answer.kind in _OF_NO_DEED:
            return None
        question = "why not?" if "not" in utterance.lower() else "why?"
        found = self._answering(store, self._now(store)).exchange(question, self._last)
        if found.answer.status != "known" or found.answer.kind == "unknown":
            return None
        return Reply(found.answer.text, "question", question, found.answer)

    # -- what to remember

    def _learn(self, utterance: str) -> Reply:
        question, answer = (self._last.question, self._last.answer.text) if self._last else ("", "")
        said = utterance
        if plain(utterance) in (
            "forget that",
            "forget it",
            "you can forget that",
            "please forget that",
        ):
            said = "You don't need to remember that."
        with self._open(write=True) as store:
            change = RuleBook(store).learn(Feedback(said, self._now(store), question, answer), self._learner)
        self._last_change, self._last_fact = change, None
        if change.added or change.removed:
            self._learned.append(change)
        return Reply(rule_replies.told_change(change), "feedback", change=change)

    def _keep_fact(self, read: UtteranceReading) -> Reply:
        with self._open(write=True) as store:
            self._last_fact = facts_told.keep(store, read.about, self._speaker, self._now(store), read.corrects)
        return Reply(self._last_fact.text, "feedback", fact=self._last_fact.fact)

    def _drop_fact(self, about: str) -> Reply | None:
        """No longer go by a fact; None when none is meant."""
        with self._open(write=True) as store:
            told = facts_told.drop(store, about, self._speaker, self._now(store))
        return None if told is None else Reply(told, "feedback")

    def _take_back(self) -> Reply:
        if self._last_fact is not None:
            fact, self._last_fact = self._last_fact.fact, None
            with self._open(write=True) as store:
                return Reply(facts_told.taken_back(store, fact, self._now(store)), "correction")
        with self._open(write=True) as store:
            book, now = RuleBook(store), self._now(store)
            if not self._learned:
                return Reply(rule_replies.nothing_to_take_back(book), "correction")
            change = self._learned.pop()
            undone = rule_replies.undone(book, change, now)
        self._last_change = None
        gone, back = rule_replies.quoted(change.added), rule_replies.quoted(change.removed)
        text = ", but ".join(filter(None, (gone and f"no longer by {gone}", back and f"again by {back}")))
        return Reply(f"I go {text}.", "correction", change=undone)

    def _rules(self) -> Reply:
        with self._open() as store:
            rules = RuleBook(store).current()
        if not rules:
            return Reply(
                "I have learned no rules yet. Tell me what is important to you, or what I can forget.", "question"
            )
        listed = "\n".join(
            f"  {rule.number}. {rule.text}" + rule_replies.said_so(rule.source, rule.text) for rule in rules
        )
        return Reply(
            f"I go by {'this rule' if len(rules) == 1 else f'these {len(rules)} rules'}:\n{listed}", "question"
        )

    def _correct(self, utterance: str, question: str) -> Reply:
        """After feedback the rule is put right, after an answer the question."""
        if self._last_change is not None and self._learned:
            return replace(self._learn(utterance), intent="correction")
        if self._last is None:
            return Reply("What should I put right? Ask me, or tell me what to remember.", "correction")
        with self._open() as store:
            put_right = question or corrected(utterance)
            reply = self._answered(store, put_right) if put_right else None
            if reply is None or reply.answer is None or reply.answer.kind == "unknown":
                return Reply(_ASK_ANEW, "correction")
            return replace(reply, intent="correction")

    def _erase(self, about: str) -> Reply:
        with self._open(write=True) as store:
            told = erasing_wish.erased(store, about, self._now(store))
        self._last, self._last_change, self._learned, self._last_fact = None, None, [], None
        return Reply(told, "command")

    # -- the memory

    def _open(self, write: bool = False) -> Store:
        return Store.open(self._memory, readonly=not write, begin=False, sparing=write)

    def _now(self, store: Store) -> datetime:
        if self._given_now is not None:
            return self._given_now
        return home_time(store)


def _ground(store: Store, answer: Answer) -> str:
    """What an answer rests on."""
    told = _lines([store.node(node) for node in answer.evidence[:3]])
    return f"That is what I remember: {told}." if told else "That is all I know about it."


def _lines(nodes: list[Node]) -> str:
    """Nodes that are remembered, with their times, in one phrase."""
    alive = [one for one in nodes if one.forgotten is None]
    return "; ".join(f"{one.start:%b} {one.start.day} at {one.start:%H:%M}: {one.summary.rstrip('.')}" for one in alive)


def _why_forgotten(store: Store, answer: Answer) -> str:
    """When and by what something was forgotten of the time that an answer is about; "" when nothing was."""
    about = [store.node(node) for node in answer.evidence]
    if not about:
        return ""
    start, end = min(one.start for one in about), max(one.end for one in about)
    entries = [one for one in forget_log(store, start, end) if one.undone is None and one.level > SCENE]
    if not entries:
        gone = any(one.forgotten for one in about)
        return "Its time was over, and my log no longer says why it was not kept." if gone else ""
    last = entries[-1]
    rule = next((one for one in RuleBook(store).current() if one.number == last.rule), None)
    why = f'because of your rule "{rule.text}"' if rule else (last.reason or "because its time was over").rstrip(".")
    back = f" It can still be brought back: homebody memory undo {last.id}." if last.until else ""
    return f"I forgot that on {last.time:%b} {last.time.day}: {why}.{back}"


def _why_never(store: Store, answer: Answer) -> str:
    near = _lines([store.node(node) for node in answer.evidence[:2]])
    text = "Because nothing I remember says so." + (f" What comes nearest: {near}." if near else "")
    return text if View(store).forgotten() else f"{text} I have forgotten nothing of that time."
