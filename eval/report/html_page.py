"""A self-contained HTML page out of a template of ``assets/pages``: no scripts, no files beside it, nothing fetched.

Whatever a template is given is shown as text: jinja2 escapes it, and what nobody sees is dropped before. Plots alone
are markup; ``markup`` says so.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from envs.errors import BadInput
from envs.files.writing import write_atomically
from envs.process.plain_text import plain_text

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def page(template: str, **values: Any) -> str:
    """A whole page.

    Args:
        template: Name of a file of ``assets/pages``.
        **values: What it shows; every name that it uses must be there.
    """
    return _templates().get_template(template).render(values)


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("assets", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _shown(value: object) -> object:
    from markupsafe import Markup

    return plain_text(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def markup(plot: str) -> Markup:
    """An ``svg`` element of ``eval.report.plot``, to be shown as the plot that it is."""
    from markupsafe import Markup

    return Markup(plot)


def write_page(folder: Path, name: str, text: str) -> Path:
    """Write a page into a folder, which is made if need be; an older page of that name is replaced.

    Raises:
        BadInput: The folder cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot write to {folder}: {error.strerror}; choose another folder for --report") from error
    path = folder / name
    write_atomically(path, text.encode(), replace=True, private=True)
    return path
