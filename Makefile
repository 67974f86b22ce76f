# coverstat. Bare `make` lists the targets.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

GO ?= go
BIN := bin/coverstat
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
BENCHSTAT := golang.org/x/perf/cmd/benchstat@latest

.PHONY: help run test check known bench fuzz soak build clean toolchain

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-14s %s\n", $$1, $$2}'

toolchain:
	@command -v $(GO) >/dev/null || { echo "make: Go is not installed: expected Go 1.26 or later, see https://go.dev/doc/install" >&2; exit 2; }

build: toolchain ## build the program into bin/
	@$(GO) build -o $(BIN) ./cmd/coverstat

run: build ## enumerate the chessboard into runs/chessboard and print what was found
	@$(BIN) run chessboard

test: toolchain ## all tests that belong to every change
	$(GO) vet ./...
	$(GO) test ./...

check: toolchain ## vet, staticcheck, race detector, and the build that checks invariants
	$(GO) vet ./... && $(GO) vet -tags invariants ./...
	$(GO) run $(STATICCHECK) ./...
	$(GO) test -tags invariants ./enumerate/...
	$(GO) test -race ./enumerate/run/... ./enumerate/exact/... ./export/... ./cmd/...

known: build ## reproduce the published counts and print them beside ours
	@$(GO) run ./cmd/known

bench: toolchain ## kernels x instances: nodes, ns/node, solutions/s, in benchstat's format
	$(GO) test -run '^$$' -bench . -count $${COUNT:-3} -cpu 1 ./enumerate/... | tee bench.txt
	$(GO) run $(BENCHSTAT) bench.txt

FUZZTIME ?= 30s
fuzz: toolchain ## every fuzz target for FUZZTIME (30s)
	@$(GO) list ./... | while read -r p; do \
	  for f in $$($(GO) test -list '^Fuzz' "$$p" | grep ^Fuzz || true); do \
	    echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) "$$p"; \
	  done; done

soak: build ## the slow suites: long proofs, faults at random moments
	COVERSTAT_SOAK=1 $(GO) test -timeout 60m ./...

clean: ## remove what was built and the runs
	rm -rf bin runs bench.txt .venv node_modules
