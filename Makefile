# Scorekeeper: everything is done from here. `make` alone lists what there is.

PY      := .venv/bin/python
SETUP   := @sh .ci/setup.sh
WORKERS ?= 2
# One more where tests wait for browsers, servers and printing children about a quarter of their time.
WAITING ?= 3
# Two runs: measuring coverage makes Python several times as slow, and is only done where rules and games are tested.
# Most tests sync a database of their own; memory that looks like a disk answers at once, where the system has it.
MEMORY  := $(shell [ "$$(df -k --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 2000000 ] 2>/dev/null && echo /dev/shm)
IN_MEMORY := $(if $(MEMORY),PYTEST_DEBUG_TEMPROOT=$(MEMORY))
# Compiled modules are kept, also where the environment says otherwise: the tests start a hundred processes.
# Nothing random: sets keep one order too, see tests/chance.py. Only the full soak draws other values each time.
FIXED   := $(if $(FULL),,PYTHONHASHSEED=0)
CHANCE  := $(if $(FULL),--hypothesis-seed=$(shell date +%s))
PYTEST  := $(IN_MEMORY) $(FIXED) PYTHONDONTWRITEBYTECODE= $(PY) -m pytest $(CHANCE) -n $(WORKERS) --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help setup new-game run test soak check browser lint types fix bench mutants figures lock dist clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install all that the app needs (system packages, .venv, locked dependencies)
	$(SETUP) run

run: setup ## serve the app: PORT=8000 DATA=folder LAN=1 (tablets of the room) OPEN=1 (any device writes any sheet)
	@exec $(PY) -m scorekeeper serve $(if $(PORT),--port '$(PORT)') $(if $(DATA),--data '$(DATA)') $(if $(LAN),--lan) $(if $(OPEN),--open)

test: ## everything, from nothing: set-up with Chromium, style, types, floors, the suite, coverage
	$(SETUP) test
	@$(MAKE) --no-print-directory lint
	@$(PYTEST) -m 'measured and not soak' --cov --cov-report=term:skip-covered
	@$(PYTEST) -n $(WAITING) -m 'not measured and not soak'

soak: ## slow tests, sampled (8 minutes); FULL=1 for the full numbers (3 hours)
	$(SETUP) test
ifdef FULL
	@export SOAK=full; $(PYTEST) -n $(WAITING) -m 'soak and not hypothesis'; first=$$?; \
	HYPOTHESIS_PROFILE=deep $(PYTEST) -m hypothesis && exit $$first
else
	@$(PYTEST) -n $(WAITING) -m soak
endif

check: ## make test without its browser tests; WING=cards (draw, press, web …) for one folder of them, with all words and floors; GAME=key for one game, with its coverage
	$(SETUP) check
	@$(MAKE) --no-print-directory lint
ifdef GAME
	@$(PYTEST) -m 'not browser and not soak' -k '$(GAME) or test_words or test_catalogues or test_floors' \
	  --cov=scorekeeper/cards/games/$(GAME) --cov-report=term-missing:skip-covered
else ifdef WING
	@$(PYTEST) -m 'not browser and not soak' 'tests/$(WING)' tests/test_words.py tests/test_catalogues.py tests/test_floors.py
else
	@$(PYTEST) -m 'measured and not soak' --cov --cov-report=term:skip-covered
	@$(PYTEST) -n $(WAITING) -m 'not measured and not browser and not soak'
endif

browser: ## only the browser tests
	$(SETUP) test
	@$(PYTEST) -n $(WAITING) -m 'browser and not soak'

lint: ## only style, types and floors (nothing is changed)
	$(SETUP) check
	@$(PY) -m ruff format --check --quiet . || { echo 'lint: some files are not formatted; run: make fix' >&2; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy
	@.venv/bin/lint-imports --no-logo

fix: ## format the code and correct what ruff can correct
	$(SETUP) check
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .
	@.venv/bin/css-beautify --replace --indent-size=2 $$(git ls-files 'static/*.css' 'scorekeeper/*.css')

new-game: ## write the folder of a new game and add it to the catalogue: KEY=word CAMPS=1 (two against two)
	$(SETUP) run
	@$(PY) .ci/new_game.py '$(KEY)' $(if $(CAMPS),camps)

bench: ## measure speed and size beside other ways to do the same: ONLY=pdf for one of them
	$(SETUP) check
	@for file in $$(grep -l '^if __name__' benchmarks/$(or $(ONLY),*).py); do \
	  echo "== $$file" && $(PY) -m "benchmarks.$$(basename "$$file" .py)" || exit 1; done

mutants: ## change the code in 1,300 places and see that the fast tests notice (150 minutes; MUTANTS=number CLUB=number ONLY=regex)
	$(SETUP) check
	@MUTANTS=$(or $(MUTANTS),1000) CLUB=$(or $(CLUB),300) ONLY='$(ONLY)' $(IN_MEMORY) $(PY) -m tests.mutants

figures: ## how large the code is, what in it is said twice, how long the last tests took
	$(SETUP) check
	@$(PY) -m tests.house

lock: ## resolve the dependencies of pyproject.toml again and write the lock files, with hashes
	$(SETUP) lock

dist: ## build the wheel and the archive of the source into dist/
	$(SETUP) run
	@rm -rf dist
	@$(PY) -m hatchling build -t sdist -t wheel

clean: ## remove .venv, caches and test results
	@rm -rf .venv build dist htmlcov test-results *.egg-info .coverage .coverage.* \
	  .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .schemathesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
