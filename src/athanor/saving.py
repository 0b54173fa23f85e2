"""Rows of games written to files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .checks import shown
from .errors import ArgumentError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def save_rows(rows: NDArray[Any], path: str | os.PathLike[str]) -> None:
    """Write a structured array by the suffix of the file; ArgumentError if there is no such format."""
    check_path(path)
    WRITERS[Path(path).suffix.lower()](rows, Path(path))


def check_path(path: str | os.PathLike[str]) -> None:
    """ArgumentError if rows can't be saved to the file, found out before they are played."""
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError(f"a file is named by a text or a path, not {shown(path)}")
    file = Path(path)
    if file.suffix.lower() not in WRITERS:
        raise ArgumentError(f"can't save as {file.suffix or file.name!r}: the suffixes are {', '.join(WRITERS)}")
    if not file.parent.is_dir():
        raise ArgumentError(f"can't save to {file}: there is no folder {file.parent}")
    if file.suffix.lower() == ".parquet":
        _pyarrow()


def flat_columns(rows: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """One column a field, an array in a field spread over numbered columns."""
    columns = {}
    for name in rows.dtype.names or ():
        values = rows[name]
        if values.ndim == 1:
            columns[name] = values
        else:
            columns.update({f"{name}_{i}": values[:, i] for i in range(values.shape[1])})
    return columns


def _save_npz(rows: NDArray[Any], file: Path) -> None:
    import numpy as np

    with file.open("wb") as stream:
        np.savez_compressed(stream, rows=rows)


def _save_csv(rows: NDArray[Any], file: Path) -> None:
    import csv

    columns = flat_columns(rows)
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(columns)
        writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))


def _save_parquet(rows: NDArray[Any], file: Path) -> None:
    pyarrow = _pyarrow()
    pyarrow.parquet.write_table(pyarrow.table(flat_columns(rows)), file)


def _pyarrow() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise ArgumentError("saving as .parquet needs pyarrow: pip install 'athanor-cards[parquet]'") from None
    return pyarrow


WRITERS: dict[str, Callable[[NDArray[Any], Path], None]] = {
    ".npz": _save_npz,
    ".csv": _save_csv,
    ".parquet": _save_parquet,
}
