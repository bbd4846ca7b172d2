"""Games cut into pieces, without a cluster."""

from collections import deque

import pytest

from cardrun._pieces import FIRST, GROWTH, Cutter, Piece, Queue, missing


def cutter(games, aim=1.0, thinks=False, job=0):
    return Cutter(job, deque([(0, games)]), aim, thinks)


def covered(pieces):
    """The games of these pieces, each once and without a gap."""
    runs = sorted((piece.first, piece.first + piece.games) for piece in pieces)
    assert all(one[1] == other[0] for one, other in zip(runs, runs[1:]))
    return runs[0][0], runs[-1][1]


@pytest.mark.parametrize("cost", [1e-6, 1e-3, 0.7, 50.0])
def test_pieces_cost_the_same_whatever_a_game_costs(cost):
    one = cutter(10_000)
    pieces = []
    while True:
        piece = one.cut(4)
        if piece is None:
            break
        one.played(piece.games, piece.games * cost)
        pieces.append(piece)
    assert covered(pieces) == (0, 10_000)
    # No piece is longer than was wanted, but for the first ones and for those of one game.
    assert all(piece.games * cost <= 1.0 or piece.games == 1 for piece in pieces[1:])
    grown = [b.games <= GROWTH * max(a.games, FIRST) for a, b in zip(pieces, pieces[1:])]
    assert all(grown)


def test_the_last_pieces_are_small():
    one = cutter(1_000_000, aim=1000.0)
    one.played(1_000_000, 1.0)
    sizes = []
    while True:
        piece = one.cut(5)
        if piece is None:
            break
        sizes.append(piece.games)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 50_000 and sizes[-1] == 1


def test_players_that_think_begin_with_one_game():
    assert cutter(100, thinks=True).cut(4).games == 1
    assert cutter(100).cut(4).games == FIRST


def test_what_is_lost_is_tried_again_before_anything_else():
    queue = Queue([cutter(1000)], attempts=3)
    first = queue.take(4)
    queue.failed(first, "gone")
    again = queue.take(4)
    assert (again.first, again.games, again.lost) == (first.first, first.games, 1)
    assert queue.lost == 1 and not queue.poisoned


def test_the_poisoned_game_is_found_and_all_others_are_played():
    queue = Queue([cutter(300), cutter(50, job=1)], attempts=3)
    played = {0: [], 1: []}
    while True:
        piece = queue.take(4)
        if piece is None:
            break
        if piece.job == 0 and piece.first <= 77 < piece.first + piece.games:
            queue.failed(piece, "it crashed")
        else:
            queue.played(piece, 0.001)
            played[piece.job].append(piece)
    [(poisoned, error)] = queue.poisoned
    assert (poisoned.job, poisoned.first, poisoned.games, error) == (0, 77, 1, "it crashed")
    assert covered([*played[0], poisoned]) == (0, 300)
    assert covered(played[1]) == (0, 50)
    # Three times as a whole, then once for each halving.
    assert queue.lost <= 3 + 7


def test_halves_are_the_whole():
    for games in (2, 3, 64, 77):
        assert covered(Piece(0, 5, games).halves(2)) == (5, 5 + games)


def test_what_is_missing():
    assert missing((0, 10), []) == [(0, 10)]
    assert missing((0, 10), [(3, 5), (0, 1)]) == [(1, 3), (5, 10)]
    assert missing((5, 10), [(0, 20)]) == []
    assert missing((5, 10), [(0, 6), (8, 30)]) == [(6, 8)]
    assert missing((5, 5), []) == []
