/* Forget what an instruction set defined, so that the next may. */
#undef LANES
#undef LANES_CODE
#undef V
#undef M
#undef ALL
#undef SOME
#undef MORE
#undef PICK
#undef ONLY
#undef ANY
#undef MAYBE
#undef LANES_OF
#undef XOR3
#undef MAJORITY
#undef MAX
#undef RAISE
#undef COUNT
