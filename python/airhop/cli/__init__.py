"""The command `airhop`."""
