PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

FUZZ_SECONDS ?= 60
FUZZ_CC ?= clang
GAMES ?= 1000000

.DEFAULT_GOAL := help
.PHONY: help build test lint asan checked tsan fuzz coverage leaks bench instructions docs-picture docs-table docs-benchmarks \
	docs-melds dist wheels packaging portability ci clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(BIN)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --editable ".[dev]"
	touch $@

build: $(BIN)/.installed  ## compile what changed in the core, in place
	$(BIN)/python setup.py --quiet build_ext --inplace

test: build  ## run the tests
	$(BIN)/python -m pytest

lint: $(BIN)/.installed  ## ruff, cython-lint and mypy
	$(BIN)/ruff check .
	PATH="$(BIN):$$PATH" cython-lint src
	$(BIN)/mypy

# What a build that looks for faults says last goes to standard error itself, which pytest must not keep until the end.
# libasan looks up what throws C++ exceptions when it is loaded: matplotlib, which comes later, needs libstdc++ there.
asan: build  ## run the tests on a build that checks memory and undefined behaviour; TESTS chooses some
	ATHANOR_BUILD=asan $(BIN)/python setup.py --quiet build
	ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=build/asan/lib \
		LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libstdc++.so.6)" \
		$(BIN)/python -m pytest --capture=sys $(TESTS)

checked: build  ## run the tests on a build in which Cython checks bounds and divisions; TESTS chooses some
	ATHANOR_BUILD=checked $(BIN)/python setup.py --quiet build
	PYTHONPATH=build/checked/lib $(BIN)/python -m pytest --capture=sys $(TESTS)

tsan: build  ## run the tests of threads on a build that finds races
	ATHANOR_BUILD=tsan $(BIN)/python setup.py --quiet build
	LD_PRELOAD=$$($(CC) -print-file-name=libtsan.so) PYTHONPATH=build/tsan/lib \
		$(BIN)/python -m pytest -n 0 -s tests/test_threads.py

coverage: build  ## which lines of the core and of Python the tests don't reach; FILES chooses some of the core
	$(BIN)/pip install --quiet coverage
	find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	ATHANOR_BUILD=coverage $(BIN)/python setup.py --quiet build
	PYTHONPATH=build/coverage/lib $(BIN)/python -m coverage run --data-file=build/coverage/python.data \
		--source=build/coverage/lib/athanor -m pytest -n 0 --ignore=tests/test_executors.py
	$(BIN)/python tests/core_coverage.py build/coverage $(FILES)
	$(BIN)/python -m coverage report --data-file=build/coverage/python.data --show-missing --skip-covered

leaks: build  ## whether memory stays flat over GAMES games of each edition and thousands of every public object
	$(BIN)/python tests/leaks.py --games $(GAMES)

fuzz: build  ## fuzz each target FUZZ_SECONDS long under clang's sanitizers, steered by coverage; TARGETS chooses some
	$(BIN)/pip install --quiet atheris
	CC=$(FUZZ_CC) ATHANOR_BUILD=fuzz $(BIN)/python setup.py --quiet build
	ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=build/fuzz/lib \
		LD_PRELOAD=$$($(BIN)/python -c "import atheris; print(atheris.path())")/asan_with_fuzzer.so \
		$(BIN)/python tests/fuzz/run.py --seconds $(FUZZ_SECONDS) $(TARGETS)

bench: build  ## run the benchmarks, on one core
	$(BIN)/python -m pytest -n 0 bench

instructions: build  ## count the core's instructions, compare with bench/instructions.json; needs valgrind
	$(BIN)/python bench/instructions.py

docs-picture: build  ## draw docs/simulate.svg from a real run
	$(BIN)/python docs/picture.py

docs-table: build  ## write the table of docs/observation.md from the layout
	$(BIN)/python docs/observation_table.py

docs-benchmarks: build  ## measure everything and write it into docs/benchmarks.md, with its picture
	$(BIN)/pip install --quiet --editable ".[peers]"
	$(BIN)/python docs/benchmark_run.py

docs-melds: build  ## measure the meld search by hand size and Jokers, write docs/melds.md and its picture
	$(BIN)/pip install --quiet --editable ".[plot]"
	$(BIN)/python bench/meld_times.py

dist: $(BIN)/.installed  ## build the sdist and, from it, the wheel
	rm -rf dist
	$(BIN)/python -m build
	$(BIN)/python .ci/check_archives.py dist

wheels:  ## build, repair, check and test a wheel for each Python here; INTERPRETERS names others
	.ci/wheels $(INTERPRETERS)

packaging: $(BIN)/.installed  ## check pyproject.toml, the workflows and the list of wheels, offline
	$(BIN)/pip install --quiet --editable ".[workflows]"
	PATH="$(BIN):$$PATH" .ci/check_packaging

portability: $(BIN)/.installed  ## compile the core's C headers for every kind of machine, and run them
	$(BIN)/pip install --quiet --editable ".[portability]"
	PYTHON=$(BIN)/python .ci/portability

ci:  ## what continuous integration does, on what is committed
	bash .ci/run

clean:  ## remove all that was built, the virtual environment too
	rm -rf build dist $(VENV) src/*.egg-info src/athanor/_core/*.so
