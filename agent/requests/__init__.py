"""What people ask for, in English, as errands, amendments and controls.

Offers readers of requests.
Imports recognition, planning and the vocabulary; never the household that carries them out.
"""
