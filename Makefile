PYTHON := /usr/bin/python3
RECALL := .venv/bin/pg-recall

.PHONY: help setup build install demo test lint eval bench clean

help:     ## show this list
	@sed -n 's/^\([a-z]*\): .*## /  make \1\t/p' Makefile | expand -t 18
setup:    ## install everything needed: packages, models, the client in .venv
	@$(PYTHON) tools/setup
build:    ## assemble the extension's install script in build/
	@$(PYTHON) extension/build
install: build  ## copy the extension to the server, and its Python code to the home
	@$(PYTHON) tools/install
demo: setup install  ## start a private server, load a small corpus, ask it questions
	@$(RECALL) up && $(RECALL) demo
test: setup install  ## run the whole test suite
	@.venv/bin/pytest
lint:     ## check the style of all Python code
	@.venv/bin/ruff check .
eval: setup install  ## measure retrieval quality on the data sets in PG_RECALL_EVAL_DATA
	@$(RECALL) up && $(RECALL) eval
bench: setup install  ## measure speed and sizes on 100,000 memories
	@$(RECALL) up && $(RECALL) bench
clean:    ## remove what was built here; the home and its data stay
	@rm -rf build .venv .pytest_cache .ruff_cache && find . -name __pycache__ -prune -exec rm -rf {} +
