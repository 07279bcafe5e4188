"""What the user wants remembered or not: a numbered list of rules in natural language, with all its versions.

Every change makes a version; any version can be made the current one again, which is a change too. Numbers are never
given out twice, so the forget log can name the rule that decided for as long as it likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from envs.errors import BadInput
from memory.roles import Feedback, Rule, RuleLearner
from memory.rules.obeying import heard_only, why_not, wider
from memory.rules.reading import contradictions, read_rule
from memory.store.database import Store
from memory.store.pins import release
from memory.store.rows import rules as rows
from perception.text.minilm import installed

LONGEST_RULE = 1000
"""Most characters of a rule; a rule is a sentence, not a document."""


@dataclass(frozen=True)
class RuleChange:
    """What feedback did to the rules.

    Attributes:
        added: Rules that are new or were put into other words.
        removed: Rules that are no longer in force.
        version: The version of the list now; the same as before when nothing changed.
        notes: What the user should know: rules that contradict each other, rules that the built-in reader cannot read.
        refused: Why nothing was learned although something was asked for: a rule that could not be obeyed; "" else.
    """

    added: tuple[Rule, ...]
    removed: tuple[Rule, ...]
    version: int
    notes: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True)
class RuleListVersion:
    """A state of the rule list.

    Attributes:
        number: Counts up from 1; version 0 is the empty list.
        time: When it came about.
        feedback: The words it was learned from, "" for a change by hand.
        note: What was done.
    """

    number: int
    time: datetime
    feedback: str
    note: str


class RuleBook:
    """The rules of one memory.

    Args:
        store: The memory; open for writing to change rules.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def version(self) -> int:
        """Number of the current version; 0 as long as there never was a rule."""
        return rows.newest_version(self._store)

    def current(self) -> tuple[Rule, ...]:
        """The rules in force, oldest first."""
        return rows.rules_in_force(self._store)

    def at(self, version: int) -> tuple[Rule, ...]:
        """The rules that were in force in a version.

        Raises:
            BadInput: There is no such version.
        """
        if not 0 <= version <= self.version:
            raise BadInput(f"there is no version {version} of the rules; there are 0 to {self.version}")
        return rows.rules_of(self._store, version)

    def versions(self) -> tuple[RuleListVersion, ...]:
        """All versions but the empty one, oldest first."""
        return tuple(RuleListVersion(*row) for row in rows.versions(self._store))

    def learn(self, feedback: Feedback, learner: RuleLearner | None = None) -> RuleChange:
        """Change the rules by what the user said; what cannot be obeyed is refused, and no rule changes.

        Args:
            feedback: The user's words, with the question they refer to if any.
            learner: Turns them into rules; the built-in one by default.

        Raises:
            BadInput: The feedback or a rule is too long or empty, the time has a time zone, or the learner changed a
                rule under its number or invented a number.
        """
        if not feedback.text.strip() or len(feedback.text) > LONGEST_RULE:
            raise BadInput(
                f"feedback of {len(feedback.text)} characters; say in at least one and at most {LONGEST_RULE} what to "
                "remember or not"
            )
        if learner is not None:
            return self._replace(learner.learn(self.current(), feedback), feedback.time, feedback.text, "learned")
        from memory.rules.learner import SentenceLearner  # it needs rules, and most who read rules never learn

        wanted = SentenceLearner().learn(self.current(), feedback)
        refused = next((reason for rule in wanted if not rule.number and (reason := _refused(rule))), "")
        if refused:
            return RuleChange((), (), self.version, refused=refused)
        return self._replace(wanted, feedback.time, feedback.text, "learned")

    def add(self, text: str, time: datetime, source: str = "") -> RuleChange:
        """Add a rule as it stands.

        Raises:
            BadInput: It is empty or too long, or the time has a time zone.
        """
        return self._replace([*self.current(), Rule(0, text, source)], time, "", "added by hand")

    def remove(self, number: int, time: datetime) -> RuleChange:
        """Take a rule out of force; what only it kept is left to its time.

        Raises:
            BadInput: There is no such rule in force.
        """
        rules = self.current()
        if number not in {rule.number for rule in rules}:
            raise BadInput(f"no rule {number} is in force; in force are {[rule.number for rule in rules] or 'none'}")
        return self._replace([rule for rule in rules if rule.number != number], time, "", f"removed rule {number}")

    def roll_back(self, version: int, time: datetime) -> RuleChange:
        """Bring the rules of an earlier version back into force, as a new version.

        Rules that had been removed since come back under new numbers.

        Raises:
            BadInput: There is no such version, or the time has a time zone.
        """
        now = {rule.text: rule for rule in self.current()}
        wanted = [now.get(rule.text, replace(rule, number=0)) for rule in self.at(version)]
        return self._replace(wanted, time, "", f"back to version {version}")

    def _replace(self, wanted: Sequence[Rule], time: datetime, feedback: str, note: str) -> RuleChange:
        if time.tzinfo is not None:
            raise BadInput(f"time {time.isoformat()} has a time zone; give the home's local time without one")
        before = {rule.number: rule for rule in self.current()}
        _check(wanted, before)
        kept = {rule.number for rule in wanted}
        removed = tuple(rule for number, rule in before.items() if number not in kept)
        new = [rule for rule in wanted if rule.number == 0]
        if not removed and not new:
            return RuleChange((), (), self.version, notes(wanted))
        with self._store.transaction():
            version = self.version + 1
            rows.add_version(self._store, version, time, feedback, note)
            for rule in removed:
                rows.remove_rule(self._store, rule.number, version)
                release(self._store, rule.number)
            added = tuple(rows.add_rule(self._store, rule.text.strip(), rule.source, version) for rule in new)
        return RuleChange(added, removed, version, notes(self.current()))


def _check(wanted: Sequence[Rule], before: dict[int, Rule]) -> None:
    for rule in wanted:
        if rule.number and before.get(rule.number) != rule:
            raise BadInput(
                f"rule {rule.number} came back as {rule.text[:80]!r}, which is not what is kept under that number; "
                "give changed rules number 0"
            )
        if not rule.text.strip() or len(rule.text) > LONGEST_RULE:
            raise BadInput(
                f"a rule has {len(rule.text)} characters; at least one and at most {LONGEST_RULE} are allowed"
            )


def _refused(rule: Rule) -> str:
    """Why a rule cannot be obeyed; with a text encoder it can wherever a line is near in meaning."""
    reading = read_rule(rule.text)
    if installed() is not None and (reading.keep is not False or not reading.understood):
        return ""
    return why_not(rule.text)


def notes(rules: Sequence[Rule]) -> tuple[str, ...]:
    """What is odd about a list of rules, in words; odd rules are kept all the same."""
    found = [
        f"rules {one.number} and {two.number} contradict each other; the more specific one decides, else the newer"
        for one, two in contradictions(rules)
    ]
    found += [
        f"rule {rule.number} says nothing that can be matched without a language model: {rule.text!r}"
        for rule in rules
        if not read_rule(rule.text).understood
    ]
    found += [f"rule {rule.number}: {wide}" for rule in rules if (wide := wider(rule.text))]
    found += [
        f"rule {rule.number}: I know {' and '.join(heard)} only by what is said"
        for rule in rules
        if (heard := heard_only(rule.text)) and read_rule(rule.text).understood
    ]
    return tuple(found)
