"""What the report of coverage takes for a line of the core."""

import core_coverage

GENERATED = '''
  /* "athanor/_core/four.pyx":7
 *     if x:             # <<<<<<<<<<<<<<
*/
  if (x) {
    /* "athanor/_core/bits.pxd":9
 *         y()             # <<<<<<<<<<<<<<
*/
    y();
  }

  /* function exit code */
  return;
}
static int of_cython(void) {
  return 0;
}
/* "numpy.pxd":3
*/
  z();
'''


def test_each_line_of_c_belongs_to_the_comment_before_it_up_to_the_end_of_the_function(tmp_path):
    generated = tmp_path / "four.c"
    generated.write_text(GENERATED, encoding="utf-8")
    code = {number: text.strip() for number, text in enumerate(GENERATED.splitlines(), 1)}
    found = [(code[number], origin) for number, origin in core_coverage.origins(generated).items()]
    calls = [(text, origin) for text, origin in found if text.endswith((";", "{"))]
    assert calls == [("if (x) {", ("four.pyx", 7)), ("y();", ("bits.pxd", 9))]
