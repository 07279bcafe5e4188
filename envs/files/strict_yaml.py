"""Reading YAML from outside: plain values alone, bounded in size and depth, and without aliases, which multiply."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from envs.errors import BadInput
from envs.files.reading import read_text
from envs.vocabulary.inflection import article

MOST_BYTES = 4 * 2**20


class _Loader(yaml.SafeLoader):
    """Refuses what stands for a whole part of the text written elsewhere: ten lines of it make gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("it uses aliases (*name), which are not read")
        return super().compose_node(parent, index)


def read_yaml(path: Path | str, what: str) -> Any:
    """What a YAML file says.

    Args:
        path: The file.
        what: What it should be, for messages.

    Raises:
        BadInput: It cannot be read, is no YAML, is nested too deeply, or uses aliases.
    """
    text = read_text(path, what, MOST_BYTES)
    try:
        return yaml.load(text, Loader=_Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())[:200] if not isinstance(error, RecursionError) else "nested too deeply"
        raise BadInput(f"{path} is not {article(what)} {what}: it is not YAML ({reason})") from error
