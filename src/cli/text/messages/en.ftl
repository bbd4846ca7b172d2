# The program's own messages. Keys are the same in fr.ftl; a test compares them.

## Diagnostics and usage
error = error:
level-error = error
level-warning = warning
level-notice = notice
help = help:
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
no-command-near = there is no command `{ $word }`; there are { $all }
no-seat-kind = there is no kind of player `{ $word }`
wrong-thinking = `{ $word }`: behind `mcts:` comes a number of iterations (`mcts:500`) or a time for each choice (`mcts:200ms`)
no-bot-command = `{ $word }`: behind `exec:` comes the command of a program that plays (`exec:python3 bot.py`)
wrong-limit = `{ $word }`: between `exec:` and a command there may be a time for each choice, longer than none (`exec:2s:python3 bot.py`, `exec:500ms:./bot`)
no-option = this game has no option `{ $word }`
no-variant = this game has no variant `{ $word }`
wrong-seats = expected { $allowed } players, as `seats` of the game says, found { $given }
set-shape = `--set { $given }` has no value: write `--set OPTION=VALUE`
set-twice = `{ $option }` is set twice, to `{ $one }` and to `{ $other }`: say it once
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

## Playing
hint = (Answer with a number or some words of an option; ? for help.)
which-one = That could be: { $options }. Which one?
not-in-sight = Nothing in sight is called “{ $what }”. Name a card or a place.
rules-none = { $title } comes without rules for people.
rules-notes = What its author notes
rules-options = Options of this game
rules-unusual = not as usual
rules-no-section = No part of the rules is called “{ $words }”. Its parts are:
no-such-option = “{ $answer }” is none of the options. Answer with a number of the list or words of an option; ? for help.
options-again = (The list stands above; t shows the table and the list again.)
no-such-command = “{ $answer }” is no command; ? for help.
no-such-number = Expected a number from 1 to { $most } or words of an option, found “{ $answer }”; ? for help.
no-such-cell = “{ $answer }” is none of the options. Answer with a row and a column of the board, as in 1.1; ? for help.
thinks = { $who } is thinking …
hand-over = Player { $n }'s choice. Pass the terminal to player { $n }, who types { $n } and Enter (q leaves):{ " " }
hand-over-again = Expected { $n } or q. Player { $n } types { $n } and Enter (q leaves):{ " " }
passed-over = There was one thing only that you could do, and it is done. Press Enter:{ " " }
hand-over-line = ======== Player { $n } ========
keys = Answer with the number of an option, its text, or just the card. ? this help, ?CARD or ?PLACE to look at one, rules to read the rules (rules WORD: a part of them), t the table again, undo to take back your last choice, redo to make it again, back for your earlier decisions, branch to go on in another record, q leave (the game can be resumed).
keys-more = Also: why 7H (why that cannot be chosen), hint, explain (what your last choice brought about), score (what the scores are made of), numbers. To try things out: as 2 (choose for player 2), reveal (all hands), chance 6 (the next die). What an option is called comes before a command of the same word; behind “:” stands a command in any case, as in :score.
keys-more-shared = Also: why 7H (why that cannot be chosen), explain (what your last choice brought about), score (what the scores are made of), numbers. What an option is called comes before a command of the same word; behind “:” stands a command in any case, as in :score.
keys-down = { $sign } before a card: it lies face down, and you know which one it is.
greeting = { $seats }; seed { $seed }.
greeting-shared = { $seats }.
kind-human = (at this terminal)
kind-random = (plays at random)
kind-bot = ({ $name })
stuck = { $who } cannot go on: { $why }
resume = The game is kept; go on with it by: cardrun resume { $typed }
ended-stays = The game is over. undo, back 3 or branch go on with it; explain, score, numbers tell more of it; q leaves.
ended-watched = The game is over. Save a file of it, or type undo, back 3 or branch, and it goes on; explain, score, numbers tell more of it; q leaves.
ended-nothing = The game is over: there is nothing to choose. undo or back 3 goes back to where there was.
ended-several = Where several people share the screen this is not shown.
record-lies = The record of the game: { $path }
fault-here = the game stopped here
fault-held = You stand before this choice again: choose otherwise, or save rules that do not fail here; redo then makes it once more.
fault-waits = The game waits for rules that do not fail here: save them, and it goes on; q leaves.
record-of-fault = The record up to this place is kept; once the rules are mended, go on with it by: cardrun resume { $typed } --changed
record-exists = `{ $path }` is there already and is not written over: go on with it by `cardrun resume { $typed }`, or name another file
record-place-taken = `{ $path }` is there already, is no record and is not written over: name another file
record-not-written = the record `{ $path }` cannot be written: { $reason }
no-record = note: this game is not recorded ({ $reason })
record-lost = the record cannot be written: { $reason }

## Records
record-unreadable = the record `{ $path }` cannot be read: { $reason }
record-of-seat = `{ $path }` holds only what player { $n } saw: it can be read, but not played again
program-in-record = player { $n } of this record is `{ $kind }`: a record starts no program; to go on, say who plays: `cardrun resume { $typed } --seats { $seats }`
resume-seats = `--seats` names { $given }, and the recorded game has { $seats } seats
record-without-game = the game `{ $game }` of this record is not where it was: say where it is by --game GAME.yaml
record-differs = `{ $path }`, line { $line }: this does not follow from the rules and the choices before it; expected { $expected }, found { $found }
record-of-another = `{ $path }`: expected a record of `{ $here }`, found one of `{ $there }`
record-of-other = `{ $path }`: the game is not the one that was recorded; expected { $expected }, found { $found }
record-of-other-rules = `{ $path }`: the rules have changed since this game was recorded. `cardrun replay { $typed } --against { $game }` says how far its choices still go; `cardrun resume { $typed } --changed` goes on in the rules as they are now
resume-no-choice = `{ $option } { $n }`: expected a number from { $least } to { $most }, the choices of this record
record-dropped = These rules have no such option any more, or not this value of it; it is not set: { $options }
resume-branch = The game goes on behind choice { $n } of { $of }, in a record of its own: { $path }
resume-unchosen = Nothing was chosen, and no record was kept of it.

## play --watch
reload-differs = Changed: { $list }.
reload-added = New: { $list }.
reload-gone = Gone: { $list }.
reload-nothing = The files have changed; what plays is the same.
reload-order = What plays is other than it was: parts of it stand in another order.
reload-wrong = The game goes on in the rules as they were before.
reload-put-back = What was picked so far is put back: in these rules it would be the whole choice.
part-seats = seats and teams
part-list = list
part-script = script
part-option = option
part-card = card
part-copies = { $name } ({ $is } instead of { $was })
part-cards = { $n } cards ({ $names }, …)
part-zone = zone
part-pawn = pawn
part-mark = mark
part-variable = variable
part-phase = phase
part-action = action
part-rule = rule

## back and forth
undo-nothing = There is no choice of yours to take back.
undo-done = You stand again where you chose: { $chosen }.
redo-nothing = Nothing was taken back that could be done again.
back-list = Your decisions so far; “back 2” goes to before the second one:
back-decision = { $round ->
    [0] { $n }. { $chosen }
   *[other] { $n }. { $chosen } (round { $round })
}
back-none = { $most ->
    [0] There is no choice of yours to take back.
    [one] Expected 1, your only decision so far.
   *[other] Expected a number from 1 to { $most }: one of your decisions so far. “back” alone lists them.
}
back-no-round = There is no decision of yours in round { $n }. “back” alone lists your decisions.
back-misread = Expected “back” alone, “back 3” (before your third decision) or “back round 2”.
branch-record = The game goes on in a record of its own: { $path }. What { $old } says stays as it is.
branch-nothing = This game is not kept, so there is no record to leave as it is.
branch-not-written = No other record can be written beside this one, so the game goes on in it: { $why }
agree-undo = { $who }: { $asks } wants to take back a choice. Do you agree?
agree-redo = { $who }: { $asks } wants to make again what was taken back. Do you agree?
agree-prompt = yes or no:{" "}
agree-refused = { $who } does not agree: the game stays as it is.

## a game is tried out
rehearsal-now = From here on this game is a rehearsal: its record says so.
rehearsal-several = Where people play each other this needs a game that was begun with --rehearsal.
as-misread = Expected the number of a seat: “as 2”.
as-person = { $who } is a person, and chooses alone.
as-now = You choose for { $who } the next time that seat is asked.
reveal-on = All hands are shown; “reveal” again hides them.
reveal-off = The others' hands are hidden again.
chance-command = chance{" "}
chance-misread = Expected a number (“{ $command }6”: the next die, coin or lot), or cards with their pile (“{ $command }{ $cards }”).
chance-misread-bare = Expected a number (“{ $command }6”: the next die, coin or lot).
chance-number = { $n } comes next: of the first die, coin or lot that can give it.
chance-too-large = { $most ->
    [0] Nothing is thrown or drawn by lot in this game. What comes off a pile can be decided: “{ $command }{ $cards }”.
   *[other] Expected a number from 1 to { $most }: no die, coin or lot of this game gives more.
}
chance-too-large-bare = { $most ->
    [0] Nothing is thrown or drawn by lot in this game.
   *[other] Expected a number from 1 to { $most }: no die, coin or lot of this game gives more.
}
chance-cards = What comes off { $zone } next: { $cards }.
chance-no-pile = Expected a place where cards lie in one pile, found “{ $zone }”.
chance-no-card = Expected a card that lies in the pile, found “{ $card }”.
chance-unread = Expected cards of one pile, found “{ $card }”. Piles: { $piles }.
chance-options = With that, other things could be chosen now than you were offered: nothing was changed.
position-is-record = `{ $path }` is the record of a game, and no file of positions: `cardrun resume { $typed } --at N` goes on behind one of its choices.
position-unknown = expected a scenario of `{ $path }` ({ $known }), found `{ $name }`
position-of-other = expected a scenario of `{ $game }`; `{ $path }` has those of `{ $own }`

## numbers under a game
numbers-both = The same { $n } deals before and now ({ $players }):
numbers-one = { $n } deals ({ $players }):
numbers-failing-both = Of { $all } deals, { $was } came to no end before, and { $is } come to none now.
numbers-failing = Of { $all } deals, { $n } come to no end.
numbers-cause = Most often: { $cause }
numbers-cause-before = Most often, before: { $cause }
numbers-few = { $n ->
    [0] No deal came to an end: there is nothing to tell of the numbers.
    [one] One deal is too few to tell a difference.
   *[other] { $n } deals are too few to tell a difference.
}
numbers-none-else = All else may be chance: no other difference is greater than it makes.
numbers-none = All of this may be chance: no difference is greater than it makes.
numbers-rounds-apart = How long games are in rounds cannot be compared: only one version has a phase named `round`.
numbers-more = More games are being counted.
numbers-counting = Games are being counted: press Enter in a moment to see what they come to.
numbers-counting-screen = Games are being counted: press n in a moment to see what they come to.
watch-begins = { $path } is watched; Ctrl-C ends it.

## hints, reasons, explanations
hint-sure = A search would choose: { $option } ({ $share } % of its tries).
hint-unsure = A search is not sure: { $option } ({ $share } % of its tries), or { $other } ({ $other_share } %).
hint-several = Where people play each other there are no hints.
hint-none = There is nothing to choose.
why-misread = Expected what you would like to choose: “why 7H”.
why-unknown = No action of the game and no card on the table is called “{ $answer }”: name one by its first words.
why-offered = That can be chosen now: { $options }.
score-no-parts = The rules name no parts of the score.
score-total = Total
explain-nothing = Nothing has happened yet.
explain-lines = (In a rehearsal the lines of the rules that did it stand beside it: they may tell of hidden cards.)

## plays
plays-none = No game of this layout is kept in { $folder }.
no-such-folder = there is no such folder
no-folder-but-file = it is a file, and no folder
plays-unread = Cannot be read as a record: { $reason }
plays-when = when
plays-who = players
plays-choices = choices
plays-result = result
plays-now = now
plays-record = record
plays-file = file
plays-open = not over
plays-won = won by { $who }
plays-not-loaded = the game has errors
plays-same = goes through
plays-other-end = another end
plays-refused = up to choice { $n } of { $of }
plays-fault = the rules fail
plays-now-ago = just now
plays-minutes = { $n } min ago
plays-hours = { $n } h ago
plays-days = { $n ->
    [one] { $n } day ago
   *[other] { $n } days ago
}

## bless
bless-done = From now on `cardrun test { $typed }` holds the rules to this game.
bless-failed = `{ $path }` cannot be written: { $reason }
bless-exists = `{ $path }` is there already, and nothing is written over: remove it, or name another folder by `--into FOLDER`
bless-differs = only a game that the rules still play as it was played can be blessed

## replay --against
against-made = { $n } of { $of } choices were made again.
against-renamed = `{ $was }` is called `{ $is }` in these rules.
against-line = Line { $n } of the record
against-choice = Choice { $n }
against-options = { $place }: { $who } had other options: { $options }
against-same = The same course and the same end.
against-same-so-far = The same course, as far as the record goes.
against-was = The same course and another end. It was:
against-is = It is now:
against-goes-on = Now the game is not over there.
against-sooner = Now the game is over sooner:
against-hidden = { $who } cannot choose any more what was chosen then: the game goes on from there.
against-sooner-here = Now the game is over here.
against-fault = The rules fail here, which they did not:
against-refused = { $place }: { $who } cannot choose `{ $value }` any more: { $why }.
against-others = { $place }: { $who } chose `{ $value }`; now it is { $why } who must choose.
against-nobody = { $place }: { $who } chose `{ $value }`; now nobody has to choose.
against-rule = this forbids it
record-ends = The record ends here.
against-other = The record is of `{ $there }`, and these are the rules of `{ $here }`.
verified = `{ $path }`: { $unchecked ->
    [0] every line follows the rules
   *[other] every line that was checked follows the rules
} ({ $lines } { $lines ->
    [one] line
   *[other] lines
}, { $choices } { $choices ->
    [one] choice
   *[other] choices
}, to the end of the game).
verified-unchecked = Beside these, lines that were not checked: { $n }. They tell of the game before its rules were edited, before it became a rehearsal, or of choices that were taken back.
verified-position = The game does not begin with a deal, but as the record says.
verified-chance = What chance did in it is what the record says: it follows from no seed.
verified-so-far = `{ $path }`: { $unchecked ->
    [0] every line follows the rules
   *[other] every line that was checked follows the rules
} ({ $lines } { $lines ->
    [one] line
   *[other] lines
}, { $choices } { $choices ->
    [one] choice
   *[other] choices
}; the game has not ended).
no-seat = there is no player { $n }: this game has { $seats }
step = [Enter]{ " " }

## sim
sim-title = { $n ->
    [one] { $n } game
   *[other] { $n } games
} of { $title }, played by { $seats }, seed { $seed }.
player-team = players { $n }
sim-wins = wins { $rate }
sim-wins-team = win { $rate }
sim-score = score { $spread }
sim-together = together
sim-draws = Draws: { $rate }
sim-decisions = Decisions a game: { $series }
sim-rounds = Times of `{ $phase }` a game: { $series }
sim-spread = { $mean } ({ $low }..{ $high }; sd { $sd })
sim-series = { $mean } (sd { $sd }; 95 % of the games at most { $p95 })
sim-ends = How they ended:
sim-ran-its-course = no reason that the rules name
sim-timeouts = went on for too long: more than { $most } choices
sim-overlong = went on for too long: more than { $most } things happened
sim-faults = the rules failed
sim-stuck = a player could not go on
sim-speed = In { $seconds } s: { $speed } games a second.
sim-failure = the rules failed in game { $game } (seed { $seed }): { $place }: { $message } [{ $code }]
sim-player-failure = a player could not go on in game { $game } (seed { $seed }): { $message } [{ $code }]

sim-rows-alone = `{ $option }` is for reports: rows of games (`csv`, `parquet`) hold nothing of it; leave it out, or name another --format

## solve
solve-payoff-score = Payoffs are scores.
solve-payoff-negated-score = Payoffs are scores with the other sign, as the lowest wins.
solve-payoff-difference = This game is not zero-sum: its scores do not add up to the same in all ends. Payoffs here are half the difference of the scores, more than 0 for the better one.
solve-payoff-victory = Payoffs are 1 for a win and -1 for a defeat.
solve-value = Worth to player { $n }: { $value }
solve-exploitability = Exploitability { $exploitability } after { $iterations } { $iterations ->
    [one] iteration
   *[other] iterations
} (what the best answer wins more, on average of both players).
solve-size = Information sets: { $sets }; positions: { $positions }
solve-together = only games of two players against each other can be solved: in this one all win or lose together
solve-seats = only games of two players can be solved: this one is played by { $n }
solve-too-large = this game is too large to be solved: more than { $positions } { $positions ->
    [one] position
   *[other] positions
} and { $sets } information sets were counted
solve-too-deep = this game can last too long to be solved, or has no end: more than { $moves } choices or results of chance follow each other
solve-too-much-chance = this game is too large to be solved: a shuffle of many cards, or the like, has more than { $results } { $results ->
    [one] result
   *[other] results
} (counted before it: { $positions } positions, { $sets } information sets)
solve-conceded = { $player } as player { $n } wins { $value } against the best answer
solve-asked = It was asked { $samples ->
    [one] once
   *[other] { $samples } times
} in each of { $sets } information sets (seed { $seed }); positions: { $positions }
solve-stuck = the player could not go on: { $message }
solve-fault = the rules failed: { $message }
## reports and merge
report-written = Written to { $path }
report-over-game = `{ $path }` is a file of a game, and a report is not written over it: name another file
report-ending = no report ends in `.{ $ending }`: expected `.txt`, `.json`, `.csv`, `.html` or `.parquet`, or a --format
report-not-written = `{ $path }` cannot be written: { $reason }
report-not-read = `{ $path }` cannot be read: { $reason }
report-is-none = `{ $path }` is no report of a run in JSON: { $reason }
merge-field = `{ $path }` is no part of the same run: another { $field } (`{ $one }` and `{ $other }`)
merge-same-games = `{ $path }`: the games { $from }..{ $to } have been counted already
merge-kind = `{ $path }` is of another kind: a simulation, a comparison and a tournament are no parts of each other
merge-measured = `{ $path }` was measured in another way: give each part the same `--measure` and `--lead`
merge-no-rows = rows of games are not merged: put the CSV files one behind the other
merge-cardrun = version of cardrun
merge-game = game
merge-rules-hash = version of the rules
merge-options = setting of the options
merge-seats = list of players
merge-versions = list of versions
merge-seed = seed

## compare
compare-title = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
} of { $title }, seed { $seed }, the same in each version.
compare-title-games = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
} of games with different titles, seed { $seed }.
compare-games = { $titles }. A deal has the same seed in each; where the games differ, so do the deals.
compare-nothing = no deal came to an end in every version: nothing was compared
compare-turned = Each deal was played { $n } times, the players moved round the table.
compare-unfinished = { $n } deals did not come to an end in every version, and are left out.
compare-failing = { $name }: { $n } did not come to an end, most often: { $cause }
compare-value = mean
compare-difference = { $name } less { $of }
compare-clear = (*) The interval of the difference leaves zero out. Of 20 differences that are none, one is marked so by chance.
compare-missing = about { $n } more deals
compare-none = no difference found; at most { $most }
compare-same = the same
compare-win = player { $n } wins
compare-win-team = players { $n } win
compare-player-win = wins of { $name } ({ $n })
compare-win-together = games won together
compare-score-together = score together
compare-draw = draws
compare-seat-win = seat { $n } wins
compare-seat-win-team = seats { $n } win
compare-seat-score = score of seat { $n }
compare-seat-score-team = score of seats { $n }
compare-score = score of player { $n }
compare-score-team = score of players { $n }
compare-margin = margin
compare-decisions = decisions
compare-rounds = rounds
compare-how = “more deals”: how many more it takes to show a difference as large as this one with a chance of 80 %; more if the true one is smaller.
compare-noise = “no difference found”: less than these deals can tell from none; “at most” is the far end of its interval.
compare-options = options a decision, by game
compare-decision-share = choices that are decisions, by game
compare-chosen = times { $action } was chosen
compare-drama = drama
compare-lead-changes = changes of the lead
compare-settled = settled
compare-option-spread = best less worst
compare-coolness = coolness
compare-two = there is nothing to compare: give two versions (`--with`), two games, or a restriction (`--restrict`)
compare-empty = `--with` is empty: expected OPTION=VALUE, a variant, another game file, or `default`
compare-several = with several games, each is a version: for settings of them give one game, and the others in versions (`--with other.yaml,hand_size=5`)
compare-seats = versions must have the same number of seats
wrong-players = `--players` names { $given } players: expected one for all seats, or one for each of the { $seats }
restrict-shape = `{ $given }` is no restriction: write `seat 1 never ACTION` or `always ACTION`
restrict-seat = there is no seat { $given }: this game has { $seats }
no-action = there is no action `{ $word }`
parquet-not-built = this cardrun was built without Parquet: build it with `--features parquet`, or take `csv`, which has the same columns
parquet-not-here = there are no rows of games here: a parquet file is for `sim`

## tournament
tournament-title = { $title }: { $n ->
    [one] { $n } deal
   *[other] { $n } deals
} a pair, each played twice with the sides changed, seed { $seed }.
tournament-title-stopped = { $title }: stopped before { $n ->
    [one] the { $n } deal
   *[other] the { $n } deals
} a pair were done, each played twice with the sides changed, seed { $seed }.
tournament-by-two = a tournament is for games of two sides; this one has { $n }, and two with `--table 2`
tournament-sides = a tournament is for games of two sides; this one has { $n }
tournament-entrants = a tournament needs two entrants or more
tournament-elo = Elo
tournament-score = score
tournament-note = Elo: 0 is the mean of all; 400 points are odds of ten to one. Score: the row's against the column's, in percent; a draw is half a win.
tournament-home = First side wins: { $rate }
tournament-unfinished = { $n } of { $all } deals did not come to an end: the ratings are of { $left ->
    [one] the other one alone
   *[other] the other { $left } alone
}.
tournament-none-finished = { $n ->
    [one] The only deal did not come to an end
   *[other] None of { $n } deals came to an end
}: there is nothing to rate.
tournament-left-player = In { $n } of them `{ $name }` could not go on.
tournament-left-fault = In { $n } of them the rules failed.
tournament-left-endless = { $n } of them went on for too long.
tournament-player-failure = `{ $name }` could not go on in { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}, first in game { $game } (seed { $seed }): { $message } [{ $code }]
tournament-failure = the rules failed in { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}, first in game { $game } (seed { $seed }): { $place }: { $message } [{ $code }]

## measures
sim-branching = Options a decision: { $mean } (sd { $sd }; 95 % of the decisions have at most { $p95 }), { $most } at most; { $share } of the choices are decisions.
sim-parts = What the scores are made of, and how much of the difference between them each part makes:
sim-part = { $share } of the difference; a side has { $spread }
sim-other-points = other points
html-parts = What the scores are made of
read-parts = A part makes much of the difference when the side that is ahead is ahead by it; the shares add up to 100 %. A part below zero holds back whoever is ahead.
sim-held = Who had these cards won (beside chance, cards that win may come with winning):
sim-taken = Who took these actions won:
sim-all-covered = All { $all } parts and lines of the rules came up in { $n } games.
sim-covered = Of { $all } parts and lines of the rules, { $up } came up in { $n ->
    [one] { $n } game
   *[other] { $n } games
}; never:
part-phase = phase
part-action = action
part-effect = effect
part-watch = watch
part-row = row of
part-line = line
html-version = cardrun { $cardrun }, rules { $hash }, games { $games }
html-wins = Who wins
html-scores = Scores
html-length = Length
html-ends = How games ended
html-branching = Options a decision
html-cards = Cards
html-choices = Actions and values
html-coverage = Rules that never came up
html-draws = Draws
html-rows = { $n } rows
html-base = All sides: { $rate }
html-name = name
html-held = had it
html-held-wins = wins then
html-offered = offered
html-chosen = chosen of that
html-taken = took it
html-taken-wins = wins then
read-intervals = Numbers in brackets are 95 % intervals: of 20 such intervals, about 19 hold the true value. Games tell nothing about differences that lie within them.
read-wins = The share of finished games that each player won (Wilson's interval). The broken line is an equal share for each side: an interval that leaves it out is an advantage of the seat.
read-scores = Points at the end: mean, the interval of the mean, and how much single games differ (sd). Columns: how many games ended with so many points.
read-length = How long a game is. A decision is a choice among two options or more. The value that 95 % of the games do not exceed says how long an evening may get.
read-ends = How often a game ended for which reason. A reason that hardly ever comes may be a rule that is not needed; games that go on for too long are stopped and count nowhere else.
read-branching = How many options there are to choose among. A small number plays by itself, a large one takes long; choices with one option are taken unasked and are no decisions.
read-cards = Sides that had a card in a zone of their own at least once in a game, or took it in a decision, and how often they won. What wins often need not be strong: who is ahead may come by more cards. Marked: the interval leaves out what all sides win; of 20 cards that make no difference, one is marked by chance.
read-choices = How often an action or value was among the options, was chosen then, and how often sides won that chose it at least once in a game. With random players “chosen” only tells how many other options there were.
read-coverage = Phases, actions, effects, watches and lines of the rules that ran in none of the games. Rare is not impossible: what comes in three of n games is missed by n games one time in twenty.

## lead
lead-of = Who led, in { $n } { $n ->
    [one] game
   *[other] games
} with a winner, by { $by }:
lead-by-score = the score
lead-by-playouts = { $n } games played on at random from each option
lead-drama = Drama: { $spread }
lead-changes = Changes of the lead a game: { $spread }
lead-settled = Share of the game until the winner led for good: { $spread }
lead-spread = Best option less the worst: { $spread }
lead-coolness = Coolness: { $spread }
lead-course = Coolness by tenths of the game (n: games with such a decision):
lead-tenth = tenth { $n }
html-lead = Who leads when
read-lead = Drama: how far behind the winner was while it was behind (mean of the roots; 0 where it never was). Changes of the lead: how often another side went ahead. Settled: how much of the game was over when the winner led for good; near 1, it stays open to the end. Best less worst: how much a decision matters. Coolness: the share of decisions in which every option leaves the decider less of a lead than before (by the score), or than it had after its own last choice (by playouts); much of it feels like choosing the least bad, and the chart shows when (Browne 2008).
greedy-misled = note: `greedy` wins { $greedy } of its games here, players at random { $random } in its place: the score misleads it. Say in the rules what a position is worth: `value = …`
sim-stopped = Stopped: this is of the { $n } games that were done.
sim-lead-stopped = Who led was looked at in { $n } of them.
stopped-deals = Stopped: this is of the { $n } deals that were done.
## test
test-other-event = The same choices and the same end, but something else happens on the way. { $place }:
  it was { $was }
  it is  { $is }
test-ok = ok      { $name }
test-failed = FAILED  { $name }
test-counts = { $n ->
    [one] { $ok } of { $n } scenario is as it says
   *[other] { $ok } of { $n } scenarios are as they say
}
test-none = there are no scenarios in `{ $path }`
test-unreadable = `{ $path }` cannot be read: { $why }
unread-missing = there is no such file
unread-forbidden = reading it is not permitted
unread-folder = it is a folder
unread-no-folder = part of its path is a file, not a folder
unread-no-file = it is a device or a pipe, and no file
unread-system = the system cannot read it
unread-no-text = it is no text in UTF-8
unread-large = it is larger than { $n } { $unit ->
    [mb] MB
   *[kb] KB
}
system-missing = there is no such folder
system-forbidden = that is not permitted
system-full = there is no space left
system-large = files may not be so large here
system-read-only = nothing can be written there
system-exists = it is there already
system-address-taken = it is taken already
system-address-elsewhere = it is not of this machine
output-lost = what was to be shown cannot be written: { $reason }
more-problems = and { $n } more problems, which are not shown: mend these first
record-empty = `{ $path }` is empty: nothing of a game was kept in it. Begin one there by `cardrun play GAME --record { $typed }`
record-in-use = the record `{ $path }` is being written by another `cardrun`: end that one first, or name another file
record-elsewhere = Name another file to keep the game in, press Enter to try again, or q to leave: 
record-goes-on = The game is kept in { $path }.
record-unkept = The record { $path } ends before the last choices: they could not be written.
play-endless = The game is given up: more than { $n } things have happened in it, and its end is nowhere near.
sim-records-stopped = records were kept of { $n } games: the others are left out
sim-records-there = `{ $path }` is there already and is not written over: name another folder by --records, or remove the records of that run
## serve
serve-at = cardrun serves at { $url }
serve-owner = Owner's page, for opening tables: { $url }
serve-open = Everybody who can reach this address can try links here, and what goes over the network is not encrypted: put a server with TLS before it, or use it where you trust the network (docs/serving.md).
serve-no-address = `--addr { $address }` cannot be had: { $reason }
serve-no-folder = the folder for the tables, `{ $path }`, cannot be used: { $reason }
serve-folder-held = the folder for the tables, `{ $path }`, is used by another `cardrun serve`: end that one first, or name another folder by --data
serve-folder-held-by = the folder for the tables, `{ $path }`, is used by `cardrun serve` at { $url } (process { $process }): end that one first, or name another folder by --data
serve-no-data = there is no folder of yours for the tables ({ $reason }): name one by --data
serve-no-folder-but-file = `{ $path }` is a file: --data names a folder, in which the tables are kept
serve-no-host = --host `{ $found }` is no host name: expected one as browsers show it, such as cards.example.org
serve-no-host-but = --host `{ $found }` is no host name: did you mean --host { $name }?
serve-without-game = its game `{ $game }` is not where it was: serve it as well, from wherever it lies now
slip-unread = `{ $path }` cannot be read: { $why }
slip-empty = it is empty
slip-other = from line { $line }, column { $column } on it is not what cardrun has written there
serve-no-chance = the system gives no chance for keys: { $reason }
serve-not-taken-up = table { $table } cannot be taken up: { $why }
serve-full = there are { $most } tables already: close one first
serve-no-bot = this bot cannot be had from a page: expected `random`, `greedy`, or `mcts` with at most { $most } iterations or { $seconds } s
serve-no-game = there is no such game here
serve-no-table = there is no such table or seat
serve-other-keys = its record is that of another table: the keys are for other seats
serve-house-lost = table { $table } goes on with the usual rules of the house: { $why }
serve-unkept = the table cannot be written down: { $reason }
serve-broken = the game cannot be loaded; the server has said why where it runs
serve-bench = Workbench, for trying games out while you write them: { $url }
serve-owner-kept = The key in your links (…) is the one that was printed at first; --new-key makes another one.
serve-no-time = expected a time from { $least } to { $most } seconds
bench-full = there are { $most } rehearsals already: forget one first
bench-no-position = the game has no such situation
bench-no-games = expected a number of games from 1 to { $most }
bench-missing = about { $n } more deals would show a difference as large as this one
bench-counts-elsewhere = another page has begun to count

## the full screen
screen-keys = arrows, numbers, mouse: choose · ? keys · q leave · Esc back · i look · : commands · u undo
screen-keys-subset = Space picks · c confirms · ? keys · q leave · Esc back · i look · : commands · u undo
screen-keys-watching = Space: pause · pace { $pace }: + - · s seat · ? keys · q leave · n next · t story
screen-keys-rerun = left/right: step · up/down: round · s seat · ? keys · q leave · Space runs · : 12 or round 2
screen-confirm = confirm ({ $n } picked)
screen-complete = { $n } picked: Enter or c confirms.
screen-too-few = Pick { $n } more first.
screen-picked-exactly = { $n } of { $most } picked
screen-picked-between = { $n } picked, { $least } to { $most } wanted
screen-picked-at-most = { $n } picked, { $most } at most
screen-first-key = “?” shows the keys.
screen-nothing-here = Nothing can be done with this now.
screen-not-together = These do not go together: choose what goes with what has been chosen.
screen-picks-lost = Not picked any more: { $names }.
screen-only-watching = Here you only look on.
screen-end = Enter or q leaves.
screen-end-title = The end
screen-end-stays = u takes back · e explains · n numbers · : commands · q leave
screen-stood = A board was cleared; t shows it as it stood.
screen-all-seats = all seats
screen-help-title = Keys
screen-story-title = What has happened
screen-reasons-title = What can be chosen, and what is against it
screen-card-title = A closer look
screen-said-title = Answer
screen-rules-title = Rules
screen-help =
    Arrows    move over the cards; to the right of them is the list
    Enter     chooses what is pointed at; where several things can be done with it, the list shows them, and a second card or place says which
    1 2 3     the numbers of the list; a card that has one of its own shows it
    A B C     a capital letter or / begins a name; names come before commands
    Tab       the next card with which something can be done
    Space c   picks cards of several (✓), and confirms them
    Esc 0     one step back
    mouse     a click chooses; the right button looks at a card; the wheel scrolls

    i         a closer look at the card or place that is pointed at
    t         the story; PgUp and PgDn scroll it at the side
    { "[ ]" }       scroll the table
    r         the rules
    w         what can be chosen, and what is against it
    e         what the last choice brought about
    h n       a hint; numbers of many games
    u y       take back the last choice; make it again
    :         a command line: undo, back 3, as 2, why 7H, rules scoring
    q         leaves; the game can be resumed
screen-help-following =
    Space     stops and goes on
    + -       faster, slower
    n Enter   the next choice
    s         from another seat
    arrows    move over the cards; of a record: steps and rounds
    Home End  of a record: its beginning and its end
    i         a closer look at what is pointed at
    t         the story; PgUp and PgDn scroll it at the side
    { "[ ]" }       scroll the table
    r         the rules, of a record
    :         of a record: a number of choices, or “round 2”; ?CARD looks at one
    mouse     a click on the time line goes there; the wheel scrolls
    q         leaves
screen-commands = What is typed behind “:” is a command in any case; the commands are those of line mode.

## The Python package and cardrun-ray
thousands = { "," }
run-progress = { $share } %  { $done } of { $games } games  { $rate }/s  { $time }
run-left = { $n } s left
run-took = { $n } s
run-lost = { $n ->
    [one] { $n } piece lost
   *[other] { $n } pieces lost
}
ray-none = Ray cannot be had here ({ $error }): pip install ray
ray-stopped = Stopped: this is of the games that were done.
ray-left-out = left out, for the game does not allow it: { $options }: { $error }
ray-not-counted = not counted: { $poisoned }
ray-poisoned = game { $game }, seed { $seed }: { $error }
ray-poisoned-several = games { $first }..{ $end }, seed { $seed }: { $error }
ray-too-many-poisoned = expected at most { $most } poisoned games, found { $n }: the last is { $last }
ray-refused = expected cardrun { $expected } on node { $node }, found { $found }
ray-version = version { $version }
ray-no-version = none ({ $error })
