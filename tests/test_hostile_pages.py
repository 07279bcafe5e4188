"""Hostile text through every page, plot and picture: the same tags with the same attributes as with harmless text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest
from hostile import HOSTILE, steers
from test_eval_recall_run import a_run

from agent.recall.console.prompt import QuestionPrompt
from envs.process.plain_text import plain_text
from eval.forgetting.curve import BudgetPoint, Curve
from eval.forgetting.plot import curve_svg
from eval.perception.ablation_plot import loss_svg
from eval.perception.tables import page as perception_page
from eval.recall.figures import set_figures
from eval.recall.page import page as recall_page
from eval.recall.run import SetRun
from eval.report.html_page import page
from eval.report.plot import Bar, bars, file_of, label
from homebody.views.film import FilmFrame, poster

pytest.importorskip("matplotlib", reason="draws plots: pip install 'homebody[plots]'")


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


def forgetting(texts: Sequence[str]) -> str:
    """What ``eval forgetting --report`` is put together from."""
    cells = [[text] for text in texts]
    text = " ".join(texts)
    return page("forgetting.html", title=text, head=texts, rows=cells, legend=text, plot="", failures=cells)


def recall(texts: Sequence[str]) -> str:
    """What ``eval recall --report`` writes."""
    run = a_run()
    one = next(one for one in run.answers if one.verdict.label != "correct")
    answers = tuple(
        replace(one, given=text, key=text, evidence=(text,), query=replace(one.query, text=text, expected=text))
        for text in texts
    )
    text = " ".join(texts)
    run = SetRun(replace(run.questions, name=text), answers, 1.5)
    return recall_page({text: text}, [set_figures(run, [])], [run])


def perception(texts: Sequence[str]) -> str:
    """What ``eval perception --report`` writes."""
    row = {"boxes": 3, "AP50": 0.9, "AP50_95": 0.6, "recall50": 1.0}
    text = " ".join(texts)
    settings = {"detector": text, "recognizer": text}
    classes = {f"{number} {text}": row for number, text in enumerate(texts)}
    figures = {"settings": settings, "detector": {"mAP50": 0.9, "mAP50_95": 0.6, "per_class": classes}}
    return perception_page({**figures, "recognizer": None, "scene_graph": None, "fps": None, "loss_account": []})


def series(texts: Sequence[str]) -> str:
    """The plot of shares."""
    return file_of(bars(" ".join(texts), texts[:3], [Bar(text, (50.0, 20.0, 1.0), ((40.0, 60.0),)) for text in texts]))


def loss(texts: Sequence[str]) -> str:
    """The plot of what perception costs."""
    entry = {"perception": "full", "S_c": 90.0, "S_c_95": [80.0, 95.0], "questions": 10}
    return file_of(loss_svg([{**entry, "setting": text} for text in texts], " ".join(texts)))


def curve(texts: Sequence[str]) -> str:
    """The plot of what forgetting costs."""
    points = [BudgetPoint(1.0, 1.0, 500.0, 100.0, (100.0, 100.0)), BudgetPoint(0.5, 0.5, 250.0, 60.0, (40.0, 80.0))]
    return curve_svg(Curve(5, 2, 10, 0, {f"{number} {text}": points for number, text in enumerate(texts)}))


def fives(texts: Sequence[str]) -> list[Sequence[str]]:
    """As many as there are lines in that plot."""
    return [texts[start : start + 5] for start in range(0, len(texts), 5)]


@pytest.mark.parametrize("made", (forgetting, recall, perception), ids=lambda made: made.__name__)
def test_no_text_makes_a_tag_or_an_attribute_in_a_page(made: Callable[[Sequence[str]], str]) -> None:
    text = made(HOSTILE)
    text.encode()
    found = parsed(text)
    assert not steers(text) and found.tags == parsed(made(["word"] * len(HOSTILE))).tags
    for number, one in enumerate(HOSTILE):
        shown = label(f"{number} {one}") if made is perception else plain_text(one).strip()
        assert shown in found.text, one[:50]


@pytest.mark.parametrize(
    ("made", "texts"),
    [(series, HOSTILE), (loss, HOSTILE), *((curve, some) for some in fives(HOSTILE))],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_no_text_makes_a_tag_or_an_attribute_in_a_plot(
    made: Callable[[Sequence[str]], str], texts: Sequence[str]
) -> None:
    text = made(texts)
    assert not steers(text) and parsed(text).tags == parsed(made(["word"] * len(texts))).tags
    words = "".join(ElementTree.fromstring(text).itertext())
    for number, one in enumerate(texts):
        assert label(f"{number} {one}" if made is curve else one) in words, one[:50]


def test_a_picture_shows_any_text() -> None:
    frame = np.zeros((120, 120, 3), np.uint8)
    size = poster(FilmFrame(frame, frame, "goal", "deed", False, "user: words"), "title").shape
    for text in HOSTILE:
        assert poster(FilmFrame(frame, frame, text, text, True, f"{text}: {text}"), text).shape == size


def test_no_text_ends_its_line_in_a_prompt_of_the_console() -> None:
    now = datetime(2026, 1, 5)
    lines = sum(len(one.text.splitlines()) for one in QuestionPrompt("Where is it?", now, 0).messages("tree", ()))
    for text in HOSTILE:
        messages = QuestionPrompt(text, now, 0).messages("tree", ())
        assert sum(len(one.text.splitlines()) for one in messages) == lines
        assert not any(steers(one.text) for one in messages)
