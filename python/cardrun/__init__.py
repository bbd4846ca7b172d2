"""Card games as data: see ``docs/python.md`` of the project."""

from ._cardrun import Game, GameError, RulesError, State, __version__
from ._reports import Comparison, Report, Standings

__all__ = [
    "Comparison",
    "Game",
    "GameError",
    "Report",
    "RulesError",
    "Standings",
    "State",
    "__version__",
]
