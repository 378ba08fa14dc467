# make demo    plays a sample turn into ./demo and says where to look
# make test    style, types and all tests, as the checks on each change do
# make bench   the numbers of bench/run.py and bench/fields.py on this machine

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test test-long coverage lint types bench rules clean

demo: $(VENV)/.installed
	$(BIN)/adjudicator demo demo

test: lint types
	$(BIN)/pytest -n auto --dist loadgroup

# The same tests with branch coverage, which may not fall below the figure in pyproject.toml.
coverage: $(VENV)/.installed
	$(BIN)/pytest -n auto --dist loadgroup --cov --cov-report=term:skip-covered

# Two hundred random matches to their end instead of a few, two hundred killed commands, longer fuzzing and 5,000 retreats.
test-long: lint types
	ADJUDICATOR_RANDOM_MATCHES=200 ADJUDICATOR_KILLS=200 ADJUDICATOR_FUZZ=2000 ADJUDICATOR_RETREATS=5000 \
		$(BIN)/pytest -n auto --dist loadgroup

lint: $(VENV)/.installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.installed
	$(BIN)/mypy

bench: $(VENV)/.installed
	-$(BIN)/python -m pip install --quiet -e '.[bench]'
	$(BIN)/python bench/run.py
	$(BIN)/python bench/fields.py

# The files of the rule catalogue and the rulings page that are made from the source.
rules: $(VENV)/.installed
	$(BIN)/python scripts/index_rules.py
	$(BIN)/python scripts/rulings_page.py

$(VENV)/.installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

clean:
	rm -rf demo build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
