"""What pickled games and states are restored by."""

from typing import Any

from ._cardrun import Game, Job, State


def game(parts: Any) -> Game:
    return Game._of_parts(parts)


def job(*parts: Any) -> Job:
    return Job(*parts)


def state(game: Game, record: str) -> State:
    return State.from_record(game, record)
