"""Requests whose parts stand in another order than usual, or in sentences of their own, put in the usual one."""

from __future__ import annotations
