/** The meaning of a field or parameter, in French, and an example value. */
interface Meaning {
  readonly sens?: string
  readonly exemple?: unknown
}

const mot = (sens: string, exemple?: unknown): Meaning =>
  exemple === undefined ? { sens } : { sens, exemple }
const comme = (exemple: unknown): Meaning => ({ exemple })

/**
 * The words of the contract. A name has one meaning everywhere, unless `Resource.name` or `operation.name` gives
 * another.
 */
const lexique: Readonly<Record<string, Meaning>> = {
  id: mot('Identifiant'),
  code: mot('Code stable', 'CI-ABJ'),
  libelle: mot('Nom affiché', 'Abidjan'),
  nom: mot('Nom', 'Amon'),
  prenom: mot('Prénom', 'Nadège'),
  fonction: mot('Fonction dans la société', 'Directrice'),
  telephone: comme('+2250712345678'),
  email: comme('contact@pharmacie-du-plateau.example'),
  adresse: mot('Adresse', 'Avenue Chardy'),
  adresse_facturation: mot('Adresse de facturation', 'Avenue Chardy, Plateau'),
  ville: mot('Ville', 'Abidjan'),
  emails: mot(
    'Adresses électroniques de la société et de ses contacts',
    'contact@pharmacie-du-plateau.example',
  ),
  confirmer_doublon: mot(
    'Vrai quand la personne a comparé les fiches proches et que c’est une autre société',
    false,
  ),
  sites: mot('Sites'),
  contact: mot('Rang du contact du site parmi les contacts, à partir de 0', 0),
  decision: mot('Décision', 'refusee'),
  en_attente: mot('Vrai : celles qui restent à décider ; faux : les autres', true),
  resultat: mot('Résultat du contrôle de doublon'),
  tri: mot('Les plus anciennes en premier (par défaut), ou les plus récentes', 'anciennes'),
  concurrentes: mot('Autres demandes en attente sur ce client ; null pour un partenaire', 1),
  demandeur: mot('Personne qui a demandé'),
  'DecisionReservation.motif': mot(
    'Motif du refus, lu par le partenaire',
    'Le client est déjà suivi par notre équipe.',
  ),
  'AnnulationReservation.motif': mot('Pourquoi la demande est retirée', 'Le client ne donne pas suite.'),
  cree_le: mot('Création'),
  modifie_le: mot('Dernière modification'),
  cree_par: mot('Utilisateur qui a créé la fiche'),
  raison_sociale: mot('Nom de la société', 'Pharmacie du Plateau'),
  forme_juridique: mot('Forme juridique', 'SARL'),
  rccm: mot('Numéro au registre du commerce', 'CI-ABJ-2016-B-64706'),
  ncc: mot('Numéro de compte contribuable', '6234567G'),
  organisation_id: mot('Organisation de rattachement'),
  secteur_id: mot("Secteur d'activité"),
  zone_id: mot('Zone géographique'),
  parent_id: mot('Zone qui la contient'),
  version: mot("Version de l'API en service", '0.1.0'),
  horodatage: mot('Heure du serveur'),

  utilisateur: mot('La personne connectée'),
  organisation: mot('Son organisation'),
  roles: mot('Ses rôles, le principal en premier'),
  permissions: mot('Ses droits : la réunion de ceux de tous ses rôles'),
  role_id: mot('Rôle principal'),
  'Utilisateur.id': mot("Identifiant, le même que chez le fournisseur d'identité"),
  'Utilisateur.actif': mot("Faux dès que le compte ou l'organisation est suspendu"),
  'Organisation.nom': mot('Nom usuel', 'Savane Télécom'),
  'RoleAttribue.code': mot("Code du rôle, préfixé par le type d'organisation", 'operateur_validateur'),
  'RoleAttribue.libelle': mot('Nom affiché', 'Validateur'),
  'RoleAttribue.principal': mot("Vrai pour le rôle principal de l'utilisateur"),
  double_authentification: mot("Double authentification activée ; obligatoire chez l'opérateur"),
  derniere_connexion: mot('Dernière connexion'),

  'Partenaire.raison_sociale': mot('Nom de la société', 'Savane Télécom'),
  'Partenaire.statut': comme('actif'),
  zone_principale_id: mot('Zone principale'),
  capacite_commerciale: mot('Nombre de commerciaux', 12),
  rib: mot("Relevé d'identité bancaire, pour un versement par virement", 'CI93CI0010100100123456789012'),
  numero_mobile_money: mot('Numéro du versement mobile', '+2250712345678'),
  logo_fichier_id: mot('Logo, pour les devis aux deux marques'),
  presentation: mot('Présentation publique, visible après modération', 'Distributeur à Bouaké.'),
  profil_publie: mot('Présentation publiée'),
  valide_par: mot("Utilisateur de l'opérateur qui a activé le partenaire"),
  valide_le: mot('Activation'),
  zones: mot('Zones couvertes'),
  secteurs: mot('Secteurs visés'),
  contrat_cadre: mot("Contrat-cadre en vigueur aujourd'hui, ou null"),
  numero: mot('Numéro du contrat', 'CC-2026-0042'),
  partenaire_id: mot('Partenaire'),
  conditions_id: mot('Conditions commerciales acceptées'),
  fichier_genere_id: mot('Document généré'),
  fichier_signe_id: mot('Document signé'),
  date_debut: mot('Début de validité'),
  date_fin: mot('Fin de validité', '2027-11-14'),
  signe_le: mot('Signature'),
  'ContratCadre.statut': comme('signe'),

  type_document_id: mot('Type du document'),
  type_document: mot('Type du document'),
  fichier_id: mot('Fichier déposé'),
  fichier: mot('Fichier déposé'),
  date_emission: mot('Émission'),
  date_expiration: mot('Expiration ; ensuite le document est `expire`', '2027-11-14'),
  motif: mot("Raison du rejet, du complément demandé ou de l'expiration", 'Page illisible.'),
  verifie_par: mot('Utilisateur qui a vérifié le document'),
  verifie_le: mot('Vérification'),
  'TypeDocument.libelle': mot('Nom affiché', 'Extrait du registre du commerce'),
  'TypeDocument.code': mot('Code stable', 'rccm'),
  'TypeDocument.actif': mot('Type encore demandé'),
  obligatoire: mot("Obligatoire : s'il manque au dossier, il est à signaler"),
  validite_mois: mot('Durée de validité en mois', 12),
  nom_original: mot('Nom du fichier déposé', 'rccm.pdf'),
  type_mime: mot('Type MIME', 'application/pdf'),
  taille_octets: mot('Taille en octets', 184_320),
  statut_scan: comme('sain'),

  'Client.statut': comme('actif'),
  statut_kyc: comme('conforme'),
  partenaire_actuel_id: mot('Partenaire qui gère le client'),
  partenaire_actuel: mot('Partenaire qui gère le client, ou null'),
  credit_approuve: mot('Client autorisé à payer après usage'),
  plafond_encours: mot("Plafond d'encours autorisé", 1_500_000),
  credit_approuve_par: mot('Utilisateur qui a approuvé le crédit'),
  secteur: mot("Secteur d'activité, ou null"),
  'SecteurActivite.libelle': mot('Nom affiché', 'Santé'),
  'SecteurActivite.code': mot('Code stable', 'sante'),
  zone: mot('Zone géographique, ou null'),
  contacts: mot('Interlocuteurs, le principal en premier'),
  'Contact.principal': mot('Interlocuteur principal ; un seul par client'),
  client_id: mot('Client'),
  'Site.libelle': mot('Nom du lieu', 'Officine du Plateau'),
  latitude: mot('Latitude GPS', 5.3211),
  longitude: mot('Longitude GPS', -4.0167),
  contact_id: mot('Interlocuteur sur place'),
  'Site.statut': comme('actif'),

  demandee_par: mot('Utilisateur qui a fait la demande'),
  demandee_le: mot('Date de la demande'),
  doublons_detectes: mot('Contrôle de doublon fait à la demande, ou null'),
  motif_decision: mot("Raison du refus ou de l'annulation", 'Client déjà géré.'),
  traitee_par: mot('Utilisateur qui a décidé'),
  traitee_le: mot('Décision'),
  'Reservation.partenaire_id': mot('Partenaire demandeur'),
  controle_le: mot('Date du contrôle'),
  correspondances: mot('Fiches clients proches, parmi celles que vous pouvez voir'),
  reservations_concurrentes: mot('Demandes concurrentes, parmi celles que vous pouvez voir'),
  reservation_id: mot('Réservation concurrente'),
  criteres: mot('Ce qui rapproche les deux fiches'),
  similarite: comme(0.82),

  produit_id: mot('Produit'),
  offre_id: mot('Forfait ; null : tous ceux du produit'),
  'Offre.code': mot('Code stable', 'MENSUEL-100'),
  'Offre.libelle': mot('Nom affiché', 'Mensuel 100 Go'),
  'Offre.actif': mot('En vente'),
  volume_go: mot('Volume en gigaoctets (1 To = 1 000 Go)', 100),
  periode: comme('mensuelle'),
  debit: mot('Débit annoncé', "jusqu'à 100 Mbit/s"),
  nb_appareils: mot("Nombre d'appareils connectables", 20),
  nb_acces: mot("Nombre d'accès", 1),
  tarif_en_vigueur: mot('Prix du jour, ou null ; un devis émis garde le sien'),
  prix_ht: mot('Prix unitaire hors taxes', 45_000),
  valide_du: mot('Premier jour de validité'),
  valide_au: mot('Dernier jour de validité ; null : sans limite', '2027-11-14'),

  page: mot('Numéro de la page', 1),
  taille: mot("Nombre maximal d'éléments par page", 20),
  total: mot("Nombre d'éléments qui répondent aux filtres", 1),
  pages: mot('Nombre de pages', 1),

  recherche: comme('pharmacie'),
  'listerPartenaires.zone_id': mot('Partenaires qui couvrent cette zone'),
  'listerClients.partenaire_id': mot('Clients que ce partenaire gère'),
  'listerClients.secteur_id': mot("Clients de ce secteur d'activité"),
  'listerReservations.partenaire_id': mot('Demandes de ce partenaire'),
  'listerReservations.client_id': mot('Demandes sur ce client'),
  'listerOffres.volume_go': mot('Forfaits de ce volume, en gigaoctets', 100),
  'listerOffres.actif': mot('`true` : les forfaits en vente seulement'),
}

/** A detail or summary uses the words of its resource. */
const stem = (owner: string): string => owner.replace(/(Detail|Resume)$/, '')

/** What a field of a resource, or a parameter of an operation, means. */
export const meaningOf = (owner: string, name: string): Meaning =>
  lexique[`${stem(owner)}.${name}`] ?? lexique[name] ?? {}

/** The resource that an id field refers to, by the field's name. */
export const ownerOf = (owner: string, name: string): string =>
  name === 'id' ? stem(owner) : name.replace(/_id$/, '')
