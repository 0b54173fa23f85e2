import athanor._core.interpreter  # noqa: F401
