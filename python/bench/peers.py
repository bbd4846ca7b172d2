"""Steps a second of random players, with observations and masks written: a batch of cardrun beside
a loop over OpenSpiel, RLCard and PettingZoo Classic and a batch of Pgx, on the same machine in one
run.

    pip install cardrun numpy open_spiel rlcard pettingzoo pygame jax pgx
    python bench/peers.py [GAMES_FOLDER] [SECONDS]

A step is one choice of one player, with what the next one to choose may know and may choose then as
arrays of numpy. What is over begins anew. Each is run on one core, several times in turns, and the
best is told: what disturbs a machine only makes it slower. Seconds are those of the processor.
"""

import importlib
import os
import pathlib
import platform
import sys
import time

import numpy

import cardrun

GAMES = ["kuhn_poker", "leduc_poker", "hearts", "crazy_eights"]
TURNS = 5
BATCH = 512

#: Pgx gains by more games at once, as each step of it has a fixed cost.
PGX_BATCHES = [BATCH, 16 * BATCH]


#: As many as OpenSpiel's game has.
SEATS = {"crazy_eights": 5}


def cardrun_steps(path, seconds, jobs=1):
    game = cardrun.Game.load(path, seats=SEATS.get(path.stem))
    batch = cardrun.Batch(game, BATCH, jobs=jobs)
    chance = numpy.random.default_rng(1)

    def step():
        batch.step((chance.random(BATCH) * batch.counts).astype(numpy.int32))
        return BATCH

    return timed(step, seconds)


def open_spiel_steps(name, seconds):
    game = importlib.import_module("pyspiel").load_game(name)
    chance = numpy.random.default_rng(1)
    # Hearts has no observation tensor, crazy eights no information state.
    kind = game.get_type()
    tensor = "observation_tensor" if kind.provides_observation_tensor else "information_state_tensor"
    state = None

    def fresh():
        state = game.new_initial_state()
        return dealt(state)

    def dealt(state):
        while state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(int(chance.choice(actions, p=chances)))
        return state

    def step():
        nonlocal state
        if state is None or state.is_terminal():
            if state is not None:
                numpy.asarray(state.returns())
            state = fresh()
        player = state.current_player()
        numpy.asarray(getattr(state, tensor)(player), numpy.float32)
        mask = numpy.asarray(state.legal_actions_mask(player))
        legal = numpy.flatnonzero(mask)
        state.apply_action(int(legal[int(chance.random() * len(legal))]))
        dealt(state)
        return 1

    return timed(step, seconds)


def rlcard_steps(name, seconds):
    env = importlib.import_module("rlcard").make(name, config={"seed": 1})
    chance = numpy.random.default_rng(1)
    state = None

    def step():
        nonlocal state
        if state is None or env.is_over():
            if state is not None:
                env.get_payoffs()
            state, _ = env.reset()
        mask = numpy.zeros(env.num_actions, bool)
        legal = list(state["legal_actions"])
        mask[legal] = True
        state, _ = env.step(legal[int(chance.random() * len(legal))])
        return 1

    return timed(step, seconds)


def petting_zoo_steps(name, seconds):
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    chance = numpy.random.default_rng(1)
    env.reset(seed=1)

    def step():
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.reset()
            return 0
        legal = numpy.flatnonzero(seen["action_mask"])
        env.step(int(legal[int(chance.random() * len(legal))]))
        return 1

    return timed(step, seconds)


def pgx_steps(name, batch, seconds):
    jax = importlib.import_module("jax")
    env = importlib.import_module("pgx").make(name)
    again = importlib.import_module("pgx.experimental").auto_reset(env.step, env.init)

    def moved(state, key):
        key, to_choose, to_reset = jax.random.split(key, 3)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(to_choose, scores, axis=-1)
        return jax.vmap(again)(state, action, jax.random.split(to_reset, batch)), key

    moved = jax.jit(moved)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))

    def step():
        nonlocal state, key
        state, key = moved(state, key)
        # On the processor these are the arrays of Jax itself, and not copies.
        for array in (state.observation, state.legal_action_mask, state.rewards, state.terminated):
            numpy.asarray(array)
        return batch

    return timed(step, seconds)


def timed(step, seconds):
    """Steps a second, after some that are not counted."""
    end = time.process_time() + seconds / 4
    while time.process_time() < end:
        step()
    steps, begun = 0, time.process_time()
    while True:
        for _ in range(8):
            steps += step()
        now = time.process_time()
        if now - begun > seconds:
            return steps / (now - begun)


def pgx(name):
    return [
        (f"Pgx, {batch:,}", lambda s, batch=batch: pgx_steps(name, batch, s))
        for batch in PGX_BATCHES
    ]


#: By game: whoever has it.
PEERS = {
    "kuhn_poker": [
        ("OpenSpiel", lambda s: open_spiel_steps("kuhn_poker", s)),
        *pgx("kuhn_poker"),
    ],
    "leduc_poker": [
        ("OpenSpiel", lambda s: open_spiel_steps("leduc_poker", s)),
        ("RLCard", lambda s: rlcard_steps("leduc-holdem", s)),
        ("PettingZoo", lambda s: petting_zoo_steps("leduc_holdem_v4", s)),
        *pgx("leduc_holdem"),
    ],
    "hearts": [("OpenSpiel", lambda s: open_spiel_steps("hearts", s))],
    "crazy_eights": [
        ("OpenSpiel", lambda s: open_spiel_steps("crazy_eights", s)),
        ("RLCard, Uno", lambda s: rlcard_steps("uno", s)),
    ],
}


def one_core():
    """Keeps all threads of this process, also those of Jax, on one core."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "games/classics")
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    one_core()
    print(f"{platform.machine()}, Python {platform.python_version()}, one core, best of {TURNS}")
    for name in GAMES:
        path = folder / f"{name}.yaml"
        runs = [("cardrun", lambda s, path=path: cardrun_steps(path, s)), *PEERS[name]]
        best = dict.fromkeys((who for who, _ in runs), 0.0)
        for _ in range(TURNS):
            for who, run in runs:
                try:
                    best[who] = max(best[who], run(seconds))
                except ImportError:
                    best[who] = float("nan")
        own = best["cardrun"]
        for who, rate in best.items():
            ratio = "" if who == "cardrun" else f"{own / rate:8.1f} times"
            print(f"{name:14} {who:12} {rate:12,.0f} steps/s {ratio}", flush=True)


if __name__ == "__main__":
    main()
