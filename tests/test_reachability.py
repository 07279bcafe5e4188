"""Nothing unreachable: what no command, public name, benchmark or other product code uses is not kept."""

from __future__ import annotations

from pathlib import Path

from reachability import Module, reached, read, unreached, unread

OFFERED = {
    "agent.assistance.at_work.deciding": "for programs with an endpoint of their own: docs/assistance.md",
    "agent.language.scripted": "a model for other people's tests: docs/extending/language_model.md",
    "agent.mind.by_model.FallbackCoordinator": "for programs with an endpoint of their own: docs/executive.md",
    "agent.recall.reading.meaning.encoder.WordsEncoder": "a fake for other people's tests",
    "agent.recall.reading.meaning.encoder.quantised": "for the next command alone",
    "agent.recall.reading.meaning.tuning": "a command of its own: assets/recall/encoder/README.md",
    "agent.sentences.rewriter.TableRewriter": "a fake for other people's tests: docs/rewriting.md",
    "envs.pocket.contact_sheet": "a command of its own, python -m envs.pocket.contact_sheet: docs/rendering.md",
    "envs.pocket.render.png": "for that command alone, so that drawing needs no picture library",
    "memory.building.offline.flatten": "what the message of HistoryBuilder advises",
    "perception.detector.text_features.write_table": "for a new object type: docs/extending/object_type.md",
    "perception.testing": "the contract that a plug-in keeps: docs/extending/detector.md",
}
"""What nothing here uses, and who does."""


def test_everything_is_reached() -> None:
    found = set(unreached())
    assert found - OFFERED.keys() == set(), "used by tests alone: use it, offer it (say why), or remove it"
    assert OFFERED.keys() - found == set(), "these are used after all"


CALLED_BY_OTHERS = {
    "envs.thor.client.Client._build_server": "the ai2thor client calls it",
    "envs.thor.client.Client._start_unity_thread": "the ai2thor client calls it",
    "envs.thor.client.Client.prune_releases": "the ai2thor client calls it",
    "envs.thor.client.PatientServer._read_with_timeout": "the ai2thor client calls it",
    "envs.thor.client.PatientServer._send_message": "the ai2thor client calls it",
    "eval.histories.cuts.CUTS": "a test tries all of them",
    "homebody.doctor.endpoint._StayHere.redirect_request": "urllib calls it",
    "homebody.stopped.READING": "a test sees to it that every command is in one of these tables",
    "perception.detector.yolo_world_model.PhraseTrainer.generate_text_embeddings": "ultralytics calls it",
    "perception.detector.yolo_world_model.PhraseTrainer.get_model": "ultralytics calls it",
}
"""Methods and tables that nothing here names, and who does."""


def test_methods_and_constants_are_named_somewhere() -> None:
    found = set(unread())
    assert found - CALLED_BY_OTHERS.keys() == set(), "used by tests alone: use it, say who does, or remove it"
    assert CALLED_BY_OTHERS.keys() - found == set(), "these are used after all"


def test_methods_and_constants_that_nobody_names_are_found(tmp_path: Path) -> None:
    (tmp_path / "envs").mkdir()
    text = "A = 1\nB = A\n\nclass C:\n    def d(self): ...\n    def e(self):\n        self.d()\n\ndef _f(): ...\n"
    (tmp_path / "envs/door.py").write_text(text + "@table.register\ndef _g(): ...\n")
    assert unread(tmp_path) == ["envs.door.B", "envs.door.C.e", "envs.door._f"]


def test_what_is_offered_is_told_of(root: Path = Path(__file__).parents[1]) -> None:
    for name, why in OFFERED.items():
        page = root / why.rpartition(": ")[2]
        if page.suffix == ".md":
            assert name.rpartition(".")[2] in page.read_text(encoding="utf-8"), f"{page} does not name {name}"


def house(root: Path, **sources: str) -> dict[str, Module]:
    for name, text in sources.items():
        path = root / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return read(root, ["house"])


def test_names_lead_to_names(tmp_path: Path) -> None:
    modules = house(
        tmp_path,
        house__door="def main():\n    from house.hall import lamp\n    lamp()",
        house__hall="from house import cellar\ndef lamp():\n    cellar.light()\ndef chair(): ...",
        house__cellar="def light(): ...\ndef rats(): ...",
        house__attic="def dust(): ...",
    )
    found = reached(modules, [("house.door", "main")])
    assert {("house.hall", "lamp"), ("house.cellar", "light")} <= found
    assert not {("house.hall", "chair"), ("house.cellar", "rats"), ("house.attic", "")} & found


def test_tables_plug_ins_and_pieces_of_code_lead_to_names_too(tmp_path: Path) -> None:
    modules = house(
        tmp_path,
        house__door='NAMES = {"x": "house.plug:Plug"}\n\ndef main():\n    run("from house.bits import bit", NAMES)',
        house__plug="class Plug: ...\nclass Other: ...",
        house__bits="TABLE = []\n@TABLE.append\ndef entered(): ...\ndef bit(): ...\ndef idle(): ...",
    )
    found = reached(modules, [("house.door", "main")])
    assert {("house.plug", "Plug"), ("house.bits", "bit"), ("house.bits", "entered")} <= found
    assert not {("house.plug", "Other"), ("house.bits", "idle")} & found
