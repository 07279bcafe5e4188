"""Language models behind one method, ``ChatModel.complete``; see ``docs/language.md``.

Offers ``ChatModel``, its clients, retries, records of calls, prompts.
Imports errors and clocks of ``envs`` only, but for the roles.
"""
