"""How well judges agree with people: ours, the strict score, and the published language-model judges."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from eval.recall.lenient_judge import judge
from eval.recall.model_judge import Judging
from eval.recall.question_sets import TYPES, Sample
from eval.recall.strict_score import CORRECT, PARTIAL, WRONG, score

TYPED = ("SO", "TE", "TA", "RA", "RB", "EE", "AE")
"""Types on which people agree well enough to compare judges by; TD, LA and AT have set and sequence F1 instead."""

OURS, STRICT = "ours", "strict"


def agreement(samples: Sequence[Sample], annotator: str, judging: Judging = judge) -> dict[str, Any]:
    """Percent of samples that each judge labels as the annotator does, and ours as the others do, by type.

    Args:
        samples: Labelled samples; those that the annotator left out do not count.
        annotator: Whose labels the others are compared with.
        judging: Our lenient judge.
    """
    chosen = [sample for sample in samples if annotator in sample.labels]
    verdicts = [score(sample.query, sample.given) for sample in chosen]
    judged = [
        {**sample.labels, OURS: judging(sample.query, sample.given), STRICT: verdict.label}
        for sample, verdict in zip(chosen, verdicts, strict=True)
    ]
    names = [OURS, STRICT, *dict.fromkeys(name for labels in judged for name in labels if name not in (OURS, STRICT))]
    names.remove(annotator)

    def rows(types: Sequence[str]) -> dict[str, Any]:
        places = [place for place, sample in enumerate(chosen) if sample.query.type in types]
        inside = [judged[place] for place in places]
        return {
            "samples": len(inside),
            "agreement": {name: _percent(inside, name, annotator) for name in names},
            "ours_with": {name: _percent(inside, OURS, name) for name in names if name not in (OURS, STRICT)},
            "kappa": {name: _kappa([one for one in inside if name in one], name, annotator) for name in names},
            "f1": round(100 * fmean(verdicts[place].f1 for place in places), 1) if places else None,
        }

    present = [kind for kind in TYPES if any(sample.query.type == kind for sample in chosen)]
    return {
        "annotator": annotator,
        "by_type": {kind: rows((kind,)) for kind in present},
        "typed": rows(TYPED),
        "all": rows(tuple(TYPES)),
    }


def annotators(samples: Sequence[Sample]) -> list[str]:
    """People who labelled some of the samples; judges' names begin with ``gpt``."""
    names = dict.fromkeys(name for sample in samples for name in sample.labels)
    return [name for name in names if not name.startswith("gpt")]


def _percent(labels: Sequence[dict[str, str]], name: str, other: str) -> float | None:
    """In how many percent two agree, of the samples that both have labelled."""
    both = [one for one in labels if name in one and other in one]
    return round(100 * sum(one[name] == one[other] for one in both) / len(both), 1) if both else None


def _kappa(labels: Sequence[dict[str, str]], name: str, annotator: str) -> float | None:
    """Cohen's kappa over the three labels; None where it is not defined."""
    if not labels:
        return None
    count = len(labels)
    chance = sum(
        sum(one[name] == label for one in labels) * sum(one[annotator] == label for one in labels)
        for label in (CORRECT, PARTIAL, WRONG)
    ) / (count * count)
    if chance == 1:
        return None
    same = sum(one[name] == one[annotator] for one in labels) / count
    return round((same - chance) / (1 - chance), 2)
