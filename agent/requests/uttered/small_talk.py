"""What is neither a request nor about the work: a question for recall, talk, or words as in recorded games."""

from __future__ import annotations

import re

from agent.recognition.recognizer import read_request
from agent.requests.errands import Errand
from agent.requests.instructions import Chat, Clarification, Instruction, RecallQuestion
from agent.requests.intents import UtteranceReading, plain
from agent.requests.request_state import RequestContext
from agent.requests.terms.conditions import is_polite
from agent.requests.uttered.doubts import held_by
from agent.requests.words.chatter import is_chatter
from agent.requests.words.clauses import polite, to_the_point
from agent.requests.words.frames import unknown_deed
from agent.requests.words.idioms import hinted
from agent.requests.words.utterances import sentences
from memory.experience import Utterance

SURE = 0.9
"""How sure the reader of recorded requests has to be where the rules find nothing."""

_SUPPOSED = re.compile(r"(?:only if|if|unless|in case) (?:the|my|our|there|it|they|any|an?|one|both|all)\b[^,;.!?]*$")
_PACE = re.compile(
    r"(?:(?:oh|and|but|please|ok|no|just|well|hey|thanks)[ ,]+)*(?:hurry(?: up)?|quick(?:ly)?|faster"
    r"|no (?:rush|hurry|stress)|take your time|easy"
    r"|(?:be )?careful(?:ly)?|watch out|mind (?:the|your) [a-z]+|well done|good (?:job|work|robot|boy|girl)"
    r"|nice(?: one| work)?"
    r"|keep (?:it up|going)|(?:you're|you are) (?:doing )?(?:so |very |really |a )?(?:great|well|fine|good|star"
    r"|gem|angel|treasure|brilliant|kind|sweet|slow|fast|quick)(?: job)?)(?:[ ,]+(?:please|dear|love|mate"
    r"|robot|thanks|with it|there))*"
)
"""What is said of how the work goes, and asks for nothing."""
_ELSE = re.compile(
    r"(?:(?:no|ok|okay|now|actually|rather|and)[ ,]+)*(?:do |i want |i need )?something else"
    r"(?:,? (?:please|instead|now))*"
)


def small_talk(utterance: str, reading: UtteranceReading, text: str, home: RequestContext) -> tuple[Instruction, ...]:
    """Neither a request nor about the work: a question for recall, talk, or words as in recorded games."""
    if plain(text) in ("no", "nope", "no thanks"):
        return (Chat("no"),)
    if home.tasks and _PACE.fullmatch(plain(text)):
        return (Chat("no"),)
    if _ELSE.fullmatch(plain(text)):
        return (Clarification("What shall I do instead?"),)
    if reading.intent == "question":
        return (RecallQuestion(utterance),)
    if reading.kind in ("yes", "no", "hello", "bye", "thanks", "how", "who", "help"):
        return (Chat(reading.kind),)
    guess = read_request((Utterance("user", utterance[:500]),)) if reading.intent == "command" else None
    if guess is not None and guess.confidence >= SURE:
        errand = Errand(guess.name, guess.params)
        return (Clarification(f"Do you want me to {errand.words}?", errand.words, "", ("yes",)),)
    if _SUPPOSED.match(text) and not is_polite(text):
        return (Clarification(f'You said "{text}". What shall I do then?', f"{text}, "),)
    verb = unknown_deed(to_the_point(polite(text)[0]))
    if verb:
        ask = Clarification(f'I do not know what it is to "{verb}" something. What shall I do instead?')
        return (*held_by(text, home.tasks), ask)
    if home.tasks and text and not hinted(text) and all(map(is_chatter, sentences(text))):
        return (Chat("no"),)
    return (Chat("unknown", " ".join(utterance.split())[:120]),)
