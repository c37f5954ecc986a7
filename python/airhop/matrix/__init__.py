"""The matrix: every transport in the scenarios of every paper."""
