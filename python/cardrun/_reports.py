"""Reports of games as dictionaries that make rows of themselves."""

import html
import importlib
import json
from typing import Any, Dict, List, Sequence

from . import _cardrun
from ._pieces import Poisoned


class _Rows(Dict[str, Any]):
    """A report: the dictionary that the command writes as JSON."""

    #: What was counted on a cluster, as the text that the command writes; empty otherwise.
    text: str = ""
    #: Games of it that are not counted, for no worker of the cluster came back from them.
    poisoned: Sequence[Poisoned] = ()

    def _repr_html_(self) -> str:
        """The page that the command makes of it, for notebooks; in a frame, so that its look stays
        its own."""
        page = html.escape(self.to_html())
        return f'<iframe srcdoc="{page}" style="border: 0; width: 100%; height: 36em"></iframe>'

    def to_html(self) -> str:
        """The page that the command makes of it: it needs nothing else."""
        return _cardrun.page(self.text or json.dumps(self))

    def rows(self) -> List[Dict[str, Any]]:
        """The rows of the table that is the heart of the report."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The rows as a data frame; needs pandas."""
        return importlib.import_module("pandas").DataFrame(self.rows())


class Report(_Rows):
    """What ``cardrun sim --format json`` says."""

    def rows(self) -> List[Dict[str, Any]]:
        """A row for each seat."""
        scores = self["scores"]
        return [
            {
                "seat": number + 1,
                "player": player,
                "wins": self["wins"][number],
                "win_rate": self["win_rates"][number]["rate"],
                "score": scores[number]["mean"] if scores else None,
            }
            for number, player in enumerate(self["seats"])
        ]


class Comparison(_Rows):
    """What ``cardrun compare --format json`` says."""

    def rows(self) -> List[Dict[str, Any]]:
        """A row for each version and measure."""
        return [
            {
                "version": version["name"],
                "measure": _name(measured["measure"]),
                "n": measured["n"],
                "mean": measured["value"]["mean"],
                "difference": measured.get("difference", {}).get("mean"),
                "is_clear": measured.get("difference", {}).get("is_clear"),
            }
            for version in self["versions"]
            for measured in version["measures"]
        ]


class Standings(_Rows):
    """What ``cardrun tournament --format json`` says."""

    def rows(self) -> List[Dict[str, Any]]:
        """A row for each entrant, the strongest first."""
        return sorted(self["entrants"], key=lambda one: -float(one["elo"]))


def _name(measure: Any) -> str:
    if isinstance(measure, dict):
        return "".join(f"{name}.{of}" for name, of in measure.items())
    return str(measure)
