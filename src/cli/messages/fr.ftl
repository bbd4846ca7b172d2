# Les messages du programme. Les clés sont celles de en.ftl ; un test les compare.

## Diagnostics et usage
error = erreur :
count-errors = { $n ->
    [one] { $n } erreur
   *[other] { $n } erreurs
}
count-warnings = { $n ->
    [one] { $n } avertissement
   *[other] { $n } avertissements
}
count-notices = { $n ->
    [one] { $n } remarque
   *[other] { $n } remarques
}
no-problems = rien à signaler
no-command = la commande « { $word } » n'existe pas ; vouliez-vous dire « cardrun { $near } » ?
no-seat-kind = aucune sorte de joueur ne s'appelle « { $word } »
no-option = ce jeu n'a pas d'option « { $word } »
no-variant = ce jeu n'a pas de variante « { $word } »
wrong-seats = { $given ->
    [one] `--seats` nomme { $given } place, et ce jeu se joue à { $allowed }
   *[other] `--seats` nomme { $given } places, et ce jeu se joue à { $allowed }
}
set-shape = « --set { $given } » n'a pas de valeur : écrivez `--set OPTION=VALEUR`
wrong-number = « { $option } » ne peut pas valoir « { $value } » : c'est un nombre de { $least } à { $most }
wrong-word = « { $option } » ne peut pas valoir « { $value } » : c'est { $allowed }
did-you-mean = { " " }; vouliez-vous dire « { $near } » ?
there-are = { " " }; possible ici : { $all }
or = ou

## check --about
about-seats = { $last ->
    [one] { $numbers } joueur
   *[other] { $numbers } joueurs
}
about-seats-teams = { $numbers } joueurs, par équipes
about-seats-together = { $numbers } joueurs, qui gagnent ou perdent ensemble
about-options = Options (avec --set)
about-variants = Variantes (avec --variant)
about-notes = Là où la règle laisse le choix
about-overlay = ce que dit le fichier { $file }

## Noms
you = vous
player = joueur { $n }
team = équipe { $n } (joueurs { $players })
your-team = votre équipe
team-short = équipe { $n }
nothing = aucune
none = aucun
yes = oui
no = non
and = et
thing = { $name } : { $value }
score = { $n ->
    [one] { $n } point
   *[other] { $n } points
}
cards = { $n ->
    [one] { $n } carte
   *[other] { $n } cartes
}
hidden-cards = { $n ->
    [one] { $n } carte cachée
   *[other] { $n } cartes cachées
}
card-by-place = { $place }, carte { $n }
a-hidden-card = une carte cachée
card-in = une carte cachée de { $place }
suit-S = pique
suit-H = cœur
suit-D = carreau
suit-C = trèfle
# Des mots de presque tous les jeux ; les textes du jeu passent avant.
name-round = manche
name-turn = tour
name-match = partie
name-pass = passer
name-done = terminer
name-enough = c'est tout

## Ce qui s'est passé
story-shuffle = On mélange : { $place }.
story-die = Le dé (à { $sides } faces) donne { $n }.
story-coin = La pièce donne { $n }.
story-move = { $items } : { $route }.
story-move-by = { $who } : { $items }, { $route }.
story-up = { $place }, face visible : { $items }.
story-down = { $place }, face cachée : { $items }.
story-shown = Montré à tous : { $items }.
story-shown-to = Montré ({ $who }) : { $items }.
story-marked = { $place }, { $items } : { $mark }.
story-unmarked = { $place }, { $items } : plus « { $mark } ».
story-set = { $name } : { $value }.
story-set-of = { $name } ({ $who }) : { $value }.
story-turns = L'ordre du jeu s'inverse.
story-phase = [{ $name } { $n }]
story-ends = Fin ({ $name }) : { $reason }.
story-forced = Votre seul choix : { $action }.
story-choice = { $who } : { $action }
story-taken = { $who } : { $action }.
story-taken-void = { $who } : { $action } (sans effet).

## La partie
your-choice = À vous : { $prompt }
your-choice-plain = À vous :
hint = (Répondez par un numéro ou quelques mots d'une option ; ? pour l'aide.)
back = revenir
so-far = { $chosen } - ensuite :
which-one = Cela peut être : { $options }. Lequel ?
not-legal = C'est impossible : { $why }.
no-such-option = « { $answer } » n'est pas une option. Répondez par un numéro de la liste ou des mots d'une option ; ? pour l'aide.
hand-over = Au joueur { $n } de choisir. Passez-lui le terminal ; il appuie sur Entrée :{ " " }
hand-over-line = ======== Joueur { $n } ========
keys = Répondez par le numéro d'une option, son texte, ou juste la carte. ? cette aide, t la table, q quitter (la partie pourra reprendre).
options-set = Joué avec { $options }.
option-set = { $name } [{ $option }={ $value }]
greeting = { $seats } ; graine { $seed }.
kind-human = (à ce terminal)
kind-random = (joue au hasard)
you-win = Vous avez gagné !
wins = le { $who } a gagné.
win = ont gagné : { $who }.
draw = Partie nulle : personne ne gagne.
won-together = Vous avez gagné, tous ensemble.
lost-together = Vous avez perdu, tous ensemble.
scores = Scores : { $list }.
reason = Fin de la partie : { $reason }.
resume = La partie est gardée ; pour la reprendre : cardrun resume { $path }
record-lies = L'enregistrement de la partie : { $path }
record-of-fault = L'enregistrement jusqu'ici est gardé : { $path }
record-exists = « { $path } » existe déjà et n'est pas remplacé : reprenez cette partie par « cardrun resume { $path } », ou nommez un autre fichier
record-not-written = l'enregistrement « { $path } » ne peut pas être écrit : { $reason }
no-record = note : cette partie n'est pas enregistrée ({ $reason })
record-lost = l'enregistrement ne peut pas être écrit : { $reason }
refusals = Ce que la règle peut y opposer :

## Enregistrements
record-unreadable = l'enregistrement « { $path } » ne peut pas être lu : { $reason }
record-of-seat = « { $path } » ne contient que ce qu'a vu le joueur { $n } : on peut le lire, mais pas le rejouer
record-without-game = le jeu « { $game } » de cet enregistrement n'est plus où il était : dites où il est par --game JEU.yaml
record-differs = « { $path } », ligne { $line } : la partie ne se déroule pas comme le dit l'enregistrement (ses fichiers ont-ils changé ?) ; attendu { $expected }, trouvé { $found }
record-ends = L'enregistrement s'arrête ici.
verified = « { $path } » : chaque ligne suit la règle ({ $lines } lignes, { $choices } choix, jusqu'à la fin de la partie).
verified-so-far = « { $path } » : chaque ligne suit la règle ({ $lines } lignes, { $choices } choix ; la partie n'est pas finie).
no-seat = il n'y a pas de joueur { $n } : cette partie en a { $seats }
step = [Entrée]{ " " }

## sim
sim-title = { $n ->
    [one] { $n } partie
   *[other] { $n } parties
} de « { $title } », jouées par { $seats }, graine { $seed }.
sim-wins = gagne { $rate }
sim-score = score { $spread }
sim-draws = Parties nulles : { $rate }
sim-decisions = Décisions par partie : { $series }
sim-rounds = Nombre de « { $phase } » par partie : { $series }
sim-series = { $mean } (écart type { $sd } ; 95 % des parties au plus { $p95 })
sim-ends = Fins de partie :
sim-ran-its-course = jouée jusqu'au bout
sim-timeouts = interminable
sim-faults = la règle a échoué
sim-stuck = un joueur n'a pas pu continuer
sim-speed = En { $seconds } s : { $speed } parties par seconde.
sim-failure = la règle a échoué dans la partie { $game } (graine { $seed }) : { $place } : { $message } [{ $code }]

## test
test-ok = ok      { $name }
test-failed = ÉCHEC   { $name }
test-counts = { $ok } scénarios sur { $n } se passent comme ils le disent
test-none = il n'y a pas de scénarios dans `{ $path }`
test-unreadable = `{ $path }` ne peut pas être lu : { $why }
