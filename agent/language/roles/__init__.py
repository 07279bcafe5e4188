"""Language roles done by a model, behind the protocols of the built-in ones; see ``docs/language.md``."""
