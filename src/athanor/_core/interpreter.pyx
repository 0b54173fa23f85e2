# cython: subinterpreters_compatible = own_gil
# distutils: define_macros = CYTHON_USE_MODULE_STATE=1
"""Says no in its own words where the core can't run.

That is in sub-interpreters, since its types and tables are one for the whole process, and on an x86-64 processor
without the bit counts that it is compiled to, as the wheels of numpy are.
"""


cdef extern from "bits.h":
    bint counts_bits() noexcept


cdef extern from "Python.h":
    ctypedef struct PyInterpreterState:
        pass

    PyInterpreterState* PyInterpreterState_Get()
    PyInterpreterState* PyInterpreterState_Main()


if PyInterpreterState_Get() != PyInterpreterState_Main():
    raise ImportError("athanor plays in the main interpreter only, not in a sub-interpreter: use threads or processes")
if not counts_bits():
    raise ImportError("athanor needs a processor with the instruction POPCNT (x86-64-v2, of 2009 or later)")
