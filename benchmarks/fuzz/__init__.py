"""Damaged input for every door: what is asked, typed, set and loaded. Held is an answer or one sentence, in time."""
