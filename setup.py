"""Compile every Cython module of the core; all other build settings stand in pyproject.toml."""

import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CORE = Path("src/athanor/_core")

# -g0: the debug flags that some interpreters were built with would triple the wheel.
COMPILE_ARGS = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0", "-fno-semantic-interposition"]

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "freethreading_compatible": True,
}


def extensions() -> list[Extension]:
    return [
        Extension(
            f"athanor._core.{source.stem}",
            [source.as_posix()],
            include_dirs=[CORE.as_posix()],
            depends=[header.as_posix() for header in sorted(CORE.glob("*.h"))],
            extra_compile_args=COMPILE_ARGS,
        )
        for source in sorted(CORE.glob("*.pyx"))
    ]


setup(
    ext_modules=cythonize(
        extensions(),
        build_dir="build/cython",
        include_path=["src"],
        compiler_directives=DIRECTIVES,
    ),
    options={"build_ext": {"parallel": True}},
)
