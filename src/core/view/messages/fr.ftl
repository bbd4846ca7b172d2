# Ce que dit la table. Les clés sont celles de en.ftl ; un test les compare.

## Noms
you = vous
player = Joueur { $n }
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
row-slot = n° { $n }
card-by-place = { $place }, carte { $n }
a-hidden-card = une carte cachée
cards-unseen = des cartes cachées
card-in = une carte cachée de { $place }
card-in-at = la carte cachée n° { $n } de { $place }
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
story-gather = On rassemble toutes les cartes.
story-shuffle = On mélange : { $place }.
story-die = Le dé (à { $sides } faces) donne { $n }.
story-tossed = Une pièce décide qui est entendu.
story-heads = La pièce tombe sur face.
story-tails = La pièce tombe sur pile.
story-move = { $items } : { $route }.
story-move-by = { $who } : { $items }, { $route }.
story-up = { $place }, face visible : { $items }.
story-down = { $place }, face cachée : { $items }.
story-shown = Montré à tous : { $items }.
story-shown-to = Montré ({ $who }) : { $items }.
story-shown-at = { $place }, montré à tous : { $items }.
story-shown-at-to = { $place }, montré ({ $who }) : { $items }.
story-say = { $text }
story-marked = { $place } – { $items } : { $mark }.
story-unmarked = { $place } – { $items } : plus « { $mark } ».
story-set = { $name } : { $value }.
story-set-of = { $name } ({ $who }) : { $value }.
story-is = { $who } : { $name }.
story-is-not = { $who } : plus « { $name } ».
story-turns = L'ordre du jeu s'inverse.
story-phase = [{ $name } { $n }]
story-ends = Fin ({ $name }) : { $reason }.
story-ends-unnamed = { $reason }.
story-forced = Votre seul choix : { $action }.
story-forced-colon = Votre seul choix – { $action }.
story-did = { $who } { $action }.
story-did-void = { $who } { $action } (sans effet).
story-choice = { $who } : { $action }.
story-choice-colon = { $who } – { $action }.
story-choice-void = { $who } : { $action } (sans effet).

## Choisir
your-choice = À vous : { $prompt }
your-choice-plain = À vous :
back = revenir
left-exactly = encore { $n }
left-at-most = encore { $n } au plus
left-between = encore { $least } à { $most }
so-far = À vous : { $chosen } - ensuite{ $left } :
not-legal = C'est impossible : { $why }.
refusals = Ce que la règle peut y opposer :

## La fin
options-set = Joué avec : { $options }.
option-set = { $name } ({ $said }) [{ $option }={ $value }]
you-win = Vous avez gagné !
wins = { $who } a gagné.
win = { $who } ont gagné.
win-with-you = { $who } avez gagné.
draw = Partie nulle : personne ne gagne.
you-lose = Vous avez perdu.
won-together = Vous avez gagné, tous ensemble.
lost-together = Vous avez perdu, tous ensemble.
scores = Scores : { $list }.
reason = Fin de la partie : { $reason }.
other-points = autres points
as-it-stood = Juste avant d'être vidé :

## pourquoi pas
why-rules = les règles ne le permettent pas
why-number = il faut un nombre de { $from } à { $to }
why-apart = cela ne peut pas être choisi ensemble
why-not-among = { $what } n'est pas parmi ce qu'on peut choisir
why-untold = pas maintenant
why-unknown-action = rien ne s'appelle « { $action } » ici
why-missing = il faut en choisir davantage
why-only = il n'y a rien d'autre à choisir que « { $what } »
why-not-now = « { $action } » ne peut pas être choisi maintenant
why-of = { $action } : { $why }
why-spent = cela a déjà été choisi
why-nothing = il n'y a rien qu'on puisse choisir
why-too-few = il en faut au moins { $n }
why-barren = il n'y a rien à choisir pour « { $action } » maintenant

## les règles échouent
fault-number-overflow = un nombre est devenu trop grand
fault-division-by-zero = un nombre a été divisé par zéro
fault-no-end = c'est trop de travail avant que quelqu'un ait à choisir : une boucle sans fin, ou trop d'ensembles de cartes à essayer un par un
fault-too-deep = trop de phases, d'effets ou d'actions les uns dans les autres : l'un d'eux s'exécute-t-il lui-même ?
fault-too-many-options = il y a plus de 20000 possibilités ici
fault-too-many-values = plus de 64 valeurs à la fois
fault-no-place = des cartes doivent être déplacées, mais vers aucune place
fault-nothing-there = ce qui doit être échangé, réuni ou séparé n'existe pas
fault-slot-full = il n'y a plus de place : autant de cartes que possible s'y trouvent déjà
fault-rows-full = il y a plus de places dans les rangées que de cartes dans le jeu
fault-nobody = ceci est à un joueur (ou à un mot), et celui qui est désigné n'est personne (ou rien) à ce moment
fault-phase-not-running = ceci termine une phase qui n'est pas en cours
fault-out-of-range = une valeur sort de ses limites
fault-no-such-seat = une place ou une équipe est demandée par un numéro qu'aucune n'a : ils vont de 1 à leur nombre
fault-never-ends = la partie n'en finit pas : il y a eu plus de choix qu'aucun jeu ne devrait en demander
