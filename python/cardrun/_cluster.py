"""The command ``cardrun-ray``: runs of ``cardrun`` on a Ray cluster."""

from __future__ import annotations

import argparse
import csv
import io
import logging
import os
import sys
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from ._cardrun import Game, GameError, __version__
from ._words import say, speak

EPILOG = """\
The reports are those of the command: JSON, with the counts, on standard output or in the file of
--out. `cardrun merge FILE` makes a table or a page of them. Exit status: 0 all was counted; 1 games
are missing that no worker came back from, or it was stopped; 2 the request is wrong.
"""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command with these arguments, and gives its exit status."""
    args = _parser().parse_args(arguments)
    speak(args.lang)
    try:
        from . import ray as cluster
    except ImportError as error:
        return _wrong(say("ray-none", error=error))
    try:
        call = args.prepare(args)
        _connect(args.address)
        return _written(args, call(**_how(args)))
    except cluster.Stopped as stopped:
        print(say("ray-stopped"), file=sys.stderr)
        _written(args, stopped.reports if args.command == "sweep" else stopped.report)
        return 1
    except cluster.Failed as failed:
        _wrong(str(failed))
        _written(args, failed.reports if args.command == "sweep" else failed.reports[0])
        return 1
    except (GameError, ValueError, OSError, ConnectionError, cluster.Refused) as error:
        return _wrong(str(error))


def _connect(address: Optional[str]) -> None:
    import ray

    # Else Ray tells of every worker that a piece was lost on; the report tells of what matters.
    ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)


def _wrong(message: str) -> int:
    print(say("error"), message, file=sys.stderr)
    return 2


# ---- what is asked


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cardrun-ray", description="Runs of cardrun on a Ray cluster.", epilog=EPILOG
    )
    parser.add_argument("--version", action="version", version=f"cardrun-ray {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    _sim(commands.add_parser("sim", help="many games, and what they come to"))
    _compare(commands.add_parser("compare", help="versions of a game on the same deals"))
    _tournament(commands.add_parser("tournament", help="everybody against everybody"))
    _sweep(commands.add_parser("sweep", help="a simulation for each point of a grid"))
    return parser


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the game's layout file")
    parser.add_argument("--games", required=True, type=_games, metavar="N|FROM..TO")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", metavar="FILE", help="writes the report to this file")
    parser.add_argument(
        "--address", metavar="ADDRESS", help="of the cluster: `auto`, `ray://HOST:10001`; else Ray "
        "goes by RAY_ADDRESS, or begins a cluster on this machine alone"
    )
    parser.add_argument(
        "--piece-seconds", type=float, metavar="S", help="how long a piece should take: 2"
    )
    parser.add_argument(
        "--attempts", type=int, metavar="N", help="how often a piece is tried: 3"
    )
    parser.add_argument("--quiet", action="store_true", help="tells nothing on the way")
    parser.add_argument(
        "--lang",
        choices=("fr", "en"),
        help="the language of messages; your system's when not given",
    )


def _looks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--measure", action="store_true", help="looks at every game closely")
    parser.add_argument(
        "--lead", type=int, nargs="?", const=-1, metavar="PLAYOUTS", help="follows who leads when"
    )


def _setting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--variant", metavar="NAME")


def _sim(parser: argparse.ArgumentParser) -> None:
    _common(parser)
    _looks(parser)
    _setting(parser)
    parser.add_argument("--seats", default="", metavar="KIND,…", help="who sits where, in order")

    def prepare(args: argparse.Namespace) -> Any:
        from . import ray as cluster

        players = _list(args.seats)
        game = _load(args.game, _options(args.set), args.variant, len(players))
        lead = _lead(args.lead, [game])
        return lambda **how: cluster.simulate(
            game,
            args.games,
            seed=args.seed,
            players=players,
            measure=args.measure,
            lead=lead,
            **how,
        )

    parser.set_defaults(prepare=prepare)


def _compare(parser: argparse.ArgumentParser) -> None:
    _common(parser)
    _looks(parser)
    parser.add_argument(
        "--with", dest="versions", action="append", default=[], metavar="VERSION",
        help="a list with commas: OPTION=VALUE, a variant's name, another game file, or `default`"
    )
    parser.add_argument(
        "--restrict", action="append", default=[], metavar="RESTRICTION",
        help="the first version once more, where a seat never or always takes an action: "
        "`seat 1 never ACTION`, `always ACTION`"
    )
    parser.add_argument(
        "--all-pairs", action="store_true", help="holds every two versions against each other"
    )
    parser.add_argument("--players", default="", metavar="KIND,…", help="who plays, by seat")

    def prepare(args: argparse.Namespace) -> Any:
        from . import ray as cluster

        players = _list(args.players)
        named = args.versions or ["default"]
        versions = [(text, _version(text, args.game, len(players))) for text in named]
        lead = _lead(args.lead, [game for _, game in versions])
        return lambda **how: cluster.compare(
            versions,
            args.games,
            seed=args.seed,
            players=players,
            measure=args.measure,
            lead=lead,
            all_pairs=args.all_pairs,
            restrict=args.restrict,
            **how,
        )

    parser.set_defaults(prepare=prepare)


def _tournament(parser: argparse.ArgumentParser) -> None:
    _common(parser)
    _setting(parser)
    parser.add_argument("--entrants", required=True, metavar="KIND,…")
    parser.add_argument("--table", type=int, metavar="N", help="how many seats")

    def prepare(args: argparse.Namespace) -> Any:
        from . import ray as cluster

        game = Game.load(
            args.game, options=_options(args.set), variant=args.variant, seats=args.table
        )
        return lambda **how: cluster.tournament(
            game, _list(args.entrants), args.games, seed=args.seed, **how
        )

    parser.set_defaults(prepare=prepare)


def _sweep(parser: argparse.ArgumentParser) -> None:
    _common(parser)
    _looks(parser)
    parser.add_argument("--variant", metavar="NAME")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE,…")
    parser.add_argument(
        "--players", action="append", default=[], metavar="KIND,…", help="may be repeated"
    )

    def prepare(args: argparse.Namespace) -> Any:
        from . import ray as cluster

        game = Game.load(args.game, variant=args.variant)
        options = {name: _list(values) for name, values in _options(args.set).items()}
        lead = _lead(args.lead, [game])
        return lambda **how: cluster.sweep(
            game,
            args.games,
            options=options,
            players=[_list(one) for one in args.players] or ["random"],
            seed=args.seed,
            measure=args.measure,
            lead=lead,
            **how,
        )

    parser.set_defaults(prepare=prepare)


def _games(text: str) -> Union[int, range]:
    first, dots, end = text.partition("..")
    try:
        games = range(int(first), int(end)) if dots else range(int(text))
    except ValueError:
        games = range(0)
    if not games or games.start < 0:
        raise argparse.ArgumentTypeError(f"expected a number or FROM..TO, found `{text}`")
    return games


def _list(text: str) -> List[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _options(pairs: Sequence[str]) -> Dict[str, Any]:
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(say("set-shape", given=pair))
        options[name] = value
    return options


def _load(path: str, options: Dict[str, Any], variant: Optional[str], players: int) -> Game:
    """A game for so many players, where they are more than one: one plays at every seat."""
    seats = players if players > 1 else None
    return Game.load(path, options=options, variant=variant, seats=seats)


def _version(text: str, path: str, players: int) -> Game:
    options: Dict[str, Any] = {}
    variant = None
    for part in _list(text):
        if part.endswith((".yaml", ".yml")):
            path = part
        elif "=" in part:
            options.update(_options([part]))
        elif part != "default":
            variant = part
    return _load(path, options, variant, players)


def _lead(asked: Optional[int], games: Sequence[Game]) -> Optional[int]:
    """By the score where all games have one, when no number is given."""
    if asked != -1:
        return asked
    return 0 if all(game.start(0).scores for game in games) else 20


def _how(args: argparse.Namespace) -> Dict[str, Any]:
    how: Dict[str, Any] = {"progress": False if args.quiet else None}
    if args.piece_seconds is not None:
        how["piece_seconds"] = args.piece_seconds
    if args.attempts is not None:
        how["attempts"] = args.attempts
    return how


# ---- what is told


def _written(args: argparse.Namespace, report: Any) -> int:
    from . import ray as cluster

    if args.command == "sweep" and isinstance(report, list) and not hasattr(report, "rows"):
        # Stopped: the reports without their cells say what they are themselves.
        text = "".join(one.text for one in report)
        poisoned = [poison for one in report for poison in one.poisoned]
    elif isinstance(report, cluster.Sweep):
        text, poisoned = _table(report.rows()), report.poisoned
        for options, error in report.refused:
            chosen = ", ".join(f"{name}={value}" for name, value in options.items())
            print(say("ray-left-out", options=chosen, error=error), file=sys.stderr)
    else:
        text, poisoned = report.text, list(report.poisoned)
    if args.out is None:
        sys.stdout.write(text)
    else:
        beside = f"{args.out}.{os.getpid()}.part"
        with open(beside, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(beside, args.out)
    for one in poisoned:
        print(say("ray-not-counted", poisoned=one), file=sys.stderr)
    return 1 if poisoned else 0


def _table(rows: Sequence[Dict[str, Any]]) -> str:
    out = io.StringIO()
    names: Tuple[str, ...] = tuple(rows[0]) if rows else ()
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


if __name__ == "__main__":
    sys.exit(main())
