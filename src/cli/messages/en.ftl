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
there-are = ; there are { $all }
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
