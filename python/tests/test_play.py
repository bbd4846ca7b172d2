"""Loading and playing."""

import copy
import json
import pickle

import pytest

import cardrun

HIGHEST = """
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  pile: { per: player, shape: one, seen_by: all }
rules: |
  phase game = deal, together show
  phase deal { shuffle deck; each player { draw 3 from deck to hand } }
  action show(card from hand) { move card to pile face up }
  score = rank of pile default 0
"""

NAMES = ["alkekan", "attaque_du_roi", "card_o_tresor", "douhar", "six_lots"]


def played(state, steps=10**6):
    """Plays on, each seat taking an option that depends on where the game stands."""
    while not state.over and steps > 0:
        seat = state.pending[0]
        state.apply(seat, (state.choices * 7) % len(state.options(seat)))
        steps -= 1
    return state


@pytest.mark.parametrize("name", NAMES)
def test_games_are_played_to_their_ends(games, name):
    game = cardrun.Game.load(games / f"{name}.yaml")
    state = played(game.start(7))
    assert state.fault is None
    assert len(state.outcome["ranks"]) == game.seats
    assert state.pending == []
    again = cardrun.State.from_record(game, state.record())
    assert again.record() == state.record()
    assert again.outcome == state.outcome


def test_a_text_is_a_game():
    game = cardrun.Game.load(HIGHEST)
    assert (game.id, game.seats, game.options, game.variant) == ("game", 2, {}, None)
    state = game.start(1)
    assert state.pending == [1, 2]
    assert not state.over and state.outcome is None


def test_options_and_seats(games):
    path = str(games / "attaque_du_roi.yaml")
    assert cardrun.Game.load(path, seats=4).seats == 4
    name, value = next(
        (name, value)
        for name, value in cardrun.Game.load(path).options.items()
        if isinstance(value, bool)
    )
    try:
        assert cardrun.Game.load(path, options={name: not value}).options[name] is not value
    except cardrun.GameError as error:
        assert {problem["code"] for problem in error.problems} == {"forbidden-options"}


def test_errors_tell_where():
    with pytest.raises(cardrun.GameError) as caught:
        cardrun.Game.load(HIGHEST.replace("shuffle deck", "shuffle dek"))
    [problem] = [one for one in caught.value.problems if one["level"] == "error"]
    assert problem["line"] == 10
    assert problem["column"] > 1
    assert problem["file"] == "game.yaml"
    assert "dek" in problem["message"]
    assert "deck" in problem["help"]
    assert problem["code"]
    assert isinstance(caught.value, ValueError)
    told = str(caught.value)
    assert told.startswith(f"game.yaml:10:{problem['column']}: error[{problem['code']}]: ")
    assert problem["message"] in told and problem["help"] in told


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(cardrun.GameError) as caught:
        cardrun.Game.load(tmp_path / "none.yaml")
    assert caught.value.problems[0]["code"] == "file-unreadable"
    (tmp_path / "nine.yaml").write_text(HIGHEST)
    with pytest.raises(cardrun.GameError) as caught:
        cardrun.Game.load(tmp_path / "none.yaml")
    assert "nine.yaml" in caught.value.problems[0]["help"]
    with pytest.raises(ValueError):
        cardrun.Game.load(tmp_path / "none.yaml", files={"a.rules": ""})


def test_files_of_a_text():
    layout, rules = HIGHEST.split("rules: |\n")
    game = cardrun.Game.load(layout + "rules: a.rules\n", files={"a.rules": rules})
    assert played(game.start(3)).over


def test_choices_that_are_refused_leave_the_game_as_it_was():
    state = cardrun.Game.load(HIGHEST).start(1)
    before = state.record()
    for seat, option in [(1, 3), (1, "show"), (0, 0), (3, 0)]:
        with pytest.raises(ValueError):
            state.apply(seat, option)
    with pytest.raises(TypeError):
        state.apply(1, None)
    with pytest.raises(ValueError):
        state.observe(-1)
    assert state.record() == before
    state.apply(1, 0)
    with pytest.raises(ValueError):
        state.apply(1, 0)


def test_labels_and_numbers_say_the_same():
    game = cardrun.Game.load(HIGHEST)
    one, other = game.start(5), game.start(5)
    option = one.options(1)[2]
    assert option["number"] == 2
    assert [each["label"] for each in one.options(1)] == one.labels(1)
    one.apply(1, option["number"])
    other.apply(1, option["label"])
    assert one.record() == other.record()


@pytest.mark.parametrize("name", NAMES)
def test_undo_goes_back_choice_by_choice(games, name):
    game = cardrun.Game.load(games / f"{name}.yaml")
    state = game.start(11)
    before = []
    for _ in range(8):
        before.append(state.record())
        played(state, 1)
    while before:
        assert state.undo()
        assert state.record() == before.pop()
    assert not state.undo()


def test_clones_and_pickles_go_their_own_ways(games):
    game = cardrun.Game.load(games / "douhar.yaml")
    state = played(game.start(2), 5)
    copies = [state.clone(), copy.copy(state), copy.deepcopy(state)]
    copies.append(pickle.loads(pickle.dumps(state)))
    for one in copies:
        assert one.record() == state.record()
        before = state.record()
        played(one, 1)
        assert state.record() == before
    assert {played(one).record() for one in copies} == {played(state).record()}


def test_pickled_games_need_no_files(tmp_path):
    layout, rules = HIGHEST.split("rules: |\n")
    (tmp_path / "a.yaml").write_text(layout)
    (tmp_path / "a.rules").write_text(rules)
    game = cardrun.Game.load(tmp_path / "a.yaml")
    text = pickle.dumps(game)
    (tmp_path / "a.yaml").unlink()
    (tmp_path / "a.rules").unlink()
    again = pickle.loads(text)
    assert again.start(4).record() == game.start(4).record()


def test_records_are_lines_of_json(games):
    state = played(cardrun.Game.load(games / "alkekan.yaml").start(1))
    lines = [json.loads(line) for line in state.record(["Ann", "Bob"]).splitlines()]
    assert lines[0]["type"] == "game"
    assert lines[0]["seats"] == ["Ann", "Bob"]
    assert lines[-1]["type"] == "end"
    with pytest.raises(ValueError):
        state.record(["Ann"])
    with pytest.raises(ValueError):
        cardrun.State.from_record(state.game, "nonsense")


def hidden(observation):
    cards = [
        card
        for zone in observation["zones"]
        for slot in zone["slots"]
        for card in slot["cards"]
    ]
    return sum(card["card"] is None for card in cards)


def test_a_seat_sees_what_it_may():
    state = cardrun.Game.load(HIGHEST).start(9)
    for seat in (1, 2):
        seen = state.observe(seat)
        assert seen["seat"] == seat
        # The deck, and the other one's hand.
        assert hidden(seen) == 52 - 6 + 3
    before = state.observe(2)
    state.apply(1, 0)
    # What was chosen in secret is not told.
    assert state.observe(2) == before


def test_imagined_games_look_the_same_to_the_seat():
    state = cardrun.Game.load(HIGHEST).start(9)
    worlds = [state.determinize(1, seed) for seed in range(8)]
    assert all(world.observe(1) == state.observe(1) for world in worlds)
    assert all(world.labels(1) == state.labels(1) for world in worlds)
    assert any(world.labels(2) != state.labels(2) for world in worlds)
    assert worlds[0].seed is None
    with pytest.raises(ValueError):
        worlds[0].record()
    with pytest.raises(ValueError):
        pickle.dumps(worlds[0])
    assert played(worlds[0]).over


@pytest.mark.parametrize("player", ["random", "greedy", "mcts:20", "random never call"])
def test_players_of_the_engine(games, player):
    state = cardrun.Game.load(games / "alkekan.yaml").start(3)
    for _ in range(6):
        seat = state.pending[0]
        choice = state.choose(player, seat)
        assert choice == state.choose(player, seat, seed=1)
        state.apply(seat, choice)


def test_every_deal_and_every_throw(games):
    game = cardrun.Game.load(games / "classics" / "kuhn_poker.yaml")
    deals = game.beginnings()
    assert [chance for chance, _ in deals] == pytest.approx([1 / 6] * 6)
    hands = {json.dumps([state.observe(seat)["zones"] for seat in (1, 2)]) for _, state in deals}
    assert len(hands) == 6
    # The deals of a game are among them.
    shown = [state.observe(1) for _, state in deals]
    assert all(game.start(seed).observe(1) in shown for seed in range(20))
    _, state = deals[0]
    [(chance, after)] = state.branches(1, "bet_chips")
    assert chance == 1 and after.pending == [2] and state.pending == [1]
    assert after.seed is None and played(after).over
    with pytest.raises(ValueError):
        state.branches(1, "call")
    with pytest.raises(ValueError):
        state.branches(2, 0)


def test_chance_that_has_too_many_results(games):
    game = cardrun.Game.load(games / "classics" / "kuhn_poker.yaml")
    with pytest.raises(ValueError, match="more than 5"):
        game.beginnings(most=5)
    with pytest.raises(ValueError):
        cardrun.Game.load(games / "alkekan.yaml").beginnings()


def test_branches_go_on_by_their_seed(games):
    layout = """
seats: 2
variables: { tally: { per: player, type: number } }
rules: |
  phase game = 3 times: (each player: one of throw | keep)
  action throw { add roll 6 to tally }
  action keep
  score = tally
"""
    game = cardrun.Game.load(layout)
    state = game.start(1)
    branches = state.branches(1, "throw", seed=3)
    assert [one.scores[0] for _, one in branches] == [1, 2, 3, 4, 5, 6]
    again = state.branches(1, "throw", seed=3)
    assert [played(one).scores for _, one in branches] == [played(one).scores for _, one in again]
    other = state.branches(1, "throw", seed=4)
    assert [played(one).scores for _, one in other] != [one.scores for _, one in branches]


def test_players_that_are_not_there():
    state = cardrun.Game.load(HIGHEST).start(3)
    for name in ["", "rnd", "mcts:0", "exec:", "random never dance", "random cry"]:
        with pytest.raises(ValueError):
            state.choose(name, 1)
    with pytest.raises(ValueError, match="did you mean `show`"):
        state.choose("random never shw", 1)
    with pytest.raises(ValueError):
        # Two seats choose.
        state.choose("random")


def test_arguments_that_are_none(games):
    """What is expected is said in words, with what was found."""
    game = cardrun.Game.load(games / "classics/kuhn_poker.yaml")
    state = game.start(1)
    refused = [
        (TypeError, "path of a layout, or its text, found 5", lambda: cardrun.Game.load(5)),
        (TypeError, "list of texts .*, found 'random'", lambda: game.sim(5, players="random")),
        (TypeError, "list of texts", lambda: game.tournament("random,greedy", 2)),
        (ValueError, "a number from 0, found -1", lambda: game.sim(5, seed=-1)),
        (ValueError, "a game at least", lambda: game.sim(0)),
        (TypeError, "a function", lambda: game.sim(5, progress=5)),
        (ValueError, "found `a` twice", lambda: game.compare(game, 5, names=("a", "a"))),
        (ValueError, "found NaN", lambda: game.solve(exploitability=float("nan"))),
        (ValueError, "option's number, from 0, found -1", lambda: state.apply(1, -1)),
        (TypeError, "number or its label, found a value of type NoneType", lambda: state.apply(1, None)),
        (ValueError, "a number from 0, found -1", lambda: state.apply(-1, 0)),
        (ValueError, "a seat from 1 to 2, found 0", lambda: state.apply(0, 0)),
        (ValueError, "nothing to choose", lambda: state.branches(2, "bet")),
    ]
    for kind, words, call in refused:
        with pytest.raises(kind, match=words):
            call()
