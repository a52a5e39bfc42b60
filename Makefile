# `make plan` sets everything up and plans the shipped farm; `make app` opens the what-if page, `make test` runs the tests,
# `make quick` those of them that take less than a minute, `make proof` the long statistical ones, and `make docs` makes the site.

SCENARIO ?= scenarios/downloads_today.yaml
REPORT ?= reports
ADDRESS ?= 127.0.0.1
PORT ?= 8501
# A path below which the page stands, such as `make app PREFIX=headroom` behind a proxy; none for the root.
PREFIX ?=
# The first Python of these that is 3.11 or newer; name another with `make PYTHON=...`.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin

# What Python compiles is kept, whatever the environment says: else each start of a command reads all modules again, and
# the tests, which start many, take minutes longer.
unexport PYTHONDONTWRITEBYTECODE

# What pins the packages; it has an environment of its own.
UV := uv==0.13.9

.PHONY: plan app quick test proof bench lint docs setup lock clean

plan: .venv/ready
	@$(BIN)/python -m simulator plan $(SCENARIO) --report $(REPORT)

# Files side by side, in the order of tests/tiers.py.
SIDE_BY_SIDE := --numprocesses auto --dist loadfile --no-loadscope-reorder

quick: .venv/ready
	@$(BIN)/ruff check --quiet .
	@$(BIN)/python -m pytest -m "not proof" --quick $(SIDE_BY_SIDE)

test: setup
	@$(BIN)/ruff check --quiet .
	@$(BIN)/python -m pytest -m "not proof" $(SIDE_BY_SIDE)

app: .venv/ready
	@$(BIN)/python -m simulator.ui --server.address $(ADDRESS) --server.port $(PORT) $(if $(PREFIX),--server.baseUrlPath $(PREFIX))

proof: setup
	@$(BIN)/python -m pytest -m proof

bench: setup
	@$(BIN)/python -m tests.bench

lint: .venv/ready
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy

# The pages of docs/, with the reference of commands and of the library, as a site: build/site/index.html.
docs: .venv/ready
	@mkdir -p build && cp docs/site.yml build/mkdocs.yml
	@NO_MKDOCS_2_WARNING=1 PYTHONPATH=. $(BIN)/python -m mkdocs build --strict --quiet --config-file build/mkdocs.yml
	@echo "Written: build/site/index.html"

setup: .venv/ready .venv/compiled

# Pins all that pyproject.toml names, extras too, and all that those need, with hashes, for every Python and system that it allows.
# What is pinned already stays, as long as pyproject.toml allows it; `make lock UPGRADE=--upgrade` takes the newest.
lock:
	@[ -x .venv/lock/bin/uv ] || { $(PYTHON) -m venv .venv/lock && .venv/lock/bin/pip install --quiet $(UV); }
	@.venv/lock/bin/uv pip compile pyproject.toml --all-extras --group test --group docs --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command "make lock" --quiet --output-file requirements.txt $(UPGRADE)

# Modules are compiled when they are first loaded (`--no-compile`): of the packages few commands load a tenth, and to compile
# all took half of the installation.
# The environment, and the kernel compiled into the user's cache: once, and again when what it is made from changes.
.venv/ready: requirements.txt $(wildcard simulator/engines/*.py simulator/engines/kernel/*.py simulator/engines/kernel/*/*.py simulator/network/*.py)
	@if [ -z "$(PYTHON)" ]; then echo "Headroom needs Python 3.11 or newer with venv (on Debian: apt install python3-venv)." >&2; exit 2; fi
	@[ -x $(BIN)/python ] || { echo "Setting up .venv with $(PYTHON) ..."; $(PYTHON) -m venv .venv; }
	@cmp -s requirements.txt .venv/installed || { echo "Installing the pinned packages ..."; \
		$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r requirements.txt && cp requirements.txt .venv/installed; }
	@echo "Compiling the simulation kernel (about a minute, once) ..."
	@$(BIN)/python -m simulator.engines.precompile
	@touch .venv/ready

# What most farms do without, which a run would else compile that needs it: tests need all.
.venv/compiled: .venv/ready
	@echo "Compiling the kernel for nodes that have to do with each other (one to two minutes, once) ..."
	@$(BIN)/python -m simulator.engines.precompile --all
	@touch .venv/compiled

clean:
	rm -rf .venv reports build *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
