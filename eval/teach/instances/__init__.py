"""EDH and TfD instances: cut out of recorded games as TEACh cut the published ones, read from files, settled.

Offers ``Instance``, ``edh_instances``, ``tfd_instance`` and ``read_instances``.
Imports games and tasks of ``envs.teach``; never what attempts or scores them.
"""
