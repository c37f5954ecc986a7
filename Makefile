# Builds everything into .venv. Requires Python 3.10 or newer with pip and venv, a stable Rust toolchain, make and a C
# compiler.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_LOCK := python/requirements/run.txt
DEV_LOCK := python/requirements/dev.txt
MUTANTS_LOCK := python/requirements/mutants.txt
# Listed by name, because cargo fmt does not find modules declared by a macro.
RUST_FILES = $(shell find benches crates fuzz -name '*.rs' -not -path '*/target/*')
EDITION = $(shell sed -n 's/^edition = "\(.*\)"/\1/p' Cargo.toml)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
# Mutation testing: FILE=crates/wireless/src/sinr.rs for a file, CRATE=wireless for a crate, SHARD=1/20 for a part; MUTANTS for
# further options of cargo-mutants.
MUTANTS_CRATE = $(or $(CRATE),$(patsubst crates/%,%,$(firstword $(subst /src/, ,$(FILE)))))
CRATES = base wireless transport sim
# The tests of sim are simulations: the crates under it, which do not change, are optimised.
MUTANTS_BELOW = $(if $(filter sim,$(MUTANTS_CRATE)),base routing transport wired wireless)

.PHONY: help run build kernel wheel test test-rust test-python fuzz mutants mutants-python lint format bench peers validate live-table live-applications soak papers docs clean

help:  ## list all targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

run: build  ## build, then compare TCP-AP with other TCPs over chains: table, the paper's claims, figures in out/
	@mkdir -p out
	$(BIN)/airhop run chain --hops 7 --transport newreno --transport newreno+delack --transport vegas --transport tcp-ap \
		--seeds 5 --json out/chain.json --plot out
	$(BIN)/airhop reproduce tcp-ap --figure 14 --quick --output out

# Builds after `make kernel` keep the kernel programs; `make build KERNEL=` builds without them again.
KERNEL_STAMP := $(VENV)/kernel.stamp
KERNEL ?= $(if $(wildcard $(KERNEL_STAMP)),1)

# Always runs cargo, which decides whether to rebuild the extension.
build: $(VENV)/run.stamp  ## build the command and the module into .venv
	@PIP_QUIET=1 $(BIN)/python -m maturin develop --release --locked --quiet $(if $(KERNEL),--features kernel)
	@$(if $(KERNEL),touch,rm -f) $(KERNEL_STAMP)

kernel:  ## build including the congestion controls for the Linux kernel; needs clang, libelf-dev and zlib1g-dev
	@crates/kernel/check-tools
	@$(MAKE) --no-print-directory build KERNEL=1

# Without the kernel programs: they would tie the wheel to the libelf of this machine.
wheel: $(VENV)/dev.stamp  ## build a wheel for Python 3.10 and newer into out/wheels, and check it
	@rm -rf out/wheels
	$(BIN)/python -m maturin build --release --locked --quiet --out out/wheels
	$(BIN)/python -m twine check --strict out/wheels/*.whl
	$(BIN)/python -m abi3audit --strict --report out/wheels/*.whl >/dev/null
	AIRHOP_WHEELS=out/wheels $(BIN)/python -m pytest tests/test_wheel.py

test: test-rust test-python  ## build everything and run all tests, Rust and Python

test-rust:
	cargo test --workspace --locked

# A file of tests stays in one process, because its tests share what is expensive. Tests that measure real time or change the
# kernel's state are run afterwards, with the machine to themselves.
test-python: build $(VENV)/dev.stamp
	$(BIN)/python -m pytest -m "not alone" --numprocesses auto --dist loadfile
	$(BIN)/python -m pytest -m alone

SECONDS := 60

fuzz: build $(VENV)/dev.stamp  ## fuzz each target for SECONDS=60: needs cargo-fuzz and atheris, and says how to install them
	fuzz/run $(SECONDS) $(BIN)/python

mutants:  ## break the Rust code on purpose, see tests fail: hours; FILE=crates/wireless/src/sinr.rs, CRATE=wireless or SHARD=1/20 for a part
	crates/mutants out/mutants/rust $(if $(MUTANTS_CRATE),--package airhop-$(MUTANTS_CRATE),$(CRATES:%=--package airhop-%)) \
		$(MUTANTS_BELOW:%=--cargo-arg=--config=profile.mutants.package.airhop-%.opt-level=2) \
		$(if $(FILE),--file $(FILE)) $(if $(SHARD),--shard $(SHARD) --sharding round-robin) $(MUTANTS)

mutants-python: build $(VENV)/mutants.stamp  ## the same for statistics, measures and the judgement of claims in Python: an hour or more, SAMPLE=100 for a sample
	python/mutants $(BIN) out/mutants/python $(SAMPLE)

lint: $(VENV)/dev.stamp  ## check formatting, lints and types
	cargo fmt --all --check
	rustfmt --edition $(EDITION) --check $(RUST_FILES)
	cargo clippy --workspace --all-targets --locked $(if $(KERNEL),--features airhop-kernel/bpf) -- -D warnings
	$(BIN)/ruff format --check python tests docs validation fuzz/targets
	$(BIN)/ruff check python tests docs validation fuzz/targets
	$(BIN)/mypy
	PYTHONPATH=python $(BIN)/lint-imports --no-cache

format: $(VENV)/dev.stamp  ## format all files
	cargo fmt --all
	rustfmt --edition $(EDITION) $(RUST_FILES)
	$(BIN)/ruff format python tests docs validation fuzz/targets
	$(BIN)/ruff check --fix python tests docs validation fuzz/targets

bench:  ## measure the cost of a simulated second
	cargo bench -p airhop-sim --bench workloads --locked

peers: build  ## compare airhop with ns-2 and ns-3 on the same scenarios
	$(BIN)/python validation/peers.py

validate: build  ## compare the DCF with theory, and draw goodput over hops for each kind of local repair, in out/
	$(BIN)/python validation/saturation.py --output out
	$(BIN)/python validation/cliff.py --output out

live-table: build  ## compare the kernel's TCP over live networks with the simulator's; needs root, about 15 minutes
	$(BIN)/python validation/live.py --output out

live-applications: build  ## measure ping, a file of 10 MB, a remote shell and iperf3 over live hops; needs root, about 8 minutes
	$(BIN)/python validation/live_applications.py

soak: build  ## run live traffic at full load for an hour: memory and lateness in out/soak.csv; needs root
	$(BIN)/python validation/soak.py --output out/soak.csv

papers: build  ## regenerate the pages of the papers and their verdicts: an hour, less with runs stored in out/runs
	$(BIN)/airhop reproduce --all --output docs/papers
	$(BIN)/airhop reproduce --all --quick --output out/papers
	cp out/papers/verdicts-quick.json docs/papers
	$(BIN)/python docs/reference.py

docs: build $(VENV)/dev.stamp  ## build the documentation's site in out/docs, including the generated reference
	$(BIN)/python docs/reference.py
	$(BIN)/python docs/mkdocs_site.py out/docs-src
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict --config-file out/docs-src/mkdocs.yml --site-dir ../docs

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("airhop needs Python 3.10 or newer" if sys.version_info < (3, 10) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: $(RUN_LOCK) | $(VENV)/bin/python
	$(PIP) install --require-hashes --requirement $(RUN_LOCK)
	@touch $@

$(VENV)/dev.stamp: $(DEV_LOCK) | $(VENV)/bin/python
	$(PIP) install --require-hashes --requirement $(DEV_LOCK)
	@touch $@

$(VENV)/mutants.stamp: $(MUTANTS_LOCK) $(VENV)/dev.stamp
	$(PIP) install --require-hashes --requirement $(MUTANTS_LOCK)
	@touch $@

clean:  ## remove all build products and results
	rm -rf $(VENV) out target python/airhop/*.so
