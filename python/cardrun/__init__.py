"""Card games as data: see ``docs/python.md`` of the project."""

from ._cardrun import Game, GameError, RulesError, State, __version__
from ._batch import Batch
from ._progress import Progress
from ._reports import Comparison, Report, Solution, Standings

__all__ = [
    "Batch",
    "Comparison",
    "Game",
    "GameError",
    "Progress",
    "Report",
    "RulesError",
    "Solution",
    "Standings",
    "State",
    "__version__",
]
