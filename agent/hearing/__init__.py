"""What is said to a robot at work, heard by the built-in rules with a rewriter beside them.

``rewritten`` offers the reader that a household has where nobody chose one. It imports ``agent.requests``, which reads
plain words, and ``agent.sentences``, which makes them.
"""
