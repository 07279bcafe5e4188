"""Language models behind one method, ``ChatModel.complete``; see ``docs/language.md``."""
