"""A cluster of several nodes on this machine: the bytes of one process."""

import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ray = pytest.importorskip("ray", reason="Ray cannot be had here")

import cardrun
import cardrun.ray
from conftest import ROOT, run_page
from cardrun import _cluster
from ray.cluster_utils import Cluster

#: Pieces of these games are small, so that there are many of them.
SOON = {"piece_seconds": 0.02, "progress": False}

NODES = 4


@pytest.fixture(scope="module")
def cluster():
    """Four nodes with a worker each, beside one that none work on."""
    made = Cluster()
    node(made, num_cpus=0)
    made.extra = [node(made, num_cpus=1) for _ in range(NODES)]
    made.wait_for_nodes()
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    yield made
    ray.shutdown()
    made.shutdown()


def node(cluster, **wanted):
    """A new node. Ray gives up on one that takes long to begin, as it may where much else runs."""
    for _ in range(4):
        try:
            return cluster.add_node(**wanted)
        except Exception as error:
            if "timed out" not in str(error):
                raise
    return cluster.add_node(**wanted)


@pytest.fixture
def alkekan(games):
    return cardrun.Game.load(games / "alkekan.yaml")


def timeless(text):
    """Without what the clock said."""
    clock = ('"seconds"', '"playouts_per_second"')
    lines = text.splitlines()
    return [line for line in lines if not line.strip().startswith(clock)]


def told_by(command, *arguments):
    return timeless(command.text(*arguments))


def test_the_page_runs(cluster, monkeypatch):
    monkeypatch.chdir(ROOT)
    run_page("clusters.md", least=4)


@pytest.mark.parametrize("looks", [{}, {"measure": True, "lead": 2}])
def test_simulations(cluster, games, alkekan, command, looks):
    more = ["--measure", "--lead", 2] if looks else []
    path, count = games / "alkekan.yaml", 60 if looks else 5000
    expected = told_by(command, "sim", path, "--games", count, "--seed", 3, *more)
    found = cardrun.ray.simulate(alkekan, count, seed=3, **looks, **SOON)
    assert timeless(found.text) == expected
    assert found == json.loads(found.text) and found.rows()[0]["wins"] == found["wins"][0]
    assert list(found.poisoned) == []


def test_comparisons(cluster, games, alkekan, command):
    path = games / "alkekan.yaml"
    line = ["--with", "default", "--with", "hand_size=5", "--with", "hand_size=4"]
    expected = told_by(
        command, "compare", path, *line, "--games", 300, "--all-pairs", "--players", "random,greedy"
    )
    versions = {
        "default": alkekan,
        "hand_size=5": alkekan.changed(options={"hand_size": 5}),
        "hand_size=4": alkekan.changed(options={"hand_size": 4}),
    }
    players = ["random", "greedy"]
    found = cardrun.ray.compare(versions, 300, players=players, all_pairs=True, **SOON)
    assert timeless(found.text) == expected


def test_restrictions(cluster, games, alkekan, command):
    path, line = games / "alkekan.yaml", ["--restrict", "seat 1 never call", "--games", 300]
    expected = told_by(command, "compare", path, *line)
    found = cardrun.ray.compare({"default": alkekan}, 300, restrict=["seat 1 never call"], **SOON)
    assert timeless(found.text) == expected
    assert timeless(run_command(cluster, "compare", path, *line).stdout) == expected


def test_programs_play_where_the_workers_are(cluster, alkekan, tmp_path):
    """The command of a program is what workers start: it must be there."""
    path = tmp_path / "player.py"
    path.write_text(PLAYER)
    players = [f"exec:{sys.executable} {path}", "random"]
    report = cardrun.ray.simulate(alkekan, 6, players=players, **SOON)
    expected = alkekan.sim(6, players=players)
    assert report["stuck"] == 0 and report["tally"] == expected["tally"]


PLAYER = """import json, sys
for line in sys.stdin:
    if json.loads(line).get("type") == "choose":
        print(1, flush=True)
"""


def test_tournaments(cluster, games, alkekan, command):
    path, entrants = games / "alkekan.yaml", ["random", "greedy", "random never call"]
    names = ",".join(entrants)
    expected = told_by(command, "tournament", path, "--entrants", names, "--games", 100)
    found = cardrun.ray.tournament(alkekan, entrants, 100, **SOON)
    assert timeless(found.text) == expected


def test_files_travel_with_the_job(cluster, tmp_path, command):
    """Layouts that extend others, tables, scripts: what workers have is what was read here."""
    for name, text in {
        "base.yaml": BASE,
        "game.yaml": "extends: base.yaml\ntitle: Extended\n",
        "cards.csv": "name,copies,worth\nOne,4,1\nTwo,4,2\nThree,4,3\n",
        "worth.rhai": "fn doubled(n) { n * 2 }\n",
    }.items():
        (tmp_path / name).write_text(text)
    expected = told_by(command, "sim", tmp_path / "game.yaml", "--games", 500)
    game = cardrun.Game.load(tmp_path / "game.yaml")
    shutil.rmtree(tmp_path)
    assert timeless(cardrun.ray.simulate(game, 500, **SOON).text) == expected


BASE = """
seats: 2
scripts: worth.rhai
decks: { pack: { cards: cards.csv, attributes: { worth: 0..9 } } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  pile: { per: player, shape: one, seen_by: all }
rules: |
  script doubled(n): number
  phase game = deal, together show
  phase deal { shuffle deck; each player { draw 3 from deck to hand } }
  action show(card from hand) { move card to pile face up }
  score = doubled(worth of pile default 0)
"""


def test_a_lost_node_costs_its_pieces_alone(cluster, games, alkekan):
    count = 60_000
    expected = alkekan.sim(count, seed=9)
    lost = []

    def watch(progress):
        if progress.done > count // 4 and not lost:
            lost.append(progress.done)
            cluster.remove_node(cluster.extra.pop(), allow_graceful=False)

    try:
        found = cardrun.ray.simulate(
            alkekan, count, seed=9, piece_seconds=0.1, progress=watch, remote={"num_cpus": 1}
        )
    finally:
        cluster.extra.append(node(cluster, num_cpus=1))
        cluster.wait_for_nodes()
    assert lost and lost[0] < count
    for report in (found, expected):
        report.pop("seconds"), report.pop("playouts_per_second")
    assert found == expected


class _Job:
    """A job whose games from some number on are bad, in one way or another."""

    def __init__(self, job, bad, act):
        self.job, self.bad, self.act = job, bad, act
        self.thinks = job.thinks

    def seed_of(self, game):
        return self.job.seed_of(game)

    def part(self, first, games, jobs=0):
        if any(first <= game < first + games for game in self.bad):
            self.act(first, games)
        return self.job.part(first, games, jobs)


def run_of(game, games, bad, act, **how):
    job = _Job(cardrun._cardrun.Job("simulation", [("", game)], [], 1), bad, act)
    ranges = [(0, games)]
    return cardrun.ray._Run([job], ranges, cardrun.Report, [None], {**SOON, **how})


@pytest.fixture
def by_value():
    """Workers have not got this file."""
    from ray import cloudpickle

    module = sys.modules[__name__]
    cloudpickle.register_pickle_by_value(module)
    yield
    cloudpickle.unregister_pickle_by_value(module)


def crash(first, games):
    os._exit(1)


def refuse(first, games):
    raise RuntimeError("the engine failed")


@pytest.mark.parametrize("act", [crash, refuse])
def test_a_poisoned_game_is_told_and_the_others_are_counted(cluster, by_value, alkekan, act):
    [report] = run_of(alkekan, 1000, [700], act).run()
    [poisoned] = report.poisoned
    assert poisoned.games == (700, 701)
    # The seed is the game's own.
    assert poisoned.seed == cardrun._cardrun.Job("simulation", [("", alkekan)], [], 1).seed_of(700)
    assert str(poisoned.seed) in str(poisoned) and "game 700" in str(poisoned)
    assert report["games"] == 999
    # What is done can be merged with the rest.
    rest = cardrun.ray.simulate(alkekan, 1000, so_far=report, **SOON)
    assert timeless(rest.text) == timeless(cardrun.ray.simulate(alkekan, 1000, **SOON).text)


def test_where_every_game_is_poisoned_it_ends(cluster, by_value, alkekan):
    with pytest.raises(cardrun.ray.Failed) as caught:
        run_of(alkekan, 10_000, range(10_000), refuse, attempts=1, most_poisoned=3).run()
    assert "the engine failed" in str(caught.value)
    assert caught.value.reports[0]["games"] == 0


def test_rules_that_fail_are_counted_as_on_one_machine(cluster, command, tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text(FAILS)
    done = command.run("sim", path, "--games", 500)
    found = cardrun.ray.simulate(cardrun.Game.load(path), 500, **SOON)
    assert found["faults"] > 0 and timeless(found.text) == timeless(done.stdout)


FAILS = """
seats: 2
variables: { tally: { per: player, type: number } }
rules: |
  phase game = each player: one of left | right, toss
  action left
  action right
  phase toss { let die = roll 20; set tally of seat(1) to 10 / (die - 1) }
  score = tally
"""


def test_pieces_in_flight_are_bounded(cluster, alkekan):
    most = []
    cardrun.ray.simulate(
        alkekan,
        20_000,
        piece_seconds=0.02,
        in_flight=3,
        progress=lambda progress: most.append(progress.in_flight),
    )
    assert len(most) > 5 and max(most) <= 3


def test_how_busy_the_workers_are_is_told(cluster, alkekan):
    told = []
    cardrun.ray.simulate(alkekan, 20_000, piece_seconds=0.05, progress=told.append)
    last = told[-1]
    assert last.workers == NODES
    assert 0 < last.played <= last.workers * last.seconds


def test_what_is_counted_so_far_can_be_seen(cluster, alkekan):
    seen = []

    def watch(progress):
        if progress.done > 1000 and not seen:
            seen.extend(progress.reports())

    whole = cardrun.ray.simulate(alkekan, 20_000, piece_seconds=0.02, progress=watch)
    assert 1000 < seen[0]["games"] <= 20_000
    told = str(cardrun.ray.Progress(1, 2, 1.0, 1, 1, 1, 4, 3.5, [], list))
    assert "50 %" in told and "1 piece lost" in told
    again = cardrun.ray.simulate(alkekan, 20_000, so_far=seen[0], **SOON)
    assert timeless(again.text) == timeless(whole.text)


def test_ctrl_c_keeps_what_is_done(cluster, alkekan):
    import _thread

    def watch(progress):
        if progress.done > 2000:
            _thread.interrupt_main()

    with pytest.raises(KeyboardInterrupt) as caught:
        cardrun.ray.simulate(alkekan, 1_000_000, piece_seconds=0.05, progress=watch)
    assert isinstance(caught.value, cardrun.ray.Stopped)
    done = caught.value.report
    assert 2000 < done["games"] < 1_000_000
    # The workers are free again.
    assert cardrun.ray.simulate(alkekan, 100, **SOON)["games"] == 100


def test_a_worker_of_another_version_is_refused(cluster, alkekan, tmp_path):
    package = pathlib.Path(cardrun.__file__).parent
    other = tmp_path / "cardrun"
    shutil.copytree(package, other)
    init = other / "__init__.py"
    init.write_text(init.read_text() + '\n__version__ = "9.9.9"\n')
    remote = {"runtime_env": {"env_vars": {"PYTHONPATH": str(tmp_path)}}}
    with pytest.raises(cardrun.ray.Refused) as caught:
        cardrun.ray.simulate(alkekan, 100, remote=remote, **SOON)
    assert "9.9.9" in str(caught.value) and cardrun.__version__ in str(caught.value)


def test_sweeps(cluster, alkekan):
    found = cardrun.ray.sweep(
        alkekan,
        200,
        options={"hand_size": [3, 4, 5]},
        players=["random", "random never call", ["random", "greedy"]],
        **SOON,
    )
    assert len(found) == 9
    for cell in found:
        game = alkekan.changed(options=cell.options)
        expected = game.sim(200, players=cell.players)
        for report in (expected, cell.report):
            report.pop("seconds"), report.pop("playouts_per_second")
        assert cell.report == expected
    rows = found.rows()
    assert len(rows) == 18 and rows[0]["hand_size"] == 3 and rows[0]["players"] == "random"


def test_points_of_a_grid_that_are_not_allowed_are_left_out(cluster, alkekan):
    found = cardrun.ray.sweep(alkekan, 20, options={"hand_size": [5, 999]}, **SOON)
    assert [cell.options for cell in found] == [{"hand_size": 5}]
    [(options, error)] = found.refused
    assert options == {"hand_size": 999} and isinstance(error, cardrun.GameError)
    with pytest.raises(cardrun.GameError):
        cardrun.ray.sweep(alkekan, 20, options={"hand_size": [999]}, **SOON)


def test_mistakes_are_told_before_anything_is_played(cluster, alkekan):
    with pytest.raises(ValueError):
        cardrun.ray.simulate(alkekan, 10, players=["rnd"])
    with pytest.raises(ValueError):
        cardrun.ray.simulate(alkekan, range(0, 10, 2))
    with pytest.raises(TypeError):
        cardrun.ray.simulate(alkekan, 10, nonsense=1)
    other = cardrun.ray.simulate(alkekan, 10, seed=2, **SOON)
    with pytest.raises(ValueError, match="seed"):
        cardrun.ray.simulate(alkekan, 20, seed=1, so_far=other, **SOON)


# ---- the command


def run_command(cluster, *arguments):
    words = [sys.executable, "-m", "cardrun._cluster", *map(str, arguments)]
    words += ["--address", cluster.address, "--piece-seconds", "0.02"]
    return subprocess.run(words, capture_output=True, text=True)


def test_the_command_writes_what_the_command_writes(cluster, games, command, tmp_path):
    path = games / "alkekan.yaml"
    line = ["sim", path, "--games", "100..400", "--seats", "random,greedy", "--set", "hand_size=5"]
    done = run_command(cluster, *line, "--out", tmp_path / "a.json")
    assert done.returncode == 0, done.stderr
    assert timeless((tmp_path / "a.json").read_text()) == told_by(command, *line)
    line = ["compare", path, "--with", "default", "--with", "hand_size=5", "--games", 100]
    assert timeless(run_command(cluster, *line).stdout) == told_by(command, *line)
    line = ["tournament", path, "--entrants", "random,greedy", "--games", 50]
    assert timeless(run_command(cluster, *line).stdout) == told_by(command, *line)


def test_the_command_sweeps(cluster, games):
    done = run_command(
        cluster, "sweep", games / "alkekan.yaml", "--games", 50, "--set", "hand_size=4,5"
    )
    rows = list(csv.DictReader(done.stdout.splitlines()))
    assert [(row["hand_size"], row["seat"]) for row in rows] == [
        ("4", "1"), ("4", "2"), ("5", "1"), ("5", "2")
    ]


def test_the_command_speaks_french(capsys, games):
    from cardrun import _words

    line = ["sim", str(games / "alkekan.yaml"), "--games", "10", "--set", "hand_size"]
    try:
        assert _cluster.main([*line, "--lang", "fr"]) == 2
        assert "erreur :" in capsys.readouterr().err
        told = str(cardrun.ray.Progress(1000, 2000, 1.0, 1, 1, 1, 4, 3.5, [], list))
        assert "1\u202f000 parties sur 2\u202f000" in told and "1 lot perdu" in told
        assert "partie 7, graine 3" in str(cardrun.ray.Poisoned(0, (7, 8), 3, "x"))
    finally:
        _words.speak(None)
    assert _cluster.main([*line, "--lang", "en"]) == 2
    assert "error:" in capsys.readouterr().err
    _words.speak(None)


@pytest.mark.parametrize("games", ["0", "5..5", "7..2", "-3", "many"])
def test_games_that_are_none(capsys, games):
    with pytest.raises(SystemExit) as ended:
        _cluster.main(["sim", "x.yaml", "--games", games])
    assert ended.value.code == 2 and "FROM..TO" in capsys.readouterr().err


def test_mistakes_of_the_command(capsys, games):
    assert _cluster.main(["sim", str(games / "none.yaml"), "--games", "10"]) == 2
    assert "none.yaml" in capsys.readouterr().err
    line = ["sim", str(games / "alkekan.yaml"), "--games", "10", "--set", "hand_size"]
    assert _cluster.main(line) == 2
    assert "OPTION=VALUE" in capsys.readouterr().err
