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
there-are = { " " }; il y a { $all }
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
