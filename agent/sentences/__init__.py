"""Free speech said in plain words, before anybody reads it.

``rewriter`` has the seam and what drafts agree on, ``small_model`` the shipped rewriter, ``keeping`` tells what plain
words have lost; ``training`` teaches it. Readers import these, and these no reader.
"""
