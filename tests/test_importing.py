"""What importing the package loads, what it refuses, and that its version is said once."""

import importlib.metadata
import subprocess
import sys

import athanor

# Compiled modules bring a module of the Cython run-time each; all else must be Python's own.
OWN = ("athanor", "cython_runtime", "_cython_")
MOST_MODULES = 150

NEW_MODULES = "import sys; before = set(sys.modules); import athanor; print(*sorted(set(sys.modules) - before))"

IN_A_SUBINTERPRETER = """
import sys
import athanor

code = f'''
import sys
sys.path[:] = {sys.path!r}
try:
    import athanor
except ImportError as error:
    with open({sys.argv[1]!r}, "w", encoding="utf-8") as file:
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


def test_importing_loads_only_itself_and_python():
    done = subprocess.run([sys.executable, "-c", NEW_MODULES], capture_output=True, text=True, check=True)
    names = done.stdout.split()
    foreign = {name.partition(".")[0] for name in names} - sys.stdlib_module_names
    assert [name for name in foreign if not name.startswith(OWN)] == []
    assert "athanor._core.handle" in names
    assert len(names) <= MOST_MODULES


def test_a_sub_interpreter_is_refused(tmp_path):
    message = tmp_path / "message"
    command = [sys.executable, "-W", "ignore", "-c", IN_A_SUBINTERPRETER, str(message)]
    subprocess.run(command, capture_output=True, check=True)
    refusals = ("does not support loading in subinterpreters", "can only be loaded into one interpreter per process")
    assert any(refusal in message.read_text(encoding="utf-8") for refusal in refusals)


def test_the_version_is_the_installed_one():
    assert athanor.__version__ == importlib.metadata.version("athanor-cards")
