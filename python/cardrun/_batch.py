"""Many games at once in arrays of numpy."""

from __future__ import annotations

import importlib
from typing import Any, List, Optional

from ._cardrun import Game, Games, batch_shape


class Batch:
    """So many games that take their steps together; what is over begins anew by itself.

    The arrays are made once, and written again at every step. Their first dimension is the game.
    See ``docs/python.md`` of the project for what the numbers mean. Needs numpy.
    """

    #: What the seat that is asked may know: (games, numbers), ``int32``; see ``names``.
    observations: Any
    #: What it can choose: (games, options, numbers), ``int32``.
    options: Any
    #: Which of the options there are: (games, options), ``bool``; the first ones.
    masks: Any
    #: How many options there are: (games,), ``int32``.
    counts: Any
    #: Who is asked, from 1: (games,), ``int32``.
    seats: Any
    #: What the last step brought to each seat: (games, seats), ``float32``, from -1 to 1.
    rewards: Any
    #: The scores of games that are over: (games, seats), ``int32``.
    scores: Any
    #: How the last step ended: (games,), ``uint8``; 0 the game goes on, 1 it is over, 2 it failed.
    done: Any

    def __init__(
        self,
        game: Game,
        games: int,
        *,
        seed: int = 1,
        most_options: Optional[int] = None,
        jobs: int = 0,
    ) -> None:
        numpy = importlib.import_module("numpy")
        self._numpy = numpy
        self.game = game
        self.names: List[str]
        self.names, numbers, most = batch_shape(game)
        most = most_options or most
        self.observations = numpy.zeros((games, len(self.names)), numpy.int32)
        self.options = numpy.zeros((games, most, numbers), numpy.int32)
        self.masks = numpy.zeros((games, most), numpy.bool_)
        self.rewards = numpy.zeros((games, game.seats), numpy.float32)
        self.scores = numpy.zeros((games, game.seats), numpy.int32)
        self.done = numpy.zeros(games, numpy.uint8)
        self.seats = numpy.zeros(games, numpy.int32)
        self.counts = numpy.zeros(games, numpy.int32)
        self._games = Games(game, games, seed, jobs, most, self)

    def __len__(self) -> int:
        return len(self.counts)

    def step(self, actions: Any) -> None:
        """Takes an option in every game, by its number from 0; all arrays are written anew."""
        numpy = self._numpy
        given = numpy.asarray(actions)
        if given.shape != (len(self),):
            raise ValueError(f"expected {len(self)} actions in a row, found the shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"expected whole numbers, found {given.dtype}")
        # What does not fit into 32 bits is wrong in any case, and must stay so.
        wide = given.astype(numpy.uint64 if given.dtype.kind == "u" else numpy.int64)
        small = numpy.minimum(wide, numpy.iinfo(numpy.int32).max).astype(numpy.int64)
        self._games.step(numpy.maximum(small, -1).astype(numpy.int32))

    def reset(self, seed: int) -> None:
        """Begins all games anew, with this seed."""
        self._games.reset(seed)
