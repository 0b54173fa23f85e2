BOT_CODES: dict[str, int]
