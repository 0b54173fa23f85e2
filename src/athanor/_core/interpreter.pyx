# cython: subinterpreters_compatible = own_gil
# distutils: define_macros = CYTHON_USE_MODULE_STATE=1
"""Says no to sub-interpreters in its own words: types and tables of the core are one for the whole process."""


cdef extern from "Python.h":
    ctypedef struct PyInterpreterState:
        pass

    PyInterpreterState* PyInterpreterState_Get()
    PyInterpreterState* PyInterpreterState_Main()


if PyInterpreterState_Get() != PyInterpreterState_Main():
    raise ImportError("athanor plays in the main interpreter only, not in a sub-interpreter: use threads or processes")
