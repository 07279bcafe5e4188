"""Two minds: a coordinator that acts, a worker that remembers; see ``docs/minds.md``."""
