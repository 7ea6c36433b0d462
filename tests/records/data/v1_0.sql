PRAGMA user_version = 1;
PRAGMA application_id = 1396927344;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorekeeper','v1_0','2026-11-23 16:31:10.513877+00:00');
CREATE TABLE device (
  id   TEXT PRIMARY KEY NOT NULL CHECK (length(id) BETWEEN 1 AND 80),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key  TEXT NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 200)
) STRICT, WITHOUT ROWID;
CREATE TABLE draft (
  partie  INTEGER PRIMARY KEY REFERENCES partie (id),
  rang    INTEGER NOT NULL CHECK (rang > 0),
  seating INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  body    TEXT NOT NULL CHECK (length(body) <= 8192),
  device  TEXT NOT NULL CHECK (length(device) <= 80),
  at      TEXT NOT NULL
) STRICT;
CREATE TABLE entrant (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  number     INTEGER NOT NULL CHECK (number > 0),
  name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key        TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  club       TEXT NOT NULL CHECK (length(club) <= 40),
  present    INTEGER NOT NULL CHECK (present IN (0, 1)),
  partner    INTEGER CHECK (partner > 0),
  PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "entrant" VALUES(1,1,'Anne','anne','',1,NULL);
INSERT INTO "entrant" VALUES(1,2,'Benoît','benoît','',1,NULL);
INSERT INTO "entrant" VALUES(1,3,'Chloé','chloé','',1,NULL);
INSERT INTO "entrant" VALUES(1,4,'David','david','',1,NULL);
INSERT INTO "entrant" VALUES(1,5,'Émile','émile','',1,NULL);
INSERT INTO "entrant" VALUES(1,6,'Fanny','fanny','',1,NULL);
INSERT INTO "entrant" VALUES(1,7,'Gaston','gaston','',1,NULL);
INSERT INTO "entrant" VALUES(1,8,'Hélène','hélène','',1,NULL);
CREATE TABLE event (
  seq     INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid    TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
  epoch   TEXT NOT NULL CHECK (length(epoch) = 32),
  scope   TEXT NOT NULL CHECK (length(scope) BETWEEN 1 AND 120),
  version INTEGER NOT NULL CHECK (version > 0),
  kind    TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  partie  INTEGER REFERENCES partie (id),
  rang    INTEGER CHECK (rang > 0),
  body    TEXT CHECK (length(body) <= 4194304),
  reason  TEXT NOT NULL CHECK (length(reason) <= 200),
  actor   TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 80),
  device  TEXT NOT NULL CHECK (length(device) <= 80),
  at_utc  TEXT NOT NULL,
  prev    TEXT NOT NULL CHECK (length(prev) = 64),
  hash    TEXT NOT NULL CHECK (length(hash) = 64),
  UNIQUE (scope, version),
  CHECK (rang IS NULL OR partie IS NOT NULL)
) STRICT;
INSERT INTO "event" VALUES(1,'0375ab03-7bed-4e77-9b6d-a594685905fe','1ba5a0757c3947519d252546124a7345','partie:1',1,'ouverture',1,NULL,'{"date":"2026-11-20","entries":0,"equipes":null,"game":"tarot","lieu":"Café du Pont","players":["󰀁","󰀂","󰀃","󰀄"],"premier_donneur":null,"revanche_de":null,"settings":{"appel_5":true,"arrondi_ecart":0,"base":25,"chelem_cumul":true,"coefs":{"garde":2,"garde-contre":6,"garde-sans":4,"prise":1},"demi_points":"fft","misere":0,"mort":false,"nb_donnes":null,"petit_chelem":false,"prime_chelem_defense":200,"prime_petit":10,"primes_chelem":{"annonce-manque":-200,"annonce-reussi":400,"reussi":200},"primes_petit_chelem":{"annonce-manque":-150,"annonce-reussi":300,"reussi":150},"primes_poignee":{"double":30,"simple":20,"triple":40}}}','','la table','tablette-1','2026-11-23T16:31:10.550+00:00','0000000000000000000000000000000000000000000000000000000000000000','ef245f998028e7db81c77113da7e24107efac19e52cda443de5bed4b0580c6a4');
INSERT INTO "event" VALUES(2,'3b70bedb-d4ce-40da-a4de-d5ec8d20c762','1ba5a0757c3947519d252546124a7345','partie:1/rang:1',1,'entree',1,1,'{"bouts":2,"contrat":"garde","donneur":"󰀁","points":56,"preneur":"󰀃"}','','la table','tablette-1','2026-11-23T16:31:10.567+00:00','ef245f998028e7db81c77113da7e24107efac19e52cda443de5bed4b0580c6a4','19f5dad4f45c378187c8b93a240b5f0e2ffa5e82afa8c673f555820dc085cccf');
INSERT INTO "event" VALUES(3,'d091be92-4c8d-4a07-bdec-750c4bc03bab','1ba5a0757c3947519d252546124a7345','partie:1/rang:2',1,'entree',1,2,'{"bouts":2,"contrat":"garde","donneur":"󰀂","points":51,"preneur":"󰀃"}','','la table','tablette-1','2026-11-23T16:31:10.568+00:00','19f5dad4f45c378187c8b93a240b5f0e2ffa5e82afa8c673f555820dc085cccf','a4c3b806d49664250c216fc6960b6c2159b827ee0a37bbdeb507ff1414122964');
INSERT INTO "event" VALUES(4,'74e89a06-b9d2-4c60-ae93-cf8fa6e1e8f4','1ba5a0757c3947519d252546124a7345','partie:1/rang:3',1,'entree',1,3,'{"bouts":2,"contrat":"garde","donneur":"󰀃","points":56,"preneur":"󰀁"}','','la table','tablette-1','2026-11-23T16:31:10.569+00:00','a4c3b806d49664250c216fc6960b6c2159b827ee0a37bbdeb507ff1414122964','9a45a2dfdb63eee370d48770e3372d7d428ed3ef27aa9c49ddd832f85f72f32f');
INSERT INTO "event" VALUES(5,'f85a56ca-6ec6-49e7-99d9-795f17562682','1ba5a0757c3947519d252546124a7345','partie:1/rang:2',2,'modif',1,2,'{"bouts":2,"contrat":"garde","donneur":"󰀂","points":56,"preneur":"󰀃"}','56, pas 51','la table','tablette-1','2026-11-23T16:31:10.570+00:00','9a45a2dfdb63eee370d48770e3372d7d428ed3ef27aa9c49ddd832f85f72f32f','458bad4e8dd1b5411aec1e5d866f48217613a3349971f995f1101163bf02bcf9');
INSERT INTO "event" VALUES(6,'996bea92-3ecd-4509-ae6b-dea9c23e8ae4','1ba5a0757c3947519d252546124a7345','partie:1/rang:3',2,'rature',1,3,NULL,'donne d’une autre table','la table','tablette-1','2026-11-23T16:31:10.576+00:00','458bad4e8dd1b5411aec1e5d866f48217613a3349971f995f1101163bf02bcf9','8fec47037073cc767426b8161a853c83af99754b85253975614c8ef8d7b8dae9');
INSERT INTO "event" VALUES(7,'ff81d575-60bc-4a26-89a8-eeab7ef112ef','1ba5a0757c3947519d252546124a7345','partie:1',2,'cloture',1,NULL,'{"score":{"columns":["󰀁","󰀂","󰀃","󰀄"],"control":{"expected":0,"found":0,"ok":true},"finished":false,"format":"scorekeeper-score/1","game":"tarot","rows":[{"detail":[{"label":"garde, 56 points pour 41","scores":[-80,-80,240,-80]}],"doubts":[],"rang":1,"scores":[-80,-80,240,-80],"totals":[-80,-80,240,-80]},{"detail":[{"label":"garde, 56 points pour 41","scores":[-80,-80,240,-80]}],"doubts":[],"rang":2,"scores":[-80,-80,240,-80],"totals":[-160,-160,480,-160]}],"totals":[-160,-160,480,-160],"winners":[]},"settings":{"appel_5":true,"arrondi_ecart":0,"base":25,"chelem_cumul":true,"coefs":{"garde":2,"garde-contre":6,"garde-sans":4,"prise":1},"demi_points":"fft","misere":0,"mort":false,"nb_donnes":null,"petit_chelem":false,"prime_chelem_defense":200,"prime_petit":10,"primes_chelem":{"annonce-manque":-200,"annonce-reussi":400,"reussi":200},"primes_petit_chelem":{"annonce-manque":-150,"annonce-reussi":300,"reussi":150},"primes_poignee":{"double":30,"simple":20,"triple":40}}}','','la table','tablette-1','2026-11-23T16:31:10.584+00:00','8fec47037073cc767426b8161a853c83af99754b85253975614c8ef8d7b8dae9','fe03821cc66d789dcb70a1713cc74c2ade2a15073c0cb1f93f520240d62b26a6');
INSERT INTO "event" VALUES(8,'c90f45df-8e7d-490a-a3b7-88f8721579f1','1ba5a0757c3947519d252546124a7345','partie:2',1,'ouverture',2,NULL,'{"date":null,"entries":1,"equipes":["Nous","Eux"],"game":"jass","lieu":"","players":["󰀁","󰀂","󰀃","󰀄"],"premier_donneur":null,"revanche_de":null,"settings":{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"points","nb_donnes":12,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}}','','la table','tablette-1','2026-11-23T16:31:10.588+00:00','fe03821cc66d789dcb70a1713cc74c2ade2a15073c0cb1f93f520240d62b26a6','24760f7fc917dcc193e508f7a7edab6f8138a8ca780643ec2802e02026da598c');
INSERT INTO "event" VALUES(9,'492ca589-5a52-4f25-a523-8401a0ec58f3','1ba5a0757c3947519d252546124a7345','partie:2/rang:1',1,'entree',2,1,'{"atout":"pique","donneur":"󰀁","points":[100,57]}','','la table','tablette-1','2026-11-23T16:31:10.588+00:00','24760f7fc917dcc193e508f7a7edab6f8138a8ca780643ec2802e02026da598c','b431aaf8d4f6df605b8195f37d7ac6f06e668c09fb6f4583d35049e9489af666');
INSERT INTO "event" VALUES(10,'4f10a7ab-891a-45b6-9a39-b910e1b5856e','1ba5a0757c3947519d252546124a7345','partie:2',2,'changement',2,NULL,'{"after":1,"players":["󰀁","󰀂","󰀃","󰀅"],"replaces":{"󰀅":"󰀄"}}','','la table','tablette-1','2026-11-23T16:31:10.590+00:00','b431aaf8d4f6df605b8195f37d7ac6f06e668c09fb6f4583d35049e9489af666','e0421c214c99d002943baf05a0141ba2277edf415754d99739da18b0ef35a16c');
INSERT INTO "event" VALUES(11,'c2bb61b1-bc6b-437d-987f-00c56b267d0c','1ba5a0757c3947519d252546124a7345','partie:2/rang:2',1,'entree',2,2,'{"donneur":"󰀂","match":"B","points":[0,157]}','','la table','tablette-1','2026-11-23T16:31:10.600+00:00','e0421c214c99d002943baf05a0141ba2277edf415754d99739da18b0ef35a16c','13809a8ef48489fca59f027d96789abfc8298dcb81d2519b819ba92f5f7ad463');
INSERT INTO "event" VALUES(12,'0a6d9792-3573-4c31-b8fe-32055cc25275','1ba5a0757c3947519d252546124a7345','partie:2/rang:3',1,'entree',2,3,'{"ajustement":{"A":-20},"motif":"fausse donne"}','','la table','tablette-1','2026-11-23T16:31:10.603+00:00','13809a8ef48489fca59f027d96789abfc8298dcb81d2519b819ba92f5f7ad463','7c3d1b31f03d309d5297d81ca80e4be3a689ec72e870834cd2d12b83a0657228');
INSERT INTO "event" VALUES(13,'8eda5bee-e074-4373-b728-8da8e0557ef1','1ba5a0757c3947519d252546124a7345','partie:3',1,'ouverture',3,NULL,'{"date":null,"entries":1,"equipes":null,"game":"libre","lieu":"","players":["󰀆","󰀇","󰀈"],"premier_donneur":null,"revanche_de":null,"settings":{"colonnes":"joueurs","depart":0,"egalite":"partage","elimination":null,"gagne":"haut","maximum":9999,"minimum":-9999,"nb_manches":null,"nom":"","objectif":null,"pas":1,"somme":null}}','','la table','tablette-1','2026-11-23T16:31:10.608+00:00','7c3d1b31f03d309d5297d81ca80e4be3a689ec72e870834cd2d12b83a0657228','d0c8be17a5f6a82dbe0a93d0e75e5b354fda6a230ccf023349fe1ca049ffaf88');
INSERT INTO "event" VALUES(14,'846e280c-10be-4b97-9cd5-4ab66fcf88cf','1ba5a0757c3947519d252546124a7345','partie:3/rang:1',1,'entree',3,1,'{"donneur":"󰀆","points":{"󰀆":3,"󰀇":5,"󰀈":2}}','','la table','tablette-1','2026-11-23T16:31:10.608+00:00','d0c8be17a5f6a82dbe0a93d0e75e5b354fda6a230ccf023349fe1ca049ffaf88','0b0c8d66748f33ce1541f9aa90510613312dcfedb08f59b81d7884e16cb4f82b');
INSERT INTO "event" VALUES(15,'856e4a05-2de4-4fe4-beed-972746d962ec','1ba5a0757c3947519d252546124a7345','tournoi:1',1,'creation',NULL,NULL,'{"asked":{"game":"jass","name":"Match au cochon","options":{"rounds":2},"players":[{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀁","paid":0,"pair":"","present":true},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀂","paid":0,"pair":"","present":true},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀃","paid":0,"pair":"","present":true},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀄","paid":0,"pair":"","present":true},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀅","paid":0,"pair":"","present":true},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀆","paid":0,"pair":"","present":true},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀇","paid":0,"pair":"","present":true},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀉","paid":0,"pair":"","present":true}],"seed":"2026-11-20","settings":{"nb_donnes":2}},"done":{"options":{"avoid_clubs":false,"bye":157,"currency":"€","date":null,"donnes":2,"door":false,"draw":"lot","drop":0,"fee":0,"finale":0,"format":"individuel","missed":"rien","odd":"byes","place":"","prized":[],"prizes":[],"rounds":2,"scale":"points","size":4,"table_adjustments":false,"team":0,"third_place":false,"ties":["parties","matchs","carte"]}}}','','organisateur','test','2026-11-23T16:31:10.792+00:00','0b0c8d66748f33ce1541f9aa90510613312dcfedb08f59b81d7884e16cb4f82b','5e9e916c0cae9f06bfd1dd6bafb1f7e346926e8d3b9d21b9fd344720a5d2822a');
INSERT INTO "event" VALUES(16,'ff09503a-30d2-4da4-bab4-41ebffb245b6','1ba5a0757c3947519d252546124a7345','tournoi:1',2,'inscription',NULL,NULL,'{"asked":{},"done":{"players":[{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀁","number":1,"paid":0,"pair":"","partner":null,"present":true,"since":1},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀂","number":2,"paid":0,"pair":"","partner":null,"present":true,"since":1},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀃","number":3,"paid":0,"pair":"","partner":null,"present":true,"since":1},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀄","number":4,"paid":0,"pair":"","partner":null,"present":true,"since":1},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀅","number":5,"paid":0,"pair":"","partner":null,"present":true,"since":1},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀆","number":6,"paid":0,"pair":"","partner":null,"present":true,"since":1},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀇","number":7,"paid":0,"pair":"","partner":null,"present":true,"since":1},{"apart":[],"arrived":false,"club":"","fixed":null,"name":"󰀉","number":8,"paid":0,"pair":"","partner":null,"present":true,"since":1}]}}','','organisateur','test','2026-11-23T16:31:10.794+00:00','5e9e916c0cae9f06bfd1dd6bafb1f7e346926e8d3b9d21b9fd344720a5d2822a','fb69778c6d0065c81a14a8ddc88361466e4d844bb365e9275aa2cd6dec15e2ff');
INSERT INTO "event" VALUES(17,'7ce06324-a430-4f33-be6c-17b6a78366c5','1ba5a0757c3947519d252546124a7345','tournoi:1',3,'graine',NULL,NULL,'{"asked":{"seed":"2026-11-20"}}','','organisateur','test','2026-11-23T16:31:10.795+00:00','fb69778c6d0065c81a14a8ddc88361466e4d844bb365e9275aa2cd6dec15e2ff','f21b485b9a086773d766597db3a831f26432ff86a91022c04958d2d985bef5de');
INSERT INTO "event" VALUES(18,'9f793a1d-55f7-4198-962f-aed282fb831b','1ba5a0757c3947519d252546124a7345','tournoi:1',4,'tirage',NULL,NULL,'{"asked":{},"done":{"attempt":1,"first":1,"grid":[[[5,2,8,3],[6,7,4,1]],[[3,5,1,6],[8,4,7,2]]],"label":"draw/1","number":1,"order":["󰀂","󰀆","󰀇","󰀃","󰀄","󰀉","󰀅","󰀁"],"origin":"annoncee","partners":[],"players":["󰀁","󰀂","󰀃","󰀄","󰀆","󰀇","󰀉","󰀅"],"report":{"apart_broken":[],"bound":4,"byes":{},"forced_pairs":[["󰀁","󰀆"],["󰀂","󰀉"],["󰀃","󰀅"],["󰀄","󰀇"]],"forced_times":[2,2,2,2],"partner_repeats":0,"partner_repeats_bound":0,"score":4,"seat_spread":1,"stopped":false,"stopped_at":0,"table_spread":2,"words":[{"code":"meetings-forced","values":{"bound":4,"count":4,"score":4}},{"code":"meet-again","values":{"pairs":[["󰀁","󰀆",2],["󰀂","󰀉",2],["󰀃","󰀅",2],["󰀄","󰀇",2]]}},{"code":"no-partner-twice","values":{}},{"code":"seats","values":{"spread":1}},{"code":"table-at-most","values":{"times":2}}]},"rounds":[{"byes":[],"tables":[[4,6,1,7],[8,5,3,2]]},{"byes":[],"tables":[[7,4,2,8],[1,3,5,6]]}],"seed":"2026-11-20","version":"draw/3"}}','','organisateur','test','2026-11-23T16:31:11.136+00:00','f21b485b9a086773d766597db3a831f26432ff86a91022c04958d2d985bef5de','7c689772b3138670d725528ae02f940ca8e6f90612b54b01251c29d7f7841e80');
INSERT INTO "event" VALUES(19,'5cb7afd7-2b04-4996-9c64-3af71b813e19','1ba5a0757c3947519d252546124a7345','partie:4',1,'ouverture',4,NULL,'{"date":null,"entries":0,"equipes":["󰀄 & 󰀁","󰀆 & 󰀇"],"game":"jass","lieu":"Match au cochon","players":["󰀄","󰀆","󰀁","󰀇"],"premier_donneur":null,"revanche_de":null,"settings":{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"tournoi","nb_donnes":2,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}}','','organisateur','test','2026-11-23T16:31:11.137+00:00','7c689772b3138670d725528ae02f940ca8e6f90612b54b01251c29d7f7841e80','f70635828e2af7662650f9bf7f2f51f48d3c0667fe1c96b35f337a6efc617ce3');
INSERT INTO "event" VALUES(20,'70df56ee-c725-4011-a017-602b81289a87','1ba5a0757c3947519d252546124a7345','partie:5',1,'ouverture',5,NULL,'{"date":null,"entries":0,"equipes":["󰀉 & 󰀃","󰀅 & 󰀂"],"game":"jass","lieu":"Match au cochon","players":["󰀉","󰀅","󰀃","󰀂"],"premier_donneur":null,"revanche_de":null,"settings":{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"tournoi","nb_donnes":2,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}}','','organisateur','test','2026-11-23T16:31:11.137+00:00','f70635828e2af7662650f9bf7f2f51f48d3c0667fe1c96b35f337a6efc617ce3','ce7dda2b37fcc5349d4a575396b9462508d680e11880f10ac0df6ca53f0be301');
INSERT INTO "event" VALUES(21,'0b1d75ce-a399-45c7-9705-3bf2993ce046','1ba5a0757c3947519d252546124a7345','tournoi:1',5,'tour',NULL,NULL,'{"asked":{"redraw":false,"seed":null},"done":{"byes":[],"draw":1,"round":1,"tables":[{"partie":4,"seats":[4,6,1,7]},{"partie":5,"seats":[8,5,3,2]}]}}','','organisateur','test','2026-11-23T16:31:11.138+00:00','ce7dda2b37fcc5349d4a575396b9462508d680e11880f10ac0df6ca53f0be301','3ca5e24c49447b276bea04d6ccdb5f60c8ad6e5cb445da2420ce3a8d640b7a79');
INSERT INTO "event" VALUES(22,'e55966f8-782e-4c44-82f7-9c1adae3be7c','1ba5a0757c3947519d252546124a7345','partie:4/rang:1',1,'entree',4,1,'{"donneur":"󰀄","points":[92,65]}','','organisateur','test','2026-11-23T16:31:11.141+00:00','3ca5e24c49447b276bea04d6ccdb5f60c8ad6e5cb445da2420ce3a8d640b7a79','647aa6afb757b3265056c548b745bb04bc5f9b94998041dea3db0c017877668e');
INSERT INTO "event" VALUES(23,'8af30193-2509-4f1e-beb6-3268ce8f080a','1ba5a0757c3947519d252546124a7345','partie:4/rang:2',1,'entree',4,2,'{"donneur":"󰀆","points":[57,100]}','','organisateur','test','2026-11-23T16:31:11.142+00:00','647aa6afb757b3265056c548b745bb04bc5f9b94998041dea3db0c017877668e','221e656d8179dfad716a9af9961b37fa1223d62426fd535163258d36b622d635');
INSERT INTO "event" VALUES(24,'07ef1ca6-dfa3-491d-863d-dcbf437a3b1e','1ba5a0757c3947519d252546124a7345','tournoi:1/tour:1/table:1',1,'signature',NULL,NULL,'{"asked":{"initials":"AB","revision":3,"side":0},"done":{"confirmed":false,"revision":3}}','','organisateur','test','2026-11-23T16:31:11.152+00:00','221e656d8179dfad716a9af9961b37fa1223d62426fd535163258d36b622d635','b1b004dcb7dfd9fa75d8e8d06a2080502dbad40b3815807a053d69dff96d4b96');
INSERT INTO "event" VALUES(25,'4f19ffd9-266a-4844-bbb7-a8c24faf4073','1ba5a0757c3947519d252546124a7345','partie:4',2,'cloture',4,NULL,'{"score":{"columns":["󰀄 & 󰀁","󰀆 & 󰀇"],"control":{"expected":314,"found":314,"ok":true},"finished":true,"format":"scorekeeper-score/1","game":"jass","rows":[{"detail":[{"label":"Plis","scores":[92,65]}],"doubts":[],"rang":1,"scores":[92,65],"totals":[92,65]},{"detail":[{"label":"Plis","scores":[57,100]}],"doubts":[],"rang":2,"scores":[57,100],"totals":[149,165]}],"totals":[149,165],"winners":["󰀆 & 󰀇"]},"settings":{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"tournoi","nb_donnes":2,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}}','','organisateur','test','2026-11-23T16:31:11.160+00:00','b1b004dcb7dfd9fa75d8e8d06a2080502dbad40b3815807a053d69dff96d4b96','6f984eb42bb9d8a5276417eb5eea7072663d2fb7364b920e9f2bb9cfe4c4bc88');
INSERT INTO "event" VALUES(26,'19669f87-0b62-4d52-b401-6a34f45ae91c','1ba5a0757c3947519d252546124a7345','tournoi:1/tour:1/table:1',2,'signature',NULL,NULL,'{"asked":{"initials":"CD","revision":3,"side":1},"done":{"confirmed":true,"result":{"matches":[0,0],"paper":false,"points":[149,165],"totals":[149,165]},"revision":3}}','','organisateur','test','2026-11-23T16:31:11.160+00:00','6f984eb42bb9d8a5276417eb5eea7072663d2fb7364b920e9f2bb9cfe4c4bc88','3bd76781dd054d6102611f8994ef31e37bab10516d6ca6a8f71e3f972e44f62f');
INSERT INTO "event" VALUES(27,'59a32083-255c-4418-91a6-a5b761d57f7c','1ba5a0757c3947519d252546124a7345','partie:5',2,'cloture',5,NULL,'{"score":{"columns":["󰀉 & 󰀃","󰀅 & 󰀂"],"control":{"expected":0,"found":0,"ok":true},"finished":false,"format":"scorekeeper-score/1","game":"jass","rows":[],"totals":[0,0],"winners":[]},"settings":{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"tournoi","nb_donnes":2,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}}','','organisateur','test','2026-11-23T16:31:11.164+00:00','3bd76781dd054d6102611f8994ef31e37bab10516d6ca6a8f71e3f972e44f62f','842be9249cc26d8db14502d0f7d2803f30fd55c2072a981f240d6324265dab9c');
INSERT INTO "event" VALUES(28,'c29b3a8e-805e-436f-b317-9a6b02687345','1ba5a0757c3947519d252546124a7345','tournoi:1/tour:1/table:2',1,'resultat',NULL,NULL,'{"asked":{"entries":null,"matches":null,"totals":[200,114]},"done":{"result":{"matches":[0,0],"paper":true,"points":[200,114],"totals":[200,114]}}}','','organisateur','test','2026-11-23T16:31:11.164+00:00','842be9249cc26d8db14502d0f7d2803f30fd55c2072a981f240d6324265dab9c','e111fec833c9c023cf550a38554ccae67d05b943664af6363ee38ac2ce31c978');
INSERT INTO "event" VALUES(29,'02f60ce5-acb8-40bf-b3d5-35a26494663d','1ba5a0757c3947519d252546124a7345','tournoi:1/tour:1',1,'tour-clos',NULL,NULL,'{"asked":{},"done":{"results":{}}}','','la table','tablette-1','2026-11-23T16:31:11.167+00:00','e111fec833c9c023cf550a38554ccae67d05b943664af6363ee38ac2ce31c978','881001218464634cc0fc62c8c8cd1b31f052abe2ae3e38cc46367d2d0058bdae');
INSERT INTO "event" VALUES(30,'0cfd23dd-4f7f-40a8-a33c-2fb3628d91f7','1ba5a0757c3947519d252546124a7345','partie:6',1,'ouverture',6,NULL,'{"date":null,"entries":0,"equipes":["󰀇 & 󰀂","󰀄 & 󰀉"],"game":"jass","lieu":"Match au cochon","players":["󰀇","󰀄","󰀂","󰀉"],"premier_donneur":null,"revanche_de":null,"settings":{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"tournoi","nb_donnes":2,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}}','','organisateur','test','2026-11-23T16:31:11.169+00:00','881001218464634cc0fc62c8c8cd1b31f052abe2ae3e38cc46367d2d0058bdae','90ecc79f15932a96f841d3a6e17058c0a444c181dd4ad9f59e0c1dd7e8bdda5a');
INSERT INTO "event" VALUES(31,'6cac4a2f-e12c-4afd-90bd-2fc2a4258cad','1ba5a0757c3947519d252546124a7345','partie:7',1,'ouverture',7,NULL,'{"date":null,"entries":0,"equipes":["󰀁 & 󰀅","󰀃 & 󰀆"],"game":"jass","lieu":"Match au cochon","players":["󰀁","󰀃","󰀅","󰀆"],"premier_donneur":null,"revanche_de":null,"settings":{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"tournoi","nb_donnes":2,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}}','','organisateur','test','2026-11-23T16:31:11.170+00:00','90ecc79f15932a96f841d3a6e17058c0a444c181dd4ad9f59e0c1dd7e8bdda5a','902cb9a4052063d92355de2aaf129a1d70cee3c4edc758d894fdd5fac9a39610');
INSERT INTO "event" VALUES(32,'baa070ad-f943-441e-9654-b7e63aff6c7f','1ba5a0757c3947519d252546124a7345','tournoi:1',6,'tour',NULL,NULL,'{"asked":{"redraw":false,"seed":null},"done":{"byes":[],"draw":1,"round":2,"tables":[{"partie":6,"seats":[7,4,2,8]},{"partie":7,"seats":[1,3,5,6]}]}}','','organisateur','test','2026-11-23T16:31:11.170+00:00','902cb9a4052063d92355de2aaf129a1d70cee3c4edc758d894fdd5fac9a39610','578d046fac989ac65d3eb001f6fb5c6ec2b561846856d5eefeb9a05373f041c6');
INSERT INTO "event" VALUES(33,'5bcc82e5-5744-4b2b-8fae-b9fd7c3b59d2','1ba5a0757c3947519d252546124a7345','saison:1',1,'creation',NULL,NULL,'{"asked":{"name":"Hiver 2026","terms":{}},"done":{"terms":{"attendance":0,"best":0,"others":0,"planned":0,"table":[25,18,15,12,10,8,6,4,2,1],"ties":["soirees","presences"],"worth":"rangs"}}}','','la table','tablette-1','2026-11-23T16:31:11.172+00:00','578d046fac989ac65d3eb001f6fb5c6ec2b561846856d5eefeb9a05373f041c6','42c8d95fadf579eb756c0d5502c719700cd0161b3a7ec43450ec444fa5bd225e');
INSERT INTO "event" VALUES(34,'7a461e1c-1514-4ed7-96f7-6c1fac764612','1ba5a0757c3947519d252546124a7345','saison:1',2,'soiree',NULL,NULL,'{"asked":{"tournament":1}}','','la table','tablette-1','2026-11-23T16:31:11.175+00:00','42c8d95fadf579eb756c0d5502c719700cd0161b3a7ec43450ec444fa5bd225e','402f4b746cb92b9258e9ce6e330bd654ea98e57cdce53c17e911f9c051c83d27');
INSERT INTO "event" VALUES(35,'a69ede54-5721-4dd2-b969-01234f007155','1ba5a0757c3947519d252546124a7345','personnes',1,'oubli',NULL,NULL,'{"nom":"Personne 8"}','','la table','tablette-1','2026-11-23T16:31:11.180+00:00','402f4b746cb92b9258e9ce6e330bd654ea98e57cdce53c17e911f9c051c83d27','54bff8329441cba9617fd726a422ecd2fbde2f8c4298748ef5e0712c1b9388a0');
CREATE TABLE house_game (
  key        TEXT PRIMARY KEY NOT NULL CHECK (length(key) BETWEEN 1 AND 40),
  source     TEXT NOT NULL CHECK (length(source) <= 65536),
  definition TEXT NOT NULL CHECK (length(definition) <= 65536),
  changed    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE member (
  id      INTEGER PRIMARY KEY,
  first   TEXT NOT NULL CHECK (length(first) <= 40),
  last    TEXT NOT NULL CHECK (length(last) BETWEEN 1 AND 40),
  name    TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key     TEXT NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 200),
  club    TEXT NOT NULL CHECK (length(club) <= 40),
  licence TEXT NOT NULL CHECK (length(licence) <= 40),
  apart   TEXT NOT NULL CHECK (length(apart) <= 4096),
  changed TEXT NOT NULL
) STRICT;
INSERT INTO "member" VALUES(1,'Anne','Dupont','Anne Dupont','anne dupont','Les Quatre Vents','1234','[]','2026-11-23T16:31:10.610+00:00');
CREATE TABLE meta (
  key   TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT;
INSERT INTO "meta" VALUES('epoch','000101a2093f454c2fa7b06e927b30e3');
INSERT INTO "meta" VALUES('lives','[{"epoch": "1ba5a0757c3947519d252546124a7345", "seq": 0, "hash": "0000000000000000000000000000000000000000000000000000000000000000"}, {"epoch": "000101a2093f454c2fa7b06e927b30e3", "seq": 35, "hash": "54bff8329441cba9617fd726a422ecd2fbde2f8c4298748ef5e0712c1b9388a0"}]');
CREATE TABLE organiser (
  id   INTEGER PRIMARY KEY CHECK (id = 1),
  hash TEXT NOT NULL CHECK (length(hash) BETWEEN 60 AND 300)
) STRICT;
INSERT INTO "organiser" VALUES(1,'scrypt:32768:8:1$Q32z6VSSaTpKMewH$db8ff21ebb869ad33be4729f9f9ec907ca5f12161f9a53f4fc7920c7b38e902bf204ca77ebedacf3786bee7fd66e8865c5a6f21c72fddcc38f968094a7fb58d3');
CREATE TABLE organiser_session (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  hash   TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  device TEXT NOT NULL CHECK (length(device) <= 80)
) STRICT;
CREATE TABLE organiser_since (
  session INTEGER PRIMARY KEY REFERENCES organiser_session (number) ON DELETE CASCADE,
  since   TEXT NOT NULL
) STRICT;
CREATE TABLE partie (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  game            TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 40),
  settings        TEXT NOT NULL CHECK (length(settings) <= 8192),
  players         TEXT NOT NULL CHECK (length(players) <= 4096),
  equipes         TEXT CHECK (length(equipes) <= 1024),
  date            TEXT CHECK (length(date) = 10),
  lieu            TEXT NOT NULL CHECK (length(lieu) <= 80),
  premier_donneur INTEGER CHECK (premier_donneur BETWEEN 0 AND 9),
  revanche_de     INTEGER REFERENCES partie (id),
  created_at      TEXT NOT NULL
) STRICT;
INSERT INTO "partie" VALUES(1,'tarot','{"appel_5":true,"arrondi_ecart":0,"base":25,"chelem_cumul":true,"coefs":{"garde":2,"garde-contre":6,"garde-sans":4,"prise":1},"demi_points":"fft","misere":0,"mort":false,"nb_donnes":null,"petit_chelem":false,"prime_chelem_defense":200,"prime_petit":10,"primes_chelem":{"annonce-manque":-200,"annonce-reussi":400,"reussi":200},"primes_petit_chelem":{"annonce-manque":-150,"annonce-reussi":300,"reussi":150},"primes_poignee":{"double":30,"simple":20,"triple":40}}','["󰀁","󰀂","󰀃","󰀄"]',NULL,'2026-11-20','Café du Pont',NULL,NULL,'2026-11-23T16:31:10.549+00:00');
INSERT INTO "partie" VALUES(2,'jass','{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"points","nb_donnes":12,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}','["󰀁","󰀂","󰀃","󰀄"]','["Nous","Eux"]',NULL,'',NULL,NULL,'2026-11-23T16:31:10.587+00:00');
INSERT INTO "partie" VALUES(3,'libre','{"colonnes":"joueurs","depart":0,"egalite":"partage","elimination":null,"gagne":"haut","maximum":9999,"minimum":-9999,"nb_manches":null,"nom":"","objectif":null,"pas":1,"somme":null}','["󰀆","󰀇","󰀈"]',NULL,NULL,'',NULL,NULL,'2026-11-23T16:31:10.607+00:00');
INSERT INTO "partie" VALUES(4,'jass','{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"tournoi","nb_donnes":2,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}','["󰀄","󰀆","󰀁","󰀇"]','["󰀄 & 󰀁","󰀆 & 󰀇"]',NULL,'Match au cochon',NULL,NULL,'2026-11-23T16:31:11.136+00:00');
INSERT INTO "partie" VALUES(5,'jass','{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"tournoi","nb_donnes":2,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}','["󰀉","󰀅","󰀃","󰀂"]','["󰀉 & 󰀃","󰀅 & 󰀂"]',NULL,'Match au cochon',NULL,NULL,'2026-11-23T16:31:11.137+00:00');
INSERT INTO "partie" VALUES(6,'jass','{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"tournoi","nb_donnes":2,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}','["󰀇","󰀄","󰀂","󰀉"]','["󰀇 & 󰀂","󰀄 & 󰀉"]',NULL,'Match au cochon',NULL,NULL,'2026-11-23T16:31:11.169+00:00');
INSERT INTO "partie" VALUES(7,'jass','{"annonces":null,"carre_678":0,"carte_double_emploi":false,"contrats":{},"double_perte":false,"double_porte_sur":"tout","egalite_annonces":"entame","mode":"tournoi","nb_donnes":2,"objectif":null,"ordre_fin":"schtockr-annonces-plis","pique_double":false,"prime_match":null,"schtockr":null,"sortie":"annonce","suites_longues":"petites"}','["󰀁","󰀃","󰀅","󰀆"]','["󰀁 & 󰀅","󰀃 & 󰀆"]',NULL,'Match au cochon',NULL,NULL,'2026-11-23T16:31:11.170+00:00');
CREATE TABLE partie_columns (
  partie  INTEGER PRIMARY KEY REFERENCES partie (id),
  columns TEXT NOT NULL CHECK (length(columns) <= 4096)
) STRICT;
INSERT INTO "partie_columns" VALUES(2,'["Nous","Eux"]');
CREATE TABLE partie_dealer (
  partie INTEGER PRIMARY KEY REFERENCES partie (id),
  seat   INTEGER NOT NULL CHECK (seat BETWEEN 10 AND 99)
) STRICT;
CREATE TABLE partie_definition (
  partie     INTEGER PRIMARY KEY REFERENCES partie (id),
  definition TEXT NOT NULL CHECK (length(definition) <= 65536)
) STRICT;
CREATE TABLE partie_head (
  partie    INTEGER PRIMARY KEY REFERENCES partie (id),
  game      TEXT NOT NULL,
  revision  INTEGER NOT NULL CHECK (revision > 0),
  last_seq  INTEGER NOT NULL REFERENCES event (seq),
  active_at TEXT NOT NULL,
  closed    INTEGER NOT NULL CHECK (closed IN (0, 1)),
  lines     INTEGER NOT NULL CHECK (lines >= 0),
  next_rang INTEGER NOT NULL CHECK (next_rang > 0),
  totals    TEXT NOT NULL,
  finished  INTEGER NOT NULL CHECK (finished IN (0, 1)),
  winners   TEXT NOT NULL
) STRICT;
INSERT INTO "partie_head" VALUES(1,'tarot',7,7,'2026-11-23T16:31:10.584+00:00',1,2,4,'[-160,-160,480,-160]',0,'[]');
INSERT INTO "partie_head" VALUES(2,'jass',5,12,'2026-11-23T16:31:10.603+00:00',0,2,4,'[80,314]',0,'[]');
INSERT INTO "partie_head" VALUES(3,'libre',2,14,'2026-11-23T16:31:10.608+00:00',0,1,2,'[3,5,2]',0,'[]');
INSERT INTO "partie_head" VALUES(4,'jass',4,25,'2026-11-23T16:31:11.160+00:00',1,2,3,'[149,165]',1,'["Fanny & Gaston"]');
INSERT INTO "partie_head" VALUES(5,'jass',2,27,'2026-11-23T16:31:11.164+00:00',1,0,1,'[0,0]',0,'[]');
INSERT INTO "partie_head" VALUES(6,'jass',1,30,'2026-11-23T16:31:11.169+00:00',0,0,1,'[0,0]',0,'[]');
INSERT INTO "partie_head" VALUES(7,'jass',1,31,'2026-11-23T16:31:11.170+00:00',0,0,1,'[0,0]',0,'[]');
CREATE TABLE partie_player (
  player INTEGER NOT NULL REFERENCES player (id),
  partie INTEGER NOT NULL REFERENCES partie (id),
  PRIMARY KEY (player, partie)
) STRICT, WITHOUT ROWID;
INSERT INTO "partie_player" VALUES(1,1);
INSERT INTO "partie_player" VALUES(2,1);
INSERT INTO "partie_player" VALUES(3,1);
INSERT INTO "partie_player" VALUES(4,1);
INSERT INTO "partie_player" VALUES(1,2);
INSERT INTO "partie_player" VALUES(2,2);
INSERT INTO "partie_player" VALUES(3,2);
INSERT INTO "partie_player" VALUES(4,2);
INSERT INTO "partie_player" VALUES(5,2);
INSERT INTO "partie_player" VALUES(6,3);
INSERT INTO "partie_player" VALUES(7,3);
INSERT INTO "partie_player" VALUES(8,3);
INSERT INTO "partie_player" VALUES(1,4);
INSERT INTO "partie_player" VALUES(4,4);
INSERT INTO "partie_player" VALUES(6,4);
INSERT INTO "partie_player" VALUES(7,4);
INSERT INTO "partie_player" VALUES(2,5);
INSERT INTO "partie_player" VALUES(3,5);
INSERT INTO "partie_player" VALUES(5,5);
INSERT INTO "partie_player" VALUES(9,5);
INSERT INTO "partie_player" VALUES(2,6);
INSERT INTO "partie_player" VALUES(4,6);
INSERT INTO "partie_player" VALUES(7,6);
INSERT INTO "partie_player" VALUES(9,6);
INSERT INTO "partie_player" VALUES(1,7);
INSERT INTO "partie_player" VALUES(3,7);
INSERT INTO "partie_player" VALUES(5,7);
INSERT INTO "partie_player" VALUES(6,7);
CREATE TABLE partie_result (
  partie   INTEGER PRIMARY KEY REFERENCES partie (id),
  revision INTEGER NOT NULL,
  body     TEXT NOT NULL CHECK (length(body) BETWEEN 2 AND 100000)
) STRICT;
CREATE TABLE person_name (
  id        INTEGER PRIMARY KEY,
  name      TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key       TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  forgotten INTEGER NOT NULL CHECK (forgotten IN (0, 1))
) STRICT;
INSERT INTO "person_name" VALUES(1,'Anne','anne',0);
INSERT INTO "person_name" VALUES(2,'Benoît','benoît',0);
INSERT INTO "person_name" VALUES(3,'Chloé','chloé',0);
INSERT INTO "person_name" VALUES(4,'David','david',0);
INSERT INTO "person_name" VALUES(5,'Émile','émile',0);
INSERT INTO "person_name" VALUES(6,'Fanny','fanny',0);
INSERT INTO "person_name" VALUES(7,'Gaston','gaston',0);
INSERT INTO "person_name" VALUES(8,'Personne 8','personne 8',1);
INSERT INTO "person_name" VALUES(9,'Hélène','hélène',0);
CREATE TABLE player (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key     TEXT NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 200),
  created TEXT NOT NULL,
  parties INTEGER NOT NULL CHECK (parties >= 0),
  last_partie INTEGER NOT NULL CHECK (last_partie >= 0)
) STRICT;
INSERT INTO "player" VALUES(1,'Anne','anne','2026-11-23T16:31:10.550+00:00',4,7);
INSERT INTO "player" VALUES(2,'Benoît','benoît','2026-11-23T16:31:10.550+00:00',4,6);
INSERT INTO "player" VALUES(3,'Chloé','chloé','2026-11-23T16:31:10.555+00:00',4,7);
INSERT INTO "player" VALUES(4,'David','david','2026-11-23T16:31:10.555+00:00',4,6);
INSERT INTO "player" VALUES(5,'Émile','émile','2026-11-23T16:31:10.595+00:00',3,7);
INSERT INTO "player" VALUES(6,'Fanny','fanny','2026-11-23T16:31:10.609+00:00',3,7);
INSERT INTO "player" VALUES(7,'Gaston','gaston','2026-11-23T16:31:10.609+00:00',3,6);
INSERT INTO "player" VALUES(8,'Personne 8','personne 8','2026-11-23T16:31:10.609+00:00',1,3);
INSERT INTO "player" VALUES(9,'Hélène','hélène','2026-11-23T16:31:11.138+00:00',2,6);
CREATE TABLE probe (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  count  INTEGER NOT NULL,
  filler BLOB
) STRICT;
CREATE TABLE saved_settings (
  id       INTEGER PRIMARY KEY,
  game     TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 40),
  name     TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key      TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  settings TEXT NOT NULL CHECK (length(settings) <= 4096),
  changed  TEXT NOT NULL,
  UNIQUE (game, key)
) STRICT;
CREATE TABLE sealed (
  partie  INTEGER NOT NULL REFERENCES partie (id),
  seat    INTEGER NOT NULL CHECK (seat >= 0),
  rang    INTEGER NOT NULL CHECK (rang > 0),
  seating INTEGER NOT NULL,
  number  INTEGER NOT NULL,
  device  TEXT NOT NULL DEFAULT '',
  replaced INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (partie, seat)
) STRICT;
CREATE TABLE season (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  name      TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  evenings  INTEGER NOT NULL CHECK (evenings >= 0),
  revision  INTEGER NOT NULL CHECK (revision > 0),
  last_seq  INTEGER NOT NULL,
  active_at TEXT NOT NULL
) STRICT;
INSERT INTO "season" VALUES(1,'Hiver 2026',1,2,34,'2026-11-23T16:31:11.175+00:00');
CREATE TABLE sheet_link (
  hash   TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64),
  partie INTEGER NOT NULL REFERENCES partie (id),
  until  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sheet_writer (
  partie INTEGER NOT NULL REFERENCES partie (id),
  holder TEXT NOT NULL CHECK (length(holder) BETWEEN 1 AND 80),
  PRIMARY KEY (partie, holder)
) STRICT, WITHOUT ROWID;
CREATE TABLE table_device (
  hash   TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64),
  link   TEXT NOT NULL REFERENCES table_link (hash),
  device TEXT NOT NULL CHECK (length(device) <= 80)
) STRICT, WITHOUT ROWID;
CREATE TABLE table_link (
  hash       TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64),
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  number     INTEGER NOT NULL CHECK (number > 0),
  made       INTEGER NOT NULL CHECK (made > 0),
  revoked    INTEGER NOT NULL CHECK (revoked IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE tournament (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  game       TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 40),
  name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  date       TEXT CHECK (length(date) = 10),
  place      TEXT NOT NULL CHECK (length(place) <= 80),
  created_at TEXT NOT NULL,
  stage      TEXT NOT NULL CHECK (stage IN ('inscription', 'en-cours', 'fini')),
  entrants   INTEGER NOT NULL CHECK (entrants >= 0),
  round      INTEGER NOT NULL CHECK (round >= 0),
  rounds     INTEGER NOT NULL CHECK (rounds > 0),
  revision   INTEGER NOT NULL CHECK (revision > 0),
  last_seq   INTEGER NOT NULL REFERENCES event (seq),
  active_at  TEXT NOT NULL
) STRICT;
INSERT INTO "tournament" VALUES(1,'jass','Match au cochon',NULL,'','2026-11-23T16:31:10.792+00:00','en-cours',8,2,2,10,32,'2026-11-23T16:31:11.170+00:00');
CREATE TABLE tournament_round (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  number     INTEGER NOT NULL CHECK (number > 0),
  draw       INTEGER NOT NULL CHECK (draw > 0),
  label      TEXT NOT NULL CHECK (length(label) <= 200),
  seed       TEXT NOT NULL CHECK (length(seed) <= 400),
  state      TEXT NOT NULL CHECK (state IN ('ouvert', 'clos', 'annule')),
  PRIMARY KEY (tournament, number, draw)
) STRICT, WITHOUT ROWID;
INSERT INTO "tournament_round" VALUES(1,1,1,'draw/1','2026-11-20','clos');
INSERT INTO "tournament_round" VALUES(1,2,1,'draw/1','2026-11-20','ouvert');
CREATE TABLE tournament_seat (
  tournament INTEGER NOT NULL,
  round      INTEGER NOT NULL,
  draw       INTEGER NOT NULL,
  number     INTEGER NOT NULL,
  seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 9),
  entrant    INTEGER NOT NULL,
  substitute TEXT NOT NULL CHECK (length(substitute) <= 40),
  PRIMARY KEY (tournament, round, draw, number, seat),
  FOREIGN KEY (tournament, round, draw, number)
    REFERENCES tournament_table (tournament, round, draw, number),
  FOREIGN KEY (tournament, entrant) REFERENCES entrant (tournament, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "tournament_seat" VALUES(1,1,1,1,0,4,'');
INSERT INTO "tournament_seat" VALUES(1,1,1,1,1,6,'');
INSERT INTO "tournament_seat" VALUES(1,1,1,1,2,1,'');
INSERT INTO "tournament_seat" VALUES(1,1,1,1,3,7,'');
INSERT INTO "tournament_seat" VALUES(1,1,1,2,0,8,'');
INSERT INTO "tournament_seat" VALUES(1,1,1,2,1,5,'');
INSERT INTO "tournament_seat" VALUES(1,1,1,2,2,3,'');
INSERT INTO "tournament_seat" VALUES(1,1,1,2,3,2,'');
INSERT INTO "tournament_seat" VALUES(1,2,1,1,0,7,'');
INSERT INTO "tournament_seat" VALUES(1,2,1,1,1,4,'');
INSERT INTO "tournament_seat" VALUES(1,2,1,1,2,2,'');
INSERT INTO "tournament_seat" VALUES(1,2,1,1,3,8,'');
INSERT INTO "tournament_seat" VALUES(1,2,1,2,0,1,'');
INSERT INTO "tournament_seat" VALUES(1,2,1,2,1,3,'');
INSERT INTO "tournament_seat" VALUES(1,2,1,2,2,5,'');
INSERT INTO "tournament_seat" VALUES(1,2,1,2,3,6,'');
CREATE TABLE tournament_table (
  tournament INTEGER NOT NULL,
  round      INTEGER NOT NULL,
  draw       INTEGER NOT NULL,
  number     INTEGER NOT NULL CHECK (number > 0),
  partie     INTEGER NOT NULL UNIQUE REFERENCES partie (id),
  confirmed  INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
  disputed   INTEGER NOT NULL CHECK (disputed IN (0, 1)),
  result     TEXT CHECK (length(result) <= 4096),
  PRIMARY KEY (tournament, round, draw, number),
  FOREIGN KEY (tournament, round, draw) REFERENCES tournament_round (tournament, number, draw)
) STRICT, WITHOUT ROWID;
INSERT INTO "tournament_table" VALUES(1,1,1,1,4,1,0,'{"matches":[0,0],"paper":false,"points":[149,165],"totals":[149,165]}');
INSERT INTO "tournament_table" VALUES(1,1,1,2,5,1,0,'{"matches":[0,0],"paper":true,"points":[200,114],"totals":[200,114]}');
INSERT INTO "tournament_table" VALUES(1,2,1,1,6,0,0,NULL);
INSERT INTO "tournament_table" VALUES(1,2,1,2,7,0,0,NULL);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX event_partie ON event (partie) WHERE partie IS NOT NULL;
CREATE UNIQUE INDEX person_name_name ON person_name (name) WHERE forgotten = 0;
CREATE INDEX person_name_key ON person_name (key);
CREATE INDEX player_recent ON player (last_partie);
CREATE INDEX partie_player_partie ON partie_player (partie);
CREATE INDEX partie_head_recent ON partie_head (closed, last_seq);
CREATE INDEX partie_head_game ON partie_head (game, closed, last_seq);
CREATE INDEX tournament_recent ON tournament (last_seq);
CREATE INDEX entrant_key ON entrant (key);
CREATE INDEX tournament_seat_entrant ON tournament_seat (tournament, entrant);
CREATE INDEX table_link_table ON table_link (tournament, number, made);
CREATE INDEX table_device_link ON table_device (link);
CREATE INDEX sheet_link_partie ON sheet_link (partie);
CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;
CREATE TRIGGER partie_no_update BEFORE UPDATE ON partie BEGIN SELECT RAISE(ABORT, 'partie is append-only'); END;
CREATE TRIGGER partie_no_delete BEFORE DELETE ON partie BEGIN SELECT RAISE(ABORT, 'partie is append-only'); END;
CREATE TRIGGER partie_definition_no_update BEFORE UPDATE ON partie_definition
  BEGIN SELECT RAISE(ABORT, 'partie_definition is append-only'); END;
CREATE TRIGGER partie_definition_no_delete BEFORE DELETE ON partie_definition
  BEGIN SELECT RAISE(ABORT, 'partie_definition is append-only'); END;
CREATE TRIGGER partie_dealer_no_update BEFORE UPDATE ON partie_dealer BEGIN SELECT RAISE(ABORT, 'partie_dealer is append-only'); END;
CREATE TRIGGER partie_dealer_no_delete BEFORE DELETE ON partie_dealer BEGIN SELECT RAISE(ABORT, 'partie_dealer is append-only'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('partie',7);
INSERT INTO "sqlite_sequence" VALUES('event',35);
INSERT INTO "sqlite_sequence" VALUES('tournament',1);
INSERT INTO "sqlite_sequence" VALUES('season',1);
COMMIT;
