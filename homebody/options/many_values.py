"""Options that take several values in a row: ``--set a.json b.json`` as well as ``--set a.json --set b.json``."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from typer.core import TyperCommand


def repeated(arguments: Sequence[str], options: Collection[str]) -> list[str]:
    """Arguments with such an option before each of its values.

    Args:
        arguments: As typed.
        options: Names of the options that take several values.
    """
    result: list[str] = []
    option, values = "", 0
    for place, word in enumerate(arguments):
        if word == "--":
            return result + list(arguments[place:])
        if word.startswith("--") or (word.startswith("-") and word != "-"):
            option, values = (word if word in options else ""), 0
        else:
            values += 1
            if option and values > 1:
                result.append(option)
        result.append(word)
    return result


def many_values(*options: str) -> type[TyperCommand]:
    """A command class whose options of these names take several values in a row."""

    class Command(TyperCommand):
        def parse_args(self, ctx, args: list[str]) -> list[str]:
            return super().parse_args(ctx, repeated(args, options))

    return Command
