"""What the pages say holds: rulings and options are all there, links lead somewhere, examples run."""

import doctest
import importlib
import pkgutil
import re
import shlex
from pathlib import Path

import pytest

import athanor
from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE
from athanor.cli import main
from athanor.rules import options, text

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
RULINGS = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
MODULES = [module.name for module in pkgutil.iter_modules(athanor.__path__, "athanor.")]
SOURCES = {path.stem for suffix in ("py", "pyx", "pxd") for path in (ROOT / "src").rglob(f"*.{suffix}")}
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def python_blocks() -> list[object]:
    """A pytest parameter for each block of Python, named by its page and line."""
    found = []
    for page in PAGES:
        content = page.read_text(encoding="utf-8")
        for match in FENCE.finditer(content):
            if match[1] == "python":
                line = content.count("\n", 0, match.start()) + 1
                found.append(pytest.param(match[2], id=f"{page.name}:{line}"))
    return found


def without_fences(page: Path) -> str:
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes of a page's headings."""
    titles = HEADING.findall(without_fences(page))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def sections() -> dict[str, str]:
    """The text below each ruling's heading, by the ruling's number."""
    parts = re.split(r"^### (R\d+)\. .*$|^## .*$", RULINGS, flags=re.MULTILINE)
    return {number: body for number, body in zip(parts[1::2], parts[2::2], strict=True) if number}


def test_every_ruling_has_one_heading_in_order():
    headings = re.findall(r"^### R(\d+)\. ", RULINGS, flags=re.MULTILINE)
    assert headings == [str(number) for number in range(1, 36)]


@pytest.mark.parametrize("name", options())
def test_every_option_is_explained_under_one_of_its_rulings(name):
    cited = re.findall(r"R\d+", options()[name].ruling) or ["R1"]
    places = [RULINGS] if name == "edition" else [sections()[number] for number in cited]
    assert any(f"`{name}`" in place or f"`{name}=" in place for place in places)


@pytest.mark.parametrize("name", options())
def test_option_table_says_what_the_code_does(name):
    option = options()[name]
    values = [f"{option.low} to {option.high}"] if option.low is not None else []
    values += [f"`{text(choice)}`" for choice in option.choices]
    defaults = [f"`{text(getattr(edition, name))}`" for edition in (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)]
    row = " | ".join([f"`{name}`", option.ruling or "–", ", ".join(values), *defaults, option.doc])
    assert f"| {row} |\n" in RULINGS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in LINK.findall(without_fences(page)):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


@pytest.mark.parametrize("block", python_blocks())
def test_python_examples_run(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "example", "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_interactive_examples_of_a_page_print_what_they_show(page):
    fences = FENCE.findall(page.read_text(encoding="utf-8"))
    blocks = [body for language, body in fences if language == "pycon"]
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, None, None)
    assert doctest.DocTestRunner().run(examples).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_print_what_they_show(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_readme_has_each_command_once():
    commands = re.findall(r"^python3 -m venv .+$", README, flags=re.MULTILINE)
    assert [command.split()[-2:] for command in commands] == [
        [".venv/bin/athanor", "simulate"],
        ["-m", "pytest"],
    ]


@pytest.mark.parametrize("command", re.findall(r"^athanor .+$", README, flags=re.MULTILINE))
def test_readme_commands_run(command, capsys):
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("module", sorted(SOURCES - {"__init__", "__main__"}))
def test_architecture_names_every_module(module):
    assert re.search(rf"`(_core/)?{module}`", ARCHITECTURE)
