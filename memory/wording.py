"""How the memory puts things into words: object names, deeds in the first person, scenes, times.

Everything here is a pure function of its arguments, so a text can be rendered again at any time and comes out the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from envs.vocabulary.english import located, noun, the
from envs.vocabulary.uses import put_in
from envs.vocabulary.verbs import told
from memory.experience import UNNAMED, Experience, Utterance
from perception.scene_graph.graph import HAND, HELD, ObjectNode, SceneGraph

VERBS = told()
"""Action → (past, base form)."""


@dataclass(frozen=True)
class Deed:
    """What an object interaction did, by class names.

    Attributes:
        action: ``Pickup``, ``Place``, …
        thing: What was handled, None when unknown.
        target: Where it was put or poured, for ``Place`` and ``Pour``.
        origin: Where it was picked up from, for ``Pickup``; where it was, for ``Slice``.
    """

    action: str
    thing: str | None = None
    target: str | None = None
    origin: str | None = None


def verb_form(action: str, past: bool = True) -> str:
    """The action as a verb: "moved forward", "move forward"; "did …" for one without words of its own."""
    forms = VERBS.get(action, (f"did {noun(action)}", f"do {noun(action)}"))
    return forms[0 if past else 1]


@lru_cache(maxsize=4096)
def say(deed: Deed, past: bool = True, pronoun: bool = False) -> str:
    """A deed as a verb phrase: "picked up the mug from the counter top", "put it in the sink basin".

    Args:
        deed: What was done.
        past: The past form, else the base form ("pick up …").
        pronoun: Call the thing "it".
    """
    verb = verb_form(deed.action, past)
    if deed.action == "Slice" and deed.thing == "Egg":
        verb = "cracked" if past else "crack"
    thing = "it" if pronoun and deed.thing else the(deed.thing)
    if deed.action == "Place":
        return f"{verb} {thing} {located(deed.target)}" if deed.target else f"{verb} down {thing}"
    if deed.action == "Pour" and deed.target:
        source = f" from {thing}" if deed.thing else ""
        return f"{verb}{source} {_into(deed.target)}"
    origin = f" from {the(deed.origin)}" if deed.origin and deed.action != "Slice" else ""
    return f"{verb} {thing}{origin}"


def _into(receptacle: str) -> str:
    return f"{'into' if put_in(receptacle) else 'onto'} {the(receptacle)}"


def action_line(experience: Experience) -> str:
    """The H-EMV action string: ``Action: Pickup(Mug_0) success``; an empty string when nothing was done."""
    if experience.action is None:
        return ""
    nodes = [(experience.scene.node(key), key) for key in experience.arguments]
    names = ", ".join(node.name if node else key for node, key in nodes)
    state = {True: " success", False: " failure", None: ""}[experience.success]
    return f"Action: {experience.action.replace(' ', '')}({names}){state}"


def speech_lines(speech: Iterable[tuple[datetime, Utterance]], stamped: bool) -> list[str]:
    """One line per utterance, with its time when ``stamped``."""
    return [spoken_line(said.speaker, said.text, f"{time:%H:%M:%S} " if stamped else "") for time, said in speech]


def spoken_line(speaker: str, text: str, stamp: str = "") -> str:
    """An utterance ends where its line ends: nobody says a line of somebody else."""
    return f"Speech: {stamp}{' '.join(speaker.split())}: {' '.join(text.split())}"


def quote(said: Utterance, length: int = 120) -> str:
    """'The user said "…"', 'Ann said "…"', cut to ``length`` characters of speech with single quotes within."""
    words = " ".join(said.text.replace('"', "'").split())
    words = words if len(words) <= length else words[: length - 1].rstrip() + "…"
    return f'{_speaker(said)} said "{words}"'


def _speaker(said: Utterance) -> str:
    """Who spoke: people by their name, those without one by what they are."""
    if said.own:
        return "I"
    name = " ".join(said.speaker.split())
    return f"The {name.lower() or 'user'}" if name.lower() in UNNAMED else name[:1].upper() + name[1:]


def display_names(scene: SceneGraph) -> dict[str, str]:
    """Object id → the class alone where the scene has one of it, else the numbered name."""
    counts: dict[str, int] = {}
    for node in scene.objects:
        counts[node.object_type] = counts.get(node.object_type, 0) + 1
    return {n.object_id: n.object_type if counts[n.object_type] == 1 else n.name for n in scene.objects}


def scene_text(scene: SceneGraph) -> str:
    """A scene as text: objects with their states, then one line per place with everything that is there."""
    names = display_names(scene) | {HAND: HAND}

    def shown(node: ObjectNode) -> str:
        return names[node.object_id] + (f" [{', '.join(node.states)}]" if node.states else "")

    lines = ["Visual observation: " + (", ".join(shown(node) for node in scene.objects) or "nothing")]
    groups: dict[tuple[str, str], list[str]] = {}
    for relation in scene.relations:
        head, tail = relation.head, relation.tail
        if relation.predicate == HELD:  # said the other way round, as the published trees do
            head, tail = (tail, head) if head == HAND else (head, tail)
        groups.setdefault((tail, "in" if relation.predicate == HELD else relation.predicate), []).append(names[head])
    for (tail, word), heads in groups.items():
        lines.append(f"{', '.join(heads)} {'is' if len(heads) == 1 else 'are'} {word} {names[tail]}")
    return "\n".join(lines)
