"""Data flows one way: a module imports only from its own layer of docs/architecture.md and those to its left."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "athanor"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SOURCES = sorted(
    path
    for suffix in ("py", "pyx", "pxd")
    for path in PACKAGE.rglob(f"*.{suffix}")
    if path.stem not in ("__init__", "__main__")
)
# Three spellings: from .cards import, from ._core.engine import, from athanor._core.bits cimport.
IMPORT = re.compile(r"^\s*from (?:athanor)?\.(?:_core\.)?(?!_core)(\w+) c?import ", re.MULTILINE)
FOR_TYPES_ONLY = re.compile(r"^if TYPE_CHECKING:\n(?: .*\n)+", re.MULTILINE)
IMPORT_OF_MODULES = re.compile(r"^\s*from (?:athanor|\.|\._core|athanor\._core) c?import (.+)$", re.MULTILINE)


def layers() -> dict[str, int]:
    """The layer of each module, from the page's arrow."""
    arrow = " ".join(re.findall(r"^    (.*->.*)$", PAGE, flags=re.MULTILINE))
    names = [re.findall(r"\w+", layer) for layer in arrow.split("->")]
    return {name: number for number, layer in enumerate(names) for name in layer}


def imported_modules(source: str) -> set[str]:
    source = FOR_TYPES_ONLY.sub("", source)
    listed = ",".join(IMPORT_OF_MODULES.findall(source))
    return set(IMPORT.findall(source)) | {name.split()[0] for name in listed.split(",") if name and "__" not in name}


def test_the_arrow_names_each_module_and_nothing_else():
    assert layers().keys() == {path.stem for path in SOURCES}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_nothing_to_the_right(path):
    layer = layers()
    others = imported_modules(path.read_text(encoding="utf-8")) - {path.stem}
    assert [name for name in sorted(others) if layer[name] > layer[path.stem]] == []


def test_the_pattern_sees_every_spelling_of_an_import():
    source = """
from .cards import Card
    from ._core.rules import RuleSet
from athanor._core.bits cimport (
from ._core import engine as _engine, owed
import dataclasses
from typing import Any
if TYPE_CHECKING:
    from .game import Game
"""
    assert imported_modules(source) == {"cards", "rules", "bits", "engine", "owed"}


def test_importing_the_package_loads_no_command_line():
    check = "import sys, athanor; sys.exit(any(name in sys.modules for name in ('click', 'rich')))"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


def test_nothing_in_the_core_needs_numpy_to_be_built():
    for path in SOURCES:
        if path.suffix in {".pyx", ".pxd"}:
            assert not re.search(r"^\s*(cimport numpy|from numpy)", path.read_text(encoding="utf-8"), re.MULTILINE)
