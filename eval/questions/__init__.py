"""Free questions, as people put them, over lives whose truth is known: asked, scored, timed.

Offers rounds of written questions over written lives (``rounds``, ``written_life``), questions made from lives that
the robot leads (``home_life``, ``from_truth``), the verdicts (``verdicts``) and the whole run (``run``).
Imports agent and below.
"""
