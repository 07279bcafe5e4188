"""What was done, told from looks: what was touched, how deeds follow each other, and the likeliest possible sequence.

Offers ``DeedTeller``, ``OwnCommand``, ``Touching``.
Imports recognised actions, detections and what is followed in scene graphs.
"""
