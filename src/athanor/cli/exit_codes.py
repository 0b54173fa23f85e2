"""What the process returns; 0 where all went well."""

FAILURE = 1
USAGE_ERROR = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
