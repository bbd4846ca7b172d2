#!/usr/bin/env python3
"""A player for cardrun: takes the option whose card counts most, or any.

    cardrun sim games/alkekan.yaml --games 100 --seats "exec:python3 examples/highest_card.py,random"

Each line that comes in is a JSON object; "choose" is answered by one line. See docs/players.md.
"""

import json
import random
import sys


def rank_of(cards, option):
    """The highest rank among the cards that an option names; none counts below all."""
    ids = [value["id"] for value in option["values"].values() if isinstance(value, dict)]
    ranks = [cards[i].get("rank") for i in ids if i is not None]
    return max((rank for rank in ranks if isinstance(rank, int)), default=-1)


def main():
    cards = {}
    chance = random.Random(1)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game":
            cards = {card["id"]: card for card in message["cards"]}
        elif message["type"] == "choose":
            options = message["options"]
            best = max(rank_of(cards, option) for option in options)
            chosen = chance.choice([o for o in options if rank_of(cards, o) == best])
            print(chosen["number"], flush=True)


if __name__ == "__main__":
    main()
