"""Learning to say free speech in plain words.

``pairs`` reads and varies what is learned from, ``network`` is the model with its adapters, ``weights_file`` reads and
writes GGUF, ``fit`` teaches. Only ``homebody train rewriter`` and tests import it; it needs torch.
"""
