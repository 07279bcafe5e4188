"""What is installed and what it is called: the wheel, names that others use too, ``--version``, completion."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import homebody_packages
from envs.errors import BadInput
from homebody.options.completion import completing
from homebody.options.version import version_line

ROOT = Path(__file__).parents[1]
PACKAGES = ("assets", "envs", "perception", "memory", "agent", "eval")
COMMAND = "import sys; sys.argv = ['homebody', *sys.argv[1:]]; from homebody.cli import main; main()"
posix = pytest.mark.skipif(os.name != "posix", reason="a POSIX shell is asked")


def python(*words: str | Path, cwd: Path, path: Path | None = ROOT, **more: str) -> subprocess.CompletedProcess[str]:
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | more
    known |= {} if path is None else {"PYTHONPATH": str(path)}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=cwd, env=known, capture_output=True, text=True, timeout=300)


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert done.stderr.startswith("homebody: ")
    return done.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel installs."""
    pytest.importorskip("setuptools", minversion="77", reason="wheels are built with setuptools 77 or newer")
    source = tmp_path_factory.mktemp("source")
    for name in (*PACKAGES, "homebody"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "homebody_packages.py"):
        shutil.copy(ROOT / name, source)
    site = tmp_path_factory.mktemp("site")
    build = f"from setuptools.build_meta import build_wheel; build_wheel({str(source / 'dist')!r})"
    done = python("-c", f"import os; os.makedirs('dist'); {build}", cwd=source, path=None)
    assert done.returncode == 0, done.stderr
    (wheel,) = (source / "dist").glob("homebody-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    return site


def test_the_wheel_has_everything_and_says_that_it_is_typed(installed: Path) -> None:
    for name in (*PACKAGES, "homebody"):
        assert (installed / name / "py.typed").is_file(), name
        for kind in ("*.py", "*.yaml", "*.json", "*.html"):
            ours = {path.relative_to(ROOT) for path in (ROOT / name).rglob(kind)}
            assert ours <= {path.relative_to(installed) for path in (installed / name).rglob(kind)}
    assert not (installed / "tests").exists() and not (installed / "benchmarks").exists()


def test_what_is_installed_runs_and_knows_its_version(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "envs").mkdir()  # no package: what is installed goes before it
    done = python("-c", COMMAND, "--version", cwd=tmp_path, path=installed)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert done.stdout == f"homebody {project['version']}, Python {platform.python_version()}\n", done.stderr


def test_no_extra_installs_what_nothing_imports() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    wanted = [one for extra in extras.values() for one in extra]
    assert "web" not in extras and not any("fastapi" in one or "web" in one for one in wanted)


# -- names that others use too


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_in_front_of_ours_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("")
    told = sentence(python("-m", "homebody", "scenes", cwd=tmp_path))
    assert f"{tmp_path / name} goes before" in told and str(ROOT / name) in told and "rename" in told


def test_a_module_beside_a_script_is_named(tmp_path: Path) -> None:
    (tmp_path / "memory.py").write_text("")
    (tmp_path / "script.py").write_text("import agent.recall.asking")
    done = python("script.py", cwd=tmp_path)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1 and last.startswith("homebody_packages.ForeignPackage: ")
    assert str(tmp_path / "memory.py") in last and str(ROOT / "memory") in last


def test_what_a_package_does_not_need_may_be_anybodys(tmp_path: Path) -> None:
    for name in ("agent", "eval", "memory"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
    (tmp_path / "script.py").write_text("import agent, envs, envs.pocket.scenes; print(envs.__file__, agent.__file__)")
    done = python("script.py", cwd=tmp_path)
    assert done.stdout.split() == [str(ROOT / "envs/__init__.py"), str(tmp_path / "agent/__init__.py")], done.stderr


EDITABLE = """
import sys, importlib.util
from importlib.machinery import PathFinder
class Finder:
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return PathFinder.find_spec(name, [sys.argv[1]]) if path is None else None
sys.meta_path[:] = [one for one in sys.meta_path if "editable" not in getattr(one, "__module__", "")] + [Finder]
import envs
"""


def test_a_folder_in_front_of_an_editable_install_is_named(tmp_path: Path) -> None:
    """There even a folder without ``__init__.py`` goes first: its finder is asked after all of sys.path."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "script.py").write_text(EDITABLE)
    last = python("script.py", ROOT, cwd=tmp_path, path=None).stderr.splitlines()[-1]
    assert str(tmp_path / "assets") in last and str(ROOT / "assets") in last


def test_a_package_that_was_installed_over_ours_is_named(installed: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(installed, site, ignore=shutil.ignore_patterns("weights"))
    (site / "memory/__init__.py").write_text("'''Somebody else's.'''")
    told = sentence(python("-c", COMMAND, "scenes", cwd=tmp_path, path=site))
    assert f"{site / 'memory/__init__.py'} is not homebody's" in told and "virtual environment" in told


def test_a_package_that_is_gone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(homebody_packages, "_found", lambda name: None if name == "memory" else ROOT / name)
    homebody_packages.check("perception")
    with pytest.raises(homebody_packages.ForeignPackage, match=r"is not at .*; install homebody again"):
        homebody_packages.check("agent")


def test_ours_are_ours() -> None:
    for name in ("", *PACKAGES):
        homebody_packages.check(name)


# -- version and completion


def test_the_version_of_a_checkout(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "homebody"\nversion = "9.8.7"\n')
    assert version_line(tmp_path) == f"homebody 9.8.7, Python {platform.python_version()}"
    (tmp_path / "pyproject.toml").write_text("[project")
    assert version_line(tmp_path).startswith("homebody ")
    info = tmp_path / "homebody-1.2.3.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: homebody\nVersion: 1.2.3\n")
    (info / "direct_url.json").write_text('{"url": "u", "vcs_info": {"vcs": "git", "commit_id": "0123456789abcdef"}}')
    assert "(commit 0123456)" in version_line(tmp_path)


@posix
def test_completion_is_installed_and_completes(tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not here")
    home = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}

    def bash(words: str) -> str:
        done = subprocess.run(["bash", "-c", words], env=home, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    (tmp_path / ".bashrc").write_text("set -e\n")
    assert "bash completion installed in" in bash(f"'{sys.executable}' -m homebody --install-completion; true")
    assert (tmp_path / ".bashrc").read_text().startswith("set -e\n")
    assert bash("source ~/.bashrc; complete -p homebody").startswith("complete -o default -F _homebody_completion")
    asked = {"_HOMEBODY_COMPLETE": "complete_bash", "COMP_WORDS": "homebody memory for", "COMP_CWORD": "2"}
    assert python("-m", "homebody", cwd=tmp_path, path=ROOT, **asked).stdout.split() == ["forget"]


@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
def test_a_shell_without_completion_is_refused(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import shellingham

    def unknown() -> tuple[str, str]:
        raise shellingham.ShellDetectionFailure

    monkeypatch.setattr(shellingham, "detect_shell", unknown)
    with pytest.raises(BadInput, match=r"is not known; .*bash, zsh, fish"), completing([option]):
        pytest.fail("it was tried all the same")
    monkeypatch.setattr(shellingham, "detect_shell", lambda: ("csh", "/bin/csh"))
    with pytest.raises(BadInput, match="csh has no completion"), completing([option]):
        pytest.fail("it was tried all the same")
    monkeypatch.setattr(shellingham, "detect_shell", lambda: ("bash", "/bin/bash"))
    with pytest.raises(BadInput, match="cannot be installed: no place"), completing([option]):
        raise PermissionError("no place")
    with completing(["run"]):
        pass
