"""Reports of games as dictionaries that make rows of themselves."""

import html
import importlib
import json
from typing import Any, Dict, List, Sequence

from . import _cardrun
from ._pieces import Poisoned


class _Rows(Dict[str, Any]):
    """What the command writes as JSON, which makes rows of itself."""

    def rows(self) -> List[Dict[str, Any]]:
        """The rows of the table that is the heart of it."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The rows as a data frame; needs pandas."""
        return importlib.import_module("pandas").DataFrame(self.rows())

    def to_arrow(self) -> Any:
        """The rows as a table of Arrow; needs pyarrow."""
        return importlib.import_module("pyarrow").Table.from_pylist(self.rows())


class _Counted(_Rows):
    """A report of games, which the command makes a page of."""

    #: What was counted on a cluster, as the text that the command writes; empty otherwise.
    text: str = ""
    #: Games of it that are not counted, for no worker of the cluster came back from them.
    poisoned: Sequence[Poisoned] = ()

    def _repr_html_(self) -> str:
        """The page that the command makes of it, for notebooks; in a frame, so that its look stays
        its own, which is as high as the page or scrolls."""
        page = html.escape(self.to_html())
        fit = "Math.min(this.contentDocument.documentElement.scrollHeight + 8, 1000) + 'px'"
        style = "border: 0; width: 100%; height: 36em"
        fits = f'onload="this.style.height = {fit}"'
        return f'<iframe srcdoc="{page}" style="{style}" {fits}></iframe>'

    def to_html(self) -> str:
        """The page that the command makes of it: it needs nothing else."""
        return _cardrun.page(self.text or json.dumps(self))


class Report(_Counted):
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


class Comparison(_Counted):
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


class Standings(_Counted):
    """What ``cardrun tournament --format json`` says."""

    def rows(self) -> List[Dict[str, Any]]:
        """A row for each entrant, the strongest first."""
        return sorted(self["entrants"], key=lambda one: -float(one["elo"]))


class Solution(_Rows):
    """What ``cardrun solve --format json`` says."""

    def rows(self) -> List[Dict[str, Any]]:
        """A row for each option of each situation."""
        return [
            {"seat": strategy["seat"], "situation": strategy["situation"], **option}
            for strategy in self["strategies"]
            for option in strategy["options"]
        ]

    def _repr_html_(self) -> str:
        """The rows as a table, for notebooks."""
        return table(self.rows())


#: So many rows of a table are shown.
_MOST_SHOWN = 200


def table(rows: Sequence[Dict[str, Any]]) -> str:
    """Rows as a table in HTML."""
    if not rows:
        return "<table></table>"
    names = list(rows[0])
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    shown = "".join(
        "<tr>" + "".join(_cell(row[name]) for name in names) + "</tr>"
        for row in rows[:_MOST_SHOWN]
    )
    more = len(rows) - _MOST_SHOWN
    foot = f'<tr><td colspan="{len(names)}">… {more}</td></tr>' if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{shown}{foot}</tbody></table>"


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f'<td style="text-align: right">{value:.4f}</td>'
    align = "right" if isinstance(value, int) else "left"
    text = "" if value is None else html.escape(str(value))
    return f'<td style="text-align: {align}; white-space: pre-wrap">{text}</td>'


def _name(measure: Any) -> str:
    if isinstance(measure, dict):
        return "".join(f"{name}.{of}" for name, of in measure.items())
    return str(measure)
