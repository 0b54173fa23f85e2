"""Compile every Cython module of the core; all other build settings stand in pyproject.toml."""

import os
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CORE = Path("src/athanor/_core")

# -g0: the debug flags that some interpreters were built with would triple the wheel.
COMPILE_ARGS = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0", "-fno-semantic-interposition"]
# Counting bits is a tenth of an observation, and every x86-64 processor that numpy runs on has the instruction.
if sysconfig.get_platform().startswith(("linux", "macosx")) and sysconfig.get_platform().endswith("x86_64"):
    COMPILE_ARGS.append("-mpopcnt")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "freethreading_compatible": True,
}

# Builds that look for faults, by the value of ATHANOR_BUILD: compiler arguments, linker arguments, directives.
WITH_FRAMES = ["-O1", "-g1", "-fno-omit-frame-pointer"]
# Most interpreters' own flags let signed numbers wrap, and no overflow would be seen.
ADDRESS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-wrapv"]
# For clang, with whose coverage atheris steers; its runtime has no check of function types. The last array of a
# struct has its bounds too, but for those of one element, as in the headers of Python.
FOR_FUZZER = ["-fsanitize=fuzzer-no-link", "-fno-sanitize=function", "-fstrict-flex-arrays=1"]
THREAD = ["-fsanitize=thread"]
BUILDS: dict[str, tuple[list[str], list[str], dict[str, object]]] = {
    "": (COMPILE_ARGS, [], {}),
    "asan": ([*WITH_FRAMES, *ADDRESS], ADDRESS, {}),
    "fuzz": ([*WITH_FRAMES, *ADDRESS, *FOR_FUZZER], ADDRESS, {}),
    "tsan": ([*WITH_FRAMES, *THREAD], THREAD, {}),
    "checked": (["-O1", "-g1", "-UNDEBUG"], [], {"boundscheck": True, "initializedcheck": True}),
    "coverage": (["-O0", "-g0", "--coverage", "-fprofile-update=atomic"], ["--coverage"], {}),
}
BUILD = os.environ.get("ATHANOR_BUILD", "")
if BUILD not in BUILDS:
    sys.exit(f"ATHANOR_BUILD can't be {BUILD!r}: it is one of {', '.join(filter(None, BUILDS))}, or not set")
BUILD_ARGS, LINK_ARGS, CHECKS = BUILDS[BUILD]
# Each has its own folder, so that none is mistaken for the one that is installed.
BUILD_BASE = f"build/{BUILD}" if BUILD else "build"
OPTIONS: dict[str, dict[str, object]] = {"build_ext": {"parallel": True}}
if BUILD:
    OPTIONS["build"] = {"build_base": BUILD_BASE, "build_lib": f"{BUILD_BASE}/lib"}


def extensions() -> list[Extension]:
    return [
        Extension(
            f"athanor._core.{source.stem}",
            [source.as_posix()],
            include_dirs=[CORE.as_posix()],
            depends=[header.as_posix() for header in sorted(CORE.glob("*.h"))],
            extra_compile_args=BUILD_ARGS,
            extra_link_args=LINK_ARGS,
        )
        for source in sorted(CORE.glob("*.pyx"))
    ]


setup(
    ext_modules=cythonize(
        extensions(),
        build_dir=f"{BUILD_BASE}/cython",
        include_path=["src"],
        compiler_directives=DIRECTIVES | CHECKS,
    ),
    options=OPTIONS,
)
