"""Data flows one way: a module imports only from layers to its left."""

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "athanor"

# Left to right; modules of one layer may import each other. The core and the Python beside it share names.
LAYERS = [
    {"bits", "rng", "errors", "cards"},
    {"actions"},
    {"rules"},
    {"melds", "poker", "poker_tables", "lay"},
    {"state", "log"},
    {"deal", "play", "owed", "four"},
    {"engine"},
    {"positions", "handle", "history", "table", "game"},
    {"bots"},
    {"batch"},
    {"simulate"},
    {"cli"},
]
LAYER = {name: number for number, layer in enumerate(LAYERS) for name in layer}

IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<where>[.\w]+)[ \t]+c?import[ \t]+(?P<names>[^\n#]+)"
    r"|c?import[ \t]+(?P<plain>[\w.]+))",
    re.MULTILINE,
)
MODULES = sorted(path for ending in ("py", "pyx", "pxd", "pyi") for path in SOURCE.rglob(f"*.{ending}"))


def imported(source):
    """The names of athanor's modules that a source imports or cimports, at any depth."""
    found = set()
    for match in IMPORT.finditer(source.replace("(\n", "(")):
        where = match["where"] or match["plain"]
        if not where.startswith((".", "athanor")):
            continue
        words = [word for word in where.split(".") if word and word not in ("athanor", "_core")]
        found |= {words[0]} if words else set(re.findall(r"\w+", match["names"] or ""))
    return found & set(LAYER)


@pytest.mark.parametrize("path", MODULES, ids=[path.relative_to(SOURCE).as_posix() for path in MODULES])
def test_a_module_imports_only_from_its_left(path):
    if path.stem == "__init__":
        return
    assert path.stem in LAYER, f"{path.stem} has no layer: give it one here"
    for name in imported(path.read_text(encoding="utf-8")):
        assert LAYER[name] <= LAYER[path.stem], f"{path.name} imports {name}, which stands to its right"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from .bits cimport Cards, popcount", {"bits"}),
        ("from .rules cimport (\n    A,\n)", {"rules"}),
        ("from . import actions, positions", {"actions", "positions"}),
        ("from athanor._core.engine import x", {"engine"}),
        ("from ._core.rules import RuleSet", {"rules"}),
        ("from athanor._core cimport four, play", {"four", "play"}),
        ("import athanor.game", {"game"}),
        ("cimport athanor._core.engine", {"engine"}),
        ("def f():\n    from athanor.errors import ActionError", {"errors"}),
        ("from collections import abc\nimport numpy", set()),
        ('"""from the engine import nothing"""', set()),
    ],
)
def test_imports_are_found_in_every_form(source, names):
    assert imported(source) == names


def test_the_core_does_not_import_numpy():
    for path in MODULES:
        if path.suffix in (".pyx", ".pxd"):
            assert not re.search(
                r"^[ \t]*(?:from numpy|c?import numpy)", path.read_text(encoding="utf-8"), re.MULTILINE
            )


def test_the_package_does_not_load_the_command_line():
    source = (SOURCE / "__init__.py").read_text(encoding="utf-8")
    assert not re.search(r"\b(?:cli|rich|click)\b", source)
