"""The command that comes with the package, and what it lends to reports."""

import json
import subprocess
import sys

import pytest

import cardrun


def run(*arguments):
    words = [sys.executable, "-m", "cardrun._command", *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True)


def test_it_is_the_command(games, command):
    path = games / "alkekan.yaml"
    line = ["sim", path, "--games", 50, "--seed", 3]
    found = json.loads(run(*line, "--format", "json").stdout)
    expected = command(*line)
    for report in (found, expected):
        report.pop("seconds"), report.pop("playouts_per_second")
    assert found == expected


def test_its_exit_status_is_the_command_s(games, tmp_path):
    assert run("check", games / "alkekan.yaml").returncode == 0
    bad = tmp_path / "bad.yaml"
    bad.write_text("seats: 2\nzones: {}\n")
    done = run("check", bad)
    assert done.returncode == 1 and "error" in done.stdout + done.stderr
    assert run("sim").returncode == 2


def test_reports_are_pages(games):
    game = cardrun.Game.load(games / "alkekan.yaml")
    other = game.changed(options={"hand_size": 5})
    report = game.sim(20, measure=True)
    for one in (report, game.compare(other, 20), game.tournament(["random", "greedy"], 3)):
        assert one.to_html().startswith("<!DOCTYPE html>")
        shown = one._repr_html_()
        assert shown.startswith("<iframe srcdoc=\"&lt;!DOCTYPE") and shown.count("<") == 2
    assert "<svg" in report.to_html()


PLAYER = """import json, sys
for line in sys.stdin:
    if json.loads(line).get("type") == "choose":
        print(1, flush=True)
"""


def test_programs_play(games, tmp_path):
    path = tmp_path / "player.py"
    path.write_text(PLAYER)
    game = cardrun.Game.load(games / "alkekan.yaml")
    program = f"exec:{sys.executable} {path}"
    report = game.sim(3, players=[program, "random"])
    assert report["seats"] == [program, "random"]
    assert report["stuck"] == 0 and sum(report["wins"]) + report["draws"] == 3
    with pytest.raises(ValueError):
        game.sim(1, players=["exec:"])
