"""What perception costs the answers, as a picture: SVG, readable without colours, in any browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from envs.process.plain_text import for_html

_LABEL, _PLOT, _RIGHT, _TOP, _BOTTOM, _STEP, _BAR = 290, 440, 60, 46, 48, 30, 16
_COLOURS = {"full": "#5a9367", "vision+speech": "#2a6f97", "vision": "#e09f3e"}
_NAMES = {"full": "all that the simulator knows", "vision+speech": "frames and speech", "vision": "frames alone"}


def loss_svg(entries: Sequence[dict[str, Any]], title: str = "What perception costs the answers") -> str:
    """The plot: a bar for each way of seeing, with the 95 % interval over questions.

    Args:
        entries: As ``LossAccount.entries`` gives them, from the top.
        title: What is shown, also for those who cannot see it.
    """
    height = _TOP + 22 + _STEP * len(entries) + _BOTTOM
    width = _LABEL + _PLOT + _RIGHT
    drawn = [f'<text x="12" y="24" font-size="15">{for_html(title)}</text>', _legend(entries), _grid(len(entries))]
    drawn += [_row(number, entry) for number, entry in enumerate(entries)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{for_html(title)}" '
        f'viewBox="0 0 {width} {height}" width="{width}" font-family="system-ui, sans-serif" font-size="12">\n'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n<g style="color:#222222" fill="#222222">\n'
        + "\n".join(drawn)
        + "\n</g>\n</svg>\n"
    )


def _x(percent: float) -> float:
    return _LABEL + percent / 100 * _PLOT


def _legend(entries: Sequence[dict[str, Any]]) -> str:
    kinds = list(dict.fromkeys(entry["perception"] for entry in entries))
    parts = []
    for place, kind in enumerate(kinds):
        left = _LABEL + place * 185
        parts.append(f'<rect x="{left}" y="{_TOP - 10}" width="11" height="11" fill="{_COLOURS[kind]}"/>')
        parts.append(f'<text x="{left + 16}" y="{_TOP}" font-size="11">{for_html(_NAMES[kind])}</text>')
    return "\n".join(parts)


def _grid(rows: int) -> str:
    bottom = _TOP + 22 + _STEP * rows
    parts = []
    for percent in range(0, 101, 20):
        x = _x(percent)
        parts.append(f'<path d="M{x:.1f} {_TOP + 14}V{bottom}" stroke="#dddddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 15}" text-anchor="middle">{percent}</text>')
    parts.append(
        f'<text x="{_x(50):.1f}" y="{bottom + 34}" text-anchor="middle">correct answers (strict S_c), %</text>'
    )
    return "\n".join(parts)


def _row(number: int, entry: dict[str, Any]) -> str:
    top = _TOP + 22 + number * _STEP
    middle = top + _BAR / 2
    low, high = entry["S_c_95"]
    share = entry["S_c"]
    wide = _x(share) - _LABEL
    return "\n".join(
        (
            f'<text x="{_LABEL - 8}" y="{middle + 4:.1f}" text-anchor="end">{for_html(entry["setting"])}</text>',
            f'<rect x="{_LABEL}" y="{top}" width="{wide:.1f}" height="{_BAR}" fill="{_COLOURS[entry["perception"]]}"/>',
            f'<path d="M{_x(low):.1f} {middle}H{_x(high):.1f}" stroke="#222222" stroke-width="1.5"/>',
            f'<text x="{_x(max(high, share)) + 6:.1f}" y="{middle + 4:.1f}">{share:.0f}</text>',
        )
    )
