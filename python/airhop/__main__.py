"""`python -m airhop`."""

from airhop.cli.main import main

if __name__ == "__main__":
    main()
