# What the table says. Keys are the same in fr.ftl; a test compares them.

## Names
you = you
player = player { $n }
team = team { $n } (players { $players })
your-team = your team
team-short = team { $n }
nothing = none
none = none
yes = yes
no = no
and = and
thing = { $name }: { $value }
score = { $n ->
    [one] { $n } point
   *[other] { $n } points
}
cards = { $n ->
    [one] { $n } card
   *[other] { $n } cards
}
hidden-cards = { $n ->
    [one] { $n } hidden card
   *[other] { $n } hidden cards
}
row-slot = no. { $n }
card-by-place = { $place }, card { $n }
a-hidden-card = a hidden card
cards-unseen = hidden cards
card-in = a hidden card of { $place }
card-in-at = hidden card { $n } of { $place }
suit-S = spades
suit-H = hearts
suit-D = diamonds
suit-C = clubs
# Words that nearly all games use; a game's own texts come first.
name-round = round
name-turn = turn
name-match = match
name-pass = pass
name-done = done
name-enough = that is all

## What happened
story-gather = All cards are gathered.
story-shuffle = Shuffled: { $place }.
story-die = The die ({ $sides } sides) shows { $n }.
story-tossed = A coin decides who is heard.
story-heads = The coin falls heads.
story-tails = The coin falls tails.
story-move = { $items }: { $route }.
story-move-by = { $who }: { $items }, { $route }.
story-up = { $place }, turned face up: { $items }.
story-down = { $place }, turned face down: { $items }.
story-shown = Shown to all: { $items }.
story-shown-to = Shown to { $who }: { $items }.
story-shown-at = { $place }, shown to all: { $items }.
story-shown-at-to = { $place }, shown to { $who }: { $items }.
story-say = { $text }
story-marked = { $place } – { $items }: { $mark }.
story-unmarked = { $place } – { $items }: no longer { $mark }.
story-set = { $name }: { $value }.
story-set-of = { $name } ({ $who }): { $value }.
story-is = { $who }: { $name }.
story-is-not = { $who }: no longer { $name }.
story-turns = The order of turns is reversed.
story-phase = [{ $name } { $n }]
story-ends = End ({ $name }): { $reason }.
story-ends-unnamed = { $reason }.
story-forced = Your only choice: { $action }.
story-forced-colon = Your only choice – { $action }.
story-did = { $who } { $action }.
story-did-void = { $who } { $action } (without effect).
story-choice = { $who }: { $action }.
story-choice-colon = { $who } – { $action }.
story-choice-void = { $who }: { $action } (without effect).

## Choosing
your-choice = Your choice: { $prompt }
your-choice-plain = Your choice:
back = back
left-exactly = { $n } more
left-at-most = at most { $n } more
left-between = { $least } to { $most } more
so-far = Your choice: { $chosen } - next{ $left }:
not-legal = That cannot be done: { $why }.
refusals = What the rules may say against it:

## The end
options-set = Played with: { $options }.
option-set = { $name } ({ $said }) [{ $option }={ $value }]
you-win = You win!
wins = { $who } wins.
win = { $who } win.
win-with-you = { $who } win.
draw = A draw: nobody wins.
you-lose = You have lost.
won-together = You have won, all together.
lost-together = You have lost, all together.
scores = Scores: { $list }.
reason = How it ended: { $reason }.
other-points = other points
as-it-stood = Just before it is cleared:

## why not
why-rules = the rules do not allow it
why-number = expected a number from { $from } to { $to }
why-apart = these cannot be chosen together
why-not-among = { $what } is not among what can be chosen
why-untold = not now
why-unknown-action = nothing here is called “{ $action }”
why-missing = more has to be chosen with it
why-only = there is nothing to choose but “{ $what }”
why-not-now = “{ $action }” cannot be chosen now
why-of = { $action }: { $why }
why-spent = that has been chosen already
why-nothing = there is nothing that could be chosen
why-too-few = that takes at least { $n }
why-barren = nothing can be chosen for “{ $action }” now

## how rules fail
fault-number-overflow = a number became too large
fault-division-by-zero = a number was divided by zero
fault-no-end = this is too much work before anybody can choose: a loop without an end, or too many sets of cards to try one by one
fault-too-deep = phases, effects or actions are nested too deeply: does one run itself?
fault-too-many-options = there are more than 20000 options here
fault-too-many-values = more than 64 values at once
fault-no-place = cards are to be moved, but the place to move them to is none
fault-nothing-there = what is to be swapped, joined or split is none
fault-slot-full = there is no room: the place already holds as many cards as it may
fault-rows-full = there are more slots in rows than cards in the game
fault-nobody = this is of a player (or of a word), and the one that is meant is none just now
fault-phase-not-running = this ends a phase that is not running
fault-out-of-range = a value is outside of what it may be
fault-no-such-seat = a seat or a team is asked for by a number that none has: they go from 1
fault-never-ends = the game goes on and on: more choices were made than any game should need
