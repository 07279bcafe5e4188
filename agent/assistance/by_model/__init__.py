"""The assistant that is a language model: one skill after the other, in thoughts and actions (ReAct).

Offers ``acting.ModelAssistant``; what it reads, shows and leaves out of a conversation that is too long.
Imports language models, the built-in assistant, which finishes when a model fails, and the memories of both.
"""
