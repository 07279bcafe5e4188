"""Verbs behind their things, as people put them who speak another language at home: "cup put in cabinet"."""

from __future__ import annotations

import re

OBJECT_FIRST = frozenset(
    {"put", "leave", "turn", "switch", "bring", "wash", "clean", "open", "close", "shut", "take", "move", "throw"}
    | {"make", "fetch", "give", "fill", "empty", "cook", "boil", "slice", "rinse"}
)
"""Verbs that are taken for such ones."""
TURNED_ROUND = re.compile(
    r"^(?:(?!and |or |then |to |that |which |who |i |we |you |it |them |is |are |please |should )[a-z]+ ){1,3}?"
    r"(?:(?:in|on|from) (?:the )?[a-z]+ )?(?:please )?"
    rf"(?:{'|'.join(sorted(OBJECT_FIRST))})(?: please)?"
    r"(?:$| (?:in|on|into|onto|to|off|out|away|back|open|shut|closed)\b)"
)
"""Words that begin such a request."""
