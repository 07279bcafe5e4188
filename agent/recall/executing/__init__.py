"""The one executor of questions: a query in, what the memory says to it out.

Offers ``dispatch.execute``. ``dispatch`` names who finds each subject and who answers each ask; ``posed`` is what they
are handed, ``narrowing`` the filters that all subjects share.
Imports the algebra, ``lookup`` and the memory's readers; words nothing.
"""
