"""Numbers: the command's."""

import _thread
import threading

import pytest

import cardrun


def same(found, expected):
    for report in (found, expected):
        report.pop("seconds", None)
        report.pop("playouts_per_second", None)
    assert found == expected


@pytest.mark.parametrize("measure", [False, True])
def test_simulations(games, command, measure):
    path = games / "alkekan.yaml"
    more = ["--measure"] if measure else []
    expected = command("sim", path, "--games", 50, "--seed", 3, "--seats", "random,greedy", *more)
    game = cardrun.Game.load(path)
    found = game.sim(50, seed=3, players=["random", "greedy"], measure=measure)
    same(found, expected)


def test_simulations_follow_who_leads(games, command):
    path = games / "six_lots.yaml"
    expected = command("sim", path, "--games", 4, "--lead", 2)
    same(cardrun.Game.load(path).sim(4, lead=2), expected)


def test_comparisons(games, command):
    path = games / "alkekan.yaml"
    expected = command("compare", path, "--with", "default", "--with", "hand_size=5", "--games", 30)
    names = ("default", "hand_size=5")
    other = cardrun.Game.load(path, options={"hand_size": 5})
    found = cardrun.Game.load(path).compare(other, 30, names=names)
    assert {row["version"] for row in found.rows()} == set(names)
    same(found, expected)


def test_restrictions(games, command):
    path = games / "alkekan.yaml"
    restrict = ["seat 1 never call", "never call"]
    line = [word for one in restrict for word in ("--restrict", one)]
    game = cardrun.Game.load(path)
    expected = command("compare", path, *line, "--games", 30, "--players", "random,greedy")
    found = game.compare(
        None, 30, players=["random", "greedy"], names=("default", ""), restrict=restrict
    )
    same(found, expected)
    for wrong in ("never dance", "seat 3 never call", "call"):
        with pytest.raises(ValueError):
            game.compare(None, 30, restrict=[wrong])
    with pytest.raises(ValueError):
        game.compare(None, 30)


def test_tournaments(games, command):
    path = games / "alkekan.yaml"
    entrants = ["random", "random never call", "greedy"]
    expected = command("tournament", path, "--entrants", ",".join(entrants), "--games", 10)
    found = cardrun.Game.load(path).tournament(entrants, 10)
    assert [row["name"] for row in found.rows()][0] == "greedy"
    same(found, expected)


def test_solutions(games, command):
    path = games / "classics" / "kuhn_poker.yaml"
    expected = command("solve", path)
    found = cardrun.Game.load(path).solve()
    assert found == expected
    assert found["values"][0] == pytest.approx(-1 / 18, abs=0.001)


def test_what_cannot_be_counted(games):
    game = cardrun.Game.load(games / "card_o_tresor.yaml")
    with pytest.raises(RuntimeError):
        game.solve()
    with pytest.raises(ValueError):
        game.tournament(["random", "greedy"], 2)
    with pytest.raises(ValueError):
        game.sim(2, players=["random"] * 3)
    with pytest.raises(ValueError):
        game.sim(2, players=["rnd"])


def test_rows(games):
    game = cardrun.Game.load(games / "alkekan.yaml")
    report = game.sim(20)
    rows = report.rows()
    assert [row["seat"] for row in rows] == [1, 2]
    assert sum(row["wins"] for row in rows) + report["draws"] == 20
    solution = cardrun.Game.load(games / "classics" / "kuhn_poker.yaml").solve()
    for one in (report, game.compare(game, 20), game.tournament(["random", "greedy"], 2), solution):
        pandas = pytest.importorskip("pandas")
        assert one.to_pandas().equals(pandas.DataFrame(one.rows()))
        pytest.importorskip("pyarrow")
        assert one.to_arrow().to_pylist() == one.rows()
    shares = {(row["seat"], row["situation"]): 0.0 for row in solution.rows()}
    for row in solution.rows():
        shares[row["seat"], row["situation"]] += row["probability"]
    assert len(shares) == 12 and all(abs(sum - 1) < 1e-9 for sum in shares.values())
    assert solution._repr_html_().count("<tr>") == 1 + len(solution.rows())


@pytest.mark.parametrize("run", ["sim", "lead", "compare", "tournament"])
def test_whoever_wants_to_know_is_told_how_far_it_is(games, run):
    game = cardrun.Game.load(games / "six_lots.yaml", seats=2)
    told = []

    def watch(progress):
        told.append(progress)
        if len(told) > 3 and progress.done:
            raise LookupError("enough")

    calls = {
        "sim": lambda: game.sim(10**9, progress=watch),
        "lead": lambda: game.sim(10**9, lead=1, progress=watch),
        "compare": lambda: game.compare(game, 10**9, progress=watch),
        "tournament": lambda: game.tournament(["random"] * 3, 10**9, progress=watch),
    }
    # What it raises ends the run.
    with pytest.raises(LookupError):
        calls[run]()
    all_of_it = {"sim": 10**9, "lead": 2 * 10**9, "compare": 10**9, "tournament": 3 * 10**9}
    assert {progress.games for progress in told} == {all_of_it[run]}
    done = [progress.done for progress in told]
    assert done == sorted(done) and done[-1] > 0
    assert "%" in str(told[-1]) and told[-1].share < 1


def test_other_threads_go_on_and_interrupts_end_the_waiting(games):
    game = cardrun.Game.load(games / "six_lots.yaml")
    # It can only fire while this thread has given the interpreter away.
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        game.sim(10**12)
    timer.join()
