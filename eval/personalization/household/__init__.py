"""Generated episodes in generated homes with twins: something personal is told, and later a request leans on it.

Offers the episodes and their generator, the quality criteria as checks, and ``run_household``.
Imports the household robot, generated rooms, and the profiles.
"""
