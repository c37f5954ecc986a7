"""Runs: one job and its key, one cache of what is finished, and what makes the rest, here or on a cluster.

A command says what it wants as generators (`Work`), which yield jobs and are sent what these gave. `Runner` looks the
jobs up in the cache, makes those that are missing on an `Executor`, and keeps each as soon as it is finished.
"""
