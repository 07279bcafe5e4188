"""Hostile text through every page, plot and picture: the same tags with the same attributes as with harmless text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest
from hostile import HOSTILE, steers
from test_eval_recall_run import a_run

from agent.recall.console.prompt import Asking
from envs.process.plain_text import plain_text
from eval.forgetting.plot import Curve, Point, curve_svg
from eval.perception.cost_plot import loss_svg
from eval.perception.tables import page as perception_page
from eval.recall.figures import set_figures
from eval.recall.page import page as recall_page
from eval.recall.run import SetRun
from eval.report.html_page import Bar, bars, document, table
from homebody.views.film import Shot, poster


class _Tags(HTMLParser):
    """Tags with the names of their attributes, and all text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(page: str) -> _Tags:
    """A page as a browser reads it."""
    found = _Tags()
    found.feed(page)
    found.close()
    return found


def pieces(text: str) -> str:
    """Everything that a page is put together from."""
    plot = bars(text, (text, text), [Bar(text, (50.0, 20.0), ((40.0, 60.0), None))])
    return document(text, table([text], [[text], [text]]), table([text], [[text]], words=True), plot)


def recall(text: str) -> str:
    """What ``eval recall --report`` writes."""
    run = a_run()
    answers = tuple(
        replace(one, given=text, key=text, evidence=(text,), query=replace(one.query, text=text, expected=text))
        for one in run.answers
    )
    run = SetRun(replace(run.questions, name=text), answers, 1.5)
    return recall_page({text: text}, [set_figures(run, [])], [run])


def perception(text: str) -> str:
    """What ``eval perception --report`` writes."""
    row = {"boxes": 3, "AP50": 0.9, "AP50_95": 0.6, "recall50": 1.0}
    settings = {"detector": text, "recognizer": text}
    figures = {"settings": settings, "detector": {"mAP50": 0.9, "mAP50_95": 0.6, "per_class": {text: row}}}
    return perception_page({**figures, "recognizer": None, "scene_graph": None, "fps": None, "loss_account": []})


def loss(text: str) -> str:
    """The plot of what perception costs."""
    entry = {"setting": text, "perception": "full", "S_c": 90.0, "S_c_95": [80.0, 95.0], "questions": 10}
    return loss_svg([entry], text)


def curve(text: str) -> str:
    """The plot of what forgetting costs."""
    points = [Point(1.0, 1.0, 500.0, 100.0, (100.0, 100.0)), Point(0.5, 0.5, 250.0, 60.0, (40.0, 80.0))]
    return curve_svg(Curve(5, 2, 10, 0, {text: points}))


PAGES = (pieces, recall, perception, loss, curve)


@pytest.mark.parametrize("made", PAGES, ids=lambda made: made.__name__)
def test_no_text_makes_a_tag_or_an_attribute(made: Callable[[str], str]) -> None:
    harmless = parsed(made("word")).tags
    for text in HOSTILE:
        page = made(text)
        assert not steers(page), text[:50]
        page.encode()
        found = parsed(page)
        assert found.tags == harmless, text[:50]
        assert plain_text(text).strip() in found.text or made in (curve, loss, perception), text[:50]
        if page.startswith("<svg"):
            ElementTree.fromstring(page)


def test_a_picture_shows_any_text() -> None:
    frame = np.zeros((120, 120, 3), np.uint8)
    size = poster(Shot(frame, frame, "goal", "deed", False, "user: words"), "title").shape
    for text in HOSTILE:
        assert poster(Shot(frame, frame, text, text, True, f"{text}: {text}"), text).shape == size


def test_no_text_ends_its_line_in_a_prompt_of_the_console() -> None:
    now = datetime(2026, 1, 5)
    lines = sum(len(one.text.splitlines()) for one in Asking("Where is it?", now, 0).messages("tree", ()))
    for text in HOSTILE:
        messages = Asking(text, now, 0).messages("tree", ())
        assert sum(len(one.text.splitlines()) for one in messages) == lines
        assert not any(steers(one.text) for one in messages)
