"""Card games as data: see ``docs/python.md`` of the project."""

from ._cardrun import Game, GameError, RulesError, State, __version__
from ._batch import Batch
from ._reports import Comparison, Report, Standings

__all__ = [
    "Batch",
    "Comparison",
    "Game",
    "GameError",
    "Report",
    "RulesError",
    "Standings",
    "State",
    "__version__",
]
