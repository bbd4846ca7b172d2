"""Read by mypy: see ``python/check``."""

from typing import Any, Dict, List

import cardrun


def winners(path: str, seed: int) -> List[int]:
    game: cardrun.Game = cardrun.Game.load(path, options={"hand_size": 5})
    state = game.start(seed)
    while not state.over:
        seat: int = state.pending[0]
        state.apply(seat, state.choose("greedy", seat))
    outcome = state.outcome
    assert outcome is not None
    found: List[int] = outcome["winners"]
    return found


def rate(game: cardrun.Game) -> float:
    report: cardrun.Report = game.sim(10, players=["random"])
    rows: List[Dict[str, Any]] = report.rows()
    return float(rows[0]["win_rate"])
