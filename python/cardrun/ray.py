"""Games counted on a Ray cluster: the numbers of one machine, whatever the number of workers.

The games of a run are cut into pieces of equal cost. Each is a task of Ray, and what comes back
are counts in whole numbers, which are added up by the engine. See ``docs/clusters.md`` of the
project.
"""

from __future__ import annotations

import importlib
import itertools
import json
import time
import uuid
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Type, Union

import ray

from ._cardrun import Game, GameError, Job, Parts, __version__
from ._pieces import Cutter, Piece, Poisoned, Queue, missing
from ._progress import Progress as _Progress
from ._progress import Teller, Told
from ._reports import Comparison, Report, Standings, table
from ._words import say

__all__ = [
    "Cell",
    "Failed",
    "Poisoned",
    "Progress",
    "Refused",
    "Stopped",
    "Sweep",
    "compare",
    "simulate",
    "sweep",
    "tournament",
]

#: How many games, or which: ``range(500, 1000)``.
Games = Union[int, range]

_Any = Union[Report, Comparison, Standings]


class Refused(RuntimeError):
    """A worker has no cardrun, or another version of it."""


class Failed(RuntimeError):
    """More pieces were poisoned than is worth going on for; ``reports`` hold what is done."""

    def __init__(self, message: str, reports: Sequence[Any]) -> None:
        super().__init__(message)
        self.reports = reports


class Stopped(KeyboardInterrupt):
    """Ctrl-C; ``reports`` hold what is done, one for each run."""

    def __init__(self, reports: Sequence[Any]) -> None:
        super().__init__("stopped")
        self.reports = reports

    @property
    def report(self) -> Any:
        """What is done of the first run, which mostly is the only one."""
        return self.reports[0]


@dataclass
class _How:
    """How a run is spread over a cluster."""

    #: Seconds that a piece should take: long beside what a task costs, short beside what may be
    #: lost.
    piece_seconds: float = 2.0
    #: Pieces that are with Ray at once; twice as many as there are workers when not given.
    in_flight: Optional[int] = None
    #: How often a piece is tried before it is halved to find the game that does it.
    attempts: int = 3
    #: More poisoned games than these end the run.
    most_poisoned: int = 16
    #: Whether a line tells how far it is, or who is told: by default a line in a terminal and in a
    #: notebook.
    progress: Told = None
    #: Options of the tasks, as ``ray.remote`` takes them: ``{"num_cpus": 1}``.
    remote: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Progress(_Progress):
    """How far a run on a cluster is."""

    #: Pieces that came back, those that are with Ray, and how often one was lost.
    pieces: int
    in_flight: int
    lost: int
    #: Workers that there are, and seconds that workers have played, all together.
    workers: int
    played: float
    poisoned: Sequence[Poisoned]
    _reports: Callable[[], List[Any]] = field(repr=False)

    def reports(self) -> List[Any]:
        """What is counted so far, one report for each run."""
        return self._reports()

    def __str__(self) -> str:
        lost = ", " + say("run-lost", n=self.lost) if self.lost else ""
        return super().__str__() + lost


# ---- what can be counted


def simulate(
    game: Game,
    games: Games,
    *,
    seed: int = 1,
    players: Sequence[str] = (),
    measure: bool = False,
    lead: Optional[int] = None,
    so_far: Optional[Report] = None,
    **how: Any,
) -> Report:
    """What ``Game.sim`` gives, counted by the workers of a cluster. ``so_far``: a report of some of
    the games, which are not played again. ``how``: see ``docs/clusters.md``."""
    job = Job("simulation", [("", game)], list(players), seed, measure, lead)
    report: Report = _one(job, games, Report, so_far, how)
    return report


def compare(
    versions: Union[Mapping[str, Game], Sequence[Tuple[str, Game]]],
    games: Games,
    *,
    seed: int = 1,
    players: Sequence[str] = (),
    measure: bool = False,
    lead: Optional[int] = None,
    all_pairs: bool = False,
    restrict: Sequence[str] = (),
    so_far: Optional[Comparison] = None,
    **how: Any,
) -> Comparison:
    """Versions by their names on the same deals, as ``cardrun compare`` holds them against each
    other: the first against all others. ``restrict``: the first once more for each of these, where
    a seat never or always takes an action (``seat 1 never call``)."""
    named = list(versions.items()) if isinstance(versions, Mapping) else list(versions)
    job = Job(
        "comparison", named, list(players), seed, measure, lead, all_pairs, list(restrict)
    )
    compared: Comparison = _one(job, games, Comparison, so_far, how)
    return compared


def tournament(
    game: Game,
    entrants: Sequence[str],
    games: Games,
    *,
    seed: int = 1,
    so_far: Optional[Standings] = None,
    **how: Any,
) -> Standings:
    """Everybody against everybody, as ``Game.tournament`` lets them play."""
    job = Job("tournament", [("", game)], list(entrants), seed)
    standings: Standings = _one(job, games, Standings, so_far, how)
    return standings


@dataclass
class Cell:
    """One point of a grid."""

    #: The options that were changed, and who played.
    options: Dict[str, Any]
    players: List[str]
    report: Report


class Sweep(List[Cell]):
    """Simulations at the points of a grid, all with the same seed."""

    #: Options that the game does not allow together, and why.
    refused: List[Tuple[Dict[str, Any], GameError]]

    @property
    def poisoned(self) -> List[Poisoned]:
        """Games that no worker came back from; ``job`` is the number of the cell."""
        return [one for cell in self for one in cell.report.poisoned]

    def rows(self) -> List[Dict[str, Any]]:
        """A row for each cell and seat."""
        return [
            {
                **cell.options,
                "players": ",".join(cell.players),
                "games": cell.report["games"],
                "decisions": cell.report["decisions"]["mean"],
                "draws": cell.report["draws"],
                **row,
            }
            for cell in self
            for row in cell.report.rows()
        ]

    def to_pandas(self) -> Any:
        """The rows as a data frame; needs pandas."""
        return importlib.import_module("pandas").DataFrame(self.rows())

    def to_arrow(self) -> Any:
        """The rows as a table of Arrow; needs pyarrow."""
        return importlib.import_module("pyarrow").Table.from_pylist(self.rows())

    def _repr_html_(self) -> str:
        """The rows as a table, for notebooks."""
        return table(self.rows())


def sweep(
    game: Game,
    games: Games,
    *,
    options: Optional[Mapping[str, Sequence[Any]]] = None,
    players: Sequence[Union[str, Sequence[str]]] = ("random",),
    seed: int = 1,
    measure: bool = False,
    lead: Optional[int] = None,
    **how: Any,
) -> Sweep:
    """A simulation for each choice of one value of every option and of one list of players. Options
    that the game does not allow together are left out, and stand in ``refused``."""
    cells = Sweep()
    cells.refused = []
    jobs: List[Job] = []
    names, values = list(options or {}), list((options or {}).values())
    for chosen in itertools.product(*values):
        changed = dict(zip(names, chosen))
        try:
            version = game.changed(options=changed)
        except GameError as error:
            cells.refused.append((changed, error))
            continue
        for named in players:
            seated = [named] if isinstance(named, str) else list(named)
            jobs.append(Job("simulation", [("", version)], seated, seed, measure, lead))
            cells.append(Cell(changed, seated, Report()))
    if not jobs and cells.refused:
        raise cells.refused[0][1]
    run = _Run(jobs, [_range(games)] * len(jobs), Report, [None] * len(jobs), how)
    for cell, report in zip(cells, run.run()):
        cell.report = report
    return cells


# ---- running


def _range(games: Games) -> Tuple[int, int]:
    if isinstance(games, range):
        if games.step != 1:
            raise ValueError("expected games one after the other, found a range with steps")
        return games.start, max(games.start, games.stop)
    return 0, games


def _one(
    job: Job, games: Games, kind: Type[Any], so_far: Optional[_Any], how: Mapping[str, Any]
) -> Any:
    return _Run([job], [_range(games)], kind, [so_far], how).run()[0]


def _task() -> Callable[..., Tuple[Any, ...]]:
    """What a worker does. It travels as a whole: a worker's own cardrun may be another one, or
    missing."""

    def piece(
        expected: str, key: str, box: List[Any], first: int, games: int
    ) -> Tuple[Any, ...]:
        import time

        import ray

        nodes: Any = ray
        try:
            import cardrun
        except ImportError as error:
            return "missing", nodes.util.get_node_ip_address(), str(error)
        if cardrun.__version__ != expected:
            return "refused", nodes.util.get_node_ip_address(), cardrun.__version__
        from cardrun import _pieces

        job: Any = _pieces.kept(key)
        if job is None:
            job = ray.get(box[0])
            _pieces.keep(key, job)
        begun = time.perf_counter()
        counts = job.part(first, games, 1)
        return "done", counts, time.perf_counter() - begun

    return piece


class _Run:
    """Jobs on a cluster, from the first piece to the last."""

    def __init__(
        self,
        jobs: Sequence[Any],
        ranges: Sequence[Tuple[int, int]],
        kind: Type[Any],
        so_far: Sequence[Optional[_Any]],
        how: Mapping[str, Any],
    ) -> None:
        self.how = _How(**how)
        self.jobs = jobs
        self.kind = kind
        self.sums = [_begun(job, first, one) for job, (first, _), one in zip(jobs, ranges, so_far)]
        aim = self.how.piece_seconds
        self.queue = Queue(
            [
                Cutter(number, deque(missing(wanted, total.played)), aim, job.thinks)
                for number, (job, wanted, total) in enumerate(zip(jobs, ranges, self.sums))
            ],
            self.how.attempts,
        )
        self.games = sum(cutter.count() for cutter in self.queue.cutters)
        self.done = self.pieces = self.workers = 0
        self.flying: Dict[Any, Piece] = {}
        self.teller = Teller(self.how.progress)
        self.begun = self.looked = time.monotonic()

    def run(self) -> List[Any]:
        """Plays all games, and gives a report for each job."""
        if not ray.is_initialized():
            ray.init()
        self.keys = [uuid.uuid4().hex for _ in self.jobs]
        self.boxes = [[ray.put(job)] for job in self.jobs]
        options = {"num_cpus": 1, **self.how.remote, "max_retries": 0}
        self.task = ray.remote(**options)(_task())
        self.cpus = float(options["num_cpus"]) or 1.0
        self._look()
        try:
            while self._send():
                self._gather()
                self.teller.tell(self._progress)
        except KeyboardInterrupt:
            raise Stopped(self._reports()) from None
        finally:
            # Of a run that came to its end none are left.
            for ref in self.flying:
                ray.cancel(ref)
            self.teller.end(self._progress)
        return self._reports()

    def _look(self) -> None:
        """Counts the workers: nodes come and go."""
        nodes: Any = ray
        cpus = float(nodes.cluster_resources().get("CPU", 1.0))
        self.workers = max(1, int(cpus / self.cpus))
        self.looked = time.monotonic()

    def _send(self) -> bool:
        """Gives Ray as many pieces as it should have at once; says whether it has any."""
        if time.monotonic() - self.looked > 2.0:
            self._look()
        most = self.how.in_flight or 2 * self.workers
        while len(self.flying) < most:
            piece = self.queue.take(self.workers)
            if piece is None:
                break
            key, box = self.keys[piece.job], self.boxes[piece.job]
            ref = self.task.remote(__version__, key, box, piece.first, piece.games)
            self.flying[ref] = piece
        return bool(self.flying)

    def _gather(self) -> None:
        """Takes what has come back; waits for something, but not for long."""
        ready, _ = ray.wait(list(self.flying), num_returns=1, timeout=0.5)
        if ready:
            flying = list(self.flying)
            ready, _ = ray.wait(flying, num_returns=len(flying), timeout=0)
        for ref in ready:
            self._take(self.flying.pop(ref), ref)

    def _take(self, piece: Piece, ref: Any) -> None:
        errors = ray.exceptions
        try:
            told = ray.get(ref)
        except (errors.RuntimeEnvSetupError, errors.TaskUnschedulableError):
            raise
        except errors.RayError as error:
            self._failed(piece, error)
            return
        if told[0] in ("refused", "missing"):
            kind, node, what = told
            found = (
                say("ray-version", version=what)
                if kind == "refused"
                else say("ray-no-version", error=what)
            )
            raise Refused(say("ray-refused", expected=__version__, node=node, found=found))
        _, counts, seconds = told
        self.sums[piece.job].add(counts)
        self.queue.played(piece, seconds)
        self.done += piece.games
        self.pieces += 1

    def _failed(self, piece: Piece, error: BaseException) -> None:
        cause = getattr(error, "cause", None) or error
        lines = str(cause).strip().splitlines()
        self.queue.failed(piece, f"{type(cause).__name__}: {lines[0] if lines else ''}")
        poisoned = self._poisoned()
        if len(poisoned) > self.how.most_poisoned:
            words = say(
                "ray-too-many-poisoned",
                most=self.how.most_poisoned,
                n=len(poisoned),
                last=poisoned[-1],
            )
            raise Failed(words, self._reports())

    # ---- what is told

    def _poisoned(self) -> List[Poisoned]:
        return [
            Poisoned(
                piece.job,
                (piece.first, piece.first + piece.games),
                self.jobs[piece.job].seed_of(piece.first),
                error,
            )
            for piece, error in self.queue.poisoned
        ]

    def _reports(self) -> List[Any]:
        seconds = time.monotonic() - self.begun
        poisoned = self._poisoned()
        reports = []
        for number, total in enumerate(self.sums):
            text = total.report(seconds) or "{}"
            report = self.kind(json.loads(text))
            report.text = text
            report.poisoned = [one for one in poisoned if one.job == number]
            reports.append(report)
        return reports

    def _progress(self) -> Progress:
        return Progress(
            self.done,
            self.games,
            time.monotonic() - self.begun,
            self.pieces,
            len(self.flying),
            self.queue.lost,
            self.workers,
            sum(cutter.seconds for cutter in self.queue.cutters),
            self._poisoned(),
            self._reports,
        )


def _begun(job: Any, first: int, so_far: Optional[_Any]) -> Parts:
    """The sum of no games, or of those that are done: parts that come later must fit it."""
    total = Parts()
    total.add(job.part(first, 0, 1))
    if so_far is not None:
        total.add(so_far.text or json.dumps(so_far))
    return total
