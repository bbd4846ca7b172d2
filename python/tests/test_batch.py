"""Games in arrays: the games that are played one by one, and nothing that a seat may not know."""

import pytest

numpy = pytest.importorskip("numpy")

import cardrun

NAMES = ["alkekan", "attaque_du_roi", "douhar", "six_lots", "classics/hearts", "classics/kuhn_poker"]


@pytest.fixture(params=NAMES)
def game(request, games):
    return cardrun.Game.load(games / f"{request.param}.yaml")


def rows(batch, number):
    """What a batch shows of a game: who is asked, what it knows, what it can choose."""
    count = batch.counts[number]
    assert batch.masks[number].sum() == count and batch.masks[number][:count].all()
    assert not batch.options[number][count:].any()
    options = batch.options[number][:count].tolist()
    return int(batch.seats[number]), batch.observations[number].tolist(), options


def seed_of(game, number):
    return cardrun._cardrun.Job("simulation", [("", game)], [], 5).seed_of(number)


def test_they_are_the_games_that_are_played_one_by_one(game):
    size = 3
    batch = cardrun.Batch(game, size, seed=5)
    next_game = list(range(size))
    states = [game.start(seed_of(game, number)) for number in next_game]
    ended = 0
    for step in range(600):
        actions = []
        for number, state in enumerate(states):
            seat = state.pending[0]
            expected = (seat, *state.numbers(seat))
            assert rows(batch, number) == expected
            actions.append((step * 7 + number) % batch.counts[number])
            state.apply(seat, int(actions[-1]))
        batch.step(actions)
        for number, state in enumerate(states):
            assert batch.done[number] == int(state.over)
            if state.over:
                ended += 1
                assert batch.scores[number].tolist() == state.outcome["scores"] or not state.scores
                won = [seat in state.outcome["winners"] for seat in range(1, game.seats + 1)]
                best = batch.rewards[number].max()
                assert [reward == best > 0 for reward in batch.rewards[number]] == won
                next_game[number] += size
                states[number] = game.start(seed_of(game, next_game[number]))
            else:
                assert not batch.rewards[number].any() and not batch.scores[number].any()
    assert ended > 0 or "attaque" in game.id


def test_worlds_that_a_seat_cannot_tell_apart_are_the_same_numbers(game):
    differ = 0
    for seed in range(3):
        state = game.start(seed)
        for step in range(60):
            if state.over:
                break
            for seat in range(1, game.seats + 1):
                seen = state.numbers(seat)
                for world in (state.determinize(seat, other) for other in range(3)):
                    assert world.numbers(seat) == seen
                    others = (one for one in range(1, game.seats + 1) if one != seat)
                    differ += any(world.numbers(one) != state.numbers(one) for one in others)
            state.apply(state.pending[0], step * 5 % len(state.options(state.pending[0])))
    # Something is hidden in them: else this test could not fail.
    assert differ > 0 or game.id in ("attaque_du_roi", "douhar", "six_lots")


def test_the_numbers_are_those_of_the_observation(games):
    game = cardrun.Game.load(games / "classics" / "hearts.yaml")
    state = game.start(3)
    batch = cardrun.Batch(game, 1)
    for step in range(30):
        seat = state.pending[0]
        numbers = dict(zip(batch.names, state.numbers(seat)[0]))
        seen = state.observe(seat)
        assert numbers["seat"] == seat and numbers["active"] == (seen["active"] or 0)
        for zone in seen["zones"]:
            for slot in zone["slots"]:
                known = [card for card in slot["cards"] if card["card"] is not None]
                places = {numbers[f"card.{card['id'] + 1}"] for card in known}
                assert len(places) <= 1 and 0 not in places
                ups = [numbers[f"up.{card['id'] + 1}"] for card in known]
                assert ups == [int(card["face_up"]) for card in known]
        known = sum(numbers[f"card.{card}"] > 0 for card in range(1, 53))
        assert known == sum(
            card["card"] is not None
            for zone in seen["zones"]
            for slot in zone["slots"]
            for card in slot["cards"]
        )
        hand = sum(len(slot["cards"]) for zone in seen["zones"] if zone["name"] == f"hand.{seat}"
                   for slot in zone["slots"])
        assert numbers[f"count.hand.{seat}"] == hand
        state.apply(seat, step % len(state.options(seat)))


def test_threads_make_no_difference(games):
    game = cardrun.Game.load(games / "alkekan.yaml")
    one, two = (cardrun.Batch(game, 33, seed=2, jobs=jobs) for jobs in (1, 2))
    chance = numpy.random.default_rng(1)
    for _ in range(200):
        actions = (chance.random(33) * one.counts).astype(int)
        one.step(actions)
        two.step(actions)
        for name in ("observations", "options", "masks", "rewards", "scores", "done", "seats"):
            assert (getattr(one, name) == getattr(two, name)).all(), name
    again = cardrun.Batch(game, 33, seed=9)
    one.reset(9)
    assert (one.observations == again.observations).all()


def test_the_arrays_stay_the_same(games):
    batch = cardrun.Batch(cardrun.Game.load(games / "alkekan.yaml"), 4)
    before = batch.observations
    shown = before.copy()
    for _ in range(3):
        batch.step([0] * 4)
    assert batch.observations is before and (before != shown).any()
    assert len(batch) == 4 and batch.masks.dtype == bool


def test_mistakes(games):
    game = cardrun.Game.load(games / "alkekan.yaml")
    batch = cardrun.Batch(game, 4)
    before = batch.observations.copy()
    wrong = [[0, 0, 0], [0, 0, 0, 99], [0, 0, 0, -1], [0, 0, 0, 2**32], [0, 0, 0, -(2**40)]]
    wrong += [[0.0] * 4, [[0]] * 4, numpy.full(4, 2**63, numpy.uint64)]
    for actions in wrong:
        with pytest.raises(ValueError):
            batch.step(actions)
    assert (batch.observations == before).all()
    with pytest.raises(ValueError):
        cardrun.Batch(game, 0)
    with pytest.raises(ValueError, match="most_options"):
        cardrun.Batch(game, 4, most_options=1)


def test_rules_that_fail_end_the_game(tmp_path):
    layout = """
seats: 2
variables: { tally: { per: player, type: number } }
rules: |
  phase game = each player: one of left | right, toss
  action left
  action right
  phase toss { let die = roll 2; set tally of seat(1) to 10 / (die - 1) }
  score = tally
"""
    batch = cardrun.Batch(cardrun.Game.load(layout), 50)
    batch.step([0] * 50)
    batch.step([0] * 50)
    assert set(batch.done.tolist()) == {1, 2}
    assert not batch.rewards[batch.done == 2].any()
