"""The command ``cardrun``, which is within the package."""

import signal
import sys
from typing import NoReturn

from ._cardrun import command


def main() -> NoReturn:
    """Runs the command with the arguments of this process."""
    # Python would only note that somebody pressed Ctrl-C, and go on waiting.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command(["cardrun", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
