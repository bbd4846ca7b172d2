"""How far a long run is: a line that is written again and again, in a terminal or in a notebook."""

from __future__ import annotations

import html
import importlib
import sys
import time
from dataclasses import dataclass
from typing import Any, Callable, Optional, Protocol, Union

from ._words import number, say

#: Seconds before anything is told, and between two lines.
FIRST = 1.0
OFTEN = 0.2


@dataclass
class Progress:
    """How far a run is."""

    #: Games that are counted, those that are wanted, and seconds since it began.
    done: int
    games: int
    seconds: float

    @property
    def share(self) -> float:
        """What is done of all, from 0 to 1."""
        return min(self.done / self.games, 1.0) if self.games else 1.0

    def __str__(self) -> str:
        rate = self.done / self.seconds if self.seconds > 0 else 0.0
        left = (self.games - self.done) / rate if rate > 0 else 0.0
        took = self.seconds
        return say(
            "run-progress",
            share=int(100 * self.share),
            done=number(self.done),
            games=number(self.games),
            rate=number(rate),
            time=say("run-left", n=number(left)) if left else say("run-took", n=number(took)),
        )


#: Nobody, a line by ``None`` or ``True``, or who is called.
Told = Union[None, bool, Callable[[Any], object]]


class Line(Protocol):
    """A line that can be written again."""

    def write(self, progress: Progress) -> None: ...

    def end(self) -> None: ...


class _Terminal:
    def write(self, progress: Progress) -> None:
        print(f"\r{progress}\033[K", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        print(file=sys.stderr, flush=True)


class _Notebook:
    def __init__(self, display: Callable[..., Any]) -> None:
        self._display = display
        self._shown: Any = None

    def write(self, progress: Progress) -> None:
        words = str(progress)
        bar = (
            f'<progress value="{progress.share:.4f}" style="vertical-align: middle"></progress> '
            f'<span style="font-variant-numeric: tabular-nums">{html.escape(words)}</span>'
        )
        shown = {"text/plain": words, "text/html": bar}
        if self._shown is None:
            self._shown = self._display(shown, raw=True, display_id=True)
        else:
            self._shown.update(shown, raw=True)

    def end(self) -> None:
        pass


def line(told: Told) -> Optional[Line]:
    """Where a line is written: in a notebook, or where standard error is a terminal; there in any
    case where it was asked for."""
    if told is False or callable(told):
        return None
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if hasattr(shell, "kernel"):
        return _Notebook(importlib.import_module("IPython.display").display)
    return _Terminal() if told is True or sys.stderr.isatty() else None


class Teller:
    """Tells whoever is to be told, not too often."""

    def __init__(self, told: Told) -> None:
        self._called = told if callable(told) else None
        self._line = line(told)
        self._next = time.monotonic() + FIRST
        self._written = False

    def tell(self, progress: Callable[[], Progress]) -> None:
        if self._called is not None:
            self._called(progress())
        elif self._line is not None and time.monotonic() > self._next:
            self._line.write(progress())
            self._written = True
            self._next = time.monotonic() + OFTEN

    def end(self, progress: Callable[[], Progress]) -> None:
        """Tells how it ended, where it was told that it goes on."""
        if self._line is not None and self._written:
            self._line.write(progress())
            self._line.end()


class Watch:
    """Tells how far a run of this process is; the engine says now and then what is done."""

    def __init__(self, told: Told, games: int) -> None:
        self._teller = Teller(told)
        self._games = games
        self._done = 0
        self._begun = time.monotonic()

    def tell(self, done: int) -> None:
        self._done = done
        self._teller.tell(self._progress)

    def end(self, finished: bool) -> None:
        if finished:
            self._done = self._games
        self._teller.end(self._progress)

    def _progress(self) -> Progress:
        return Progress(self._done, self._games, time.monotonic() - self._begun)
