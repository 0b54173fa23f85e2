"""Actions from any text or value: each code has one text, whose code it is again."""

from .judge import tried
from .source import Source


def run(source: Source) -> None:
    game = source.game()
    for _ in range(4):
        given = source.text() if source.one_in(2) else source.junk()
        code = tried(lambda given=given: game.action_id(given))
        if code is not None:
            assert 0 <= code < game.num_actions
            assert game.action_id(game.action_text(code)) == code
        text = tried(lambda given=given: game.action_text(given))
        assert text is None or game.action_id(text) == int(given)
