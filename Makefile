# coverstat. Bare `make` lists the targets.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

GO ?= go
BIN := bin/coverstat
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: help run quick test check known known-all bench fuzz soak build clean toolchain notebooks test-readers test-browser

help: ## list the targets, with their times on two cores
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-14s %s\n", $$1, $$2}'

toolchain:
	@command -v $(GO) >/dev/null || { echo "make: Go is not installed: expected Go 1.26 or later, see https://go.dev/doc/install" >&2; exit 2; }

# Without cgo the program needs no C compiler, and starts in 2 ms less: nothing is linked then.
build: toolchain ## build the program into bin/ (1 min the first time)
	@CGO_ENABLED=0 $(GO) build -o $(BIN) ./cmd/coverstat

run: build ## enumerate the chessboard into runs/chessboard and print what was found (a second)
	@$(BIN) run chessboard

quick: toolchain ## unit tests of all packages without the slow ones, after every few lines (45 s; a few seconds again)
	$(GO) test -short -vet=off -ldflags='-s -w' ./...

test: toolchain ## all tests that belong to every change (3 min; 4 the first time)
	$(GO) vet ./...
	$(GO) test ./...

check: toolchain ## vet, staticcheck, builds for other systems, race detector, and the build that checks invariants (9 min)
	$(GO) vet ./... && $(GO) vet -tags invariants ./...
	$(GO) run $(STATICCHECK) ./...
	for system in windows/amd64 darwin/arm64 linux/arm64; do \
	  GOOS=$${system%/*} GOARCH=$${system#*/} $(GO) build -o /dev/null ./cmd/coverstat; \
	done
	$(GO) test -tags invariants ./enumerate/...
	$(GO) test -race -short -timeout 30m ./enumerate/run/... ./enumerate/kernel/sweep/... ./export/... ./cmd/internal/...

known: build ## reproduce the published counts and print them beside ours (2 min)
	@$(GO) run ./cmd/known

known-all: build ## the same with the figures that take longer (half an hour)
	@$(GO) run ./cmd/known -time hour

bench: toolchain ## kernels x instances: nodes, ns/node, solutions/s, ratio to dancing links; bench.txt for benchstat; with COVERSTAT_PROTO races against the programs in that folder (10 min)
	@$(GO) run ./cmd/bench -count $${COUNT:-5} -o bench.txt -races "$$COVERSTAT_PROTO"
	$(GO) test -run '^$$' -bench . -cpu 1 ./enumerate/... | grep -E '^(Benchmark|pkg)' | tee -a bench.txt

FUZZTIME ?= 30s
fuzz: toolchain ## every fuzz target for FUZZTIME (30s) (10 min)
	@$(GO) list ./... | while read -r p; do \
	  for f in $$($(GO) test -list '^Fuzz' "$$p" | grep ^Fuzz || true); do \
	    echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) "$$p"; \
	  done; done

soak: build ## the slow suites: long proofs, faults at random moments (7 min)
	COVERSTAT_SOAK=1 $(GO) test -timeout 60m ./...

# Python packages are pinned in export/notebooks, Node packages in export/readers.
PYTHON ?= python3
.venv/installed: export/notebooks/requirements.txt
	@command -v $(PYTHON) >/dev/null || { echo "make: Python is not installed: expected Python 3.11 or later as $(PYTHON)" >&2; exit 2; }
	$(PYTHON) -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

export/readers/node_modules/.package-lock.json: export/readers/package-lock.json
	@command -v npm >/dev/null || { echo "make: Node is not installed: expected Node 20 or later, with npm" >&2; exit 2; }
	npm ci --prefix export/readers --silent

notebooks: build .venv/installed ## execute the notebooks of export/notebooks from the beginning (3 min)
	@.venv/bin/python export/notebooks/execute.py

test-readers: build .venv/installed export/readers/node_modules/.package-lock.json ## open every kind of dataset with DuckDB, pyarrow, pandas, polars and a JavaScript reader (1.5 min)
	@cd export/readers && ../../.venv/bin/python -B -m unittest test_readers test_plans test_graphs

# The wheels of the Python package, and the platforms that they are for, as Go names them.
DIST ?= dist
WHEELS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64
HATCHLING := hatchling==1.33.0
.PHONY: wheel test-python
bin/hatchling/$(HATCHLING):
	@command -v $(PYTHON) >/dev/null || { echo "make: Python is not installed: expected Python 3.10 or later as $(PYTHON)" >&2; exit 2; }
	@$(PYTHON) -m venv --clear bin/hatchling
	@bin/hatchling/bin/pip install --quiet --disable-pip-version-check $(HATCHLING)
	@touch $@

wheel: toolchain bin/hatchling/$(HATCHLING) ## build the Python wheels of all platforms into dist/ (5 min the first time)
	@for platform in $(WHEELS); do \
	  (cd export/python && GOOS=$${platform%/*} GOARCH=$${platform#*/} ../../bin/hatchling/bin/python -m hatchling build -t wheel -d $(abspath $(DIST))); \
	done

NATIVE = $(shell $(GO) env GOOS)/$(shell $(GO) env GOARCH)
test-python: toolchain bin/hatchling/$(HATCHLING) ## the Python wheel in a clean environment: doctests, runs, Ctrl-C, readers of the datasets, types (1.5 min)
	@rm -rf bin/wheel
	@$(MAKE) --no-print-directory wheel DIST=bin/wheel/once WHEELS="windows/amd64 $(NATIVE)"
	@$(MAKE) --no-print-directory wheel DIST=bin/wheel/twice WHEELS="$(NATIVE)"
	@$(PYTHON) -m venv --clear bin/python
	@bin/python/bin/pip install --quiet --disable-pip-version-check --no-index bin/wheel/twice/*.whl
	@bin/python/bin/python export/python/tests/test_alone.py
	@bin/python/bin/pip install --quiet --disable-pip-version-check -r export/python/tests/requirements.txt
	@bin/python/bin/python export/python/tests/test_package.py
	@bin/python/bin/python export/python/tests/test_splits.py
	@bin/python/bin/python export/python/tests/test_gym.py
	@cd export/python && ../../bin/python/bin/mypy

FOREIGN := bin/foreign
FOREIGN_TESTS := export/convert/testdata
$(FOREIGN)/installed: $(FOREIGN_TESTS)/requirements.txt
	@command -v $(PYTHON) >/dev/null || { echo "make: Python is not installed: expected Python 3.10 or later as $(PYTHON)" >&2; exit 2; }
	@$(PYTHON) -m venv --clear $(FOREIGN)
	@$(FOREIGN)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.PHONY: test-foreign test-circuits
test-foreign: build $(FOREIGN)/installed ## shipped puzzles of all families counted by other people's solvers (1 min)
	@$(FOREIGN)/bin/python $(FOREIGN_TESTS)/foreign.py $(BIN)

DECDNNF := decdnnf_rs@2.0.0
bin/decdnnf/$(DECDNNF):
	@command -v cargo >/dev/null || { echo "make: Rust is not installed: expected cargo, for the program decdnnf_rs" >&2; exit 2; }
	@cargo install --quiet --root bin/decdnnf $(DECDNNF)
	@touch $@

test-circuits: build $(FOREIGN)/installed bin/decdnnf/$(DECDNNF) ## circuits of all solutions counted, conditioned and sampled by other people's programs; needs Rust (2 min the first time)
	@$(FOREIGN)/bin/python $(FOREIGN_TESTS)/circuits.py $(BIN) bin/decdnnf/bin/decdnnf_rs

VERIPB := veripb@3.0.2
bin/veripb/$(VERIPB):
	@command -v cargo >/dev/null || { echo "make: Rust is not installed: expected cargo, for the proof checker VeriPB" >&2; exit 2; }
	@cargo install --quiet --root bin/veripb $(VERIPB)
	@touch $@

.PHONY: certify
certify: build $(FOREIGN)/installed bin/veripb/$(VERIPB) ## small censuses with proofs, checked by VeriPB, that there are no more solutions; needs Rust (3 min the first time)
	@$(FOREIGN)/bin/python $(FOREIGN_TESTS)/certify.py $(BIN) bin/veripb/bin/veripb

# What tests in a browser need of Node is pinned beside the page of browse.
BROWSER := bin/browser
BROWSE := cmd/internal/browse
$(BROWSE)/node_modules/.package-lock.json: $(BROWSE)/package-lock.json
	@command -v npm >/dev/null || { echo "make: Node is not installed: expected Node 20 or later, with npm" >&2; exit 2; }
	npm ci --prefix $(BROWSE) --silent

REPORTED := chessboard calendar sudoku-file sudoku-policies nonograms-drawn hostile
BROWSED := chessboard chessboard-shuffled chessboard-weighted latin-5 nonograms-drawn scott tetro2-5x8 calendar soma sudoku-file sudoku-4x4 tetrahexes-4x7 hexiamonds-6x6 tetrominoes-cylinder pentomino-subsets-5x5 baibian-census hostile
test-browser: build .venv/installed $(BROWSE)/node_modules/.package-lock.json ## types of the page of browse; it and the reports in headless Chromium; installs Chromium (3 min)
	@cd $(BROWSE) && node_modules/.bin/tsc
	@node --test $(BROWSE)/testdata/*.test.mjs
	@command -v chromium >/dev/null || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qqy chromium >/dev/null; }
	@mkdir -p $(BROWSER)
	@set -e; for run in $(sort $(REPORTED) $(BROWSED)); do \
	  config=$$run; [ $$run != hostile ] || config=export/report/testdata/hostile.yaml; \
	  $(BIN) run $$config --out $(BROWSER)/$$run --fresh --progress none >/dev/null; \
	done
	@set -e; for run in $(REPORTED); do $(BIN) report $(BROWSER)/$$run --out $(BROWSER)/$$run.html; done
	@export CHROMIUM=$$(command -v chromium) PYTHON=.venv/bin/python; \
	PLAYWRIGHT=$(BROWSE) timeout 240 node export/report/testdata/browser.mjs $(REPORTED:%=$(BROWSER)/%.html); \
	timeout 300 node $(BROWSE)/testdata/browse.mjs $(BIN) $(BROWSED:%=$(BROWSER)/%)

.PHONY: vendor
vendor: $(BROWSE)/node_modules/.package-lock.json ## make again what the page of browse takes from npm, from the pinned versions (10 s)
	npm run --prefix $(BROWSE) --silent vendor

WORKFLOW := bin/workflow
$(WORKFLOW)/installed: configs/cluster/requirements.txt
	@command -v $(PYTHON) >/dev/null || { echo "make: Python is not installed: expected Python 3.11 or later as $(PYTHON)" >&2; exit 2; }
	$(PYTHON) -m venv $(WORKFLOW)
	$(WORKFLOW)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.PHONY: test-workflow
test-workflow: build $(WORKFLOW)/installed ## a run in shards by Snakemake: local, on a real Slurm, with a bucket; nodes, tasks, network cut (needs root and Debian for Slurm) (3 min)
	@configs/cluster/test.sh

clean: ## remove what was built and the runs
	rm -rf bin dist runs export/notebooks/runs bench.txt .venv export/readers/node_modules $(BROWSE)/node_modules
