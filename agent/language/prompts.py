"""The prompts: templates in ``assets/prompts``, one file per role, with their variables documented in the file.

What is filled in is data: it is put in as it is and never read as a template again, so nothing that somebody said and
nothing that was seen can change a prompt.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

import yaml

import assets
from envs.errors import BadInput

FOLDER = Path(str(assets.__file__)).parent / "prompts"


@dataclass(frozen=True)
class Prompt:
    """The templates of one role.

    Attributes:
        role: Name of the role and of the file.
        about: What the role is for.
        variables: Name of each variable and what it stands for.
        templates: Name of each template and its text, with variables as ``$name``.
    """

    role: str
    about: str
    variables: dict[str, str]
    templates: dict[str, str]

    def fill(self, template: str, **values: object) -> str:
        """A template with its variables filled in.

        Raises:
            BadInput: There is no such template, or a variable of it has no value.
        """
        if template not in self.templates:
            raise BadInput(f"prompt {self.role!r} has no template {template!r}; it has {', '.join(self.templates)}")
        try:
            return Template(self.templates[template]).substitute(values).strip()
        except KeyError as error:
            raise BadInput(f"prompt {self.role!r}, {template!r}: variable {error} has no value") from error


@cache
def prompt(role: str) -> Prompt:
    """The prompt of a role.

    Raises:
        BadInput: There is none, the file is not of the form described in ``docs/language.md``, or a template uses a
            variable that the file does not document.
    """
    path = FOLDER / f"{role}.yaml"
    if not path.is_file():
        roles = ", ".join(sorted(file.stem for file in FOLDER.glob("*.yaml")))
        raise BadInput(f"there is no prompt for {role!r}; there are {roles}")
    return read_prompt(role, path.read_text(encoding="utf-8"))


def read_prompt(role: str, text: str) -> Prompt:
    """A prompt from the text of its file; ``prompt`` says what is raised."""
    kept = yaml.safe_load(text)
    if not isinstance(kept, dict) or not {"about", "variables", "templates"} <= set(kept):
        raise BadInput(f"prompt {role!r} must be YAML with about, variables and templates")
    for name, template in kept["templates"].items():
        unknown = sorted(set(Template(template).get_identifiers()) - set(kept["variables"]))
        if unknown or not Template(template).is_valid():
            what = f"uses {unknown[0]!r}, which it does not document" if unknown else "has a lone $; write $$"
            raise BadInput(f"prompt {role!r}, template {name!r}, {what}")
    return Prompt(role, kept["about"], kept["variables"], kept["templates"])
