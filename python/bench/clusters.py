"""What a cluster costs: a run of some minutes on two workers of Ray beside the same run in one
process on two threads, in turns; and the costs of a piece, from which a table on paper is made.

    pip install 'cardrun[ray]'
    python bench/clusters.py [GAMES_FOLDER] [SECONDS]

Last, a sweep of a million games on four workers, one of which is killed in the middle, held against
one process.
"""

import json
import pathlib
import statistics
import sys
import time

import ray
from ray.cluster_utils import Cluster

import cardrun
import cardrun.ray
from cardrun._cardrun import Job, Parts

TURNS = 3


def cluster_of(nodes):
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    cluster.extra = [cluster.add_node(num_cpus=1) for _ in range(nodes)]
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    return cluster


def end(cluster):
    ray.shutdown()
    cluster.shutdown()


def timed(call):
    begun = time.perf_counter()
    result = call()
    return time.perf_counter() - begun, result


def efficiency(path, seconds, players):
    """The share of one process's speed that two workers have, and the seconds of both."""
    game = cardrun.Game.load(path)
    games = 200
    while True:
        took, _ = timed(lambda: game.sim(games, players=players, jobs=2))
        if took > seconds / 20:
            break
        games *= 4
    games = int(games * seconds / took)
    # Workers are up, and have made what they make once.
    cardrun.ray.simulate(game, min(games, 2000), players=players, progress=False)
    alone, spread = [], []
    for _ in range(TURNS):
        took, expected = timed(lambda: game.sim(games, players=players, jobs=2))
        alone.append(took)
        took, found = timed(
            lambda: cardrun.ray.simulate(game, games, players=players, progress=False)
        )
        spread.append(took)
        assert found["tally"] == expected["tally"]
    ratios = [one / other for one, other in zip(alone, spread)]
    return games, statistics.median(alone), statistics.median(spread), ratios


def pieces(path):
    """Seconds of the processor that a piece costs whoever sends, takes and adds it up, and how large
    it is."""
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
        game, 100_000, options={"hand_size": sizes}, players=players, piece_seconds=0.5,
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
    cluster = cluster_of(2)
    for name, players in [("alkekan", []), ("alkekan", ["greedy"])]:
        games, alone, spread, ratios = efficiency(folder / f"{name}.yaml", seconds, players)
        shares = ", ".join(f"{100 * ratio:.0f} %" for ratio in ratios)
        print(
            f"{name} {players or ['random']}: {games:,} games, one process {alone:.1f} s, "
            f"two workers {spread:.1f} s: {shares}",
            flush=True,
        )
    for name, cost in pieces(folder / "alkekan.yaml"):
        print(f"{name}: {1e3 * cost:.3f} ms a piece", flush=True)
    end(cluster)
    killed(folder)


if __name__ == "__main__":
    main()
