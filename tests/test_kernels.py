"""Machine code that was kept is not used after an update of any file it was made of."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import envs.pocket.render.kernel as compiling
from envs.pocket.render import raster

ASKING = "from folder import answer; print(answer.answer(1.0))"


def test_what_is_kept_belongs_to_all_files_of_the_folder() -> None:
    kept = raster.draw._cache._cache_file._source_stamp
    assert kept[-1] == compiling._sources()


def test_a_changed_part_in_another_file_is_compiled_anew(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    shutil.copy(Path(compiling.__file__), folder / "kernel.py")
    (folder / "answer.py").write_text(
        "from folder.kernel import kernel\nfrom folder.piece import piece\n\n\n"
        "@kernel\ndef answer(x):\n    return piece(x)\n"
    )
    answers = []
    for number in (1, 2):
        (folder / "piece.py").write_text(
            f"from folder.kernel import part\n\n\n@part\ndef piece(x):\n    return x + {number}.0\n"
        )
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
        told = subprocess.run(
            [sys.executable, "-c", ASKING], env=environment, capture_output=True, text=True, check=True
        )
        answers.append(float(told.stdout))
        assert list((folder / "__pycache__").glob("*.nbi")), "no machine code was kept"
    assert answers == [2.0, 3.0]
