"""Erasing goes through the files that homebody wrote from a memory, and names those it could not reach."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from life import kitchen
from test_erase import NOW, build, secret_life
from typer.testing import CliRunner

from agent.dialogue.manager import Dialogue
from agent.household.listening_body import Trail
from agent.language.call_log import StoreSink
from agent.language.model import Usage
from agent.language.recorded import RecordedModel
from agent.language.trace import Call
from agent.runs.run import do_chore, prepare
from agent.runs.setup import RunSetup
from agent.trail.course import TRAIL
from benchmarks.resuming import SCRIPTS, CutOff, begin, cut, go_on, whole
from envs.clock import SimulatedClock
from envs.errors import NoRoom
from envs.teach.games.recorded import read_game
from homebody.commands.memory.app import app
from memory.building.history import HistoryBuilder
from memory.erasing.files import FileErased, erase_everywhere, erase_in_files
from memory.erasing.words import SearchTerms
from memory.file import schema
from memory.knowledge import Knowledge, KnownObject
from memory.profile.book import ProfileBook
from memory.store import written_files as written
from memory.store.database import Store
from memory.store.lifetimes import Lifetimes, set_lifetimes
from memory.store.transfer import export_lines, export_memory, import_memory
from memory.store.written_files import note, noted

WORDS = "Wilhelmina, Zuckerdose"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "memory.sqlite") as opened:
        build(opened, secret_life())
        yield opened


def said(path: Path) -> bool:
    return SearchTerms(("Wilhelmina", "Zuckerdose")).found(path.read_bytes().decode("utf-8", "replace"))


def outcomes(found: list[FileErased]) -> dict[str, str]:
    return {Path(one.path).name: one.outcome for one in found}


def write_one_of_each(store: Store, folder: Path) -> dict[str, Path]:
    """A file of every kind; all but ``other.json`` tell of what is to be erased."""
    paths = {
        written.FIGURES: folder / "figures.json",
        written.PAGE: folder / "page.html",
        written.CALLS: folder / "calls.jsonl",
        written.HISTORY: folder / "chat_history",
        written.FILM: folder / "film.mp4",
        written.TRAIL_OF_RUN: folder / "episode" / "trail.jsonl",
        written.NOTEBOOK: folder / "episode" / "tasks.sqlite",
    }
    paths[written.FIGURES].write_text(json.dumps({"text": "Wilhelmina came", "Zuckerdose": [3, "a mug"]}, indent=2))
    paths[written.PAGE].write_text(
        "<html><body><p title='for Wilhelmina'>tea</p><p>the&#32;Zucker&shy;dose</p><p>a mug</p></body></html>"
    )
    kept = {
        "key": "a",
        "asked": {"messages": [["user", "hello", []]]},
        "answer": {"text": "hi", "parsed": None, "usage": [1, 1], "seconds": 0.5},
    }
    lost = {"key": "b", "asked": {"messages": [["user", "where is the Zuckerdose?", []]]}, "answer": {"text": "?"}}
    paths[written.CALLS].write_text(json.dumps(kept) + "\n" + json.dumps(lost) + "\n")
    paths[written.HISTORY].write_text("where is the mug?\nwho\\040is\\040wilhelmina?\n")
    paths[written.FILM].write_bytes(b"\0film")
    Trail(paths[written.TRAIL_OF_RUN], {"text": "bring Wilhelmina a mug"}).close()
    with Store.open(paths[written.NOTEBOOK]) as notebook:
        build(notebook, secret_life())
    for kind, path in paths.items():
        note(store, path, kind)
    other = folder / "other.json"
    other.write_text('{"text": "a mug"}')
    note(store, other, written.FIGURES)
    return paths | {"other": other}


def test_files_of_every_kind_are_erased_in_their_own_format(store: Store, tmp_path: Path):
    paths = write_one_of_each(store, tmp_path)
    before = paths["other"].stat().st_mtime_ns
    assert len(noted(store)) == 8
    erased, found = erase_everywhere(store, WORDS, NOW)
    assert erased.traces == 0
    assert outcomes(found) == {
        "figures.json": "erased",
        "page.html": "erased",
        "calls.jsonl": "erased",
        "chat_history": "erased",
        "film.mp4": "left",
        "trail.jsonl": "removed",
        "tasks.sqlite": "erased",
        "other.json": "clean",
    }
    assert [path.name for path in paths.values() if path.exists() and said(path)] == []
    assert json.loads(paths[written.FIGURES].read_text()) == {"text": "erased", "erased1": [3, "a mug"]}
    assert "<p>tea</p>" in paths[written.PAGE].read_text() and "<p>a mug</p>" in paths[written.PAGE].read_text()
    assert RecordedModel(paths[written.CALLS])._kept.keys() == {"a"}
    assert paths[written.HISTORY].read_text() == "where is the mug?\n"
    assert paths["other"].stat().st_mtime_ns == before
    with Store.open(paths[written.NOTEBOOK], readonly=True) as notebook:
        assert notebook.check() == []
    _, again = erase_everywhere(store, WORDS, NOW, delete=True)
    assert outcomes(again)["film.mp4"] == "removed" and not paths[written.FILM].exists()
    assert {one.kind for one in noted(store)}.isdisjoint({written.FILM, written.TRAIL_OF_RUN})


def test_an_export_is_what_would_be_exported_now(store: Store, tmp_path: Path):
    lines = tmp_path / "memory.jsonl"
    export_memory(store.path, lines)
    assert said(lines)
    note(store, lines, written.EXPORT)
    _, found = erase_everywhere(store, WORDS, NOW)
    assert outcomes(found) == {"memory.jsonl": "erased"} and not said(lines)
    import_memory(lines, tmp_path / "again.sqlite")
    with Store.open(tmp_path / "again.sqlite") as again:
        assert again.check() == []
        assert [again.nodes(level) for level in (1, 2, 3, 4)] == [store.nodes(level) for level in (1, 2, 3, 4)]
    mine, kept = (
        [line for line in told if '"written_files"' not in line and '"doomed_images"' not in line][1:-1]
        for told in (export_lines(store.path), lines.read_text().splitlines())
    )
    assert kept == mine


def test_what_was_in_a_file_does_not_stay_on_the_disk(store: Store, tmp_path: Path):
    paths = write_one_of_each(store, tmp_path)
    kinds = (written.FIGURES, written.TRAIL_OF_RUN)
    before = [(paths[kind].open("rb"), paths[kind].stat().st_size) for kind in kinds]
    erase_everywhere(store, WORDS, NOW)
    for file, size in before:
        with file:
            assert file.read() == bytes(size)
    assert [path.name for path in tmp_path.rglob(".*")] == []


def test_what_cannot_be_reached_is_named(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    gone, linked, odd, wilhelmina = (tmp_path / name for name in ("gone.json", "a.json", "odd.json", "Wilhelmina.json"))
    linked.write_text('{"x": "Wilhelmina"}')
    os.link(linked, tmp_path / "b.json")
    odd.write_text("Wilhelmina, edited by hand")
    wilhelmina.write_text('{"x": "Wilhelmina"}')
    for path in (gone, linked, odd, wilhelmina):
        note(store, path, written.FIGURES)
    note(store, tmp_path / "episode" / "trail.jsonl", written.TRAIL_OF_RUN)  # homebody removes it when a run ends
    with store.transaction():
        store.write("INSERT INTO written_files VALUES ('/home/far.json', 'attic', 'figures', '../far.json', '')")
    erased, found = erase_everywhere(store, WORDS, NOW)
    assert erased.traces == 0
    notes = {Path(one.path).name: one.note for one in found if one.outcome == "left"}
    assert notes.keys() == {"gone.json", "a.json", "odd.json", "Wilhelmina.json", "far.json"}
    assert "moved, or deleted" in notes["gone.json"] and "another machine, attic" in notes["far.json"]
    assert "hard link" in notes["a.json"] and said(tmp_path / "b.json") and not said(linked)
    assert "no longer JSON" in notes["odd.json"] and "rename it" in notes["Wilhelmina.json"]
    assert not said(wilhelmina)
    assert len(noted(store)) == 4, "the trail is gone, and the name that says it must not stay in the memory"

    def full(*_: object, **__: object) -> None:
        raise NoRoom("no space left")

    linked.unlink()
    linked.write_text('{"x": "Wilhelmina"}')
    monkeypatch.setattr("memory.erasing.files.write_atomically", full)
    monkeypatch.setattr("envs.files.rewriting.rewrite", full)
    _, found = erase_everywhere(store, WORDS, NOW)
    assert {Path(one.path).name: one.note for one in found}["a.json"] == "no space left"
    assert said(linked)


def test_a_list_that_somebody_else_made_up_leads_nowhere(store: Store, tmp_path: Path):
    """A memory that was sent by somebody must not have the user's own files changed, or deleted."""
    mine = tmp_path / "diary.json"
    mine.write_text('"Wilhelmina"')
    note(store, tmp_path / "real.json", written.FIGURES)
    with store.transaction():
        real = store.row("SELECT seal FROM written_files")
        assert real and real[0]
        for number, (kind, beside, seal) in enumerate(
            [("figures", "", "0" * 32), ("film", "diary.json", ""), ("history", "", real[0]), ("trail", "", "x")]
        ):
            path = str(mine) if number != 1 else "/nowhere"
            machine = written.machine() if number < 2 else f"{written.machine()}{' ' * number}"
            store.write("INSERT INTO written_files VALUES (?, ?, ?, ?, ?)", path, machine, kind, beside, seal)
    _, found = erase_everywhere(store, WORDS, NOW, delete=True)
    assert mine.read_text() == '"Wilhelmina"'
    assert [one.outcome for one in found] == ["left"] * 5


def test_files_that_were_moved_together_with_the_memory_are_found(store: Store, tmp_path: Path):
    (tmp_path / "sub").mkdir()
    figures = tmp_path / "sub" / "figures.json"
    figures.write_text('"Wilhelmina"')
    note(store, figures, written.FIGURES)
    store.close()
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    shutil.move(tmp_path / "memory.sqlite", moved)
    shutil.move(tmp_path / "sub", moved)
    with Store.open(moved / "memory.sqlite") as again:
        _, found = erase_everywhere(again, WORDS, NOW)
    assert outcomes(found) == {"figures.json": "erased"} and not said(moved / "sub" / "figures.json")


def test_erasing_in_a_copy_leaves_the_files_of_the_original_alone(store: Store, tmp_path: Path):
    figures = tmp_path / "figures.json"
    figures.write_text('"Wilhelmina"')
    note(store, figures, written.FIGURES)
    store.close()
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("memory.sqlite", "figures.json"):
        shutil.copy(tmp_path / name, copy)
    with Store.open(copy / "memory.sqlite") as again:
        _, found = erase_everywhere(again, WORDS, NOW)
    assert [one.path for one in found] == [str(copy / "figures.json")]
    assert said(figures) and not said(copy / "figures.json")


def test_a_preview_changes_nothing(store: Store, tmp_path: Path):
    paths = write_one_of_each(store, tmp_path)
    before = {path: path.read_bytes() for path in paths.values()}
    lines = list(export_lines(store.path))
    store.close()
    done = CliRunner().invoke(
        app, ["forget", "--about", WORDS, "--preview", "--memory", str(tmp_path / "memory.sqlite")]
    )
    assert done.exit_code == 0, done.output
    shown = " ".join(done.output.split())
    assert "would take 1 objects" in shown and "would be erased" in shown and "would stay (a film" in shown
    assert {path: path.read_bytes() for path in paths.values()} == before
    assert list(export_lines(tmp_path / "memory.sqlite")) == lines


def test_forget_tells_of_files_and_keeps_no_words_in_its_own(store: Store, tmp_path: Path):
    write_one_of_each(store, tmp_path)
    store.close()
    memory, report = tmp_path / "memory.sqlite", tmp_path / "report.json"
    arguments = ["forget", "--about", WORDS, "--yes", "--memory", str(memory), "--json", str(report)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 1, "the film is left"
    assert "still there" in done.output and "other file" in done.output
    assert not said(report) and json.loads(report.read_text())["traces"] == 0
    done = CliRunner().invoke(app, ["files", "--memory", str(memory), "--json", "-"])
    assert {Path(one["path"]).name for one in json.loads(done.output)} >= {"report.json", "film.mp4"}
    done = CliRunner().invoke(app, ["files", "--memory", str(memory), "--drop", str(report)])
    assert "report.json" not in done.output


def test_the_commands_note_what_they_write(tmp_path: Path):
    memory = tmp_path / "memory.sqlite"
    with Store.open(memory) as store, HistoryBuilder(store) as builder:
        for one in kitchen().experiences:
            builder.observe(one)
    run = CliRunner().invoke
    beside = ["--memory", str(memory)]
    assert run(app, ["show", *beside, "--json", str(tmp_path / "show.json")]).exit_code == 0
    assert run(app, ["search", "mug", *beside, "--json", str(tmp_path / "search.json")]).exit_code == 0
    with Store.open(memory) as writer:  # somebody writes meanwhile
        assert run(app, ["export", str(tmp_path / "export.jsonl"), *beside]).exit_code == 0
        builder = HistoryBuilder(writer)
        builder.observe(kitchen().begin("later").wait(days=9).look("Fridge|0").experiences[-1])
        builder.close()
    with Store.open(memory, readonly=True) as store:
        assert [(Path(one.path).name, one.kind) for one in noted(store)] == [
            ("export.jsonl", "export"),
            ("search.json", "figures"),
            ("show.json", "figures"),
        ]
        assert store.check() == []


def test_a_run_notes_its_record_and_erasing_leaves_one_that_is_read(tmp_path: Path):
    memory = tmp_path / "memory.sqlite"
    done = do_chore(prepare(RunSetup(request="pick up an apple", scene="kitchen", seed=3, memory=memory)))
    with Store.open(memory) as store:
        assert {one.kind for one in noted(store)} == {written.RECORD, written.TRAIL_OF_RUN}
        assert len(read_game(done.game_file).interactions) > 1
        _, found = erase_everywhere(store, "apple", done.ended)
        assert outcomes(found) == {done.game_file.name: "erased"}
    game = read_game(done.game_file)
    assert len(game.interactions) > 1
    assert not SearchTerms(("apple",)).found(done.game_file.read_text())


def test_of_a_trail_that_only_knew_of_a_thing_the_copy_of_the_profile_is_erased(tmp_path: Path):
    memory, trail = tmp_path / "m.sqlite", tmp_path / "run" / TRAIL
    mine = Knowledge("Anna", "object_semantics", "ownership", "my mug", "The blue mug is mine.", (KnownObject("mug"),))
    hers = replace(mine, alias="my pan", description="The pan is mine.", objects=(KnownObject("pan"),))
    with Store.open(memory) as store:
        for item in (mine, hers):
            ProfileBook(store).tell(item, NOW)
    with pytest.raises(CutOff), cut("after", 25):
        begin(SCRIPTS[0], tmp_path)
    before = trail.read_text().splitlines()
    arguments = ["forget", "--about", "mug", "--memory", str(memory)]
    preview = " ".join(CliRunner().invoke(app, [*arguments, "--preview"]).output.split())
    assert "1 facts" in preview and "would be erased (in its copy of the profile" in preview
    assert trail.read_text().splitlines() == before
    done = CliRunner().invoke(app, [*arguments, "--yes"])
    assert done.exit_code == 0 and "in its copy of the profile" in " ".join(done.output.split())
    after = trail.read_text().splitlines()
    assert len(after) == len(before) and not SearchTerms(("mug",)).found(*after)
    changed = [(json.loads(old), json.loads(new)) for old, new in zip(before, after, strict=True) if old != new]
    assert [(len(old["given"]), [one["alias"] for one in new["given"]]) for old, new in changed] == [(2, ["my pan"])]
    report = go_on(tmp_path)
    assert report["success"] and report["steps"] == whole(SCRIPTS[0]).report["steps"]


def test_a_trail_in_which_the_thing_was_handled_goes(store: Store, tmp_path: Path):
    trail = Trail(tmp_path / "episode" / TRAIL, {"text": "tidy up"})
    trail.given(lambda: [{"alias": "the Zuckerdose"}, {"alias": "the pan"}])
    trail.note(do="Pickup", to="Zuckerdose|1|0|2", at=[0.5, 0.5])
    trail.close()
    note(store, tmp_path / "episode" / TRAIL, written.TRAIL_OF_RUN)
    told = erase_in_files(store, SearchTerms(("Zuckerdose",)), NOW, change=False)
    assert [(one.outcome, one.note) for one in told] == [
        ("removed", "the run that it belongs to can no longer be continued")
    ]
    assert outcomes(erase_everywhere(store, WORDS, NOW)[1]) == {TRAIL: "removed"}
    assert not (tmp_path / "episode" / TRAIL).exists()


def test_a_recording_of_calls_is_noted(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOMEBODY_LANGUAGE_RECORD", str(tmp_path / "calls.jsonl"))
    with StoreSink(store, SimulatedClock(NOW)) as sink:
        sink(Call("recall", "model", Usage(1, 1), 0.5, 0.0, "ok"))
    assert [(Path(one.path).name, one.kind) for one in noted(store)] == [("calls.jsonl", "calls")]


def test_chat_says_what_is_left(store: Store, tmp_path: Path):
    write_one_of_each(store, tmp_path)
    store.close()
    dialogue = Dialogue(tmp_path / "memory.sqlite", NOW)
    dialogue.say("erase everything about Wilhelmina")
    reply = dialogue.say("yes")
    assert "erased everything" in reply.text and "film.mp4" in reply.text


def test_an_older_memory_gets_the_list_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "memory.sqlite"
    everything = schema.MIGRATIONS
    monkeypatch.setattr(schema, "MIGRATIONS", everything[:3])
    with Store.open(path) as store:
        set_lifetimes(
            store, Lifetimes(goal=timedelta(days=2), summary=timedelta(days=2))
        )  # whoever chose some keeps them
        build(store, secret_life())
        before = list(export_lines(path))
    monkeypatch.setattr(schema, "MIGRATIONS", everything)
    with Store.open(path) as store:
        assert noted(store) == [] and store.check() == []
        assert list(export_lines(path))[1:-1] == before[1:-1]
        note(store, tmp_path / "x.json", written.FIGURES)
        assert erase_in_files(store, SearchTerms(("x",)), NOW)[0].outcome == "left"


def test_a_file_that_cannot_be_noted_is_told_of(tmp_path: Path):
    memory = tmp_path / "memory.sqlite"
    Store.open(memory).close()
    assert written.note_in(tmp_path / "none.sqlite", tmp_path / "x", written.FIGURES) == ""
    with sqlite3.connect(memory) as other:
        other.execute("UPDATE meta SET value = '3' WHERE key = 'schema'")
    assert "erasing there will not reach it" in written.note_in(memory, tmp_path / "x", written.FIGURES)
