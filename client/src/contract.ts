// Generated from the contract by «npm run generate»: do not edit.

/** À qui le type de document est demandé */
export const CibleDocument = ['partenaire', 'client'] as const
export type CibleDocument = (typeof CibleDocument)[number]

/** Ce qui rapproche deux fiches */
export const CritereDoublon = ['raison_sociale_proche', 'telephone_identique', 'email_contact_identique', 'rccm_identique', 'ncc_identique'] as const
export type CritereDoublon = (typeof CritereDoublon)[number]

/** Mode de versement des commissions */
export const ModeVersement = ['virement', 'mobile_money', 'portefeuille'] as const
export type ModeVersement = (typeof ModeVersement)[number]

/** Origine du client : apporté par un partenaire, direct, import */
export const OrigineClient = ['partenaire', 'direct', 'import'] as const
export type OrigineClient = (typeof OrigineClient)[number]

/** Période d'un forfait */
export const PeriodeForfait = ['hebdomadaire', 'mensuelle', 'trimestrielle', 'semestrielle', 'annuelle'] as const
export type PeriodeForfait = (typeof PeriodeForfait)[number]

/** Aucun doublon, doublon potentiel, ou autre partenaire sur ce client */
export const ResultatDoublon = ['aucun', 'doublon_potentiel', 'conflit'] as const
export type ResultatDoublon = (typeof ResultatDoublon)[number]

/** État d'un client */
export const StatutClient = ['prospect', 'reservation_demandee', 'reserve', 'actif', 'inactif'] as const
export type StatutClient = (typeof StatutClient)[number]

/** État d'un contrat-cadre */
export const StatutContratCadre = ['genere', 'envoye', 'signe', 'expire', 'resilie'] as const
export type StatutContratCadre = (typeof StatutContratCadre)[number]

/** État d'un document KYC */
export const StatutDocument = ['depose', 'valide', 'a_completer', 'rejete', 'expire'] as const
export type StatutDocument = (typeof StatutDocument)[number]

/** État du dossier KYC d'un client */
export const StatutKyc = ['a_fournir', 'en_verification', 'conforme', 'a_completer', 'rejete'] as const
export type StatutKyc = (typeof StatutKyc)[number]

/** État d'une organisation */
export const StatutOrganisation = ['active', 'suspendue', 'fermee'] as const
export type StatutOrganisation = (typeof StatutOrganisation)[number]

/** État d'un partenaire */
export const StatutPartenaire = ['candidat', 'en_verification', 'a_completer', 'rejete', 'valide', 'actif', 'suspendu'] as const
export type StatutPartenaire = (typeof StatutPartenaire)[number]

/** État d'une réservation : à valider, conflit à arbitrer, validée, refusée, annulée */
export const StatutReservation = ['demandee', 'conflit', 'validee', 'refusee', 'annulee'] as const
export type StatutReservation = (typeof StatutReservation)[number]

/** Service disponible, ou dépendance qui répond mal */
export const StatutSante = ['ok', 'degrade'] as const
export type StatutSante = (typeof StatutSante)[number]

/** Résultat de l'antivirus : analyse en cours, sain, infecté (fichier bloqué) */
export const StatutScan = ['en_attente', 'sain', 'infecte'] as const
export type StatutScan = (typeof StatutScan)[number]

/** État d'un site */
export const StatutSite = ['a_qualifier', 'a_installer', 'installe', 'actif', 'suspendu', 'resilie'] as const
export type StatutSite = (typeof StatutSite)[number]

/** Type d'organisation */
export const TypeOrganisation = ['operateur', 'partenaire', 'client', 'tiers'] as const
export type TypeOrganisation = (typeof TypeOrganisation)[number]

/** Niveau de la zone géographique */
export const TypeZone = ['region', 'departement', 'ville', 'commune'] as const
export type TypeZone = (typeof TypeZone)[number]

/** Permissions connues ; un rôle peut en porter d’autres */
export type Permission =
  | 'clients.consulter'
  | 'clients.credit_approuver'
  | 'clients.reservation_valider'
  | 'partenaires.consulter'
  | 'catalogue.consulter'
  | 'eligibilite.verifier'
  | 'paiements.valider'
  | 'factures.emettre'
  | 'remboursements.gerer'
  | 'commissions.consulter'
  | 'commissions.verser'
  | 'installations.gerer'
  | 'pv.charger'
  | 'activations.gerer'
  | 'evenements.gerer'
  | 'tickets.traiter'
  | 'actions.gerer'
  | 'reporting.consulter'
  | 'backoffice.acceder'
  | 'tableau_de_bord.consulter'

/** Entreprise cliente */
export interface Client {
  readonly id: string
  readonly organisation_id: string
  readonly raison_sociale: string
  readonly forme_juridique: string | null
  readonly rccm: string | null
  readonly ncc: string | null
  readonly secteur_id: string | null
  readonly adresse_facturation: string | null
  readonly ville: string | null
  readonly zone_id: string | null
  /** un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Adresse électronique */
  readonly email: string | null
  /** Origine du client : apporté par un partenaire, direct, import */
  readonly origine: OrigineClient
  /** État d'un client */
  readonly statut: StatutClient
  /** État du dossier KYC d'un client */
  readonly statut_kyc: StatutKyc
  readonly partenaire_actuel_id: string | null
  readonly credit_approuve: boolean
  /** Montant en francs CFA (XOF), sans décimale */
  readonly plafond_encours: number | null
  readonly credit_approuve_par: string | null
  readonly cree_par: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Client avec son secteur, sa zone, son partenaire et ses contacts */
export interface ClientDetail {
  readonly id: string
  readonly organisation_id: string
  readonly raison_sociale: string
  readonly forme_juridique: string | null
  readonly rccm: string | null
  readonly ncc: string | null
  readonly secteur_id: string | null
  readonly adresse_facturation: string | null
  readonly ville: string | null
  readonly zone_id: string | null
  /** un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Adresse électronique */
  readonly email: string | null
  /** Origine du client : apporté par un partenaire, direct, import */
  readonly origine: OrigineClient
  /** État d'un client */
  readonly statut: StatutClient
  /** État du dossier KYC d'un client */
  readonly statut_kyc: StatutKyc
  readonly partenaire_actuel_id: string | null
  readonly credit_approuve: boolean
  /** Montant en francs CFA (XOF), sans décimale */
  readonly plafond_encours: number | null
  readonly credit_approuve_par: string | null
  readonly cree_par: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
  readonly secteur: SecteurActivite | null
  readonly zone: ZoneGeographique | null
  readonly partenaire_actuel: PartenaireResume | null
  readonly contacts: Contact[]
}

/** Interlocuteur d'un client */
export interface Contact {
  readonly id: string
  readonly client_id: string
  readonly prenom: string
  readonly nom: string
  readonly fonction: string | null
  /** Adresse électronique */
  readonly email: string | null
  /** un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  readonly principal: boolean
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Contrat-cadre */
export interface ContratCadre {
  readonly id: string
  readonly numero: string
  readonly partenaire_id: string
  readonly conditions_id: string
  readonly fichier_genere_id: string
  readonly fichier_signe_id: string | null
  /** État d'un contrat-cadre */
  readonly statut: StatutContratCadre
  /** Date AAAA-MM-JJ */
  readonly date_debut: string | null
  /** Date AAAA-MM-JJ */
  readonly date_fin: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly signe_le: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Contrôle de doublon fait à la demande de réservation */
export interface ControleDoublon {
  /** Aucun doublon, doublon potentiel, ou autre partenaire sur ce client */
  readonly resultat: ResultatDoublon
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly controle_le: string
  readonly correspondances: CorrespondanceDoublon[]
  readonly reservations_concurrentes: ReservationConcurrente[]
}

/** Fiche client proche */
export interface CorrespondanceDoublon {
  readonly client_id: string
  readonly raison_sociale: string
  readonly partenaire_actuel_id: string | null
  readonly criteres: CritereDoublon[]
  /** Ressemblance des raisons sociales */
  readonly similarite: number
}

/** Document de conformité d'une organisation */
export interface DocumentKyc {
  readonly id: string
  readonly organisation_id: string
  readonly type_document_id: string
  readonly fichier_id: string
  /** Date AAAA-MM-JJ */
  readonly date_emission: string | null
  /** Date AAAA-MM-JJ */
  readonly date_expiration: string | null
  /** État d'un document KYC */
  readonly statut: StatutDocument
  readonly motif: string | null
  readonly verifie_par: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly verifie_le: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
  readonly type_document: TypeDocument
  readonly fichier: FichierResume
}

/** Toute réponse qui n’est pas un succès */
export interface Erreur {
  /** Code stable, pour les programmes */
  readonly code: string
  /** Message en français, pour l’affichage */
  readonly message: string
  /** Précisions, ou null */
  readonly details: Record<string, unknown> | unknown[] | null
}

/** Fichier privé, téléchargé par un lien signé de courte durée */
export interface FichierResume {
  readonly id: string
  readonly nom_original: string
  readonly type_mime: string
  readonly taille_octets: number
  /** Résultat de l'antivirus : analyse en cours, sain, infecté (fichier bloqué) */
  readonly statut_scan: StatutScan
}

/** Session : l'utilisateur, son organisation, ses rôles et ses droits */
export interface Moi {
  readonly utilisateur: Utilisateur
  readonly organisation: Organisation
  readonly roles: RoleAttribue[]
  readonly permissions: string[]
}

/** Forfait de données */
export interface Offre {
  readonly id: string
  readonly produit_id: string
  readonly code: string
  readonly libelle: string
  readonly volume_go: number
  /** Période d'un forfait */
  readonly periode: PeriodeForfait
  readonly debit: string | null
  readonly nb_appareils: number | null
  readonly nb_acces: number | null
  readonly actif: boolean
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
  readonly tarif_en_vigueur: Tarif | null
}

/** Organisation de rattachement */
export interface Organisation {
  readonly id: string
  /** Type d'organisation */
  readonly type: TypeOrganisation
  readonly nom: string
  /** État d'une organisation */
  readonly statut: StatutOrganisation
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Place de la page dans la liste */
export interface Pagination {
  readonly page: number
  readonly taille: number
  readonly total: number
  readonly pages: number
}

/** Partenaire distributeur */
export interface Partenaire {
  readonly id: string
  readonly organisation_id: string
  readonly raison_sociale: string
  readonly forme_juridique: string | null
  readonly rccm: string | null
  readonly ncc: string | null
  readonly adresse: string | null
  readonly ville: string | null
  readonly zone_principale_id: string | null
  /** un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Adresse électronique */
  readonly email: string | null
  readonly capacite_commerciale: number | null
  /** Mode de versement des commissions */
  readonly mode_versement: ModeVersement
  readonly rib: string | null
  readonly numero_mobile_money: string | null
  readonly logo_fichier_id: string | null
  readonly presentation: string | null
  readonly profil_publie: boolean
  /** État d'un partenaire */
  readonly statut: StatutPartenaire
  readonly valide_par: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly valide_le: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Partenaire avec ses zones, ses secteurs et son contrat-cadre en vigueur */
export interface PartenaireDetail {
  readonly id: string
  readonly organisation_id: string
  readonly raison_sociale: string
  readonly forme_juridique: string | null
  readonly rccm: string | null
  readonly ncc: string | null
  readonly adresse: string | null
  readonly ville: string | null
  readonly zone_principale_id: string | null
  /** un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Adresse électronique */
  readonly email: string | null
  readonly capacite_commerciale: number | null
  /** Mode de versement des commissions */
  readonly mode_versement: ModeVersement
  readonly rib: string | null
  readonly numero_mobile_money: string | null
  readonly logo_fichier_id: string | null
  readonly presentation: string | null
  readonly profil_publie: boolean
  /** État d'un partenaire */
  readonly statut: StatutPartenaire
  readonly valide_par: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly valide_le: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
  readonly zones: ZoneGeographique[]
  readonly secteurs: SecteurActivite[]
  readonly contrat_cadre: ContratCadre | null
}

/** L'essentiel d'un partenaire */
export interface PartenaireResume {
  readonly id: string
  readonly raison_sociale: string
  readonly ville: string | null
  /** État d'un partenaire */
  readonly statut: StatutPartenaire
}

/** Demande d'un partenaire de se voir attribuer un client */
export interface Reservation {
  readonly id: string
  readonly client_id: string
  readonly partenaire_id: string
  readonly demandee_par: string
  /** État d'une réservation : à valider, conflit à arbitrer, validée, refusée, annulée */
  readonly statut: StatutReservation
  readonly doublons_detectes: ControleDoublon | null
  readonly motif_decision: string | null
  readonly traitee_par: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly traitee_le: string | null
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Réservation d'un autre partenaire sur le même client */
export interface ReservationConcurrente {
  readonly reservation_id: string
  readonly partenaire_id: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly demandee_le: string
}

/** Rôle de l'utilisateur */
export interface RoleAttribue {
  readonly code: string
  readonly libelle: string
  /** Type d'organisation */
  readonly type_organisation: TypeOrganisation
  readonly principal: boolean
}

/** État du service */
export interface Sante {
  /** Service disponible, ou dépendance qui répond mal */
  readonly statut: StatutSante
  readonly version: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly horodatage: string
}

/** Secteur d'activité */
export interface SecteurActivite {
  readonly id: string
  readonly code: string
  readonly libelle: string
}

/** Lieu d'un client ; chaque site reçoit une antenne */
export interface Site {
  readonly id: string
  readonly client_id: string
  readonly libelle: string
  readonly adresse: string | null
  readonly ville: string | null
  readonly zone_id: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly contact_id: string | null
  /** État d'un site */
  readonly statut: StatutSite
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Prix daté */
export interface Tarif {
  readonly id: string
  readonly produit_id: string
  readonly offre_id: string | null
  /** Montant en francs CFA (XOF), sans décimale */
  readonly prix_ht: number
  /** Date AAAA-MM-JJ */
  readonly valide_du: string
  /** Date AAAA-MM-JJ */
  readonly valide_au: string | null
  readonly cree_par: string
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
}

/** Type de document exigé */
export interface TypeDocument {
  readonly id: string
  readonly code: string
  readonly libelle: string
  /** À qui le type de document est demandé */
  readonly cible: CibleDocument
  readonly obligatoire: boolean
  readonly validite_mois: number | null
  readonly actif: boolean
}

/** Personne connectée */
export interface Utilisateur {
  readonly id: string
  readonly organisation_id: string
  readonly role_id: string
  readonly prenom: string
  readonly nom: string
  /** Adresse électronique */
  readonly email: string | null
  /** un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  readonly fonction: string | null
  readonly actif: boolean
  readonly double_authentification: boolean
  /** Instant ISO 8601 en UTC, à la milliseconde */
  readonly derniere_connexion: string | null
}

/** Zone géographique */
export interface ZoneGeographique {
  readonly id: string
  readonly code: string
  readonly libelle: string
  /** Niveau de la zone géographique */
  readonly type: TypeZone
  readonly parent_id: string | null
}

/** Une page d’une liste */
export interface Page<Element> {
  readonly donnees: Element[]
  readonly pagination: Pagination
}

/** Ce que porte `details`, par code d’erreur */
export interface DetailsErreur {
  readonly requete_invalide: null
  readonly authentification_requise: null
  readonly acces_refuse: { readonly permission_requise: string }
  readonly ressource_introuvable: null
  readonly methode_non_autorisee: null
  readonly parametres_invalides: Readonly<Record<string, string>>
  readonly trop_de_requetes: { readonly reessayer_dans_secondes: number }
  readonly erreur_interne: null
  readonly service_indisponible: null
}

/** Paramètres de listerPartenaires */
export interface ListerPartenairesQuery {
  /** Numéro de la page */
  readonly page?: number | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
  /** Mots cherchés dans raison_sociale, rccm ou ncc, sans tenir compte des accents ni de la casse ; tous doivent y être */
  readonly recherche?: string | undefined
  /** État d'un partenaire */
  readonly statut?: StatutPartenaire | undefined
  readonly zone_id?: string | undefined
}

/** Paramètres de listerDocumentsKycPartenaire */
export interface ListerDocumentsKycPartenaireQuery {
  /** État d'un document KYC */
  readonly statut?: StatutDocument | undefined
}

/** Paramètres de listerClients */
export interface ListerClientsQuery {
  /** Numéro de la page */
  readonly page?: number | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
  /** Mots cherchés dans raison_sociale, rccm ou ncc, sans tenir compte des accents ni de la casse ; tous doivent y être */
  readonly recherche?: string | undefined
  /** État d'un client */
  readonly statut?: StatutClient | undefined
  /** État du dossier KYC d'un client */
  readonly statut_kyc?: StatutKyc | undefined
  readonly partenaire_id?: string | undefined
  readonly secteur_id?: string | undefined
}

/** Paramètres de listerReservations */
export interface ListerReservationsQuery {
  /** Numéro de la page */
  readonly page?: number | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
  /** État d'une réservation : à valider, conflit à arbitrer, validée, refusée, annulée */
  readonly statut?: StatutReservation | undefined
  readonly partenaire_id?: string | undefined
  readonly client_id?: string | undefined
}

/** Paramètres de listerOffres */
export interface ListerOffresQuery {
  /** Numéro de la page */
  readonly page?: number | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
  /** Période d'un forfait */
  readonly periode?: PeriodeForfait | undefined
  readonly volume_go?: number | undefined
  readonly actif?: boolean | undefined
}

/** Une fonction par opération du contrat */
export interface Operations<Options> {
  /** État du service */
  readonly lireSante: (options?: Options) => Promise<Sante>
  /** Session : utilisateur connecté, organisation, rôles et droits */
  readonly lireMoi: (options?: Options) => Promise<Moi>
  /** Partenaires, par raison sociale */
  readonly listerPartenaires: (query?: ListerPartenairesQuery, options?: Options) => Promise<Page<Partenaire>>
  /** Un partenaire, avec zones, secteurs et contrat-cadre en vigueur */
  readonly lirePartenaire: (id: string, options?: Options) => Promise<PartenaireDetail>
  /** Documents KYC d'un partenaire */
  readonly listerDocumentsKycPartenaire: (id: string, query?: ListerDocumentsKycPartenaireQuery, options?: Options) => Promise<{ readonly donnees: DocumentKyc[] }>
  /** Clients, par raison sociale */
  readonly listerClients: (query?: ListerClientsQuery, options?: Options) => Promise<Page<Client>>
  /** Un client, avec secteur, zone, partenaire et contacts */
  readonly lireClient: (id: string, options?: Options) => Promise<ClientDetail>
  /** Sites d'un client */
  readonly listerSitesClient: (id: string, options?: Options) => Promise<{ readonly donnees: Site[] }>
  /** Réservations, celles en attente (`demandee`, `conflit`) en premier */
  readonly listerReservations: (query?: ListerReservationsQuery, options?: Options) => Promise<Page<Reservation>>
  /** Forfaits de données, avec le tarif en vigueur */
  readonly listerOffres: (query?: ListerOffresQuery, options?: Options) => Promise<Page<Offre>>
}

/** Où chaque opération se trouve, si elle prend des paramètres, si elle se passe de jeton */
export const operations: Record<keyof Operations<unknown>, { path: string; query?: true; open?: true }> = {
  lireSante: { path: '/api/v1/sante', open: true },
  lireMoi: { path: '/api/v1/moi' },
  listerPartenaires: { path: '/api/v1/partenaires', query: true },
  lirePartenaire: { path: '/api/v1/partenaires/{id}' },
  listerDocumentsKycPartenaire: { path: '/api/v1/partenaires/{id}/documents-kyc', query: true },
  listerClients: { path: '/api/v1/clients', query: true },
  lireClient: { path: '/api/v1/clients/{id}' },
  listerSitesClient: { path: '/api/v1/clients/{id}/sites' },
  listerReservations: { path: '/api/v1/reservations', query: true },
  listerOffres: { path: '/api/v1/offres', query: true },
}
