"""Games, and the command to be compared with."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"


@pytest.fixture
def games():
    return GAMES


def _command():
    """The command that `CARDRUN` names, or the one on the path."""
    return os.environ.get("CARDRUN") or shutil.which("cardrun")


@pytest.fixture
def command():
    """Runs the command and gives what it writes as JSON."""
    program = _command()
    if program is None:
        pytest.skip("the command is not at hand: name it by CARDRUN")

    def run(*arguments):
        words = [program, *map(str, arguments), "--format", "json"]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    return run
