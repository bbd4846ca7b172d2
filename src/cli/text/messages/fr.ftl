# Les messages du programme. Les clés sont celles de en.ftl ; un test les compare.

## Diagnostics et usage
error = erreur :
level-error = erreur
level-warning = avertissement
level-notice = remarque
help = aide :
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
no-command-near = la commande « { $word } » n'existe pas ; il y a { $all }
no-seat-kind = aucune sorte de joueur ne s'appelle « { $word } »
wrong-thinking = `{ $word }` : après `mcts:` vient un nombre d'itérations (`mcts:500`) ou un temps par choix (`mcts:200ms`)
no-bot-command = `{ $word }` : après `exec:` vient la commande d'un programme qui joue (`exec:python3 bot.py`)
wrong-limit = `{ $word }` : entre `exec:` et une commande peut se placer un temps par choix, plus long que zéro (`exec:2s:python3 bot.py`, `exec:500ms:./bot`)
no-option = ce jeu n'a pas d'option « { $word } »
no-variant = ce jeu n'a pas de variante « { $word } »
wrong-seats = attendu { $allowed } joueurs, comme le dit `seats` du jeu, trouvé { $given }
set-shape = « --set { $given } » n'a pas de valeur : écrivez `--set OPTION=VALEUR`
set-twice = « { $option } » est réglé deux fois, à « { $one } » et à « { $other } » : dites-le une fois
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

## La partie
hint = (Répondez par un numéro ou quelques mots d'une option ; ? pour l'aide.)
which-one = Cela peut être : { $options }. Lequel ?
not-in-sight = Rien de visible ne s'appelle « { $what } ». Nommez une carte ou un lieu.
rules-none = { $title } vient sans règle du jeu.
rules-notes = Notes de l'auteur
rules-options = Options de cette partie
rules-unusual = inhabituel
rules-no-section = Aucune partie des règles ne s'appelle « { $words } ». Les parties sont :
no-such-option = « { $answer } » n'est pas une option. Répondez par un numéro de la liste ou des mots d'une option ; ? pour l'aide.
options-again = (La liste est plus haut ; t la montre de nouveau, avec la table.)
no-such-command = « { $answer } » n'est pas une commande ; ? pour l'aide.
no-such-number = Il faut un numéro de 1 à { $most } ou des mots d'une option, et non « { $answer } » ; ? pour l'aide.
no-such-cell = « { $answer } » n'est pas une option. Répondez par une ligne et une colonne du plateau, comme 1.1 ; ? pour l'aide.
thinks = { $who } réfléchit…
hand-over = Au joueur { $n } de choisir. Passez-lui le terminal ; il tape { $n } puis Entrée (q pour quitter) :{ " " }
hand-over-again = Attendu { $n } ou q. Le joueur { $n } tape { $n } puis Entrée (q pour quitter) :{ " " }
passed-over = Il n'y avait qu'une chose à faire, et elle est faite. Appuyez sur Entrée :{ " " }
hand-over-line = ======== Joueur { $n } ========
keys = Répondez par le numéro d'une option, son texte, ou juste la carte. ? cette aide, ?CARTE ou ?LIEU pour regarder de près, règles pour lire les règles (règles MOT : une partie), t la table, annuler pour reprendre votre dernier choix, refaire pour le refaire, retour pour vos décisions d'avant, branche pour continuer dans un autre enregistrement, q quitter (la partie pourra reprendre).
keys-more = Et aussi : pourquoi 7H (pourquoi ce n'est pas possible), conseil, expliquer (ce que votre dernier choix a donné), décompte (de quoi les scores sont faits), chiffres. Pour essayer : comme 2 (choisir pour le joueur 2), montrer (toutes les mains), hasard 6 (le prochain dé). Le nom d'une option passe avant une commande du même mot ; derrière « : », c'est toujours une commande, comme :décompte.
keys-more-shared = Et aussi : pourquoi 7H (pourquoi ce n'est pas possible), expliquer (ce que votre dernier choix a donné), décompte (de quoi les scores sont faits), chiffres. Le nom d'une option passe avant une commande du même mot ; derrière « : », c'est toujours une commande, comme :décompte.
keys-down = { $sign } devant une carte : elle est face cachée, et vous la connaissez.
greeting = { $seats } ; graine { $seed }.
greeting-shared = { $seats }.
kind-human = (à ce terminal)
kind-random = (joue au hasard)
kind-bot = ({ $name })
stuck = { $who } ne peut pas continuer : { $why }
resume = La partie est gardée ; pour la reprendre : cardrun resume { $typed }
ended-stays = La partie est finie. annuler, retour 3 ou branche la continuent ; expliquer, décompte, chiffres en disent plus ; q pour quitter.
ended-watched = La partie est finie. Enregistrez un de ses fichiers, ou tapez annuler, retour 3 ou branche, et elle continue ; expliquer, décompte, chiffres en disent plus ; q pour quitter.
ended-nothing = La partie est finie : il n'y a plus rien à choisir. annuler ou retour 3 revient là où il y avait un choix.
ended-several = Quand plusieurs personnes partagent l'écran, cela n'est pas montré.
record-lies = L'enregistrement de la partie : { $path }
fault-here = la partie s'est arrêtée ici
fault-held = Vous voilà de nouveau devant ce choix : choisissez autrement, ou enregistrez des règles qui n'échouent pas ici ; refaire le fait alors encore une fois.
fault-waits = La partie attend des règles qui n'échouent pas ici : enregistrez-les, et elle continue ; q pour quitter.
record-of-fault = L'enregistrement jusqu'ici est gardé ; une fois les règles corrigées, pour reprendre la partie : cardrun resume { $typed } --changed
record-exists = « { $path } » existe déjà et n'est pas remplacé : reprenez cette partie par « cardrun resume { $typed } », ou nommez un autre fichier
record-place-taken = « { $path } » existe déjà, n'est pas un enregistrement et n'est pas remplacé : nommez un autre fichier
record-not-written = l'enregistrement « { $path } » ne peut pas être écrit : { $reason }
no-record = note : cette partie n'est pas enregistrée ({ $reason })
record-lost = l'enregistrement ne peut pas être écrit : { $reason }

## Enregistrements
record-unreadable = l'enregistrement « { $path } » ne peut pas être lu : { $reason }
record-of-seat = « { $path } » ne contient que ce qu'a vu le joueur { $n } : on peut le lire, mais pas le rejouer
program-in-record = le joueur { $n } de cet enregistrement est « { $kind } » : un enregistrement ne lance aucun programme ; pour continuer, dites qui joue : `cardrun resume { $typed } --seats { $seats }`
resume-seats = `--seats` en nomme { $given }, et la partie enregistrée a { $seats } places
record-without-game = le jeu « { $game } » de cet enregistrement n'est plus où il était : dites où il est par --game JEU.yaml
record-differs = « { $path } », ligne { $line } : cela ne découle pas des règles et des choix qui précèdent ; attendu { $expected }, trouvé { $found }
record-of-another = « { $path } » : attendu un enregistrement de « { $here } », trouvé un de « { $there } »
record-of-other = « { $path } » : le jeu n'est pas celui de l'enregistrement ; attendu { $expected }, trouvé { $found }
record-of-other-rules = « { $path } » : les règles ont changé depuis cet enregistrement. `cardrun replay { $typed } --against { $game }` dit jusqu'où vont ses choix ; `cardrun resume { $typed } --changed` continue dans les règles actuelles
resume-no-choice = `{ $option } { $n }` : attendu un nombre de { $least } à { $most }, les choix de cet enregistrement
record-dropped = Ces règles n'ont plus cette option, ou plus cette valeur ; elle n'est pas réglée : { $options }
resume-branch = La partie continue après le choix { $n } sur { $of }, dans un enregistrement à elle : { $path }
resume-unchosen = Rien n'a été choisi, et rien n'en est gardé.

## play --watch
reload-differs = Changé : { $list }.
reload-added = Nouveau : { $list }.
reload-gone = Disparu : { $list }.
reload-nothing = Les fichiers ont changé ; ce qui se joue est pareil.
reload-order = Ce qui se joue n'est plus pareil : des parties en sont dans un autre ordre.
reload-wrong = La partie continue dans les règles d'avant.
reload-put-back = Ce qui était pris est remis : dans ces règles, ce serait tout le choix.
part-seats = places et équipes
part-list = liste
part-script = script
part-option = option
part-card = carte
part-copies = { $name } ({ $is } au lieu de { $was })
part-cards = { $n } cartes ({ $names }, …)
part-zone = zone
part-pawn = pion
part-mark = marque
part-variable = variable
part-phase = phase
part-action = action
part-rule = règle

## en arrière et en avant
undo-nothing = Il n'y a aucun choix de vous à reprendre.
undo-done = Vous voilà de nouveau là où vous aviez choisi : { $chosen }.
redo-nothing = Rien n'a été repris qui pourrait être refait.
back-list = Vos décisions jusqu'ici ; « retour 2 » revient avant la deuxième :
back-decision = { $round ->
    [0] { $n }. { $chosen }
   *[other] { $n }. { $chosen } (manche { $round })
}
back-none = { $most ->
    [0] Il n'y a aucun choix de vous à reprendre.
    [1] Il faut 1, votre seule décision jusqu'ici.
   *[other] Il faut un numéro de 1 à { $most } : une de vos décisions jusqu'ici. « retour » seul les énumère.
}
back-no-round = Il n'y a aucune décision de vous à la manche { $n }. « retour » seul énumère vos décisions.
back-misread = Il faut « retour » seul, « retour 3 » (avant votre troisième décision) ou « retour manche 2 ».
branch-record = La partie continue dans un enregistrement à elle : { $path }. Ce que dit { $old } reste tel quel.
branch-nothing = Cette partie n'est pas gardée : il n'y a pas d'enregistrement à laisser tel quel.
branch-not-written = Aucun autre enregistrement ne peut être écrit à côté de celui-ci, la partie continue donc dans celui-ci : { $why }
agree-undo = { $who } : { $asks } veut reprendre un choix. Êtes-vous d'accord ?
agree-redo = { $who } : { $asks } veut refaire ce qui a été repris. Êtes-vous d'accord ?
agree-prompt = oui ou non :{" "}
agree-refused = { $who } n'est pas d'accord : la partie reste comme elle est.

## une partie pour essayer
rehearsal-now = À partir d'ici cette partie est une répétition : son enregistrement le dit.
rehearsal-several = Quand des personnes jouent les unes contre les autres, il faut une partie commencée avec --rehearsal.
as-misread = Il faut le numéro d'une place : « comme 2 ».
as-person = { $who } est une personne, qui choisit seule.
as-now = Vous choisissez pour { $who } la prochaine fois que cette place a un choix.
reveal-on = Toutes les mains sont montrées ; « montrer » les cache à nouveau.
reveal-off = Les mains des autres sont à nouveau cachées.
chance-command = hasard{" "}
chance-misread = Il faut un nombre (« { $command }6 » : le prochain dé, la prochaine pièce ou le prochain tirage) ou des cartes avec leur pile (« { $command }{ $cards } »).
chance-misread-bare = Il faut un nombre (« { $command }6 » : le prochain dé, la prochaine pièce ou le prochain tirage).
chance-number = Ce sera { $n } : au premier dé, à la première pièce ou au premier tirage qui peut le donner.
chance-too-large = { $most ->
    [0] Rien n'est lancé ni tiré au sort dans ce jeu. Ce qui vient d'une pile peut être décidé : « { $command }{ $cards } ».
   *[other] Il faut un nombre de 1 à { $most } : aucun dé, aucune pièce, aucun tirage de ce jeu ne donne plus.
}
chance-too-large-bare = { $most ->
    [0] Rien n'est lancé ni tiré au sort dans ce jeu.
   *[other] Il faut un nombre de 1 à { $most } : aucun dé, aucune pièce, aucun tirage de ce jeu ne donne plus.
}
chance-cards = La suite ({ $zone }) : { $cards }.
chance-no-pile = Il faut un endroit où les cartes sont en une pile, et non « { $zone } ».
chance-no-card = Il faut une carte qui est dans la pile, et non « { $card } ».
chance-unread = Il faut des cartes d'une pile, et non « { $card } ». Piles : { $piles }.
chance-options = Avec cela, on pourrait choisir maintenant autre chose que ce qui vous est proposé : rien n'a changé.
position-is-record = « { $path } » est l'enregistrement d'une partie, pas un fichier de positions : `cardrun resume { $typed } --at N` la reprend derrière un de ses choix.
position-unknown = attendu un scénario de « { $path } » ({ $known }), trouvé « { $name } »
position-of-other = attendu un scénario de « { $game } » ; « { $path } » a ceux de « { $own } »

## des chiffres sous une partie
numbers-both = Les mêmes { $n } donnes, avant et maintenant ({ $players }) :
numbers-one = { $n } donnes ({ $players }) :
numbers-failing-both = Sur { $all } donnes, { $was } n'aboutissaient pas avant, et { $is } n'aboutissent pas maintenant.
numbers-failing = Sur { $all } donnes, { $n } n'aboutissent pas.
numbers-cause = Le plus souvent : { $cause }
numbers-cause-before = Le plus souvent, avant : { $cause }
numbers-few = { $n ->
    [0] Aucune donne n'a abouti : rien ne se dit des nombres.
    [one] Une seule donne, c'est trop peu pour voir une différence.
   *[other] { $n } donnes, c'est trop peu pour voir une différence.
}
numbers-none-else = Le reste peut tenir au hasard : aucune autre différence n'est plus grande que celles qu'il fait.
numbers-none = Tout cela peut tenir au hasard : aucune différence n'est plus grande que celles qu'il fait.
numbers-rounds-apart = La durée en manches ne se compare pas : une seule des versions a une phase nommée `round`.
numbers-more = D'autres parties se comptent encore.
numbers-counting = Des parties se jouent pour compter : appuyez sur Entrée dans un instant pour en voir le résultat.
numbers-counting-screen = Des parties se jouent pour compter : appuyez sur n dans un instant pour en voir le résultat.
watch-begins = { $path } est surveillé ; Ctrl-C pour finir.

## conseils, raisons, explications
hint-sure = Une recherche choisirait : { $option } ({ $share } % de ses essais).
hint-unsure = Une recherche n'est pas sûre : { $option } ({ $share } % de ses essais), ou { $other } ({ $other_share } %).
hint-several = Quand des personnes jouent les unes contre les autres, il n'y a pas de conseils.
hint-none = Il n'y a rien à choisir.
why-misread = Il faut ce que vous voudriez choisir : « pourquoi 7H ».
why-unknown = Aucune action du jeu et aucune carte sur la table ne s'appelle « { $answer } » : donnez-en les premiers mots.
why-offered = Cela peut être choisi maintenant : { $options }.
score-no-parts = Les règles ne nomment pas de parties du score.
score-total = Total
explain-nothing = Rien ne s'est encore passé.
explain-lines = (Dans une répétition, les lignes des règles qui l'ont fait sont à côté : elles peuvent trahir des cartes cachées.)

## plays
plays-none = Aucune partie de ce jeu n'est gardée dans { $folder }.
no-such-folder = ce dossier n'existe pas
no-folder-but-file = c'est un fichier, pas un dossier
plays-unread = Illisible comme enregistrement : { $reason }
plays-when = quand
plays-who = joueurs
plays-choices = choix
plays-result = résultat
plays-now = maintenant
plays-record = enregistrement
plays-file = fichier
plays-open = pas finie
plays-won = gagnée par { $who }
plays-not-loaded = le jeu a des erreurs
plays-same = va jusqu'au bout
plays-other-end = autre fin
plays-refused = jusqu'au choix { $n } sur { $of }
plays-fault = les règles échouent
plays-now-ago = à l'instant
plays-minutes = il y a { $n } min
plays-hours = il y a { $n } h
plays-days = { $n ->
    [one] il y a { $n } jour
   *[other] il y a { $n } jours
}

## bless
bless-done = Dorénavant `cardrun test { $typed }` vérifie que les règles jouent cette partie.
bless-failed = « { $path } » ne peut pas être écrit : { $reason }
bless-exists = « { $path } » existe déjà, et rien n'est écrasé : enlevez-le, ou nommez un autre dossier avec `--into DOSSIER`
bless-differs = on ne peut approuver qu'une partie que les règles jouent encore comme elle a été jouée

## replay --against
against-made = { $n } choix sur { $of } ont été refaits.
against-renamed = « { $was } » s'appelle « { $is } » dans ces règles.
against-line = Ligne { $n } de l'enregistrement
against-choice = Choix { $n }
against-options = { $place } : { $who } avait d'autres options : { $options }
against-same = Même déroulement et même fin.
against-same-so-far = Même déroulement, jusqu'où va l'enregistrement.
against-was = Même déroulement et autre fin. C'était :
against-is = C'est maintenant :
against-goes-on = Maintenant la partie n'est pas finie là.
against-sooner = Maintenant la partie est finie plus tôt :
against-hidden = { $who } ne peut plus choisir ce qui avait été choisi : la partie continue à partir de là.
against-sooner-here = Maintenant la partie est finie ici.
against-fault = Les règles échouent ici, ce qu'elles ne faisaient pas :
against-refused = { $place } : { $who } ne peut plus choisir « { $value } » : { $why }.
against-others = { $place } : { $who } a choisi « { $value } » ; maintenant c'est à { $why } de choisir.
against-nobody = { $place } : { $who } a choisi « { $value } » ; maintenant personne n'a à choisir.
against-rule = voici ce qui l'interdit
record-ends = L'enregistrement s'arrête ici.
against-other = L'enregistrement est d'une partie de « { $there } », et ces règles sont celles de « { $here } ».
verified = « { $path } » : { $unchecked ->
    [0] chaque ligne suit la règle
   *[other] chaque ligne vérifiée suit la règle
} ({ $lines } { $lines ->
    [one] ligne
   *[other] lignes
}, { $choices } choix, jusqu'à la fin de la partie).
verified-unchecked = En plus de celles-ci, lignes non vérifiées : { $n }. Elles sont d'avant une modification des règles, d'avant la répétition, ou annulées comme beaucoup d'autres.
verified-position = La partie ne commence pas par une donne, mais comme le dit l'enregistrement.
verified-chance = Ce que le hasard y a fait est ce que dit l'enregistrement : aucune graine ne le donne.
verified-so-far = « { $path } » : { $unchecked ->
    [0] chaque ligne suit la règle
   *[other] chaque ligne vérifiée suit la règle
} ({ $lines } { $lines ->
    [one] ligne
   *[other] lignes
}, { $choices } choix ; la partie n'est pas finie).
no-seat = il n'y a pas de joueur { $n } : cette partie en a { $seats }
step = [Entrée]{ " " }

## sim
sim-title = { $n ->
    [one] { $n } partie
   *[other] { $n } parties
} de « { $title } ». Qui joue : { $seats }. Graine { $seed }.
player-team = Joueurs { $n }
sim-wins = gagne { $rate }
sim-wins-team = gagnent { $rate }
sim-score = score { $spread }
sim-together = ensemble
sim-draws = Parties nulles : { $rate }
sim-decisions = Décisions par partie : { $series }
sim-rounds = Nombre de « { $phase } » par partie : { $series }
sim-spread = { $mean } ({ $low }..{ $high } ; écart type { $sd })
sim-series = { $mean } (écart type { $sd } ; 95 % des parties au plus { $p95 })
sim-ends = Fins de partie :
sim-ran-its-course = sans raison que les règles nomment
sim-timeouts = interminables : plus de { $most } choix
sim-overlong = interminables : plus de { $most } événements
sim-faults = la règle a échoué
sim-stuck = un joueur n'a pas pu continuer
sim-speed = En { $seconds } s : { $speed } parties par seconde.
sim-failure = la règle a échoué dans la partie { $game } (graine { $seed }) : { $place } : { $message } [{ $code }]
sim-player-failure = un joueur n'a pas pu continuer dans la partie { $game } (graine { $seed }) : { $message } [{ $code }]

sim-rows-alone = `{ $option }` est pour les rapports : les lignes de parties (`csv`, `parquet`) n'en disent rien ; enlevez-le, ou nommez un autre --format

## solve
solve-payoff-score = Les gains sont les scores.
solve-payoff-negated-score = Les gains sont les scores, comptés négativement, car le plus bas l'emporte.
solve-payoff-difference = Ce jeu n'est pas à somme nulle : la somme des scores varie d'une fin à l'autre. Les gains sont ici la moitié de la différence des scores, positive pour le meilleur.
solve-payoff-victory = Les gains sont 1 pour une victoire et -1 pour une défaite.
solve-value = Valeur pour le joueur { $n } : { $value }
solve-exploitability = Exploitabilité { $exploitability } après { $iterations } { $iterations ->
    [one] itération
   *[other] itérations
} (ce que gagne en plus la meilleure réponse, en moyenne des deux joueurs).
solve-size = Ensembles d'information : { $sets } ; positions : { $positions }
solve-together = seuls les jeux de deux joueurs l'un contre l'autre peuvent être résolus : ici tous gagnent ou perdent ensemble
solve-seats = seuls les jeux à deux joueurs peuvent être résolus : celui-ci se joue à { $n }
solve-too-large = ce jeu est trop grand pour être résolu : plus de { $positions } { $positions ->
    [one] position
   *[other] positions
} et { $sets } ensembles d'information comptés
solve-too-deep = ce jeu peut durer trop longtemps pour être résolu, ou n'a pas de fin : plus de { $moves } choix ou résultats du hasard s'y suivent
solve-too-much-chance = ce jeu est trop grand pour être résolu : le hasard (le mélange de nombreuses cartes, par exemple) a plus de { $results } { $results ->
    [one] résultat
   *[other] résultats
} (comptés avant lui : { $positions } positions, { $sets } ensembles d'information)
solve-conceded = { $player } gagne { $value } comme joueur { $n } contre la meilleure réponse
solve-asked = Il a choisi { $samples } fois dans chacun des { $sets } ensembles d'information (graine { $seed }) ; positions : { $positions }
solve-stuck = le joueur n'a pas pu continuer : { $message }
solve-fault = les règles ont échoué : { $message }
## rapports et fusion
report-written = Écrit dans { $path }
report-over-game = `{ $path }` est un fichier de jeu, et un rapport ne s'écrit pas par-dessus : nommez un autre fichier
report-ending = aucun rapport ne finit en `.{ $ending }` : attendu `.txt`, `.json`, `.csv`, `.html` ou `.parquet`, ou un --format
report-not-written = impossible d'écrire `{ $path }` : { $reason }
report-not-read = impossible de lire `{ $path }` : { $reason }
report-is-none = `{ $path }` n'est pas un rapport de calcul en JSON : { $reason }
merge-field = `{ $path }` n'est pas un morceau du même calcul : { $field } (`{ $one }` et `{ $other }`)
merge-same-games = `{ $path }` : les parties { $from }..{ $to } sont déjà comptées
merge-kind = `{ $path }` est d'un autre genre : une simulation, une comparaison et un tournoi ne sont pas des morceaux l'un de l'autre
merge-measured = `{ $path }` a été mesuré autrement : donnez à chaque morceau les mêmes `--measure` et `--lead`
merge-no-rows = les lignes de parties ne se fusionnent pas : mettez les fichiers CSV bout à bout
merge-cardrun = autre version de cardrun
merge-game = autre jeu
merge-rules-hash = version des règles différente
merge-options = autres options
merge-seats = autres joueurs
merge-versions = autres versions
merge-seed = autre graine

## comparaison
compare-title = { $n ->
    [one] { $n } donne
   *[other] { $n } donnes
} de « { $title } », graine { $seed } ; chaque version joue sur les mêmes.
compare-title-games = { $n ->
    [one] { $n } donne
   *[other] { $n } donnes
} de jeux de titres différents, graine { $seed }.
compare-games = { $titles }. Une donne a la même graine dans chacun ; où les jeux diffèrent, les donnes aussi.
compare-nothing = aucune donne n'a abouti dans toutes les versions : rien n'a été comparé
compare-turned = Chaque donne a été jouée { $n } fois, les joueurs changeant de place.
compare-unfinished = { $n } donnes n'ont pas abouti dans toutes les versions ; elles ne comptent pas.
compare-failing = { $name } : { $n } n'ont pas abouti, le plus souvent : { $cause }
compare-value = moyenne
compare-difference = { $name } moins { $of }
compare-clear = (*) L'intervalle de la différence exclut zéro. Sur 20 différences nulles, une est marquée ainsi par hasard.
compare-missing = environ { $n } donnes de plus
compare-none = aucune différence trouvée ; au plus { $most }
compare-same = identique
compare-win = le joueur { $n } gagne
compare-win-team = les joueurs { $n } gagnent
compare-player-win = victoires de { $name } ({ $n })
compare-win-together = parties gagnées ensemble
compare-score-together = score commun
compare-draw = parties nulles
compare-seat-win = la place { $n } gagne
compare-seat-win-team = les places { $n } gagnent
compare-seat-score = score de la place { $n }
compare-seat-score-team = score des places { $n }
compare-score = score du joueur { $n }
compare-score-team = score des joueurs { $n }
compare-margin = écart
compare-decisions = décisions
compare-rounds = manches
compare-how = « donnes de plus » : combien il en faudrait encore pour montrer une différence aussi grande avec 80 % de chances ; davantage si la vraie est plus petite.
compare-noise = « aucune différence trouvée » : moins que ce que ces donnes distinguent de rien ; « au plus » est le bout lointain de son intervalle.
compare-options = options par décision, par partie
compare-decision-share = choix qui sont des décisions, par partie
compare-chosen = { $action } choisie (fois)
compare-drama = drame
compare-lead-changes = changements de tête
compare-settled = part jouée à la décision
compare-option-spread = meilleure moins pire
compare-coolness = froideur
compare-two = rien à comparer : donnez deux versions (`--with`), deux jeux ou une restriction (`--restrict`)
compare-empty = `--with` est vide : attendu OPTION=VALEUR, une variante, un autre fichier de jeu, ou `default`
compare-several = avec plusieurs jeux, chacun est une version : pour les régler, donnez un jeu et les autres dans des versions (`--with autre.yaml,hand_size=5`)
compare-seats = les versions doivent avoir le même nombre de joueurs
wrong-players = `--players` nomme { $given } joueurs : attendu un pour toutes les places, ou un pour chacune des { $seats }
restrict-shape = `{ $given }` n'est pas une restriction : écrivez `seat 1 never ACTION` ou `always ACTION`
restrict-seat = il n'y a pas de place { $given } : ce jeu en a { $seats }
no-action = il n'y a pas d'action `{ $word }`
parquet-not-built = ce cardrun a été compilé sans Parquet : compilez-le avec `--features parquet`, ou prenez `csv`, qui a les mêmes colonnes
parquet-not-here = pas de lignes de parties ici : un fichier parquet est pour `sim`

## tournoi
tournament-title = { $title } : { $n ->
    [one] { $n } donne
   *[other] { $n } donnes
} par paire, chacune jouée deux fois en changeant de côté, graine { $seed }.
tournament-title-stopped = { $title } : arrêté avant la fin { $n ->
    [one] de la donne
   *[other] des { $n } donnes
} par paire, chacune jouée deux fois en changeant de côté, graine { $seed }.
tournament-by-two = un tournoi demande un jeu à deux camps ; celui-ci en a { $n }, et deux avec `--table 2`
tournament-sides = un tournoi demande un jeu à deux camps ; celui-ci en a { $n }
tournament-entrants = un tournoi demande au moins deux participants
tournament-elo = Elo
tournament-score = score
tournament-note = Elo : 0 est la moyenne de tous ; 400 points font dix contre un. Score : celui de la ligne contre la colonne, en pour cent ; une partie nulle vaut une demi-victoire.
tournament-home = Le premier camp gagne : { $rate }
tournament-unfinished = { $n } donnes sur { $all } n'ont pas abouti : le classement ne porte que sur { $left ->
    [one] l'autre
   *[other] les { $left } autres
}.
tournament-none-finished = { $n ->
    [one] La seule donne n'a pas abouti
   *[other] Aucune des { $n } donnes n'a abouti
} : il n'y a rien à évaluer.
tournament-left-player = Dans { $n } d'entre elles « { $name } » n'a pas pu continuer.
tournament-left-fault = Dans { $n } d'entre elles la règle a échoué.
tournament-left-endless = { $n } d'entre elles ont duré trop longtemps.
tournament-player-failure = « { $name } » n'a pas pu continuer dans { $n ->
    [one] { $n } donne
   *[other] { $n } donnes
}, d'abord dans la partie { $game } (graine { $seed }) : { $message } [{ $code }]
tournament-failure = la règle a échoué dans { $n ->
    [one] { $n } donne
   *[other] { $n } donnes
}, d'abord dans la partie { $game } (graine { $seed }) : { $place } : { $message } [{ $code }]

## mesures
sim-branching = Options par décision : { $mean } (écart type { $sd } ; 95 % des décisions en ont au plus { $p95 }), { $most } au plus ; { $share } des choix sont des décisions.
sim-parts = De quoi les scores sont faits, et quelle part de leur différence chacun fait :
sim-part = { $share } de la différence ; un camp en a { $spread }
sim-other-points = autres points
html-parts = De quoi les scores sont faits
read-parts = Une partie fait beaucoup de la différence quand le camp qui mène mène par elle ; ensemble elles font 100 %. En dessous de zéro, elle retient celui qui mène.
sim-held = Qui avait ces cartes a gagné (hasard mis à part, une carte gagnante peut venir avec la victoire) :
sim-taken = Qui a choisi ces actions a gagné :
sim-all-covered = Les { $all } éléments et lignes des règles ont tous servi en { $n } parties.
sim-covered = Éléments et lignes des règles : { $up } sur { $all } ont servi (parties : { $n }) ; jamais :
part-phase = phase
part-action = action
part-effect = effet
part-watch = veille
part-row = rangée de
part-line = ligne
html-version = cardrun { $cardrun }, règles { $hash }, parties { $games }
html-wins = Qui gagne
html-scores = Scores
html-length = Durée
html-ends = Fins de partie
html-branching = Options par décision
html-cards = Cartes
html-choices = Actions et valeurs
html-coverage = Règles qui n'ont jamais servi
html-draws = Parties nulles
html-rows = { $n } lignes
html-base = Tous les camps : { $rate }
html-name = nom
html-held = l'ont eue
html-held-wins = gagnent alors
html-offered = proposée
html-chosen = choisie alors
html-taken = l'ont choisie
html-taken-wins = gagnent alors
read-intervals = Entre parenthèses, des intervalles à 95 % : sur 20 intervalles, environ 19 contiennent la vraie valeur. Les parties jouées ne disent rien des différences qui tiennent dedans.
read-wins = La part des parties terminées que chaque joueur a gagnées (intervalle de Wilson). Le trait pointillé est une part égale pour chaque camp : un intervalle qui l'exclut est un avantage de la place.
read-scores = Points à la fin : moyenne, intervalle de la moyenne, et écart d'une partie à l'autre (écart type). Colonnes : combien de parties ont fini avec tant de points.
read-length = La durée d'une partie. Une décision est un choix entre deux options ou plus. La valeur que 95 % des parties ne dépassent pas dit combien peut durer une soirée.
read-ends = Combien de parties ont fini pour quelle raison. Une raison qui ne vient presque jamais est peut-être une règle inutile ; les parties interminables sont arrêtées et ne comptent pas ailleurs.
read-branching = Entre combien d'options on choisit. Peu d'options : le jeu se joue tout seul ; beaucoup : il prend du temps. Un choix à une seule option est fait d'office et n'est pas une décision.
read-cards = Les camps qui ont eu une carte dans une zone à eux au moins une fois dans la partie, ou qui l'ont choisie, et combien de fois ils ont gagné. Ce qui gagne souvent n'est pas forcément fort : qui mène obtient peut-être plus de cartes. En couleur : l'intervalle exclut ce que gagnent tous les camps ; sur 20 cartes sans effet, une est marquée par hasard.
read-choices = Combien de fois une action ou une valeur était proposée, a été choisie alors, et combien de camps ont gagné en la choisissant au moins une fois. Avec des joueurs au hasard, « choisie » ne dit que le nombre des autres options.
read-coverage = Phases, actions, effets, veilles et lignes des règles qui n'ont servi dans aucune partie. Rare n'est pas impossible : ce qui vient trois fois sur n échappe à n parties une fois sur vingt.

## tête
lead-of = Qui menait, en { $n } { $n ->
    [one] partie gagnée
   *[other] parties gagnées
}, d'après { $by } :
lead-by-score = le score
lead-by-playouts = { $n } parties finies au hasard depuis chaque option
lead-drama = Drame : { $spread }
lead-changes = Changements de tête par partie : { $spread }
lead-settled = Part de la partie avant que le gagnant mène pour de bon : { $spread }
lead-spread = Meilleure option moins la pire : { $spread }
lead-coolness = Froideur : { $spread }
lead-course = Froideur par dixièmes de la partie (n : parties avec une telle décision) :
lead-tenth = dixième { $n }
html-lead = Qui mène quand
read-lead = Drame : de combien le gagnant était derrière tant qu'il l'était (moyenne des racines ; 0 s'il ne l'a jamais été). Changements de tête : combien de fois un autre camp est passé devant. Décidée : quelle part de la partie était jouée quand le gagnant a mené pour de bon ; près de 1, tout reste ouvert jusqu'au bout. Meilleure moins pire : combien une décision compte. Froideur : la part des décisions où toute option laisse à qui décide moins d'avance qu'avant (au score), ou qu'après son propre choix précédent (par parties finies au hasard) ; quand il y en a beaucoup, on choisit le moindre mal, et le graphique montre quand (Browne 2008).
greedy-misled = note : `greedy` gagne { $greedy } de ses parties ici, des joueurs au hasard { $random } à sa place : le score l'égare. Dites dans les règles ce que vaut une position : `value = …`
sim-stopped = Arrêté : voici les { $n } parties déjà jouées.
sim-lead-stopped = Qui menait a été regardé dans { $n } d'entre elles.
stopped-deals = Arrêté : voici les { $n } donnes déjà jouées.
## test
test-other-event = Mêmes choix et même fin, mais il se passe autre chose en chemin. { $place } :
  c'était  { $was }
  c'est    { $is }
test-ok = ok      { $name }
test-failed = ÉCHEC   { $name }
test-counts = { $ok ->
    [one] { $ok } scénario sur { $n } se passe comme il le dit
   *[other] { $ok } scénarios sur { $n } se passent comme ils le disent
}
test-none = il n'y a pas de scénarios dans `{ $path }`
test-unreadable = `{ $path }` ne peut pas être lu : { $why }
unread-missing = ce fichier n'existe pas
unread-forbidden = il n'est pas permis de le lire
unread-folder = c'est un dossier
unread-no-folder = une partie de son chemin est un fichier, pas un dossier
unread-no-file = c'est un périphérique ou un tube, pas un fichier
unread-system = le système ne peut pas le lire
unread-no-text = ce n'est pas un texte en UTF-8
unread-large = il dépasse { $n } { $unit ->
    [mb] Mo
   *[kb] Ko
}
system-missing = ce dossier n'existe pas
system-forbidden = ce n'est pas permis
system-full = il n'y a plus de place
system-large = un fichier ne peut pas y être aussi grand
system-read-only = rien ne peut y être écrit
system-exists = cela existe déjà
system-address-taken = elle est déjà prise
system-address-elsewhere = elle n'est pas de cette machine
output-lost = l'affichage ne peut pas être écrit : { $reason }
more-problems = et { $n } autres problèmes, qui ne sont pas montrés : corrigez d'abord ceux-ci
record-empty = « { $path } » est vide : rien d'une partie n'y a été gardé. Commencez-en une par « cardrun play JEU --record { $typed } »
record-in-use = l'enregistrement « { $path } » est en train d'être écrit par un autre « cardrun » : terminez-le d'abord, ou nommez un autre fichier
record-elsewhere = Nommez un autre fichier où garder la partie, ou Entrée pour réessayer, ou q pour quitter : 
record-goes-on = La partie est gardée dans { $path }.
record-unkept = L'enregistrement { $path } s'arrête avant les derniers choix : ils n'ont pas pu être écrits.
play-endless = La partie est abandonnée : plus de { $n } événements y ont eu lieu, et rien n'annonce sa fin.
sim-records-stopped = les enregistrements de { $n } parties ont été gardés, pas ceux des autres
sim-records-there = « { $path } » existe déjà et n'est pas remplacé : nommez un autre dossier par --records, ou enlevez les enregistrements de cette série
## serve
serve-at = cardrun sert à { $url }
serve-owner = Page du propriétaire, pour ouvrir des tables : { $url }
serve-open = Quiconque atteint cette adresse peut y essayer des liens, et rien n'est chiffré sur le réseau : placez un serveur avec TLS devant, ou restez sur un réseau de confiance (docs/serving.md).
serve-no-address = `--addr { $address }` ne peut pas servir : { $reason }
serve-no-folder = le dossier des tables, « { $path } », ne peut pas servir : { $reason }
serve-folder-held = le dossier des tables, « { $path } », sert à un autre `cardrun serve` : arrêtez-le d'abord, ou nommez un autre dossier par --data
serve-folder-held-by = le dossier des tables, « { $path } », sert à `cardrun serve` sur { $url } (processus { $process }) : arrêtez-le d'abord, ou nommez un autre dossier par --data
serve-no-data = vous n'avez pas de dossier pour les tables ({ $reason }) : nommez-en un par --data
serve-no-folder-but-file = « { $path } » est un fichier : --data nomme un dossier, où les tables sont gardées
serve-no-host = --host « { $found } » n'est pas un nom d'hôte : attendu un nom comme les navigateurs le montrent, par exemple cards.example.org
serve-no-host-but = --host « { $found } » n'est pas un nom d'hôte : vouliez-vous dire --host { $name } ?
serve-without-game = son jeu « { $game } » n'est plus où il était : servez-le aussi, de l'endroit où il se trouve maintenant
slip-unread = « { $path } » ne peut pas être lu : { $why }
slip-empty = il est vide
slip-other = à partir de la ligne { $line }, colonne { $column }, ce n'est pas ce que cardrun y a écrit
serve-no-chance = le système ne donne pas de hasard pour les clés : { $reason }
serve-not-taken-up = la table { $table } ne peut pas être reprise : { $why }
serve-full = il y a déjà { $most } tables : fermez-en une d'abord
serve-no-bot = ce joueur automatique n'est pas permis depuis une page : attendu `random`, `greedy`, ou `mcts` avec au plus { $most } itérations ou { $seconds } s
serve-no-game = ce jeu n'est pas proposé ici
serve-no-table = cette table ou cette place n'existe pas
serve-other-keys = son enregistrement est celui d'une autre table : les clés sont pour d'autres places
serve-house-lost = la table { $table } continue avec les règles habituelles de la maison : { $why }
serve-unkept = la table ne peut pas être écrite : { $reason }
serve-broken = le jeu ne peut pas être chargé ; le serveur en a dit la raison là où il tourne
serve-bench = Atelier, pour essayer les jeux pendant que vous les écrivez : { $url }
serve-owner-kept = La clé de vos liens (…) est celle qui a été affichée la première fois ; --new-key en fait une autre.
serve-no-time = un temps de { $least } à { $most } secondes est attendu
bench-full = il y a déjà { $most } répétitions : oubliez-en une d'abord
bench-no-position = le jeu n'a pas cette situation
bench-no-games = il faut un nombre de parties de 1 à { $most }
bench-missing = environ { $n } donnes de plus montreraient une différence aussi grande
bench-counts-elsewhere = une autre page a commencé à compter

## le plein écran
screen-keys = flèches, numéros, souris : choisir · ? touches · q quitter · Échap retour · i voir · : commandes · u annuler
screen-keys-subset = Espace marque · c confirme · ? touches · q quitter · Échap retour · i voir · : commandes · u annuler
screen-keys-watching = Espace : pause · rythme { $pace } : + - · s place · ? touches · q quitter · n suite · t récit
screen-keys-rerun = gauche/droite : pas · haut/bas : manche · s place · ? touches · q quitter · Espace déroule · : 12 ou manche 2
screen-confirm = confirmer ({ $n } { $n ->
    [one] marquée
   *[other] marquées
})
screen-complete = { $n } { $n ->
    [one] marquée
   *[other] marquées
} : Entrée ou c confirme.
screen-too-few = Marquez-en encore { $n }.
screen-picked-exactly = { $n } { $n ->
    [one] marquée
   *[other] marquées
} sur { $most }
screen-picked-between = { $n } { $n ->
    [one] marquée
   *[other] marquées
}, { $least } à { $most } voulues
screen-picked-at-most = { $n } { $n ->
    [one] marquée
   *[other] marquées
}, { $most } au plus
screen-first-key = « ? » montre les touches.
screen-nothing-here = On ne peut rien en faire maintenant.
screen-not-together = Cela ne va pas ensemble : choisissez ce qui va avec ce qui est déjà choisi.
screen-picks-lost = Ce qui n'est plus marqué : { $names }.
screen-only-watching = Ici, vous ne faites que regarder.
screen-end = Entrée ou q pour quitter.
screen-end-title = Fin de la partie
screen-end-stays = u annuler · e expliquer · n chiffres · : commandes · q quitter
screen-stood = Un plateau a été vidé ; t le montre tel qu'il était.
screen-all-seats = toutes les places
screen-help-title = Touches
screen-story-title = Ce qui s'est passé
screen-reasons-title = Ce qu'on peut choisir, et ce qui s'y oppose
screen-card-title = Vu de près
screen-said-title = Réponse
screen-rules-title = Règles
screen-help =
    Flèches   vont d'une carte à l'autre ; à droite des cartes se trouve la liste
    Entrée    choisit ce qui est montré ; s'il y a plusieurs choses à en faire, la liste les montre, et une seconde carte ou un lieu dit laquelle
    1 2 3     les numéros de la liste ; une carte qui a le sien le montre
    A B C     une majuscule ou / commence un nom, qui passe avant une commande
    Tab       la prochaine carte dont on peut faire quelque chose
    Espace c  marque plusieurs cartes (✓), puis les confirme
    Échap 0   un pas en arrière
    souris    un clic choisit ; le bouton droit regarde ; la molette fait défiler

    i         regarder de près la carte ou le lieu montré
    t         le récit ; PgPréc et PgSuiv le font défiler sur le côté
    { "[ ]" }       faire défiler la table
    r         les règles
    w         ce qu'on peut choisir, et ce qui s'y oppose
    e         ce que le dernier choix a donné
    h n       un conseil ; des chiffres sur beaucoup de parties
    u y       reprendre le dernier choix ; le refaire
    :         une ligne de commande : annuler, retour 3, comme 2, pourquoi 7H
    q         quitter ; la partie pourra reprendre
screen-help-following =
    Espace    arrête et continue
    + -       plus vite, moins vite
    n Entrée  le choix suivant
    s         vu d'une autre place
    flèches   vont d'une carte à l'autre ; d'un enregistrement : pas et manches
    Début Fin d'un enregistrement : son début et sa fin
    i         regarder de près ce qui est montré
    t         le récit ; PgPréc et PgSuiv le font défiler sur le côté
    { "[ ]" }       faire défiler la table
    r         les règles, d'un enregistrement
    :         d'un enregistrement : un nombre de choix, ou « manche 2 » ; ?CARTE
    souris    un clic sur la ligne du temps y va ; la molette fait défiler
    q         quitter
screen-commands = Derrière « : », c'est toujours une commande ; les commandes sont celles du mode ligne.

## Le paquet Python et cardrun-ray
thousands = { " " }
run-progress = { $share } %  { $done } parties sur { $games }  { $rate }/s  { $time }
run-left = encore { $n } s
run-took = { $n } s
run-lost = { $n ->
    [one] { $n } lot perdu
   *[other] { $n } lots perdus
}
ray-none = Ray n'est pas disponible ici ({ $error }) : pip install ray
ray-stopped = Arrêté : voici les parties déjà jouées.
ray-left-out = laissé de côté, car le jeu ne le permet pas : { $options } : { $error }
ray-not-counted = pas comptée : { $poisoned }
ray-poisoned = partie { $game }, graine { $seed } : { $error }
ray-poisoned-several = parties { $first }..{ $end }, graine { $seed } : { $error }
ray-too-many-poisoned = on attendait au plus { $most } parties empoisonnées, il y en a { $n } ; la dernière est la { $last }
ray-refused = on attendait cardrun { $expected } sur le nœud { $node }, il y a { $found }
ray-version = la version { $version }
ray-no-version = aucune ({ $error })
