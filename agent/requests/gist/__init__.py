"""What a remark comes to that no other reader understands: when it is to be done, and its content in plain words.

Offers the reading of such a remark, by saying it plainly and having it read again. Imports words, remarks and errands
of requests, and vocabulary; nothing that acts.
"""
