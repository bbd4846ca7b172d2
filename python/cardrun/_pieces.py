"""Games cut into pieces of equal cost, and what becomes of each of them."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from typing import Deque, Dict, Iterable, List, Optional, Tuple

from ._words import say

#: Runs of games, each from one number to before another.
Runs = List[Tuple[int, int]]

#: Games of the first piece of players that do not think.
FIRST = 64

#: A piece is at most so many times as large as the largest one that came back: what was measured on
#: few games is a guess.
GROWTH = 8

#: What is left at the end is cut into so many pieces for each worker, so that none waits long.
TAIL = 4


@dataclass(frozen=True)
class Piece:
    """Games of one job, to be played by one worker."""

    job: int
    first: int
    games: int
    #: How often it was lost.
    lost: int = 0

    def halves(self, lost: int) -> List[Piece]:
        """The same games in two pieces that were lost so often."""
        half = self.games // 2
        return [
            Piece(self.job, self.first, half, lost),
            Piece(self.job, self.first + half, self.games - half, lost),
        ]


@dataclass(frozen=True)
class Poisoned:
    """Games that no worker came back from."""

    #: Which of the jobs they belong to.
    job: int
    #: The numbers of the first one and of the one behind the last.
    games: Tuple[int, int]
    #: The first one's own seed, with which it can be played again.
    seed: int
    #: What was told the last time.
    error: str

    def __str__(self) -> str:
        first, end = self.games
        of_all = {"seed": self.seed, "error": self.error}
        if end == first + 1:
            return say("ray-poisoned", game=first, **of_all)
        return say("ray-poisoned-several", first=first, end=end, **of_all)


@dataclass
class Cutter:
    """Cuts the games of one job, by what games have cost so far."""

    job: int
    left: Deque[Tuple[int, int]]
    #: Seconds that a piece should take.
    aim: float
    thinks: bool
    largest: int = 0
    games: int = 0
    seconds: float = 0.0

    def count(self) -> int:
        """Games that are not cut yet."""
        return sum(end - first for first, end in self.left)

    def played(self, games: int, seconds: float) -> None:
        """A piece came back that took so long."""
        self.largest = max(self.largest, games)
        self.games += games
        self.seconds += seconds

    def size(self, workers: int) -> int:
        """Games of the next piece."""
        if self.largest == 0:
            return 1 if self.thinks else FIRST
        cost = max(self.seconds / self.games, 1e-9)
        tail = math.ceil(self.count() / (TAIL * max(workers, 1)))
        return max(1, min(int(self.aim / cost), GROWTH * self.largest, tail))

    def cut(self, workers: int) -> Optional[Piece]:
        """The next piece; none when all is cut."""
        if not self.left:
            return None
        size = self.size(workers)
        first, end = self.left.popleft()
        games = min(size, end - first)
        if first + games < end:
            self.left.appendleft((first + games, end))
        return Piece(self.job, first, games)


@dataclass
class Queue:
    """Pieces of several jobs that are still to be played, and those that never will be."""

    cutters: List[Cutter]
    #: How often a piece is tried.
    attempts: int
    again: Deque[Piece] = field(default_factory=deque)
    poisoned: List[Tuple[Piece, str]] = field(default_factory=list)
    lost: int = 0

    def take(self, workers: int) -> Optional[Piece]:
        """The next piece: first those that were lost."""
        if self.again:
            return self.again.popleft()
        for cutter in self.cutters:
            piece = cutter.cut(workers)
            if piece is not None:
                return piece
        return None

    def played(self, piece: Piece, seconds: float) -> None:
        """A piece came back."""
        self.cutters[piece.job].played(piece.games, seconds)

    def failed(self, piece: Piece, error: str) -> None:
        """A piece was lost. It is tried again; lost too often, it is halved until the game is found
        that does it."""
        self.lost += 1
        lost = piece.lost + 1
        if lost < self.attempts:
            self.again.append(Piece(piece.job, piece.first, piece.games, lost))
        elif piece.games > 1:
            # One more try for each: it is known that something is wrong here.
            self.again.extendleft(reversed(piece.halves(self.attempts - 1)))
        else:
            self.poisoned.append((piece, error))


def missing(wanted: Tuple[int, int], played: Iterable[Tuple[int, int]]) -> Runs:
    """What is wanted and not played yet."""
    runs: Runs = []
    at, end = wanted
    for first, before in sorted(played):
        if first > at:
            runs.append((at, min(first, end)))
        at = max(at, before)
    if at < end:
        runs.append((at, end))
    return [(first, before) for first, before in runs if first < before]


_kept: Dict[str, object] = {}

#: Jobs that a worker keeps by it.
_MOST_KEPT = 32


def kept(key: str) -> Optional[object]:
    """What a worker keeps under this key between its pieces."""
    return _kept.get(key)


def keep(key: str, job: object) -> None:
    """Keeps a job for the next piece, and forgets the one that was kept the longest."""
    while len(_kept) >= _MOST_KEPT:
        del _kept[next(iter(_kept))]
    _kept[key] = job
