"""What importing the package and its names loads, what it refuses, and that its version is said once."""

import importlib.metadata
import pickle
import subprocess
import sys

import pytest

import athanor

# Compiled modules bring a module of the Cython run-time each; all else must be Python's own.
OWN = ("athanor", "cython_runtime", "_cython_")

NEW_MODULES = "import sys; before = set(sys.modules); {}; print(*sorted(set(sys.modules) - before))"

# Whoever plays no game on threads, reads no TOML and has no arrays waits for none of these.
RARE = {"numpy", "concurrent.futures", "tomllib", "rich", "click", "logging"}

ONE_BY_ONE = """
import sys
import athanor
assert {name!r} in dir(athanor)
value = getattr(athanor, {name!r})
assert value is athanor.__dict__[{name!r}]
assert type(value) is not type(sys), value
"""

# A module may come before the function of its name, and after it.
MODULE_FIRST = """
import athanor.{name}, athanor
assert callable(athanor.{name}), athanor.{name}
from athanor import {name}
import athanor.{name}
assert athanor.{name} is {name} is sys.modules["athanor.{name}"].{name}
"""

# Of threads that import collections.abc at once, one may get it empty in CPython 3.13.0.
THREADS = """
import collections.abc, sys, threading
import athanor
sys.setswitchinterval(1e-6)
values = []
def ask(names):
    values.append({{name: getattr(athanor, name) for name in names}})
threads = [threading.Thread(target=ask, args=(athanor.__all__[i:] + athanor.__all__[:i],)) for i in range({threads})]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(values) == {threads}, len(values)
for name in athanor.__all__:
    assert len({{id(asked[name]) for asked in values}}) == 1, name
"""

IN_A_SUBINTERPRETER = """
import sys
{before}

code = f'''
import sys
sys.path[:] = {{sys.path!r}}
import athanor
try:
    athanor.Game
except ImportError as error:
    with open({{sys.argv[1]!r}}, "w", encoding="utf-8") as file:
        file.write(str(error))
'''
try:
    from concurrent import interpreters
    interpreters.create().exec(code)
except ImportError:
    try:
        import _interpreters
    except ImportError:
        import _xxsubinterpreters as _interpreters
    _interpreters.run_string(_interpreters.create(), code)
"""


def loaded_by(statement: str) -> set[str]:
    command = [sys.executable, "-c", NEW_MODULES.format(statement)]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_importing_the_package_loads_none_of_its_modules():
    names = {name for name in loaded_by("import athanor") if not name.startswith("importlib")}
    assert "athanor" in names
    assert names <= {"athanor", "types", "_types", "warnings"}


@pytest.mark.parametrize("names", ["Card, CardSet, Rules", "Game, State", "evaluate, best_melds, deadwood"])
def test_a_name_loads_only_itself_and_python(names):
    modules = loaded_by(f"from athanor import {names}")
    foreign = {name.partition(".")[0] for name in modules} - sys.stdlib_module_names
    assert [name for name in foreign if not name.startswith(OWN)] == []
    assert modules & RARE == set()
    assert "athanor._core.rules" in modules


def test_the_command_line_waits_for_no_more_than_its_help_needs():
    loaded = loaded_by("import athanor.cli")
    assert loaded & RARE == {"click"}
    assert loaded & {f"athanor.{name}" for name in ("simulate", "equity", "melds", "tables", "bench.suite")} == set()


def test_a_name_leaves_the_core_of_others_alone():
    others = {f"athanor._core.{name}" for name in ("equity", "odds", "batch", "gin")}
    assert loaded_by("from athanor import Game") & others == set()
    assert "athanor._core.handle" not in loaded_by("from athanor import evaluate, best_melds, deadwood, equity")


@pytest.mark.parametrize("name", athanor.__all__)
def test_a_name_is_there_when_it_is_asked_for_first(name):
    run(ONE_BY_ONE.format(name=name))


@pytest.mark.parametrize("name", ["deadwood", "equity", "simulate"])
def test_a_module_never_hides_the_function_of_its_name(name):
    run("import sys\n" + MODULE_FIRST.format(name=name))


def test_threads_that_ask_for_names_first_get_the_same():
    run(THREADS.format(threads=8))


def test_what_is_shown_is_what_there_is_for_others():
    assert [name for name in dir(athanor) if not name.startswith("__")] == athanor.__all__
    assert {"__all__", "__doc__", "__version__"} <= set(dir(athanor))


def test_a_name_that_is_none_is_refused():
    with pytest.raises(AttributeError, match="module 'athanor' has no attribute 'Gane'"):
        athanor.Gane  # noqa: B018
    with pytest.raises(ImportError, match="Gane"):
        from athanor import Gane  # noqa: F401


@pytest.mark.parametrize("name", athanor.__all__)
def test_a_name_pickles(name):
    value = getattr(athanor, name)
    assert pickle.loads(pickle.dumps(value)) == value


@pytest.mark.parametrize("before", ["", "import athanor; athanor.Game"])
def test_a_sub_interpreter_is_refused(tmp_path, before):
    message = tmp_path / "message"
    command = [sys.executable, "-W", "ignore", "-c", IN_A_SUBINTERPRETER.format(before=before), str(message)]
    subprocess.run(command, capture_output=True, check=True)
    assert message.read_text(encoding="utf-8") == (
        "athanor plays in the main interpreter only, not in a sub-interpreter: use threads or processes"
    )


def test_the_version_is_the_installed_one():
    assert athanor.__version__ == importlib.metadata.version("athanor-cards")
