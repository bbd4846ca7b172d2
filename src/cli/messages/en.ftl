# The program's own messages. Keys are the same in fr.ftl; a test compares them.

## Diagnostics and usage
error = error:
count-errors = { $n ->
    [one] { $n } error
   *[other] { $n } errors
}
count-warnings = { $n ->
    [one] { $n } warning
   *[other] { $n } warnings
}
count-notices = { $n ->
    [one] { $n } notice
   *[other] { $n } notices
}
no-problems = no problems
no-command = there is no command `{ $word }`; did you mean `cardrun { $near }`?
no-seat-kind = there is no kind of player `{ $word }`
no-option = this game has no option `{ $word }`
no-variant = this game has no variant `{ $word }`
wrong-seats = { $given ->
    [one] `--seats` names { $given } seat, and this game is for { $allowed }
   *[other] `--seats` names { $given } seats, and this game is for { $allowed }
}
set-shape = `--set { $given }` has no value: write `--set OPTION=VALUE`
wrong-number = `{ $option }` cannot be `{ $value }`: it is a number from { $least } to { $most }
wrong-word = `{ $option }` cannot be `{ $value }`: it is { $allowed }
did-you-mean = ; did you mean `{ $near }`?
there-are = ; possible here: { $all }
or = or

## check --about
about-seats = { $last ->
    [one] { $numbers } player
   *[other] { $numbers } players
}
about-seats-teams = { $numbers } players, in teams
about-seats-together = { $numbers } players, who win or lose together
about-options = Options (with --set)
about-variants = Variants (with --variant)
about-notes = Where the rulebook leaves something open
about-overlay = as the file { $file } says

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
card-by-place = { $place }, card { $n }
a-hidden-card = a hidden card
card-in = a hidden card of { $place }
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
story-shuffle = Shuffled: { $place }.
story-die = The die ({ $sides } sides) shows { $n }.
story-coin = The coin says { $n }.
story-move = { $items }: { $route }.
story-move-by = { $who }: { $items }, { $route }.
story-up = { $place }, turned face up: { $items }.
story-down = { $place }, turned face down: { $items }.
story-shown = Shown to all: { $items }.
story-shown-to = Shown to { $who }: { $items }.
story-marked = { $place }, { $items }: { $mark }.
story-unmarked = { $place }, { $items }: no longer { $mark }.
story-set = { $name }: { $value }.
story-set-of = { $name } ({ $who }): { $value }.
story-turns = The order of turns is reversed.
story-phase = [{ $name } { $n }]
story-ends = End ({ $name }): { $reason }.
story-forced = Your only choice: { $action }.
story-choice = { $who }: { $action }
story-taken = { $who }: { $action }.
story-taken-void = { $who }: { $action } (without effect).

## Playing
your-choice = Your choice: { $prompt }
your-choice-plain = Your choice:
hint = (Answer with a number or some words of an option; ? for help.)
back = back
so-far = { $chosen } - next:
which-one = That could be: { $options }. Which one?
not-legal = That cannot be done: { $why }.
no-such-option = “{ $answer }” is none of the options. Answer with a number of the list or words of an option; ? for help.
hand-over = Player { $n }'s choice. Pass the terminal to player { $n }, who presses Enter:{ " " }
hand-over-line = ======== Player { $n } ========
keys = Answer with the number of an option, its text, or just the card. ? this help, t the table again, q leave (the game can be resumed).
options-set = Played with { $options }.
option-set = { $name } [{ $option }={ $value }]
greeting = { $seats }; seed { $seed }.
kind-human = (at this terminal)
kind-random = (plays at random)
you-win = You win!
wins = { $who } wins.
win = { $who } win.
draw = A draw: nobody wins.
won-together = You have won, all together.
lost-together = You have lost, all together.
scores = Scores: { $list }.
reason = How it ended: { $reason }.
resume = The game is kept; go on with it by: cardrun resume { $path }
record-lies = The record of the game: { $path }
record-of-fault = The record up to this place is kept: { $path }
record-exists = `{ $path }` is there already and is not written over: go on with it by `cardrun resume { $path }`, or name another file
record-not-written = the record `{ $path }` cannot be written: { $reason }
no-record = note: this game is not recorded ({ $reason })
record-lost = the record cannot be written: { $reason }
refusals = What the rules may say against it:

## Records
record-unreadable = the record `{ $path }` cannot be read: { $reason }
record-of-seat = `{ $path }` holds only what player { $n } saw: it can be read, but not played again
record-without-game = the game `{ $game }` of this record is not where it was: say where it is by --game GAME.yaml
record-differs = `{ $path }`, line { $line }: the game does not go as this record says (did its files change?); expected { $expected }, found { $found }
record-ends = The record ends here.
verified = `{ $path }`: every line follows the rules ({ $lines } lines, { $choices } choices, to the end of the game).
verified-so-far = `{ $path }`: every line follows the rules ({ $lines } lines, { $choices } choices; the game has not ended).
no-seat = there is no player { $n }: this game has { $seats }
step = [Enter]{ " " }

## sim
sim-title = { $n ->
    [one] { $n } game
   *[other] { $n } games
} of { $title }, played by { $seats }, seed { $seed }.
sim-wins = wins { $rate }
sim-score = score { $spread }
sim-draws = Draws: { $rate }
sim-decisions = Decisions a game: { $series }
sim-rounds = Times of `{ $phase }` a game: { $series }
sim-series = { $mean } (sd { $sd }; 95 % of the games at most { $p95 })
sim-ends = How they ended:
sim-ran-its-course = ran its course
sim-timeouts = went on for too long
sim-faults = the rules failed
sim-stuck = a player could not go on
sim-speed = In { $seconds } s: { $speed } games a second.
sim-failure = the rules failed in game { $game } (seed { $seed }): { $place }: { $message } [{ $code }]

## test
test-ok = ok      { $name }
test-failed = FAILED  { $name }
test-counts = { $ok } of { $n } scenarios are as they say
test-none = there are no scenarios in `{ $path }`
test-unreadable = `{ $path }` cannot be read: { $why }
