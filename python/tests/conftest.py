"""Games, and the command to be compared with."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"

# Whatever a shell runs in its background ignores Ctrl-C, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def games():
    return GAMES


def _command():
    """The command that `CARDRUN` names, or the one on the path."""
    return os.environ.get("CARDRUN") or shutil.which("cardrun")


@pytest.fixture
def command():
    """The command; called, it gives what it writes as JSON."""
    program = _command()
    if program is None:
        pytest.skip("the command is not at hand: name it by CARDRUN")

    return _Command(program)


class _Command:
    """The command, told to write JSON."""

    def __init__(self, program):
        self.program = program

    def run(self, *arguments):
        """What becomes of it, also where it fails."""
        words = [self.program, *map(str, arguments), "--format", "json"]
        return subprocess.run(words, capture_output=True, text=True)

    def text(self, *arguments):
        done = self.run(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def __call__(self, *arguments):
        return json.loads(self.text(*arguments))


def run_page(name, least):
    """Runs the code of a page of the documentation, one block after the other; there are at least
    so many."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= least
    names = {}
    for block in blocks:
        exec(compile(block, f"docs/{name}", "exec"), names)
