"""Accuracy against bytes kept as a picture: SVG, readable without colours and without any program but a browser."""

from __future__ import annotations

from collections.abc import Sequence

from envs.process.plain_text import for_html
from eval.forgetting.curve import Curve, Point

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 760, 440, 60, 50, 130, 55
_LOOKS = {
    "random": ("#8a8a8a", "2 4"),
    "recency": ("#2a6f97", "8 4"),
    "importance": ("#e09f3e", "10 3 2 3"),
    "rules": ("#5a9367", ""),
    "oracle": ("#9a3b6e", "4 2"),
}
_NAMES = {"importance": "importance × freshness", "rules": "learned rules"}
_INNER = (_WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM)


def curve_svg(curve: Curve) -> str:
    """The plot; bands are 95 % intervals over histories."""
    title = f"Correct answers against bytes kept ({curve.histories} histories of {curve.episodes} episodes)"
    drawn = [_axes(), f'<text x="{_LEFT}" y="24" font-size="15">{for_html(title)}</text>']
    drawn += [_band(points, _look(name)[0]) for name, points in curve.points.items()]
    drawn += [_line(points, *_look(name)) for name, points in curve.points.items()]
    drawn += [_label(place, name) for place, name in enumerate(curve.points)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{for_html(title)}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" font-family="system-ui, sans-serif" font-size="12">\n'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>\n' + "\n".join(drawn) + "\n</svg>\n"
    )


def _look(name: str) -> tuple[str, str]:
    return _LOOKS.get(name, ("#000000", ""))


def _x(share: float) -> float:
    return _LEFT + min(share, 1.0) * _INNER[0]


def _y(percent: float) -> float:
    return _TOP + (1 - percent / 100) * _INNER[1]


def _axes() -> str:
    parts = []
    for percent in range(0, 101, 20):
        y, x = _y(percent), _x(percent / 100)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_LEFT + _INNER[0]}" stroke="#dddddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{percent}</text>')
        parts.append(f'<text x="{x:.1f}" y="{_HEIGHT - 32}" text-anchor="middle">{percent}</text>')
    middle = _LEFT + _INNER[0] / 2
    parts.append(
        f'<text x="{middle}" y="{_HEIGHT - 12}" text-anchor="middle">bytes kept, % of the whole history</text>'
    )
    across = _TOP + _INNER[1] / 2
    parts.append(
        f'<text x="16" y="{across}" text-anchor="middle" transform="rotate(-90 16 {across})">correct answers, %</text>'
    )
    return "\n".join(parts)


def _band(points: Sequence[Point], colour: str) -> str:
    upper = [f"{_x(point.kept):.1f},{_y(point.within[1]):.1f}" for point in points]
    lower = [f"{_x(point.kept):.1f},{_y(point.within[0]):.1f}" for point in reversed(points)]
    return f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" opacity="0.13"/>'


def _line(points: Sequence[Point], colour: str, dashes: str) -> str:
    path = " ".join(f"{_x(point.kept):.1f},{_y(point.correct):.1f}" for point in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'


def _label(place: int, name: str) -> str:
    colour, dashes = _look(name)
    x, y = _LEFT + _INNER[0] + 10, _TOP + 10 + 24 * place
    line = f'<path d="M{x} {y}h22" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
    words = _NAMES.get(name, name)
    return line + f'<text x="{x}" y="{y + 13}" font-size="10">{for_html(words)}</text>'
