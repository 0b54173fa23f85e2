PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help build test lint bench instructions docs-picture docs-table docs-benchmarks dist wheels packaging portability ci clean

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
