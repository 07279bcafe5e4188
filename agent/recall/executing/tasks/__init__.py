"""Questions about tasks: what was asked for, when, how it ended and why, what was done for it.

Offers ``answers.TASK_ANSWERS`` and ``finding.find_tasks``. ``past_task`` joins what the task log says to the goals that
served a task.
Imports the algebra, ``posed``, ``lookup`` and the memory's readers.
"""
