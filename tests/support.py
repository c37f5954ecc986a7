"""What several tests name."""

SHORT = ["--duration", "5", "--warmup", "1"]
"""Options of a run that takes a moment."""
