"""Question sets about histories of recorded games, answers that others published for them, and hand labels.

The formats are those of the cleaned H-EMV benchmark: ``test_set_<n>.json``, ``published/<setting>_<n>.json`` and
``human_labels.json``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.files.dates import read_time
from envs.files.reading import read_input
from envs.files.strict_json import parse_json
from eval.histories.schedules import Schedule, listed, read_schedule

TYPES = {
    "TD": "sequence_of_task_descs",
    "LA": "seq_specific_shortened_low_actions",
    "RA": "seq_right_after_questions",
    "RB": "seq_right_before_questions",
    "SO": "seq_simple_object_yes_no",
    "AT": "seq_low_actions_to_episode_task_descs",
    "EE": "exact_time_to_episode",
    "TE": "tasks_to_exact_times",
    "TA": "tasks_to_days_ago",
    "AE": "days_ago_to_episode",
}
"""Question types: short name → the name in the published files."""

_SHORT = {name: short for short, name in TYPES.items()} | {short: short for short in TYPES}

BROAD = {
    "correct": "correct",
    "correct_summarized": "correct",
    "correct_tmi": "correct",
    "partially_correct": "partially_correct",
    "partially_correct_tmi": "partially_correct",
    "partially_correct_missing": "partially_correct",
    "wrong": "wrong",
    "no_answer": "wrong",
}
"""The published label → correct, partially_correct or wrong."""


@dataclass(frozen=True)
class Query:
    """One question of a set.

    Attributes:
        type: Key of ``TYPES``.
        text: The question.
        expected: The right answer, as published.
        now: When it is asked.
        requested: Tasks of the history as they were asked for, where the records say otherwise ("any" for "one").
    """

    type: str
    text: str
    expected: str
    now: datetime
    requested: tuple[str, ...] = ()


@dataclass(frozen=True)
class QuestionedHistory:
    """One history and what is asked about it.

    Attributes:
        index: Its number in the set, from 0.
        schedule: Which episodes happened when.
        now: When the questions are asked.
        questions: The questions, in the order of the file.
    """

    index: int
    schedule: Schedule
    now: datetime
    questions: tuple[Query, ...]


@dataclass(frozen=True)
class QuestionSet:
    """Histories with questions.

    Attributes:
        name: The file's name, or what it was generated from.
        episodes: Episodes of each history.
        histories: The histories.
    """

    name: str
    episodes: int
    histories: tuple[QuestionedHistory, ...]

    @property
    def episode_names(self) -> list[str]:
        """The games it needs, each once, sorted."""
        return sorted({name for history in self.histories for name in history.schedule.episodes})


@dataclass(frozen=True)
class Sample:
    """An answer that somebody gave to a question of a set.

    Attributes:
        key: Names the sample: ``n/history/type``, or what the file has.
        query: The question.
        given: The answer.
        labels: Who judged it → the broad label.
    """

    key: str
    query: Query
    given: str
    labels: dict[str, str]


@dataclass(frozen=True)
class PublishedRun:
    """A published system's answers to one set.

    Attributes:
        name: The setting, for example ``full_1shot``.
        episodes: Episodes of each history.
        samples: The answers; the label of the published judge is that of ``published``.
        tokens: Prompt tokens per question, None where the file has none.
    """

    name: str
    episodes: int
    samples: tuple[Sample, ...]
    tokens: float | None


def read_set(path: Path) -> QuestionSet:
    """Read a question set.

    Raises:
        BadInput: The file is missing, no question set, or has types or times that cannot be used; says where.
    """
    data = _read(path, "question set")
    histories = data.get("histories") if isinstance(data, dict) else None
    if not isinstance(histories, list) or not histories:
        raise BadInput(f"{path} is not a question set: it lists no histories; expected an H-EMV test_set_<n>.json")
    read = tuple(_history(path, number, entry) for number, entry in enumerate(histories))
    longest = max(len(history.schedule.slots) for history in read)
    return QuestionSet(path.name, int(data.get("n_episodes_per_history") or longest), read)


def _history(path: Path, number: int, entry: Any) -> QuestionedHistory:
    where = f"{path}: history {number}"
    schedule = read_schedule(path, number)
    now = _time(entry.get("now_time_stamp"), f"{where}: now_time_stamp")
    questions = entry.get("questions")
    if not isinstance(questions, list) or not questions:
        raise BadInput(f"{where} has no questions")
    return QuestionedHistory(
        number, schedule, now, tuple(_query(f"{where}, question {k}", item, now) for k, item in enumerate(questions))
    )


def _query(where: str, item: Any, now: datetime) -> Query:
    if not isinstance(item, dict):
        raise BadInput(f"{where} is {json.dumps(item)[:80]}, not an object with type, text_input and target_output")
    for field in ("text_input", "target_output"):
        if not isinstance(item.get(field), str):
            raise BadInput(f"{where} has no text {field}")
    return Query(
        _type(item.get("question_id") or item.get("type"), where), item["text_input"], item["target_output"], now
    )


def read_published(path: Path) -> PublishedRun:
    """Read the answers of a published system.

    Raises:
        BadInput: The file cannot be used, or has a label that is none of ``BROAD``; says which.
    """
    data = _read(path, "file of published answers")
    results = data.get("results") if isinstance(data, dict) else None
    if not isinstance(results, list) or not results or not isinstance(data.get("n"), int):
        raise BadInput(f"{path} is not a file of published answers: it needs a number n and a list of results")
    samples = tuple(_sample(f"{path}: result {k}", item, {"published": "cat"}) for k, item in enumerate(results))
    costs = data.get("token_costs") or {}
    tokens = costs.get("prompt_tokens")
    return PublishedRun(
        str(data.get("setting") or path.stem), data["n"], samples, tokens / len(samples) if tokens else None
    )


def read_labels(path: Path) -> dict[str, tuple[Sample, ...]]:
    """Read hand labels: split → samples. Splits about other data (Ego4D, ARMAR) are left out.

    Raises:
        BadInput: The file cannot be used, or has a label that is none of ``BROAD``; says which.
    """
    data = _read(path, "file of labels")
    if not isinstance(data, dict):
        raise BadInput(f"{path} is not a file of labels: expected splits such as test and val, each a list of samples")
    splits = {}
    for split, items in data.items():
        if split in ("meta", "ego4d", "armar") or not isinstance(items, list):
            continue
        splits[split] = tuple(_labelled(f"{path}: {split} {k}", item) for k, item in enumerate(items))
    if not any(splits.values()):
        raise BadInput(f"{path} has no labelled samples; expected splits such as test and val, each a list of samples")
    return splits


def _labelled(where: str, item: Any) -> Sample:
    if not isinstance(item, dict):
        raise BadInput(f"{where} is {json.dumps(item)[:80]}, not an object with type, q, gt, hyp and labels")
    judges = {name: name for name in item if name in ("leo", "chad") or name.startswith("gpt")}
    return _sample(where, item, judges)


def _sample(where: str, item: Any, judges: dict[str, str]) -> Sample:
    if not isinstance(item, dict) or not all(isinstance(item.get(field), str) for field in ("q", "gt", "hyp")):
        raise BadInput(f"{where} has not all of the texts q, gt and hyp")
    key = str(item.get("sid") or item.get("sample_id") or where)
    kind = _type(item.get("type") or key.rsplit("/", 1)[-1].rsplit("-", 1)[-1], where)
    now = _time(item["q_time"], f"{where}: q_time") if item.get("q_time") else datetime(2024, 1, 1)
    labels = {name: _label(item[field], where) for name, field in judges.items() if item.get(field)}
    return Sample(key, Query(kind, item["q"], item["gt"], now), item["hyp"], labels)


def _label(label: Any, where: str) -> str:
    if label not in BROAD:
        raise BadInput(f"{where} has the unknown label {label!r}; known are {', '.join(BROAD)}")
    return BROAD[label]


def _type(name: Any, where: str) -> str:
    if name not in _SHORT:
        raise BadInput(f"{where} has the unknown question type {name!r}; known are {', '.join(TYPES)}")
    return _SHORT[name]


def _time(text: Any, where: str) -> datetime:
    return read_time(text, where)


def _read(path: Path, what: str) -> Any:
    content = read_input(path, what)
    try:
        return parse_json(content, str(path))
    except BadInput as error:
        raise BadInput(f"{path} is not a {what}: it is not JSON ({error})") from error


def pair_published(sets: Sequence[QuestionSet], runs: Sequence[PublishedRun]) -> list[list[PublishedRun]]:
    """Which published runs belong to which set, by the length of the histories.

    Raises:
        BadInput: A run belongs to none of the sets, or two have the same name.
    """
    names = Counter((run.name, run.episodes) for run in runs)
    twice = [f"{name} ({episodes} episodes)" for (name, episodes), count in names.items() if count > 1]
    if twice:
        raise BadInput(f"published answers given more than once: {listed(twice)}")
    lengths = [one.episodes for one in sets]
    lost = [f"{run.name} ({run.episodes} episodes)" for run in runs if run.episodes not in lengths]
    if lost:
        raise BadInput(
            f"published answers to none of the sets: {listed(lost)}; the sets have histories of "
            f"{', '.join(map(str, lengths))} episodes"
        )
    return [[run for run in runs if run.episodes == one.episodes] for one in sets]
