# `make help` lists the targets. Running Berth needs Go alone; everything else is installed by `make setup` where it can be.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

GOLANGCI := go tool -modfile=tools/golangci-lint/go.mod golangci-lint
DEADCODE := go tool -modfile=tools/deadcode/go.mod deadcode
GOVULN   := go tool -modfile=tools/govulncheck/go.mod govulncheck
SQLC     := CGO_ENABLED=0 go tool -modfile=../tools/sqlc/go.mod sqlc
# SQLite is C, translated, and its memory is not Go's: watching it too would make each start of a server a third slower.
RACE     := $(if $(shell command -v gcc clang),-race -gcflags=modernc.org/sqlite/lib=-race=false)
GOTEST   := $(if $(RACE),CGO_ENABLED=1 )go test $(RACE) -vet=off -timeout 20m -json # `make lint` vets, and more
# Rooms that only compute: the race detector would take ten minutes for them, and sees them in the tests of who calls them.
COMPUTE  := $(addprefix berth/,platform/generate platform/generate/offline platform/generate/pasted platform/generate/tagger/learn platform/mapping platform/atlas apps/gift/eval)
# A browser with a host in it wants a machine for itself, and the server in it is watched for races by all other tests.
HOSTS    := ^TestIndependentHost
GENERATED := platform/store/db api/openapi.json api/routes.golden templates/dist templates/kit/dist web/dist web/src/api/schema.d.ts

.PHONY: help
help: ## list the targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run dev
run: ## run Berth on the embedded database
	go run ./cmd/berth

dev: ## run Berth with every log line on rebuilt widgets, and the builder at :5173, where changes show at once
	@for f in templates web; do (cd $$f && { [[ -d node_modules ]] || npm ci --ignore-scripts; }); done
	@cd templates && npm run build
	@trap 'kill %1' EXIT; (cd web && npm run dev) & BERTH_LOG_LEVEL=debug go run ./cmd/berth

.PHONY: gen verify
gen: ## generate queries, OpenAPI, widgets and the builder from their sources
	cd sql && $(SQLC) generate
	go test ./api -run 'Committed' -update
	cd templates && npm run build
	cd web && npm run gen && npm run build

verify: gen ## fail when generated files differ from the committed ones
	git diff --exit-code -- $(GENERATED)
	@new=$$(git ls-files --others --exclude-standard -- $(GENERATED)); [[ -z $$new ]] || { echo "not committed: $$new"; exit 1; }

.PHONY: setup lint vuln manifests
setup: ## install what the tests need
	@tools/setup

lint: ## check style and the rules of the house
	$(GOLANGCI) run --allow-parallel-runners ./...
	@dead=$$($(DEADCODE) ./cmd/berth ./apps/gift/eval) && test -z "$$dead" || { echo "$$dead"; exit 1; }
	@for f in templates web; do (cd $$f && { [[ -d node_modules ]] || npm ci --ignore-scripts; } && npm run lint); done

manifests: ## check the form of the Kubernetes example, the alert rules and the dashboard
	cd tools/manifests && go run . ../../deploy/kubernetes.yaml ../../deploy/alerts.yml ../../deploy/dashboard.json

vuln: ## look for known vulnerabilities in what we call
	$(GOVULN) ./...

.PHONY: test test-go test-widgets test-web browser builder hosts e2e sheet conformance fuzz bench eval load topology
test: setup test-go test-widgets test-web e2e ## run everything: both engines, widgets, builder, browser, hosts, conformance

test-go: ## run the Go tests but those of `make hosts`, naming what is skipped
	@{ $(GOTEST) -skip '$(HOSTS)' $$(go list ./... | grep -vxF "$$(printf '%s\n' $(COMPUTE))") && go test -vet=off -json $(COMPUTE); } | go run ./test/report

test-widgets: ## run the widgets' unit tests
	@if command -v npm >/dev/null; then cd templates && npm run check; else echo "SKIPPED widget tests: no npm"; fi

test-web: ## check the builder's types and run its unit tests
	@if command -v npm >/dev/null; then cd web && npm run check; else echo "SKIPPED tests of the builder: no npm"; fi

browser: ## run the widgets in a browser, all or LAYOUTS="cards list"
	@if command -v npm >/dev/null; then cd templates && npm run test:browser -- $(LAYOUTS); else echo "SKIPPED browser tests: no npm"; fi

builder: ## run the journeys through the builder in a browser, all or JOURNEYS="signup"
	@if command -v npm >/dev/null; then cd web && npm run test:browser -- $(JOURNEYS); else echo "SKIPPED journeys through the builder: no npm"; fi

hosts: setup ## live the stories of the apps in their widgets, in hosts that are not ours
	go test -count=1 -vet=off -json -run '$(HOSTS)' ./cmd/berth | go run ./test/report

e2e: browser builder hosts ## run widgets and builder in a browser, and widgets in a host that is not ours

sheet: ## take pictures of the layouts, all or LAYOUTS="cards list", in every theme and width, to leaf through
	@cd templates && npm run --silent sheet -- $(LAYOUTS)

conformance: setup ## run the official MCP suites, and live the stories of the apps with the official clients; test-go has them too
	go test -count=1 -json -run 'TestConformance|TestOfficialClients|TestWalks' ./cmd/berth | go run ./test/report

fuzz: ## fuzz everything that parses, 10 seconds each
	@test/fuzz 10s

bench: ## measure what docs/benchmarks.md describes
	go run ./bench

load: ## load every tool of the apps that ship inside for 30 s, on both engines, while they come and go
	go run ./test/load

eval: ## measure the gift app's search on judged descriptions, against BM25
	go run ./apps/gift/eval

topology: ## run two replicas, PostgreSQL and the proxy as plain processes, and try them
	@test/topology
