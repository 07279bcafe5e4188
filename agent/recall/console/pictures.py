"""Questions about what was seen: asked of a vision model with the pictures, else answered by what the detector saw."""

from __future__ import annotations

from agent.language.model import ChatModel, Message
from agent.language.prompts import prompt
from envs.errors import HomebodyError
from envs.process.plain_text import one_line
from memory.reading.tree_view import TreeNode
from memory.store.database import Store
from memory.store.images import own_image
from memory.wording import scene_text

MOST_PICTURES = 4
"""Pictures shown to a model at once, spread evenly over the node."""

LARGEST = 8_000_000
"""Bytes of a picture; a larger one is left out."""


class Pictures:
    """Looks at the pictures of one memory.

    Args:
        store: The memory; only pictures in its own folder are looked at.
        vision: The model that sees; None leaves it to the detector's objects.
    """

    def __init__(self, store: Store, vision: ChatModel | None = None) -> None:
        self._store, self._vision = store, vision

    def ask(self, node: TreeNode, question: str) -> str:
        """What a model says about the pictures of a node; what the detector saw there, when nobody can look."""
        numbers = self._spread(node)
        images = [image for number in numbers if (image := self._image(number))]
        seen = "\n".join(dict.fromkeys(scene_text(self._store.experience(number).scene) for number in numbers))
        if self._vision is None:
            return f"No model can look at pictures; the detector saw: {seen}"
        if not images:
            return f"There are no pictures of that; the detector saw: {seen}"
        words = prompt("vision")
        turns = [
            Message("system", words.fill("system")),
            Message("user", words.fill("user", question=one_line(question, 500)), images=tuple(images)),
        ]
        try:
            return self._vision.complete(turns).text
        except HomebodyError as error:
            return f"The vision model failed ({error}); the detector saw: {seen}"

    def _spread(self, node: TreeNode) -> list[int]:
        """Experiences of a node that are still kept, at most ``MOST_PICTURES``, ends included."""
        kept = self._store.numbers(node.first, node.last)
        if len(kept) <= MOST_PICTURES:
            return kept
        return [kept[index * (len(kept) - 1) // (MOST_PICTURES - 1)] for index in range(MOST_PICTURES)]

    def _image(self, number: int) -> bytes | None:
        path = own_image(self._store, self._store.experience(number).image or "")
        if path is None or not path.is_file() or path.stat().st_size > LARGEST:
            return None
        data = path.read_bytes()
        return data if data.startswith((b"\x89PNG", b"\xff\xd8")) else None
