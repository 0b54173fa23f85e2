"""Arrays of the caller: their memory, kept alive."""


cdef void* rows_of(list owners, dict arrays, str name, Py_ssize_t bytes) except? NULL:
    """The memory of an array of that name and so many bytes, kept alive by its owners; NULL if there is none."""
    cdef uint8_t[::1] flat
    array = arrays.get(name)
    if array is None:
        return NULL
    flat = memoryview(array).cast("B")
    if flat.shape[0] != bytes:
        raise ValueError(f"{name} has not the right size")
    owners.append(flat)
    return &flat[0]


cdef int fill_rows(GameRows* rows, list owners, dict arrays, int players, Py_ssize_t count,
                   Py_ssize_t num_actions) except -1:
    """Find the rows among the arrays, by the names that athanor.vector tells."""
    rows.view = view_size(players)
    rows.num_actions = num_actions
    rows.bit_bytes = (num_actions + 7) // 8
    rows.observations = <uint8_t*>rows_of(owners, arrays, "observations", count * rows.view)
    rows.mask = <int8_t*>rows_of(owners, arrays, "legal_mask", count * num_actions)
    rows.bits = <uint8_t*>rows_of(owners, arrays, "legal_bits", count * rows.bit_bytes)
    return 0
