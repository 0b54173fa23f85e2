"""Write the table of docs/observation.md: the layout of observations, from the layout itself."""

import re
from pathlib import Path

from athanor.observation import ObservationLayout, layout_for

PAGE = Path(__file__).with_name("observation.md")
TABLE = re.compile(r"^\| slice .*?\n\n", re.MULTILINE | re.DOTALL)
PLAYERS = 4


def table(layout: ObservationLayout) -> str:
    """A row for each slice; P stands for the number of players."""
    other = ObservationLayout(layout.players + 1)
    rows = ["| slice | entries | shape | range | meaning |", "|---|---|---|---|---|"]
    for part in layout.values():
        sizes = "P" if other[part.name].shape != part.shape else " x ".join(map(str, part.shape))
        entries = f"{part.start}" if part.stop == part.start + 1 else f"{part.start} to {part.stop - 1}"
        rows.append(f"| `{part.name}` | {entries} | {sizes} | 0 to {part.high} | {part.doc} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda _: table(layout_for(PLAYERS)) + "\n", page), encoding="utf-8")
    print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
