"""Check what the sdist and the wheels in a folder hold, and their size: python .ci/check_archives.py dist"""

import sys
import tarfile
import zipfile
from pathlib import Path

CORE = Path("src/athanor/_core")
FOR_OTHERS = {".pxd", ".pyi", ".h"}
MOST_BYTES = 2_000_000
SDIST_FILES = {"LICENSE", "README.md", "pyproject.toml", "setup.py", "docs/rules.md", "tests/test_docs.py"}


def main(folder: Path) -> int:
    (sdist,) = folder.glob("*.tar.gz")
    wheels = sorted(folder.glob("*.whl"))
    problems = [f"{sdist.name}: {problem}" for problem in check_sdist(sdist)]
    problems += [f"{wheel.name}: {problem}" for wheel in wheels for problem in check_wheel(wheel)]
    if not wheels:
        problems.append(f"{folder} holds no wheel")
    sizes = "".join(f"\n{wheel.name}: {wheel.stat().st_size:,} bytes" for wheel in wheels)
    print("\n".join(problems) or f"{sdist.name} and the wheels hold what they should{sizes}")
    return 1 if problems else 0


def check_sdist(sdist: Path) -> list[str]:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    sources = {f"{CORE.as_posix()}/{name}" for name in core_files(FOR_OTHERS | {".pyx"})}
    return missing(names, SDIST_FILES | sources) + unwanted(names, (".c", ".so", ".pyd", ".pyc"))


def check_wheel(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    # A compiled module's name carries the interpreter's tag: only what stands before it is known.
    stems = names | {name.partition(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    shipped = core_files(FOR_OTHERS) | {Path(name).stem for name in core_files({".pyx"})}
    wanted = {"athanor/py.typed", "athanor/__init__.pxd"} | {f"athanor/_core/{name}" for name in shipped}
    strays = [f"{name} is not the package's" for name in sorted(names) if not name.startswith("athanor")]
    return missing(stems, wanted) + unwanted(names, (".c", ".pyx", ".pyc")) + strays + too_big(wheel)


def too_big(wheel: Path) -> list[str]:
    size = wheel.stat().st_size
    return [f"{size:,} bytes, more than {MOST_BYTES:,}"] if size > MOST_BYTES else []


def core_files(suffixes: set[str]) -> set[str]:
    return {path.name for path in CORE.iterdir() if path.suffix in suffixes}


def missing(names: set[str], wanted: set[str]) -> list[str]:
    return [f"{name} is missing" for name in sorted(wanted - names)]


def unwanted(names: set[str], suffixes: tuple[str, ...]) -> list[str]:
    return [f"{name} should not be there" for name in sorted(names) if name.endswith(suffixes)]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
