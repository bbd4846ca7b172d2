"""What a cluster costs: a run of some minutes on two workers of Ray beside the same run by the
command on two threads, in turns. Before that a sweep of a million games on four workers, one of
which is killed in the middle, held against one process; and the costs of a piece, from which a
table on paper is made.

    pip install ray
    python bench/clusters.py [GAMES_FOLDER] [SECONDS] [TURNS]
"""

import json
import os
import pathlib
import resource
import subprocess
import sys
import time

import ray
from ray.cluster_utils import Cluster

import cardrun
import cardrun.ray
from cardrun._cardrun import Job, Parts

TURNS = int(sys.argv[3]) if len(sys.argv) > 3 else 3


def cluster_of(nodes):
    cluster = Cluster()
    node(cluster, num_cpus=0)
    cluster.extra = [node(cluster, num_cpus=1) for _ in range(nodes)]
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    return cluster


def node(cluster, **wanted):
    """A new node. Ray gives up on one that takes long to begin, as it may where much else runs."""
    while True:
        try:
            return cluster.add_node(**wanted)
        except Exception as error:
            if "timed out" not in str(error):
                raise


def end(cluster):
    ray.shutdown()
    cluster.shutdown()


def timed(call):
    begun = time.perf_counter()
    result = call()
    return time.perf_counter() - begun, result


def efficiency(path, seconds, players):
    """A run of the command on two threads, of two workers, and of the command again: seconds by the
    clock and of the processor of each."""
    game = cardrun.Game.load(path)
    games = 200
    while True:
        took, _, _ = by_command(path, games, players)
        if took > 4.0 or took > seconds / 2:
            break
        games *= 4
    games = int(games * seconds / took)
    # Workers are up, and have made what they make once.
    cardrun.ray.simulate(game, min(games, 2000), players=players, progress=False)
    print(f"{path.stem} {players or ['random']}: {games:,} games", flush=True)
    for turn in range(TURNS):
        before = alone if turn else by_command(path, games, players)
        spread = on_cluster(game, games, players)
        alone = by_command(path, games, players)
        assert before[2] == spread[2] == alone[2]
        print(f"  the command: {told(before)}; {told(alone)}")
        print(f"  two workers: {told(spread)}")
        clock = (before[0] + alone[0]) / 2 / spread[0]
        total = (before[1]["worker"] + alone[1]["worker"]) / 2 / sum(spread[1].values())
        print(f"  share of its speed: {clock:.1%} by the clock, {total:.1%} by the processor")
        print(f"  workers were playing {spread[3]:.1%} of the time", flush=True)


def told(run):
    """Seconds by the clock, and of the processor by who used them."""
    busy = ", ".join(f"{name} {seconds:.1f}" for name, seconds in run[1].items())
    return f"{run[0]:.1f} s (processor: {busy})"


def by_command(path, games, players):
    """The command on two threads: seconds by the clock, of the processor, and what was counted."""
    words = [str(pathlib.Path(sys.executable).parent / "cardrun"), "sim", str(path)]
    words += ["--games", str(games), "--jobs", "2", "--format", "json"]
    words += ["--seats", ",".join(players * game_seats(path))] if players else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    took, done = timed(lambda: subprocess.run(words, capture_output=True, check=True))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return took, {"worker": busy}, json.loads(done.stdout)["tally"]


def game_seats(path):
    return cardrun.Game.load(path).seats


def on_cluster(game, games, players):
    """The same on the cluster, and what share of the time the workers were playing."""
    last = []

    def watch(progress):
        last[:] = [progress]

    before = processors()
    took, report = timed(
        lambda: cardrun.ray.simulate(game, games, players=players, progress=watch)
    )
    busy = {name: used - before[name] for name, used in processors().items()}
    return took, busy, report["tally"], last[0].played / (last[0].workers * took)


def processors():
    """Seconds of the processor that workers, Ray's own processes and this one have used."""
    used = {"worker": 0.0, "Ray": 0.0, "driver": time.process_time()}
    tick = os.sysconf("SC_CLK_TCK")
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            times = (folder / "stat").read_text().rpartition(")")[2].split()[11:13]
        except OSError:
            continue
        if words.startswith("ray::"):
            kind = "worker"
        elif "/ray/" in words and int(folder.name) != os.getpid():
            kind = "Ray"
        else:
            continue
        used[kind] += sum(int(ticks) for ticks in times) / tick
    return used


def pieces(path):
    """Seconds of the processor that a piece costs whoever sends, takes and adds it up, and how
    large it is."""
    game = cardrun.Game.load(path)
    count = [0]

    def watch(progress):
        count[0] = progress.pieces

    busy = time.process_time()
    took, _ = timed(
        lambda: cardrun.ray.simulate(game, 4_000, piece_seconds=1e-9, in_flight=64, progress=watch)
    )
    yield "sending, waiting and taking, by the clock", took / count[0]
    yield "sending and taking", (time.process_time() - busy) / count[0]
    for looks in ({}, {"measure": True}):
        job = Job("simulation", [("", game)], [], 1, bool(looks))
        parts = [job.part(first, 100, 1) for first in range(0, 20_000, 100)]
        total = Parts()
        took, _ = timed(lambda: [total.add(part) for part in parts])
        name = "adding, measured" if looks else "adding"
        yield f"{name}, {len(parts[-1]):,} bytes", took / len(parts)


def killed(folder):
    """A sweep on four workers with one killed, beside one process."""
    game = cardrun.Game.load(folder / "alkekan.yaml")
    cluster, lost = cluster_of(4), []

    def watch(progress):
        if progress.done > progress.games // 2 and not lost:
            lost.append(progress.done)
            cluster.remove_node(cluster.extra.pop(), allow_graceful=False)

    players = ["random", "random never call"]
    sizes = [2, 3, 4, 5, 6]
    sweep = cardrun.ray.sweep(
        game,
        100_000,
        options={"hand_size": sizes},
        players=players,
        piece_seconds=0.5,
        progress=watch,
    )
    end(cluster)
    clock = ("seconds", "playouts_per_second")
    for cell in sweep:
        expected = game.changed(options=cell.options).sim(100_000, players=cell.players)
        for report in (expected, cell.report):
            for name in clock:
                report.pop(name)
        assert json.dumps(cell.report) == json.dumps(expected)
    print(f"a node killed after {lost[0]:,} of 1,000,000 games: equal to one process")
    for row in sweep.rows():
        if row["seat"] == 1:
            print(f"  {row['hand_size']} {row['players']:18} {row['win_rate']:.4f}")


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "games")
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    killed(folder)
    cluster = cluster_of(2)
    for name, cost in pieces(folder / "alkekan.yaml"):
        print(f"{name}: {1e3 * cost:.3f} ms a piece", flush=True)
    for players in ([], ["greedy"]):
        efficiency(folder / "alkekan.yaml", seconds, players)
    end(cluster)


if __name__ == "__main__":
    main()
