"""Figures over scored answers: shares with 95 % intervals, overlap of texts, and the JSON of ``eval recall``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import fmean
from typing import Any

import numpy as np

from envs.errors import BadInput
from eval.recall.answer_values import read_yes_no
from eval.recall.question_sets import TYPES, PublishedRun
from eval.recall.run import ScoredQuestion, SetRun
from eval.recall.strict_score import CORRECT, PARTIAL
from eval.report.share import Share

DRAWS = 2000
"""Bootstrap samples for an interval."""

Labels = Callable[[ScoredQuestion], str | None]


def strict(one: ScoredQuestion) -> str:
    """The strict label."""
    return one.verdict.label


def lenient(one: ScoredQuestion) -> str:
    """The label of the lenient judge."""
    return one.lenient


def labelled(one: ScoredQuestion) -> str | None:
    """The published label."""
    return one.labelled


def share(answers: Sequence[ScoredQuestion], label: Labels, seed: int = 0) -> Share:
    """Shares by one kind of label. The interval is that of the mean over bootstrap samples of the answers."""
    labels = [label(one) for one in answers]
    hits = np.array([[one == CORRECT, one == PARTIAL] for one in labels], dtype=float).reshape(-1, 2)
    if not len(hits):
        return Share(0.0, 0.0, (0.0, 0.0), (0.0, 0.0))
    draws = np.random.default_rng(seed).integers(0, len(hits), (DRAWS, len(hits)))
    low, high = np.percentile(hits[draws].mean(axis=1), [2.5, 97.5], axis=0) * 100
    mean = hits.mean(axis=0) * 100
    rounded = [round(float(value), 1) for value in (*mean, *low, *high)]
    return Share(rounded[0], rounded[1], (rounded[2], rounded[4]), (rounded[3], rounded[5]))


def bleu_and_rouge(answers: Sequence[ScoredQuestion]) -> tuple[float, float]:
    """Corpus BLEU-4 and mean ROUGE-L F, both times 100, as the papers print them.

    Raises:
        BadInput: The packages are not installed.
    """
    try:
        import sacrebleu
    except ImportError as error:
        raise BadInput(f"BLEU and ROUGE need {error.name}; install homebody[eval], or leave them out") from error
    given, expected = [one.given for one in answers], [one.query.expected for one in answers]
    bleu = sacrebleu.corpus_bleu(given, [expected]).score
    rouge = fmean(_rouge().score(want, got)["rougeL"].fmeasure for want, got in zip(expected, given, strict=True))
    return round(bleu, 1), round(rouge * 100, 1)


@lru_cache(maxsize=1)
def _rouge() -> Any:
    try:
        from rouge_score.rouge_scorer import RougeScorer
    except ImportError as error:
        raise BadInput(f"BLEU and ROUGE need {error.name}; install homebody[eval], or leave them out") from error
    return RougeScorer(["rougeL"], use_stemmer=True)


def _text_scores(answers: Sequence[ScoredQuestion]) -> dict[str, float | None]:
    """BLEU and ROUGE; None where their packages are missing."""
    try:
        bleu, rouge = bleu_and_rouge(answers)
    except BadInput:
        return {"bleu4": None, "rougeL": None}
    return {"bleu4": bleu, "rougeL": rouge}


def by_type(answers: Sequence[ScoredQuestion]) -> dict[str, dict[str, Any]]:
    """Figures by type of question, of the types that occur."""
    return {
        kind: _type_figures(kind, chosen)
        for kind in TYPES
        if (chosen := [one for one in answers if one.query.type == kind])
    }


def _type_figures(kind: str, answers: Sequence[ScoredQuestion]) -> dict[str, Any]:
    exact, kind_share = share(answers, strict), share(answers, lenient)
    figures = {
        "S_c": exact.correct,
        "S_p": exact.partial,
        "f1": round(100 * fmean(one.verdict.f1 for one in answers), 1),
        "lenient": {"S_c": kind_share.correct, "S_p": kind_share.partial},
        "questions": len(answers),
        "tokens_read_mean": round(fmean(one.tokens for one in answers), 1),
    }
    if kind == "SO":
        right = [read_yes_no(one.given) is read_yes_no(one.query.expected) for one in answers]
        figures["yes_no"] = round(100 * fmean(right), 1)
    return figures


def set_figures(run: SetRun, published: Sequence[tuple[PublishedRun, Sequence[ScoredQuestion]]] = ()) -> dict[str, Any]:
    """The JSON entry of one set.

    Args:
        run: Our answers.
        published: Published runs on the same set, with their answers scored.
    """
    return {
        "file": run.questions.name,
        "episodes": run.questions.episodes,
        "questions": len(run.answers),
        "strict": share(run.answers, strict).as_dict(),
        "lenient": share(run.answers, lenient).as_dict(),
        **_text_scores(run.answers),
        "tokens_read_mean": round(fmean(one.tokens for one in run.answers), 1),
        "tokens_naming_mean": round(run.naming / len(run.answers), 1),
        "tokens_read_max": max(one.tokens for one in run.answers),
        "seconds": round(sum(one.seconds for one in run.answers), 2),
        "seconds_building": round(run.built_in, 2),
        "by_type": by_type(run.answers),
        "published": {one.name: published_figures(one, answers) for one, answers in published},
    }


def published_figures(run: PublishedRun, answers: Sequence[ScoredQuestion]) -> dict[str, Any]:
    """The JSON entry of one published run."""
    return {
        "strict": share(answers, strict).as_dict(),
        "lenient": share(answers, lenient).as_dict(),
        "labelled": share(answers, labelled).as_dict(),
        **_text_scores(answers),
        "questions": len(answers),
        "tokens_read_mean": None if run.tokens is None else round(run.tokens, 1),
        "by_type": by_type(answers),
    }
