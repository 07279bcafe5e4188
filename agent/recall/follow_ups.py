"""Questions that lean on the one before them: "and the day before?", "when?", "where did you put it?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from agent.recall.algebra.findings import Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.answer import Answer
from agent.recall.kinds import names
from agent.recall.reading.reader import EarlierExchange
from agent.recall.understanding.question import plain
from agent.recall.understanding.task_words import named_task
from agent.recall.understanding.times import TimeReader
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.verbs import deed_forms
from memory.reading.view import View

_OPENING = r"^(?:(?:and|but|so|then|ok|okay|well|now)\b ?)*(?:(?:what|how) about\b ?)?(?:and\b ?)?"
_BARE = re.compile(
    r"(when|since when|where|why|why not|how often|how many times|how long|who (?:asked|wanted|requested|ordered)( "
    r"for)?( it| that| this)?|really|with what|what with|using what)"
    r"( (exactly|was that|was it))?"
)
_AGAIN = names(lambda kind: kind.again)
_TELLS_DEEDS = names(lambda kind: kind.tells_deeds)
_TELLS_TASKS = names(lambda kind: kind.tells_tasks)
_ABOUT_SPEECH = "said"
_PRONOUN = re.compile(r"\b(it|them|they|that one|this one|that thing|those|these)\b")
_THAT_DEED = re.compile(r"\b(before|after|during|when you did|while doing|as you did) (that|this|it|then)\b")
_DONE_SO = re.compile(r"\b(did you|you) (do|did) (that|this|it|so)\b")
_NEAR_DAY = re.compile(r"(?:on )?the (?:day|evening|morning) (before|after)(?: that)?|(?:on )?the (next|previous) day")


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question that was asked, as it was understood, its answer, and the exchange before it.

    ``query`` and ``findings`` are None where the question was not read into a query.
    """

    question: str
    answer: Answer
    earlier: AnsweredQuestion | None = None
    query: MemoryQuery | None = None
    findings: Findings | None = None

    def exchange(self) -> EarlierExchange | None:
        """The same as a reader of questions sees it; None where no query was made of it."""
        if self.query is None:
            return None
        return EarlierExchange(self.query, self.findings, self.earlier.exchange() if self.earlier else None)


class FollowUps:
    """Completes questions from the exchange before them.

    Args:
        view: The memory.
        now: When the question is asked.
    """

    def __init__(self, view: View, now: datetime) -> None:
        self._lexicon = Lexicon(view.types)
        self._time = TimeReader(now, view)
        self._now = now

    def complete(self, question: str, before: AnsweredQuestion) -> str:
        """The question as one that stands alone; unchanged when it does so already."""
        text, earlier = self._spelled(question), self._spelled(before.question)
        rest = re.sub(_OPENING, "", text).strip()
        if not rest:
            return question
        return (
            self._bare(rest, earlier, before)
            or self._between(rest, earlier, before)
            or _which_ones(rest, earlier, before)
            or self._other_time(rest, text, earlier, before)
            or self._beside(rest, earlier, before)
            or self._other_topic(rest, text, earlier, before)
            or self._other_thing(rest, text, earlier)
            or self._other_task(rest, text, earlier, before)
            or self._pronouns(rest, earlier, before)
            or question
        )

    def _spelled(self, question: str) -> str:
        return " ".join(self._lexicon.spell(word) for word in plain(question).split())

    def _bare(self, rest: str, earlier: str, before: AnsweredQuestion) -> str | None:
        """After "Did you open the fridge?": "When?"."""
        match = _BARE.fullmatch(rest)
        if match is None:
            return None
        when = self._time.read(earlier)
        phrase = named_task("", " ".join(re.findall(r"[a-z0-9]+", when.rest)))
        asked = match[1]
        if asked in ("why", "how long", "how often", "how many times") and (task := _told_task(before)):
            phrase = task
        thing = self._lexicon.find(earlier.split())
        if asked == "since when" and thing and earlier.startswith("where"):
            return f"when did you last put the {' '.join(earlier.split()[thing.first : thing.last])}"
        if asked.startswith("who"):
            return f"who asked you to {phrase}"
        if asked in ("with what", "what with", "using what"):
            return f"with what did you {phrase}"
        if asked == "why not":
            return f"why did you fail to {phrase}"
        if asked == "where" and (thing := self._lexicon.find(phrase.split())):
            return f"where is the {' '.join(phrase.split()[thing.first : thing.last])}"
        return f"{asked} did you {phrase} {self._said_time(earlier)}".strip()

    def _between(self, rest: str, earlier: str, before: AnsweredQuestion) -> str | None:
        """After two questions about tasks: "What did you do in between?"."""
        match = re.fullmatch(r"(.+?) (?:in )?between(?: them| these| those| the two| both)?", rest)
        if match is None or before.earlier is None:
            return None
        first, second = named_task("", self._spelled(before.earlier.question)), named_task("", earlier)
        return f"{match[1]} between {first} and {second}"

    def _other_time(self, rest: str, text: str, earlier: str, before: AnsweredQuestion) -> str | None:
        """Another time: "and the day before?", "what about this morning?"."""
        if rest == text and not re.match(r"(on|in|at|yesterday|today|this|last|the day|\w+ \w+ ago)\b", rest):
            return None
        when = self._time.read(earlier)
        near = _NEAR_DAY.fullmatch(rest)
        if near and (when.scope.limited or before.earlier is None):
            back = near[1] == "before" or near[2] == "previous"
            day = (when.scope.start or self._now).date() + timedelta(days=-1 if back else 1)
            return f"{when.rest} on {day.isoformat()}"
        if near and not when.scope.limited and before.earlier is not None:
            return self._other_time(rest, text, self._spelled(before.earlier.question), before.earlier)
        named = self._time.read(rest)
        if not named.words or len(named.rest.split()) > 1:
            return None
        return f"{when.rest} {rest}"

    def _beside(self, rest: str, earlier: str, before: AnsweredQuestion) -> str | None:
        """What came next, "and after that?": after what the last answer told, or after what was asked about."""
        match = re.fullmatch(
            r"(?:(?:what|which task|what task|what else) (?:happened|did you do|came|was|followed) ?)?"
            r"(?:right |just |immediately |directly |straight )?"
            r"(before|after|next|afterwards?|then|thereafter|beforehand|previously)(?: (?:that|this|it))?",
            rest,
        )
        if match is None or (match[1] == "then" and rest == "then"):
            return None
        side = "before" if match[1] in ("before", "beforehand", "previously") else "after"
        anchored = re.match(r"(.*\b)(before|after)( you .+)$", earlier)
        if anchored and anchored[2] != side and not re.search(r"(that|this|it)$", rest):
            return f"{anchored[1]}{side}{anchored[3]}"
        value = before.answer.value
        if before.answer.kind in _TELLS_DEEDS and value:
            told = value if isinstance(value, str) else str(value[-1] if side == "after" else value[0])
            return f"what did you do {side} you {told}"
        return f"what did you do {side} you {named_task('', earlier)}"

    def _other_topic(self, rest: str, text: str, earlier: str, before: AnsweredQuestion) -> str | None:
        """After "What did I ask you?": "What about the bread?"."""
        if rest == text or before.answer.kind != _ABOUT_SPEECH or len(rest.split()) > 4:
            return None
        if any(word in deed_forms() for word in rest.split()[:1]) or self._time.read(rest).words:
            return None
        who = re.match(r"(?:what|when) (?:did|have|was) (i|you|we|he|she|they)\b", earlier)
        return f"what did {who[1] if who else 'i'} say about {rest}"

    def _other_thing(self, rest: str, text: str, earlier: str) -> str | None:
        """After "Where is the mug?": "And the plate?"."""
        words = rest.split()
        found = self._lexicon.find(words)
        if rest == text or found is None or any(word in deed_forms() for word in words[: found.first]):
            return None
        if found.last < len(words):
            return None
        old = earlier.split()
        named = self._lexicon.find(old)
        if named is None:
            return None
        return " ".join([*old[: named.first], *words[found.first : found.last], *old[named.last :]])

    def _other_task(self, rest: str, text: str, earlier: str, before: AnsweredQuestion) -> str | None:
        """After "When did you make the salad?": "And the breakfast?"."""
        kind = before.answer.kind
        phrase = named_task(kind, earlier)
        if rest == text or kind not in _AGAIN or not phrase or phrase not in earlier:
            return None
        if len(rest.split()) > 3 or any(word in deed_forms() for word in rest.split()):
            return None
        verb = "" if earlier.startswith("how long did the") else "make "
        return earlier.replace(phrase, f"{verb}{rest.removeprefix('the ') if not verb else rest}")

    def _pronouns(self, rest: str, earlier: str, before: AnsweredQuestion) -> str | None:
        """After "Did you make toast?": "Where did you put it?", "How long did that take?"."""
        phrase = named_task("", earlier)
        if _THAT_DEED.search(rest):
            return _THAT_DEED.sub(lambda match: f"{match[1]} you {phrase}", rest)
        if _DONE_SO.search(rest):
            return _DONE_SO.sub(f"did you {phrase}", rest)
        if re.search(r"\b(did|does) (that|it|this) (take|last)\b", rest):
            return f"how long did you {_told_task(before) or phrase}"
        words = rest.split()
        named = self._lexicon.find(earlier.split())
        if named is None or not _PRONOUN.search(rest) or self._plain_thing(words):
            return None
        thing = " ".join(earlier.split()[named.first : named.last])
        if re.match(r"when did you (put|place|leave) \w+ (there|in there|on there)", rest):
            return f"when did you last put the {thing}"
        deed = "did you" in rest and not rest.startswith("when") and not self._time.read(rest).words
        return f"{_PRONOUN.sub(f'the {thing}', rest, count=1)} {self._said_time(earlier) if deed else ''}".strip()

    def _said_time(self, earlier: str) -> str:
        """The time that a question named, in words that name it again; empty when it named none."""
        when = self._time.read(earlier)
        return when.words if self._time.read(when.words.lower()).scope == when.scope else ""

    def _plain_thing(self, words: Sequence[str]) -> bool:
        """Whether the thing asked about is named: before any word of place."""
        cut = next(
            (i for i, word in enumerate(words) if word in ("in", "on", "into", "onto", "from", "to")), len(words)
        )
        return self._lexicon.find(words[:cut]) is not None


def _which_ones(rest: str, earlier: str, before: AnsweredQuestion) -> str | None:
    """After "How many tasks did you do?": "Which ones?"; after a list of tasks: "What was the last one?"."""
    if re.fullmatch(
        r"(?:which|what)(?: ones?| tasks?| were they| are they)?|(?:name|list) them(?: all)?|such as", rest
    ):
        return re.sub(r"^how many\b", "which", earlier) if earlier.startswith("how many") else None
    match = re.fullmatch(r"(?:what|which) (?:was|is|were) the (\w+)(?: one)?|the (\w+) one", rest)
    if match and before.answer.kind in _TELLS_TASKS and not isinstance(before.answer.value, str):
        when = re.search(r"(?: (?:on|in|at|this|last|since|before|after|yesterday|today)\b.*)?$", earlier)
        return f"what was the {match[1] or match[2]} task{when[0] if when else ''}"
    return None


def _told_task(before: AnsweredQuestion) -> str:
    """The one task that the last answer told; empty when it told none or several."""
    value = before.answer.value
    if before.answer.kind in _TELLS_DEEDS and value:
        names = (value,) if isinstance(value, str) else value
        return str(names[0]) if len(names) == 1 else ""
    return ""
