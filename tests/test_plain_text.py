"""Text as data, and the way to a terminal."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hostile import HOSTILE, steers
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.table import Table

from envs.process import plain_text as ways
from envs.process.terminal import OutputLost, Stream, Terminal, say, say_json, spinner, styled

ROOT = Path(__file__).parent.parent


@given(st.text(st.characters(), max_size=60) | st.sampled_from(HOSTILE))
@settings(max_examples=200, deadline=None)
def test_what_is_shown_steers_nothing_and_says_the_same_the_second_time(text: str) -> None:
    for way in (ways.plain_text, ways.for_terminal, ways.for_error, ways.for_picture):
        shown = way(text)
        assert not steers(shown) and way(shown) == shown
        shown.encode()
    assert len(ways.for_error(text).splitlines()) <= 1 and len(ways.for_error(text)) <= ways.MOST_OF_AN_ERROR
    prompt = ways.for_prompt(text)
    assert prompt.isprintable() and len(json.loads(prompt)) <= 300
    name = ways.for_file_name(text)
    assert name == ways.for_file_name(name) and 0 < len(name.encode()) <= ways.MOST_OF_A_FILE_NAME
    assert not set(name) & set("/\\\x00 ~$`'\"\n") and name[0] not in "-."


@given(st.text(st.characters(), max_size=60) | st.sampled_from(HOSTILE))
@settings(max_examples=100, deadline=None)
def test_json_says_what_was_said(text: str) -> None:
    for ascii_only in (False, True):
        written = ways.json_text({text: [text]}, ascii_only=ascii_only)
        assert not steers(written) and written.encode()
        assert json.loads(written) == {ways.whole_characters(text): [ways.whole_characters(text)]}
        assert written.isascii() or not ascii_only


def test_what_people_write_stays_letter_for_letter() -> None:
    for text in ("Grüße, 漢字 ½ × – “so” …", "نمی‌خواهم", "👩‍🍳 cooks ❤️", "[/x] [blue] :smile: <b> $x %s {y}", "a\nb"):
        assert ways.plain_text(text) == ways.for_terminal(text) == text
    assert ways.plain_text("a\x1b[2J\x1b]0;title\x07b\x9b31mc\x1b(B\x1bcd") == "abcd"
    assert ways.plain_text("pass\u200bword pass\u200dword \u202eabc\u202c") == "password password abc"
    assert ways.plain_text("\ud83d\ude00 \ud800!") == "😀 \ufffd!"
    assert ways.plain_text("one\r\ntwo\rthree\u2028four") == "one\ntwo\nthree\nfour"
    assert json.loads(ways.json_text({"loss": float("nan"), "at": Path("x")})) == {"loss": None, "at": "x"}


def test_a_text_without_end_loses_its_middle_and_says_so() -> None:
    shown = ways.for_terminal("a" * 50_000 + "b" * 50_000)
    assert len(shown) == ways.MOST_OF_A_LINE and shown.startswith("aaa") and shown.endswith("bbb")
    assert "100,000 characters" in shown
    assert ways.for_error("x" * 2000 + "; choose another name").endswith("; choose another name")
    assert ways.for_file_name("a" * 300) != ways.for_file_name("a" * 301)


@pytest.mark.parametrize("text", [text for text in HOSTILE if len(text) < 1000])
def test_a_terminal_shows_brackets_as_typed_and_obeys_nobody(text: str) -> None:
    file = io.StringIO()
    terminal = Terminal(file=file, force_terminal=True, width=4000, color_system=None)
    table = Table(text, title=text, caption=text)
    table.add_row(text)
    for shown in (text, table, styled(text, (text, "bold")), spinner(text)):
        terminal.print(shown, style="dim")
    terminal.print(text, markup=True, highlight=True, emoji=True)
    found = file.getvalue()
    assert not steers(found)
    for line in ways.plain_text(text).splitlines():
        assert found.count(line.strip()) >= 6


def test_letters_that_an_encoding_lacks_are_shown_by_their_like(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, expected in (("ascii", '"Grusse" - ?'), ("latin-1", '"Grüße" - ?'), ("utf-8", "“Grüße” – 漢")):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding))
        say("“Grüße” – 漢".replace("ß", "ss") if encoding == "ascii" else "“Grüße” – 漢")
        say_json(["é漢"], None)
        Terminal().print(Table("“ü”", title="…"))
        first, second, *_ = raw.getvalue().decode(encoding).splitlines()
        assert first == expected and json.loads(second) == ["é漢"]


class _Full(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


class _Gone(io.StringIO):
    def flush(self) -> None:
        raise BrokenPipeError(32, "Broken pipe")


def test_a_stream_that_is_lost_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", _Full())
    stream = Stream()
    with pytest.raises(OutputLost, match="No space left") as lost:
        stream.write("x")
    assert not lost.value.closed
    stream.write("y")
    stream.flush()
    monkeypatch.setattr(sys, "stdout", _Gone())
    with pytest.raises(OutputLost) as gone:
        Terminal().print("x")
    assert gone.value.closed
    monkeypatch.setattr(sys, "stdout", None)
    say("nobody hears this")


def homebody(*arguments: str, **how: Any) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "homebody", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, **how)


@pytest.mark.parametrize("arguments", [("scenes",), ("run", "--help")])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_device_is_one_sentence(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full, homebody(*arguments, stdout=full) as process:
        told = process.communicate(timeout=60)[1]
    assert process.returncode == 2
    assert told.startswith("homebody: ") and "space left" in told and told.count("\n") == 1


def test_a_reader_that_has_gone_needs_no_words() -> None:
    with homebody("tasks", stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None and process.stderr.read() == ""
    assert process.returncode == 141


def test_help_goes_to_an_ascii_terminal() -> None:
    environment = {"PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "ascii", "LANG": "C"}
    with homebody("memory", "show", "--help", stdout=subprocess.PIPE, env=environment) as process:
        out, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (0, "") and "--depth" in out and out.isascii()
