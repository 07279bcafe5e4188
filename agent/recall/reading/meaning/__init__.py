"""What sentences mean, by vectors.

``encoder`` makes vectors of sentences in numpy, ``tuning`` makes the encoder's weights (torch), ``nearest`` finds the
examples that ask what a sentence asks. Imports the examples of ``agent.recall.reading``; the reader imports this.
"""
