"""What was done besides what was told, or once more.

Offers ``put_besides`` (``besides``) and ``tried_again`` (``once_more``), which make a query of a turn of that kind.
Imports what turns lean on; never the readers that use it.
"""
