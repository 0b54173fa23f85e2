"""Install what some tests need, where there is a wheel of it; tests of what is missing skip themselves."""

import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
OPTIONAL = ("oracles", "dask", "parquet")


def main() -> int:
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    missing = [package for extra in OPTIONAL for package in extras[extra] if not installed(package)]
    print("\n".join(f"no wheel of {package} for this platform: its tests skip" for package in missing))
    return 0


def installed(package: str) -> bool:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", package]
    return subprocess.run(command, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
