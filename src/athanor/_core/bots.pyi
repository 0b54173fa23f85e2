BOT_CODES: dict[str, int]
EXTERNAL_CODE: int
