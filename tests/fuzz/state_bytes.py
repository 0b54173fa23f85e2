"""States from bytes that anybody may have changed."""

from .judge import plays_on, tried
from .source import EDGES, Source

HEADER = 10


def changed(source: Source, data: bytearray) -> None:
    kind = source.number(0, 4)
    where = source.number(HEADER, len(data) - 1)
    if kind == 0:
        data[where] = source.number(0, 255)
    elif kind == 1:
        data[where] = source.choice(EDGES[:6]) & 255
    elif kind == 2:
        data[where] ^= 1 << source.number(0, 7)
    elif kind == 3:
        other = source.number(HEADER, len(data) - 1)
        data[where], data[other] = data[other], data[where]
    else:
        new = source.bytes(source.number(0, 8))
        data[where : where + source.number(0, 8)] = new


def run(source: Source) -> None:
    state = source.state()
    data = bytearray(bytes(state))
    for _ in range(source.number(0, 3)):
        if len(data) > HEADER:
            changed(source, data)
    given = source.junk() if source.one_in(30) else bytes(data)
    loaded = tried(lambda: state.game.state_from_bytes(given))
    if loaded is not None:
        plays_on(source, loaded)
