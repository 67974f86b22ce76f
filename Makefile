# coverstat. Bare `make` lists the targets.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

GO ?= go
BIN := bin/coverstat
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: help run test check known known-all bench fuzz soak build clean toolchain notebooks test-readers test-browser

help: ## list the targets, with their times on two cores
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-14s %s\n", $$1, $$2}'

toolchain:
	@command -v $(GO) >/dev/null || { echo "make: Go is not installed: expected Go 1.26 or later, see https://go.dev/doc/install" >&2; exit 2; }

build: toolchain ## build the program into bin/ (1 min the first time)
	@$(GO) build -o $(BIN) ./cmd/coverstat

run: build ## enumerate the chessboard into runs/chessboard and print what was found (a second)
	@$(BIN) run chessboard

test: toolchain ## all tests that belong to every change (3 min; 4 the first time)
	$(GO) vet ./...
	$(GO) test ./...

check: toolchain ## vet, staticcheck, builds for other systems, race detector, and the build that checks invariants (7 min)
	$(GO) vet ./... && $(GO) vet -tags invariants ./...
	$(GO) run $(STATICCHECK) ./...
	for system in windows/amd64 darwin/arm64 linux/arm64; do \
	  GOOS=$${system%/*} GOARCH=$${system#*/} $(GO) build -o /dev/null ./cmd/coverstat; \
	done
	$(GO) test -tags invariants ./enumerate/...
	$(GO) test -race -short ./enumerate/run/... ./export/... ./cmd/internal/...

known: build ## reproduce the published counts and print them beside ours (3 min)
	@$(GO) run ./cmd/known

known-all: build ## the same with the figures that take longer (half an hour)
	@$(GO) run ./cmd/known -time hour

bench: toolchain ## kernels x instances: nodes, ns/node, solutions/s, ratio to dancing links; bench.txt for benchstat (10 min)
	@$(GO) run ./cmd/bench -count $${COUNT:-5} -o bench.txt
	$(GO) test -run '^$$' -bench . -cpu 1 ./enumerate/... | grep -E '^(Benchmark|pkg)' | tee -a bench.txt

FUZZTIME ?= 30s
fuzz: toolchain ## every fuzz target for FUZZTIME (30s) (10 min)
	@$(GO) list ./... | while read -r p; do \
	  for f in $$($(GO) test -list '^Fuzz' "$$p" | grep ^Fuzz || true); do \
	    echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) "$$p"; \
	  done; done

soak: build ## the slow suites: long proofs, faults at random moments (6 min)
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

notebooks: build .venv/installed ## execute the notebooks of export/notebooks from the beginning (2 min)
	@.venv/bin/python export/notebooks/execute.py

test-readers: build .venv/installed export/readers/node_modules/.package-lock.json ## open every kind of dataset with DuckDB, pyarrow, pandas, polars and a JavaScript reader (1 min)
	@cd export/readers && ../../.venv/bin/python -B -m unittest test_readers

# The driver has a folder of its own, as npm takes away what it was not told of.
BROWSER := bin/browser
PLAYWRIGHT := playwright-core@1.64.1
test-browser: build ## the reports in headless Chromium: charts there, no script, no network; installs Chromium (1 min)
	@command -v chromium >/dev/null || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qqy chromium >/dev/null; }
	@mkdir -p $(BROWSER)
	@test -d $(BROWSER)/node_modules/playwright-core || npm install --prefix $(BROWSER) --no-save --no-audit --no-fund --loglevel=error $(PLAYWRIGHT)
	@set -e; for run in chessboard calendar sudoku-file sudoku-policies nonograms-drawn export/report/testdata/hostile.yaml; do \
	  dir=$(BROWSER)/$$(basename $$run .yaml); \
	  $(BIN) run $$run --out $$dir --fresh --progress none >/dev/null; \
	  $(BIN) report $$dir --out $$dir.html; \
	done
	@PLAYWRIGHT=$(BROWSER) CHROMIUM=$$(command -v chromium) timeout 240 node export/report/testdata/browser.mjs $(BROWSER)/{chessboard,calendar,sudoku-file,sudoku-policies,nonograms-drawn,hostile}.html

WORKFLOW := bin/workflow
$(WORKFLOW)/installed: configs/cluster/requirements.txt
	@command -v $(PYTHON) >/dev/null || { echo "make: Python is not installed: expected Python 3.11 or later as $(PYTHON)" >&2; exit 2; }
	$(PYTHON) -m venv $(WORKFLOW)
	$(WORKFLOW)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.PHONY: test-workflow
test-workflow: build $(WORKFLOW)/installed ## a run in shards by Snakemake: local, on a real Slurm, with a bucket; nodes, tasks, network cut (needs root and Debian for Slurm) (4 min)
	@configs/cluster/test.sh

clean: ## remove what was built and the runs
	rm -rf bin runs bench.txt .venv export/readers/node_modules
