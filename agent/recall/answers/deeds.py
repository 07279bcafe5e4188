"""Answers about deeds: when, how often, whether, which, what came before or after, and why something failed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from agent.recall.answer import Answer, RecallQuery, counted, name, phrase, state_words
from agent.recall.answers.tools_used import used_for, used_with
from agent.recall.lookup.classes import with_pieces
from agent.recall.lookup.occurrences import Occurrence, find
from agent.recall.lookup.task_runs import covering, errands_at
from agent.recall.understanding.question import Activity, Question
from envs.vocabulary.english import a, joined, located, sentence, the
from envs.vocabulary.nouns import is_category
from envs.vocabulary.numbers import times
from memory.reading.traces import EVERYTHING, ObjectInteraction, Scope
from memory.wording import say

_FAILING = frozenset({"fail", "failed", "failing", "not", "could", "unable", "wrong", "work", "trouble", "never"})


def when(asked: RecallQuery) -> Answer:
    """Every time it happened, or the one asked for. Value: tuple of datetimes."""
    if asked.activity.kind == "see" and asked.question.ordinal == -1 and (last := _last_seen(asked)):
        return last
    found, missing = _find(asked, ())
    if missing:
        return missing
    chosen = _chosen(asked, found)
    if not chosen:
        count = times(len(found))
        return asked.never(f"I {phrase(asked.activity)} only {count}{asked.when}", (), [one.node for one in found])
    moments = tuple(one.time for one in chosen)
    evidence = [one.node for one in chosen]
    if len(chosen) == 1:
        return asked.answer(f"{chosen[0].text} {asked.time(moments[0])}", moments, evidence)
    alike = {one.text for one in chosen}
    text = chosen[0].text if len(alike) == 1 else f"I {phrase(asked.activity)}"
    return asked.answer(f"{text} {times(len(chosen))}: {asked.times(moments)}", moments, evidence)


def _last_seen(asked: RecallQuery) -> Answer | None:
    """When a thing was last in view, which is later than when that time began; None when it was never seen."""
    activity = asked.activity
    things = with_pieces(asked.view, activity.things)
    if activity.places or activity.adjectives or asked.question.scope.limited:
        rows = asked.view.sights.each(things, asked.question.scope, activity.places, activity.adjectives)
    else:
        rows = asked.view.sights.last(things)  # one row for each instance, however often it was seen
    if not rows:
        return None
    one = rows[0]
    place = f" {located(one.place)}" if one.place else " in my hand" if one.held else ""
    return asked.answer(f"I last saw {the(one.object_type)}{place} {asked.time(one.end)}", (one.end,), [one.last])


def often(asked: RecallQuery) -> Answer:
    """How many times. Value: int."""
    found, missing = _find(asked, 0)
    if missing:
        return missing
    moments = [one.time for one in found]
    text = f"I {phrase(asked.activity)} {times(len(found))}{asked.when}: {asked.times(moments)}"
    return asked.answer(text, len(found), [one.node for one in found])


def ever(asked: RecallQuery) -> Answer:
    """Whether it happened. Value: bool."""
    if _plainly_seen(asked):
        return _ever_seen(asked)
    found, missing = _find(asked, False)
    if missing:
        return missing
    with_tool = used_with(asked, found)
    if with_tool is not None:
        asked = replace(asked, question=_without_ignored(asked))
        if not with_tool[0]:
            last = found[-1]
            return asked.answer(f"No, not with {with_tool[1]}: {last.text} {asked.time(last.time)}", False, [last.node])
        found = with_tool[0]
    last = found[-1]
    more = f" It was one of {len(found)} times" if len(found) > 1 else ""
    text = f"Yes, {'' if len(found) == 1 else 'most recently '}{last.text} {asked.time(last.time)}"
    return asked.answer(sentence(text) + more, True, [one.node for one in found])


def _without_ignored(asked: RecallQuery) -> Question:
    return replace(asked.question, activity=replace(asked.activity, ignored=""))


def _plainly_seen(asked: RecallQuery) -> bool:
    activity = asked.activity
    extra = activity.places or activity.adjectives or activity.unknown or asked.question.scope.limited
    return activity.kind == "see" and bool(activity.things) and not extra


def _ever_seen(asked: RecallQuery) -> Answer:
    """Seen at all: the last sight of each thing is enough, however often it was seen."""
    things = with_pieces(asked.view, asked.activity.things)
    rows = asked.view.sights.last(things)
    if rows:
        last = rows[0]
        place = f" {located(last.place)}" if last.place else " in my hand" if last.held else ""
        text = f"Yes, I last saw {the(last.object_type)}{place} {asked.time(last.end)}"
        return asked.answer(text, True, [row.last for row in rows])
    deeds = asked.view.last_interactions(things)
    if deeds:
        return asked.answer(f"Yes, I {say(deeds[0].deed)} {asked.time(deeds[0].time)}", True, [deeds[0].event])
    return asked.never(asked.unseen() or _never(asked), False)


def which(asked: RecallQuery) -> Answer:
    """What it was done to. Value: tuple of class names, each once, in order."""
    activity = asked.activity
    if activity.kind == "task" and not activity.things:
        return unclear(asked)
    if activity.kind == "see" and not activity.things:
        return _all_seen(asked)
    if purpose := used_for(asked):
        return purpose
    found, missing = _find(asked, ())
    if missing:
        return missing
    if asked.question.ordinal is not None:
        found = _chosen(asked, found)
    if not found:
        return asked.never(f"I never {phrase(activity)} that often{asked.when}", ())
    if activity.kind == "any" or (activity.things and not is_category(activity.things)):
        return _told(asked, found)
    place = ""
    if activity.places:
        place = f" from {name(activity.places)}" if "Pickup" in activity.actions else f" {located(activity.places[0])}"
    things = counted([(one.kind, one.thing) for one in found])
    verb = phrase(Activity(activity.kind, activity.actions)).replace(" anything", "")
    text = f"I {verb} {things}{place}{asked.when}"
    if activity.kind == "change":
        text = f"I noticed {things} becoming {state_words((activity.change,))}{asked.when}"
    values = tuple(dict.fromkeys(one.kind for one in found if one.kind))
    return asked.answer(text, values, [one.node for one in found])


def _told(asked: RecallQuery, found: list[Occurrence]) -> Answer:
    """What was done with one kind of thing, deed by deed."""
    lines = [f"{one.text} {asked.time(one.time)}" for one in found[:10]]
    more = f"; and {len(found) - 10} more" if len(found) > 10 else ""
    return asked.answer("; ".join(lines) + more, tuple(one.text for one in found), [one.node for one in found])


def _all_seen(asked: RecallQuery) -> Answer:
    activity = asked.activity
    rows = asked.view.sights.each(sorted(asked.view.types), asked.question.scope, activity.places, activity.adjectives)
    rows = sorted(rows, key=lambda row: row.number)
    kinds = tuple(dict.fromkeys(row.object_type for row in rows))
    if not kinds:
        return asked.never(f"I saw nothing{asked.when} that I could name", ())
    firsts = {row.object_type: row.first for row in reversed(rows)}
    text = f"I saw {joined([a(kind) for kind in kinds])}{asked.when}"
    return asked.answer(text, kinds, [firsts[kind] for kind in kinds])


def beside(asked: RecallQuery) -> Answer:
    """What was done right before or after something. Value: the sentence, without "I"."""
    found, missing = _find(asked, None)
    if missing:
        return missing
    chosen = _chosen(asked, found)
    if not chosen:
        return asked.never(f"I {phrase(asked.activity)} only {times(len(found))}", None, [one.node for one in found])
    anchor, after = chosen[-1], "after" in asked.question.words
    neighbour = asked.view.beside(anchor.last if after else anchor.first, after)
    side = "after" if after else "before"
    which_time = "the last time " if len(found) > 1 and asked.question.ordinal is None else ""
    anchored = f"{which_time}{anchor.text} ({asked.time(anchor.time)})"
    if neighbour is None:
        return asked.never(f"I did nothing with any object {side} {anchored}", None, [anchor.node])
    deed = say(neighbour.deed)
    evidence = [anchor.node, neighbour.event] if after else [neighbour.event, anchor.node]
    text = f"{side} {anchored}, I {deed} {asked.time(neighbour.time)}"
    return asked.answer(text, deed, evidence)


def why(asked: RecallQuery) -> Answer:
    """Why something failed, the latest time. Value: the reason, empty when none was given."""
    activity = asked.activity
    if activity.kind == "task" and not (activity.things or activity.unknown):
        return _any_failure(asked)
    if activity.kind == "task" and activity.things:
        activity = Activity("any", things=activity.things, places=activity.places)
    elif activity.kind not in ("act", "any"):
        return unclear(asked)
    unseen = asked.unseen()
    if unseen and not activity.things:
        return _any_failure(asked)
    if unseen:
        return asked.never(unseen, None)
    done = _tried(asked, activity, success=True)
    plain = asked.activity.kind == "act" and not _FAILING & set(asked.question.words)
    if plain and done and (reason := _served_by(asked, done[-1])):
        return reason
    failed = _tried(asked, activity, success=False)
    if failed:
        return _reason(asked, failed)
    if done:
        last = done[-1]
        text = f"It did not fail: I {say(last.deed)} {asked.time(last.time)}"
        return asked.never(text, None, [last.event])
    return asked.never(f"I never tried that{asked.when}", None)


def _served_by(asked: RecallQuery, last: ObjectInteraction) -> Answer | None:
    """Why something was done: for the task that it was part of. Value: what was said when that was asked for."""
    near = errands_at(asked.view, Scope(last.time - timedelta(hours=12), last.time), [last.experience])
    about = covering([one for one in near if one.name], [(last.experience, last.experience)])
    if not about:
        return None
    one = about[-1]
    wanted = [row for row in asked.view.said(Scope(one.start, one.end)) if not row.utterance.own]
    first = next((row for row in wanted if len(row.utterance.text.split()) > 2), None)
    quoted = f', as you had asked: "{first.utterance.text}"' if first else ""
    text = f"I {say(last.deed)} {asked.time(last.time)} to {one.name}{quoted}"
    evidence = [last.event, one.node, *([first.event] if first else [])]
    return asked.answer(text, first.utterance.text if first else "", evidence, "known" if first else "partly")


def failed(asked: RecallQuery) -> Answer:
    """Whether, and how often, something failed. Value: int."""
    activity, view, scope = asked.activity, asked.view, asked.question.scope
    if activity.things or activity.actions:
        if unseen := asked.unseen():
            return asked.never(unseen, 0)
        rows = _tried(asked, activity, success=False)
        events = [row.event for row in rows]
        told = [f"I tried to {say(row.deed, past=False)} {asked.time(row.time)}" for row in rows[-5:]]
    else:
        events = view.failed_events(scope)
        told = [f"{one.summary.rstrip('.')} ({asked.time(one.end)})" for one in view.failures(scope, newest=5)]
    if not events:
        return asked.never(f"Nothing{' like that' if activity.things else ''} failed{asked.when}", 0)
    head = f"Yes, {times(len(events))}{asked.when}" + ("; the last of them" if len(events) > 5 else "")
    return asked.answer(f"{head}: {'; '.join(told)}", len(events), events)


def _tried(asked: RecallQuery, activity: Activity, success: bool) -> list[ObjectInteraction]:
    """Interactions with the thing, or where it is the place of a Place or Pour."""
    view, scope = asked.view, asked.question.scope
    things = with_pieces(view, activity.things)
    rows = view.interactions(scope, activity.actions, things, activity.places, success)
    if not rows and activity.things:
        rows = view.interactions(scope, activity.actions, (), activity.things, success)
    return rows


def _reason(asked: RecallQuery, failed: list[ObjectInteraction]) -> Answer:
    last = failed[-1]
    again = f" (I failed {times(len(failed))})" if len(failed) > 1 else ""
    tried = f"I tried to {say(last.deed, past=False)} {asked.time(last.time)} but failed{again}"
    if last.error:
        return asked.answer(f"{tried}: {last.error}", last.error, [row.event for row in failed])
    return asked.answer(f"{tried}; I was not told why", "", [row.event for row in failed], "partly")


def _any_failure(asked: RecallQuery) -> Answer:
    nodes = asked.view.failures(asked.question.scope, newest=1)
    if not nodes:
        return asked.never(f"Nothing failed{asked.when}", None)
    last = nodes[-1]
    reason = last.summary.partition(" but failed: ")[2].rstrip(".")
    text = f"The last thing that failed: {last.summary.rstrip('.')} ({asked.time(last.end)})"
    return asked.answer(text, reason, [last.node], "known" if reason else "partly")


def tasks(asked: RecallQuery) -> Answer:
    """The requests served, in order. Value: tuple of their names."""
    nodes = asked.view.tasks(asked.question.scope)
    if not nodes:
        return asked.never(f"I was not working on any named task{asked.when}", ())
    names = tuple(one.task or "" for one in nodes)
    return asked.answer(f"My tasks{asked.when}: {joined(names)}", names, [one.node for one in nodes])


def unclear(asked: RecallQuery) -> Answer:
    """The question has a known shape, but not what it is about."""
    words = " ".join(asked.question.activity.words) or "that"
    text = (
        f'I do not know what to look for in "{words}". I know of picking up, putting, opening, closing, switching on '
        "and off, slicing, pouring, cleaning, cooking, filling and seeing things, and of the names of tasks"
    )
    return asked.answer(text, None, (), "unsure")


def _find(asked: RecallQuery, nothing: object) -> tuple[list[Occurrence], Answer | None]:
    """The occurrences asked about, or the answer that there are none."""
    activity = asked.activity
    if activity.kind != "task" and (unseen := asked.unseen()):
        return [], asked.never(unseen, nothing)
    if activity.kind == "see" and not activity.things:
        return [], unclear(asked)
    found = find(asked.view, activity, asked.question.scope)
    if not found and activity.kind == "change":
        by_name = find(asked.view, Activity("task", words=activity.words), asked.question.scope)
        found = by_name
    if found:
        return found, None
    if activity.kind == "task":
        if nothing is False and len(activity.words) > 1 and {"you", "i", "we"} & set(asked.question.words):
            return [], asked.never(f'I remember nothing like "{" ".join(activity.words)}"', False)
        return [], unclear(asked)
    return [], asked.never(_never(asked), nothing, _attempts(asked))


def _attempts(asked: RecallQuery) -> list[int]:
    return [row.event for row in _failed(asked)]


def _failed(asked: RecallQuery) -> list[ObjectInteraction]:
    activity = asked.activity
    if activity.kind != "act":
        return []
    return asked.view.interactions(asked.question.scope, activity.actions, activity.things, activity.places, False)


def _never(asked: RecallQuery) -> str:
    """An honest no, with what came nearest to it: failed tries, or the same at another time."""
    text = f"I never {phrase(asked.activity)}"
    if asked.when:
        text = f"I have no memory that I {phrase(asked.activity)}{asked.when}"
    failed = _failed(asked)
    if failed:
        return f"{text}; I tried {times(len(failed))} ({asked.times([row.time for row in failed])}) but failed"
    if asked.when:
        other = find(asked.view, asked.activity, EVERYTHING)
        if other:
            return f"{text}; the last time was {asked.time(other[-1].time)}"
    return text


def _chosen(asked: RecallQuery, found: list[Occurrence]) -> list[Occurrence]:
    """The occurrence of the asked number, or all."""
    ordinal = asked.question.ordinal
    if ordinal is None:
        return found
    index = ordinal - 1 if ordinal > 0 else ordinal
    return [found[index]] if -len(found) <= index < len(found) else []
