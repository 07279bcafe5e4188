"""Finding remembered episodes with the help of a language model: weighing candidates, and wording requests otherwise.

Source: Memento, the reranker over ten candidates and the query expansion; each wraps whatever finds without a model.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from agent.language.model import ChatModel
from agent.language.roles.asking import FallbackSink, RoleModel, record
from agent.language.roles.quoting import numbered, one_line, quoted
from memory.episodic.retrieval import FEWEST, FoundEpisode

CANDIDATES = 10
"""So many are weighed (published setting)."""
MOST_WORDINGS = 3
_LONGEST, _SAID = 300, 2_000
_RANK = 60
"""The constant of reciprocal rank fusion, as it is commonly set."""
_WORDINGS = record(
    {
        "wordings": {
            "type": "array",
            "items": {"type": "string", "maxLength": _LONGEST},
            "minItems": 1,
            "maxItems": MOST_WORDINGS,
        }
    }
)


class EpisodeFinder(Protocol):
    """Finds remembered episodes; ``memory.episodic.retrieval.EpisodeRetriever`` is one."""

    def find(self, request: str, home: str, most: int = FEWEST, user: str | None = None) -> list[FoundEpisode]:
        """The best episodes of a home for a request, the best first, each once."""
        ...


class ModelReranker:
    """Has a language model weigh candidates.

    Args:
        finder: Finds them.
        model: Weighs.
        told: Gets the record of each fallback; the order in which they were found holds then.
        candidates: How many are weighed.
    """

    def __init__(
        self, finder: EpisodeFinder, model: ChatModel, told: FallbackSink | None = None, candidates: int = CANDIDATES
    ) -> None:
        self._finder, self._candidates = finder, candidates
        self._role = RoleModel("episode_reranker", model, told)

    def find(self, request: str, home: str, most: int = FEWEST, user: str | None = None) -> list[FoundEpisode]:
        """See ``EpisodeFinder``; those that the model does not name follow in the order in which they were found."""
        found = self._finder.find(request, home, max(most, self._candidates), user)
        if len(found) < 2:
            return found[: max(0, most)]
        order = self._role.attempt(lambda: self._order(request, found), lambda: [])
        named = [found[number - 1] for number in order]
        return [*named, *(one for one in found if one not in named)][: max(0, most)]

    def _order(self, request: str, found: Sequence[FoundEpisode]) -> list[int]:
        number = {"type": "integer", "minimum": 1, "maximum": len(found)}
        value = self._role.ask(
            record({"order": {"type": "array", "items": number, "maxItems": len(found)}}),
            lambda value: "" if len(set(value["order"])) == len(value["order"]) else "an episode is named twice",
            request=quoted(request, _SAID),
            episodes=numbered((one.episode.instruction for one in found), "(none)", _SAID),
        )
        return value["order"]


class ModelExpander:
    """Has a language model word a request in other ways, and finds with all of them.

    Args:
        finder: Finds.
        model: Words the request.
        told: Gets the record of each fallback; only the request itself is used then.
        candidates: How many are found with each wording.
    """

    def __init__(
        self, finder: EpisodeFinder, model: ChatModel, told: FallbackSink | None = None, candidates: int = CANDIDATES
    ) -> None:
        self._finder, self._candidates = finder, candidates
        self._role = RoleModel("episode_expander", model, told)

    def find(self, request: str, home: str, most: int = FEWEST, user: str | None = None) -> list[FoundEpisode]:
        """See ``EpisodeFinder``; what comes early with many wordings comes first (reciprocal rank fusion)."""
        plain = self._finder.find(request, home, max(most, self._candidates), user)
        wordings = self._role.attempt(lambda: self._wordings(request), lambda: []) if len(plain) > 1 else []
        if not wordings:
            return plain[: max(0, most)]
        found = [plain, *(self._finder.find(one, home, max(most, self._candidates), user) for one in wordings)]
        scores: dict[str, float] = defaultdict(float)
        first: dict[str, FoundEpisode] = {}
        for one_by_one in found:
            for rank, one in enumerate(one_by_one, 1):
                scores[one.episode.id] += 1 / (_RANK + rank)
                first.setdefault(one.episode.id, one)
        best = max(scores.values(), default=1.0)
        order = sorted(first, key=lambda name: -scores[name])
        return [replace(first[name], score=scores[name] / best) for name in order][: max(0, most)]

    def _wordings(self, request: str) -> list[str]:
        value = self._role.ask(_WORDINGS, _wrong_wordings, request=quoted(request, _SAID), most=MOST_WORDINGS)
        return list(dict.fromkeys(one_line(one, _LONGEST) for one in value["wordings"]))


def _wrong_wordings(value: Any) -> str:
    return "" if all(one_line(one, _LONGEST) for one in value["wordings"]) else "a wording is empty"
