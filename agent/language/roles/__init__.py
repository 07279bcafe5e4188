"""Language roles done by a model, behind the protocols of the built-in ones; see ``docs/language.md``.

Offers planner, reader, judge, grouper, rule learner and relevance by a model.
Imports the clients and the built-in roles that stand behind.
"""
