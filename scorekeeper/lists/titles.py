"""Column titles in French, English, German, Dutch and Italian, without accents, plurals or articles, and other words of lists."""

TITLES = {
    "name": """
        capitaine; captain; nom; name; naam; nome; joueur; joueuse; joueur joueuse; player; participant; participante;
        concurrent; inscrit; membre; adherent; licencie; equipier; personne; person; member; entrant;
        attendee; contestant; competitor; spieler; spielerin; teilnehmer; teilnehmerin; mitglied;
        spielername; playername; teilnehmername; speler; deelnemer; lid; giocatore; giocatrice;
        nom affiche; displayed name; display name; anzeigename; weergavenaam; nome visualizzato;
        partecipante; nominativo; iscritto; partecipanti; giocatori; iscritti; socio; nom complet; full name; fullname; complete name;
        vollstandiger name; ganzer name; volledige naam; nome completo; identite; prenom nom; first last;
        first name last name; firstname lastname; first name surname; given name family name; given name
        surname; forename surname; name surname; first name name; vorname nachname; vorname name; vorname
        familienname; vorname zuname; voornaam achternaam; voornaam familienaam; voornaam naam; nome
        cognome; prenom nom famille
    """,
    "last-first": """
        nom prenom; nom famille prenom; last first; last name first name; lastname firstname; surname first
        name; surname firstname; surname forename; surname given name; family name given name; family name
        first name; surname name; name first name; name vorname; nachname vorname; familienname vorname;
        zuname vorname; naam voornaam; achternaam voornaam; familienaam voornaam; cognome nome
    """,
    "first": """
        prenom; prenom usuel; first; first name; firstname; given name; givenname; forename; vorname;
        rufname; voornaam; roepnaam; voornamen
    """,
    "last": """
        nom famille; nom usage; nom usuel; nom naissance; patronyme; last; last name; lastname; surname;
        family name; familyname; nachname; familienname; zuname; achternaam; familienaam; cognome; apelido; apellido
    """,
    "particle": """
        tussenvoegsel; voorvoegsel; particule; namenszusatz; name prefix
    """,
    "club": """
        club; nom club; club name; clubname; societe; amicale; club appartenance; association; verein; vereinsname;
        vereinigung; klub; vereniging; clubnaam; circolo; societa; associazione; bouloir; section club;
        society
    """,
    "apart": """
        a part; a separer; separer; separe; pas avec; eviter; apart; keep apart; keep apart from; not with;
        getrennt; nicht mit; niet met; apart van; apart houden; separato; separati; non con
    """,
    "pair": """
        paire; equipe; nom equipe; partenaire; binome; doublette; triplette; quadrette; duo; coequipier;
        coequipiere; pair; team; team name; teamname; partner; partner name; paar; mannschaft;
        mannschaftsname; teamnaam; ploeg; ploegnaam; koppel; squadra; nome squadra; coppia; compagno
    """,
    "fixed": """
        fixe; table fixe; place fixe; table; fixed; fixed seat; fixed table; fester tisch; tisch; vaste
        tafel; tafel; tavolo; tavolo fisso
    """,
    "present": """
        present; presente; ici; here; anwesend; aanwezig
    """,
    "arrived": """
        arrive; arrivee; pointe; arrived; checked in; eingetroffen; aangekomen; arrivato
    """,
    "paid": """
        paye; payee; verse; regle; paid; bezahlt; betaald; pagato
    """,
    "licence": """
        licence; numero licence; no licence; n licence; license; licence number; license number; licence no;
        lizenz; lizenznummer; lizenz nr; licentie; licentienummer; licentie nr; licenza; tessera; numero
        tessera; matricule; numero adherent; numero membre; numero joueur; membership number; member number;
        mitgliedsnummer; lidnummer; lidnr; licentienr; lizenznr; mitgliedsnr; mitgliednr; spelersnr; numero licencie
    """,
    "": """
        #; n; no; nr; num; numero; number; nummer; rang; rank; ranking; place; position; pos; platz;
        rangliste; plaats; posto; classement; elo; rating; cote; indice; handicap; niveau; level; stufe;
        categorie; category; kategorie; categoria; serie; sexe; sex; gender; geschlecht; geslacht; genre;
        naissance; date naissance; ne; nee; ne le; age; alter; birth; birth date; birthdate; birthday; date
        birth; geburtsdatum; geboortedatum; data nascita; date; datum; data; heure; time; horodateur;
        timestamp; zeitstempel; tijdstempel; informazioni cronologiche; tel; telephone; phone; phone number;
        mobile; portable; telefon; telefonnummer; telefoon; telefono; handy; natel; gsm; cellulare; numero
        telephone; mail; email; e mail; courriel; adresse mail; adresse email; adresse e mail; email
        address; e mail address; adresse courriel; mail adresse; adresse; address; adres; indirizzo; rue;
        street; strasse; cp; code postal; npa; plz; postcode; zip; cap; ville; city; town; ort; stad;
        woonplaats; commune; lieu; localite; citta; pays; country; land; paese; nation; nationalite; fed;
        federation; ligue; canton; region; departement; comite; district; remarque; remark; bemerkung;
        opmerking; note; commentaire; comment; observation; divers; montant; amount; betrag; bedrag;
        importo; prix; price; cotisation; inscription; engagement; total; totaux; point; pt; score; punkte;
        punten; punti; match; exempt; credit; bye; victoire; gagne; perdu; prize; state; phase finale;
        missed round; tour manque; verpasste runden; gemiste ronden; matches; matche; matchen; freilos; freilose; vrij;
        gutschrift; krediet; preis; prijs; remplacant; substitute; ersatz; vervanger; seat; toestand; signature; unterschrift; handtekening; firma; emargement; visa; id;
        civilite; titre; titel; anrede; mr mme; lot; tirage; repas; menu; solde; statut; status; etat; seed;
        moyenne; tour; round; runde; ronde; turno; annee; year; jahr; diff; difference; code; uuid; licence
        fff; taille; nom payeur; prenom payeur; email payeur; mode reglement; moyen paiement; tarif;
        statut commande; reference commande; date commande; montant tarif
    """,
}
"""Titles by role, separated by semicolons; the empty role has those of columns that are left out."""
PERSONS = """
    joueur joueuse player participant participante concurrent inscrit membre adherent licencie equipier
    coequipier partenaire partner person personne member spieler spielerin teilnehmer mitglied speler
    deelnemer lid giocatore partecipante capitaine entrant
"""
"""Words for a person, which do not change the meaning of a title."""
TITLE_WORDS = """
    liste list concours tournoi tournament turnier tornooi toernooi torneo inscription inscrit
    participant joueur player spieler spelers teilnehmer deelnemer soiree saison championnat coupe
    trophee club nom prenom name naam nome vorname inscrite joueuse equipe paire doublette team mannschaft
    ploeg squadra
"""
"""Words of a title line above a list."""
SUMS = """
    total totaux sous-total somme nombre effectif totale summe anzahl gesamt totaal aantal sum count
    totali
"""
"""First words of a line of sums below a list."""
FOOTERS = """
    page seite pagina signature unterschrift handtekening firma imprime gedruckt afgedrukt stampato printed
"""
"""First words of a line at the foot of a page."""
SECTIONS = """
    absent absente excuse excusee attente remplacant reserve desistement annulation annule present presente
    entschuldigt abwesend abgemeldet anwesend warteliste afwezig afgemeld aanwezig wachtlijst reservelijst
    assenti presenti riserve absentee excused waiting
"""
"""Words of a line between two sections of a list."""
JOINERS = """
    et and und en e ed & du de des d la le l les of der di del della van het da the dem den il i in ou
    or oder s
"""
"""Articles, prepositions and conjunctions, ignored in a title."""
PARTICLES = """
    de du des da di del della dos das van von vom zu zur der den ten ter le la les el al bin ben st
    saint d l mc
"""
"""Words that belong to the surname after them."""
