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

/** Le libellé français de chaque valeur, par énumération */
export const libelles: Libelles = {"TypeOrganisation":{"operateur":"Opérateur","partenaire":"Partenaire","client":"Client","tiers":"Réseau tiers"},"StatutOrganisation":{"active":"Active","suspendue":"Suspendue","fermee":"Fermée"},"TypeZone":{"region":"Région","departement":"Département","ville":"Ville","commune":"Commune"},"ModeVersement":{"virement":"Virement bancaire","mobile_money":"Mobile money","portefeuille":"Portefeuille mobile"},"StatutPartenaire":{"candidat":"Candidat","en_verification":"En vérification","a_completer":"À compléter","rejete":"Rejeté","valide":"Validé","actif":"Actif","suspendu":"Suspendu"},"StatutContratCadre":{"genere":"Généré","envoye":"Envoyé","signe":"Signé","expire":"Expiré","resilie":"Résilié"},"CibleDocument":{"partenaire":"Partenaire","client":"Client"},"StatutScan":{"en_attente":"Analyse en cours","sain":"Fichier sain","infecte":"Fichier infecté, bloqué"},"StatutDocument":{"depose":"À vérifier","valide":"Valide","a_completer":"À compléter","rejete":"Rejeté","expire":"Expiré"},"OrigineClient":{"partenaire":"Par un partenaire","direct":"Direct","import":"Import"},"StatutClient":{"prospect":"Prospect","reservation_demandee":"Réservation demandée","reserve":"Réservé","actif":"Actif","inactif":"Inactif"},"StatutKyc":{"a_fournir":"À fournir","en_verification":"À vérifier","conforme":"Conforme","a_completer":"À compléter","rejete":"Rejeté"},"StatutSite":{"a_qualifier":"À qualifier","a_installer":"À installer","installe":"Installé","actif":"Actif","suspendu":"Suspendu","resilie":"Résilié"},"StatutReservation":{"demandee":"À valider","conflit":"Conflit à arbitrer","validee":"Validée","refusee":"Refusée","annulee":"Annulée"},"ResultatDoublon":{"aucun":"Aucun doublon","doublon_potentiel":"Doublon potentiel","conflit":"Autre partenaire sur ce client"},"CritereDoublon":{"raison_sociale_proche":"Raison sociale proche","telephone_identique":"Même téléphone","email_contact_identique":"Même e-mail de contact","rccm_identique":"Même RCCM","ncc_identique":"Même NCC"},"PeriodeForfait":{"hebdomadaire":"Hebdomadaire","mensuelle":"Mensuelle","trimestrielle":"Trimestrielle","semestrielle":"Semestrielle","annuelle":"Annuelle"},"StatutSante":{"ok":"En service","degrade":"Service dégradé"}}

/** Les états qui suivent chaque état d’un site */
export const suitesSite: Record<StatutSite, readonly StatutSite[]> = {"a_qualifier":["a_installer","resilie"],"a_installer":["installe","resilie"],"installe":["actif","resilie"],"actif":["suspendu","resilie"],"suspendu":["actif","resilie"],"resilie":[]}

/** Les types de fichiers acceptés : ce que termine leur nom, et leurs premiers octets en hexadécimal, où un point vaut n’importe quel chiffre */
export const typesFichier = {"application/pdf":{"extensions":[".pdf"],"debut":"255044462d"},"image/jpeg":{"extensions":[".jpg",".jpeg"],"debut":"ffd8ff"},"image/png":{"extensions":[".png"],"debut":"89504e470d0a1a0a"},"image/webp":{"extensions":[".webp"],"debut":"52494646........57454250"}} as const

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
  | 'clients.creer'
  | 'clients.modifier'
  | 'clients.reserver'
  | 'partenaires.documents_deposer'
  | 'partenaires.documents_verifier'
  | 'journal.consulter'

/** Toute réponse qui n’est pas un succès */
export interface Erreur {
  /** Code stable, pour les programmes */
  readonly code: string
  /** Message en français, pour l’affichage */
  readonly message: string
  /** Précisions, ou null */
  readonly details: Record<string, unknown> | unknown[] | null
}

/** Entreprise cliente */
export interface Client {
  /** Identifiant */
  readonly id: string
  /** Organisation de rattachement */
  readonly organisation_id: string
  /** Nom de la société */
  readonly raison_sociale: string
  /** Forme juridique */
  readonly forme_juridique: string | null
  /** Numéro au registre du commerce */
  readonly rccm: string | null
  /** Numéro de compte contribuable */
  readonly ncc: string | null
  /** Secteur d'activité */
  readonly secteur_id: string | null
  /** Adresse de facturation */
  readonly adresse_facturation: string | null
  /** Ville */
  readonly ville: string | null
  /** Zone géographique */
  readonly zone_id: string | null
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Adresse électronique */
  readonly email: string | null
  /** Origine du client : apporté par un partenaire, direct, import */
  readonly origine: OrigineClient
  /** État d'un client */
  readonly statut: StatutClient
  /** État du dossier KYC d'un client */
  readonly statut_kyc: StatutKyc
  /** Partenaire qui gère le client */
  readonly partenaire_actuel_id: string | null
  /** Client autorisé à payer après usage */
  readonly credit_approuve: boolean
  /** Plafond d'encours autorisé. Montant en francs CFA (XOF), sans décimale */
  readonly plafond_encours: number | null
  /** Utilisateur qui a approuvé le crédit */
  readonly credit_approuve_par: string | null
  /** Utilisateur qui a créé la fiche */
  readonly cree_par: string | null
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Client avec son secteur, sa zone, son partenaire et ses contacts */
export interface ClientDetail {
  /** Identifiant */
  readonly id: string
  /** Organisation de rattachement */
  readonly organisation_id: string
  /** Nom de la société */
  readonly raison_sociale: string
  /** Forme juridique */
  readonly forme_juridique: string | null
  /** Numéro au registre du commerce */
  readonly rccm: string | null
  /** Numéro de compte contribuable */
  readonly ncc: string | null
  /** Secteur d'activité */
  readonly secteur_id: string | null
  /** Adresse de facturation */
  readonly adresse_facturation: string | null
  /** Ville */
  readonly ville: string | null
  /** Zone géographique */
  readonly zone_id: string | null
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Adresse électronique */
  readonly email: string | null
  /** Origine du client : apporté par un partenaire, direct, import */
  readonly origine: OrigineClient
  /** État d'un client */
  readonly statut: StatutClient
  /** État du dossier KYC d'un client */
  readonly statut_kyc: StatutKyc
  /** Partenaire qui gère le client */
  readonly partenaire_actuel_id: string | null
  /** Client autorisé à payer après usage */
  readonly credit_approuve: boolean
  /** Plafond d'encours autorisé. Montant en francs CFA (XOF), sans décimale */
  readonly plafond_encours: number | null
  /** Utilisateur qui a approuvé le crédit */
  readonly credit_approuve_par: string | null
  /** Utilisateur qui a créé la fiche */
  readonly cree_par: string | null
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
  /** Secteur d'activité, ou null */
  readonly secteur: SecteurActivite | null
  /** Zone géographique, ou null */
  readonly zone: ZoneGeographique | null
  /** Partenaire qui gère le client, ou null */
  readonly partenaire_actuel: PartenaireResume | null
  /** Interlocuteurs, le principal en premier */
  readonly contacts: Contact[]
}

/** Interlocuteur d'un client */
export interface Contact {
  /** Identifiant */
  readonly id: string
  /** Client */
  readonly client_id: string
  /** Prénom */
  readonly prenom: string
  /** Nom */
  readonly nom: string
  /** Fonction dans la société */
  readonly fonction: string | null
  /** Adresse électronique */
  readonly email: string | null
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Interlocuteur principal ; un seul par client */
  readonly principal: boolean
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Contrat-cadre */
export interface ContratCadre {
  /** Identifiant */
  readonly id: string
  /** Numéro du contrat */
  readonly numero: string
  /** Partenaire */
  readonly partenaire_id: string
  /** Conditions commerciales acceptées */
  readonly conditions_id: string
  /** Document généré */
  readonly fichier_genere_id: string
  /** Document signé */
  readonly fichier_signe_id: string | null
  /** État d'un contrat-cadre */
  readonly statut: StatutContratCadre
  /** Début de validité. Date AAAA-MM-JJ */
  readonly date_debut: string | null
  /** Fin de validité. Date AAAA-MM-JJ */
  readonly date_fin: string | null
  /** Signature. Instant ISO 8601 en UTC, à la milliseconde */
  readonly signe_le: string | null
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Contrôle de doublon fait à la demande de réservation */
export interface ControleDoublon {
  /** Aucun doublon, doublon potentiel, ou autre partenaire sur ce client */
  readonly resultat: ResultatDoublon
  /** Date du contrôle. Instant ISO 8601 en UTC, à la milliseconde */
  readonly controle_le: string
  /** Fiches clients proches, parmi celles que vous pouvez voir */
  readonly correspondances: CorrespondanceDoublon[]
  /** Demandes concurrentes, parmi celles que vous pouvez voir */
  readonly reservations_concurrentes: ReservationConcurrente[]
}

/** Fiche client proche */
export interface CorrespondanceDoublon {
  /** Client */
  readonly client_id: string
  /** Nom de la société */
  readonly raison_sociale: string
  /** Partenaire qui gère le client */
  readonly partenaire_actuel_id: string | null
  /** Ce qui rapproche les deux fiches */
  readonly criteres: CritereDoublon[]
  /** Ressemblance des raisons sociales */
  readonly similarite: number
}

/** Document de conformité d'une organisation */
export interface DocumentKyc {
  /** Identifiant */
  readonly id: string
  /** Organisation de rattachement */
  readonly organisation_id: string
  /** Type du document */
  readonly type_document_id: string
  /** Fichier déposé */
  readonly fichier_id: string
  /** Émission. Date AAAA-MM-JJ */
  readonly date_emission: string | null
  /** Expiration ; ensuite le document est `expire`. Date AAAA-MM-JJ */
  readonly date_expiration: string | null
  /** État d'un document KYC */
  readonly statut: StatutDocument
  /** Raison du rejet, du complément demandé ou de l'expiration */
  readonly motif: string | null
  /** Utilisateur qui a vérifié le document */
  readonly verifie_par: string | null
  /** Vérification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly verifie_le: string | null
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
  /** Type du document */
  readonly type_document: TypeDocument
  /** Fichier déposé */
  readonly fichier: FichierResume
}

/** Fichier privé, téléchargé par un lien signé de courte durée */
export interface FichierResume {
  /** Identifiant */
  readonly id: string
  /** Nom du fichier déposé */
  readonly nom_original: string
  /** Type MIME */
  readonly type_mime: string
  /** Taille en octets */
  readonly taille_octets: number
  /** Résultat de l'antivirus : analyse en cours, sain, infecté (fichier bloqué) */
  readonly statut_scan: StatutScan
}

/** Session : l'utilisateur, son organisation, ses rôles et ses droits */
export interface Moi {
  /** La personne connectée */
  readonly utilisateur: Utilisateur
  /** Son organisation */
  readonly organisation: Organisation
  /** Ses rôles, le principal en premier */
  readonly roles: RoleAttribue[]
  /** Ses droits : la réunion de ceux de tous ses rôles */
  readonly permissions: string[]
}

/** Forfait de données */
export interface Offre {
  /** Identifiant */
  readonly id: string
  /** Produit */
  readonly produit_id: string
  /** Code stable */
  readonly code: string
  /** Nom affiché */
  readonly libelle: string
  /** Volume en gigaoctets (1 To = 1 000 Go) */
  readonly volume_go: number
  /** Période d'un forfait */
  readonly periode: PeriodeForfait
  /** Débit annoncé */
  readonly debit: string | null
  /** Nombre d'appareils connectables */
  readonly nb_appareils: number | null
  /** Nombre d'accès */
  readonly nb_acces: number | null
  /** En vente */
  readonly actif: boolean
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
  /** Prix du jour, ou null ; un devis émis garde le sien */
  readonly tarif_en_vigueur: Tarif | null
}

/** Organisation de rattachement */
export interface Organisation {
  /** Identifiant */
  readonly id: string
  /** Type d'organisation */
  readonly type: TypeOrganisation
  /** Nom usuel */
  readonly nom: string
  /** État d'une organisation */
  readonly statut: StatutOrganisation
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Place de la page dans la liste */
export interface Pagination {
  /** Numéro de la page */
  readonly page: number
  /** Nombre maximal d'éléments par page */
  readonly taille: number
  /** Nombre d'éléments qui répondent aux filtres */
  readonly total: number
  /** Nombre de pages */
  readonly pages: number
}

/** Partenaire distributeur */
export interface Partenaire {
  /** Identifiant */
  readonly id: string
  /** Organisation de rattachement */
  readonly organisation_id: string
  /** Nom de la société */
  readonly raison_sociale: string
  /** Forme juridique */
  readonly forme_juridique: string | null
  /** Numéro au registre du commerce */
  readonly rccm: string | null
  /** Numéro de compte contribuable */
  readonly ncc: string | null
  /** Adresse */
  readonly adresse: string | null
  /** Ville */
  readonly ville: string | null
  /** Zone principale */
  readonly zone_principale_id: string | null
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Adresse électronique */
  readonly email: string | null
  /** Nombre de commerciaux */
  readonly capacite_commerciale: number | null
  /** Mode de versement des commissions */
  readonly mode_versement: ModeVersement
  /** Relevé d'identité bancaire, pour un versement par virement */
  readonly rib: string | null
  /** Numéro du versement mobile */
  readonly numero_mobile_money: string | null
  /** Logo, pour les devis aux deux marques */
  readonly logo_fichier_id: string | null
  /** Présentation publique, visible après modération */
  readonly presentation: string | null
  /** Présentation publiée */
  readonly profil_publie: boolean
  /** État d'un partenaire */
  readonly statut: StatutPartenaire
  /** Utilisateur de l'opérateur qui a activé le partenaire */
  readonly valide_par: string | null
  /** Activation. Instant ISO 8601 en UTC, à la milliseconde */
  readonly valide_le: string | null
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Partenaire avec ses zones, ses secteurs et son contrat-cadre en vigueur */
export interface PartenaireDetail {
  /** Identifiant */
  readonly id: string
  /** Organisation de rattachement */
  readonly organisation_id: string
  /** Nom de la société */
  readonly raison_sociale: string
  /** Forme juridique */
  readonly forme_juridique: string | null
  /** Numéro au registre du commerce */
  readonly rccm: string | null
  /** Numéro de compte contribuable */
  readonly ncc: string | null
  /** Adresse */
  readonly adresse: string | null
  /** Ville */
  readonly ville: string | null
  /** Zone principale */
  readonly zone_principale_id: string | null
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Adresse électronique */
  readonly email: string | null
  /** Nombre de commerciaux */
  readonly capacite_commerciale: number | null
  /** Mode de versement des commissions */
  readonly mode_versement: ModeVersement
  /** Relevé d'identité bancaire, pour un versement par virement */
  readonly rib: string | null
  /** Numéro du versement mobile */
  readonly numero_mobile_money: string | null
  /** Logo, pour les devis aux deux marques */
  readonly logo_fichier_id: string | null
  /** Présentation publique, visible après modération */
  readonly presentation: string | null
  /** Présentation publiée */
  readonly profil_publie: boolean
  /** État d'un partenaire */
  readonly statut: StatutPartenaire
  /** Utilisateur de l'opérateur qui a activé le partenaire */
  readonly valide_par: string | null
  /** Activation. Instant ISO 8601 en UTC, à la milliseconde */
  readonly valide_le: string | null
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
  /** Zones couvertes */
  readonly zones: ZoneGeographique[]
  /** Secteurs visés */
  readonly secteurs: SecteurActivite[]
  /** Contrat-cadre en vigueur aujourd'hui, ou null */
  readonly contrat_cadre: ContratCadre | null
}

/** L'essentiel d'un partenaire */
export interface PartenaireResume {
  /** Identifiant */
  readonly id: string
  /** Nom de la société */
  readonly raison_sociale: string
  /** Ville */
  readonly ville: string | null
  /** État d'un partenaire */
  readonly statut: StatutPartenaire
}

/** Demande d'un partenaire de se voir attribuer un client */
export interface Reservation {
  /** Identifiant */
  readonly id: string
  /** Client */
  readonly client_id: string
  /** Partenaire demandeur */
  readonly partenaire_id: string
  /** Utilisateur qui a fait la demande */
  readonly demandee_par: string
  /** État d'une réservation : à valider, conflit à arbitrer, validée, refusée, annulée */
  readonly statut: StatutReservation
  /** Contrôle de doublon fait à la demande, ou null */
  readonly doublons_detectes: ControleDoublon | null
  /** Raison du refus ou de l'annulation */
  readonly motif_decision: string | null
  /** Utilisateur qui a décidé */
  readonly traitee_par: string | null
  /** Décision. Instant ISO 8601 en UTC, à la milliseconde */
  readonly traitee_le: string | null
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Réservation d'un autre partenaire sur le même client */
export interface ReservationConcurrente {
  /** Réservation concurrente */
  readonly reservation_id: string
  /** Partenaire */
  readonly partenaire_id: string
  /** Date de la demande. Instant ISO 8601 en UTC, à la milliseconde */
  readonly demandee_le: string
}

/** Rôle de l'utilisateur */
export interface RoleAttribue {
  /** Code du rôle, préfixé par le type d'organisation */
  readonly code: string
  /** Nom affiché */
  readonly libelle: string
  /** Type d'organisation */
  readonly type_organisation: TypeOrganisation
  /** Vrai pour le rôle principal de l'utilisateur */
  readonly principal: boolean
}

/** État du service */
export interface Sante {
  /** Service disponible, ou dépendance qui répond mal */
  readonly statut: StatutSante
  /** Version de l'API en service */
  readonly version: string
  /** Heure du serveur. Instant ISO 8601 en UTC, à la milliseconde */
  readonly horodatage: string
}

/** Secteur d'activité */
export interface SecteurActivite {
  /** Identifiant */
  readonly id: string
  /** Code stable */
  readonly code: string
  /** Nom affiché */
  readonly libelle: string
}

/** Lieu d'un client ; chaque site reçoit une antenne */
export interface Site {
  /** Identifiant */
  readonly id: string
  /** Client */
  readonly client_id: string
  /** Nom du lieu */
  readonly libelle: string
  /** Adresse */
  readonly adresse: string | null
  /** Ville */
  readonly ville: string | null
  /** Zone géographique */
  readonly zone_id: string | null
  /** Latitude GPS */
  readonly latitude: number | null
  /** Longitude GPS */
  readonly longitude: number | null
  /** Interlocuteur sur place */
  readonly contact_id: string | null
  /** État d'un site */
  readonly statut: StatutSite
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Prix daté */
export interface Tarif {
  /** Identifiant */
  readonly id: string
  /** Produit */
  readonly produit_id: string
  /** Forfait ; null : tous ceux du produit */
  readonly offre_id: string | null
  /** Prix unitaire hors taxes. Montant en francs CFA (XOF), sans décimale */
  readonly prix_ht: number
  /** Premier jour de validité. Date AAAA-MM-JJ */
  readonly valide_du: string
  /** Dernier jour de validité ; null : sans limite. Date AAAA-MM-JJ */
  readonly valide_au: string | null
  /** Utilisateur qui a créé la fiche */
  readonly cree_par: string
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
}

/** Type de document exigé */
export interface TypeDocument {
  /** Identifiant */
  readonly id: string
  /** Code stable */
  readonly code: string
  /** Nom affiché */
  readonly libelle: string
  /** À qui le type de document est demandé */
  readonly cible: CibleDocument
  /** Obligatoire : s'il manque au dossier, il est à signaler */
  readonly obligatoire: boolean
  /** Durée de validité en mois */
  readonly validite_mois: number | null
  /** Type encore demandé */
  readonly actif: boolean
}

/** Personne connectée */
export interface Utilisateur {
  /** Identifiant, le même que chez le fournisseur d'identité */
  readonly id: string
  /** Organisation de rattachement */
  readonly organisation_id: string
  /** Rôle principal */
  readonly role_id: string
  /** Prénom */
  readonly prenom: string
  /** Nom */
  readonly nom: string
  /** Adresse électronique */
  readonly email: string | null
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Fonction dans la société */
  readonly fonction: string | null
  /** Faux dès que le compte ou l'organisation est suspendu */
  readonly actif: boolean
  /** Double authentification activée ; obligatoire chez l'opérateur */
  readonly double_authentification: boolean
  /** Dernière connexion. Instant ISO 8601 en UTC, à la milliseconde */
  readonly derniere_connexion: string | null
}

/** Zone géographique */
export interface ZoneGeographique {
  /** Identifiant */
  readonly id: string
  /** Code stable */
  readonly code: string
  /** Nom affiché */
  readonly libelle: string
  /** Niveau de la zone géographique */
  readonly type: TypeZone
  /** Zone qui la contient */
  readonly parent_id: string | null
}

/** Annulation d'une demande en attente */
export interface AnnulationReservation {
  /** Pourquoi la demande est retirée. Motif, lu par le partenaire */
  readonly motif: string
}

/** Un champ avant et après, en texte ; null : vide */
export interface ChampChange {
  /** Nom du champ */
  readonly champ: string
  /** Valeur avant */
  readonly avant: string | null
  /** Valeur après */
  readonly apres: string | null
}

/** Ce qu’un mouvement a fait à un élément */
export interface Changement {
  /** Ce qui a changé */
  readonly ressource: 'client' | 'contact' | 'site' | 'reservation' | 'document_kyc' | 'fichier' | 'organisation'
  /** Identifiant de ce qui a changé */
  readonly ressource_id: string
  /** Les champs qui ont changé ; à la création, ceux qui sont remplis */
  readonly champs: ChampChange[]
}

/** Un élément tel qu’il est maintenant ; `donnees` vaut `null` s’il n’y a plus rien à y voir */
export interface ChangementClient {
  /** Ce qui a changé */
  readonly ressource: 'client'
  /** Identifiant */
  readonly id: string
  readonly donnees: Client | null
}

/** Un élément tel qu’il est maintenant ; `donnees` vaut `null` s’il n’y a plus rien à y voir */
export interface ChangementContact {
  /** Ce qui a changé */
  readonly ressource: 'contact'
  /** Identifiant */
  readonly id: string
  readonly donnees: Contact | null
}

/** Un élément tel qu’il est maintenant ; `donnees` vaut `null` s’il n’y a plus rien à y voir */
export interface ChangementDocumentKyc {
  /** Ce qui a changé */
  readonly ressource: 'document_kyc'
  /** Identifiant */
  readonly id: string
  readonly donnees: DocumentKyc | null
}

/** Un élément tel qu’il est maintenant ; `donnees` vaut `null` s’il n’y a plus rien à y voir */
export interface ChangementOffre {
  /** Ce qui a changé */
  readonly ressource: 'offre'
  /** Identifiant */
  readonly id: string
  readonly donnees: Offre | null
}

/** Un élément tel qu’il est maintenant ; `donnees` vaut `null` s’il n’y a plus rien à y voir */
export interface ChangementPartenaire {
  /** Ce qui a changé */
  readonly ressource: 'partenaire'
  /** Identifiant */
  readonly id: string
  readonly donnees: Partenaire | null
}

/** Un élément tel qu’il est maintenant ; `donnees` vaut `null` s’il n’y a plus rien à y voir */
export interface ChangementReservation {
  /** Ce qui a changé */
  readonly ressource: 'reservation'
  /** Identifiant */
  readonly id: string
  readonly donnees: ReservationSuivie | null
}

/** Un élément tel qu’il est maintenant ; `donnees` vaut `null` s’il n’y a plus rien à y voir */
export interface ChangementSecteur {
  /** Ce qui a changé */
  readonly ressource: 'secteur_activite'
  /** Identifiant */
  readonly id: string
  readonly donnees: SecteurActivite | null
}

/** Un élément tel qu’il est maintenant ; `donnees` vaut `null` s’il n’y a plus rien à y voir */
export interface ChangementSite {
  /** Ce qui a changé */
  readonly ressource: 'site'
  /** Identifiant */
  readonly id: string
  readonly donnees: Site | null
}

/** Un élément tel qu’il est maintenant ; `donnees` vaut `null` s’il n’y a plus rien à y voir */
export interface ChangementTypeDocument {
  /** Ce qui a changé */
  readonly ressource: 'type_document'
  /** Identifiant */
  readonly id: string
  readonly donnees: TypeDocument | null
}

/** Un élément tel qu’il est maintenant ; `donnees` vaut `null` s’il n’y a plus rien à y voir */
export interface ChangementZone {
  /** Ce qui a changé */
  readonly ressource: 'zone_geographique'
  /** Identifiant */
  readonly id: string
  readonly donnees: ZoneGeographique | null
}

/** Ce qui a changé, et le jeton pour la suite */
export interface Changements {
  /** Ce qui a changé, élément par élément */
  readonly changements: (ChangementClient | ChangementContact | ChangementSite | ChangementReservation | ChangementPartenaire | ChangementDocumentKyc | ChangementOffre | ChangementZone | ChangementSecteur | ChangementTypeDocument)[]
  /** À redonner dans `depuis`, tel quel */
  readonly jeton: string
  /** Vrai s’il y a encore une page maintenant */
  readonly suite: boolean
}

/** Le total d’une lecture avec ces filtres */
export interface Chiffre {
  /** L’opération dont c’est le total */
  readonly lecture: string
  /** Ses filtres, comme dans une adresse */
  readonly filtres: string
  /** Le total ; null sans la permission de cette lecture */
  readonly total: number | null
}

/** Client demandé ; hors de votre périmètre, son nom seul */
export interface ClientDemande {
  /** Identifiant */
  readonly id: string | null
  /** Nom de la société */
  readonly raison_sociale: string
  /** Ville */
  readonly ville: string | null
  /** État d'un client */
  readonly statut: StatutClient | null
}

/** De quoi comparer une demande aux fiches proches et aux demandes concurrentes */
export interface ComparaisonReservation {
  /** Les fiches proches que vous pouvez voir, les plus proches en premier */
  readonly fiches: FicheProche[]
  /** Les partenaires qui demandent ou ont demandé ce client ; vide pour un partenaire */
  readonly partenaires: PartenaireConcurrent[]
}

/** Décision de l'opérateur */
export interface DecisionReservation {
  /** Décision */
  readonly decision: 'validee' | 'refusee'
  /** Motif du refus, lu par le partenaire. Motif, lu par le partenaire */
  readonly motif?: string | undefined
  /** Les autres demandes en attente qui ont été vues ; 412 s’il y en a une autre */
  readonly concurrentes_vues?: string[] | undefined
}

/** Demande d’un client : exactement un de client_id, rccm, ncc */
export interface DemandeReservation {
  /** Client */
  readonly client_id?: string | undefined
  /** Numéro au registre du commerce */
  readonly rccm?: string | undefined
  /** Numéro de compte contribuable */
  readonly ncc?: string | undefined
  /** Partenaire */
  readonly partenaire_id?: string | undefined
}

/** Personne qui a demandé */
export interface Demandeur {
  /** Prénom */
  readonly prenom: string
  /** Nom */
  readonly nom: string
}

/** Document à vérifier, avec un fichier déposé auparavant */
export interface DepotDocument {
  /** Type du document */
  readonly type_document_id: string
  /** Fichier déposé */
  readonly fichier_id: string
  /** Émission. Date AAAA-MM-JJ */
  readonly date_emission?: string | undefined
  /** Expiration ; ensuite le document est `expire`. Date AAAA-MM-JJ */
  readonly date_expiration?: string | undefined
}

/** Document de conformité, avec le partenaire et ce qu’il faut savoir pour le vérifier */
export interface DocumentKycDetail {
  /** Identifiant */
  readonly id: string
  /** Organisation de rattachement */
  readonly organisation_id: string
  /** Type du document */
  readonly type_document_id: string
  /** Fichier déposé */
  readonly fichier_id: string
  /** Émission. Date AAAA-MM-JJ */
  readonly date_emission: string | null
  /** Expiration ; ensuite le document est `expire`. Date AAAA-MM-JJ */
  readonly date_expiration: string | null
  /** État d'un document KYC */
  readonly statut: StatutDocument
  /** Raison du rejet, du complément demandé ou de l'expiration */
  readonly motif: string | null
  /** Utilisateur qui a vérifié le document */
  readonly verifie_par: string | null
  /** Vérification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly verifie_le: string | null
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
  /** Type du document */
  readonly type_document: TypeDocument
  /** Fichier déposé */
  readonly fichier: FichierResume
  readonly partenaire: PartenaireResume
  /** Vrai quand l’antivirus a bloqué le fichier */
  readonly infecte: boolean
  /** Vrai quand un document valide expire dans les trente jours */
  readonly expire_bientot: boolean
  /** Vrai quand un document du même type a déjà été valide */
  readonly renouvellement: boolean
}

/** Ce que le dossier KYC d’un partenaire demande */
export interface DossierKyc {
  /** Types de documents obligatoires sans document valide ni à vérifier */
  readonly manquants: number
  /** Documents qui attendent leur vérification */
  readonly a_verifier: number
  /** Documents valides qui expirent dans les trente jours, sans renouvellement */
  readonly expirent: number
}

/** Ce qu’une fiche proche a de comparable */
export interface FicheProche {
  /** Identifiant */
  readonly id: string
  /** Nom de la société */
  readonly raison_sociale: string
  /** Numéro au registre du commerce */
  readonly rccm: string | null
  /** Numéro de compte contribuable */
  readonly ncc: string | null
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Adresses électroniques de ses contacts, le principal en premier */
  readonly emails: string[]
  /** État d'un client */
  readonly statut: StatutClient
}

/** Libellé français de chaque valeur, par énumération */
export interface Libelles {
  readonly TypeOrganisation: { readonly operateur: string; readonly partenaire: string; readonly client: string; readonly tiers: string }
  readonly StatutOrganisation: { readonly active: string; readonly suspendue: string; readonly fermee: string }
  readonly TypeZone: { readonly region: string; readonly departement: string; readonly ville: string; readonly commune: string }
  readonly ModeVersement: { readonly virement: string; readonly mobile_money: string; readonly portefeuille: string }
  readonly StatutPartenaire: { readonly candidat: string; readonly en_verification: string; readonly a_completer: string; readonly rejete: string; readonly valide: string; readonly actif: string; readonly suspendu: string }
  readonly StatutContratCadre: { readonly genere: string; readonly envoye: string; readonly signe: string; readonly expire: string; readonly resilie: string }
  readonly CibleDocument: { readonly partenaire: string; readonly client: string }
  readonly StatutScan: { readonly en_attente: string; readonly sain: string; readonly infecte: string }
  readonly StatutDocument: { readonly depose: string; readonly valide: string; readonly a_completer: string; readonly rejete: string; readonly expire: string }
  readonly OrigineClient: { readonly partenaire: string; readonly direct: string; readonly import: string }
  readonly StatutClient: { readonly prospect: string; readonly reservation_demandee: string; readonly reserve: string; readonly actif: string; readonly inactif: string }
  readonly StatutKyc: { readonly a_fournir: string; readonly en_verification: string; readonly conforme: string; readonly a_completer: string; readonly rejete: string }
  readonly StatutSite: { readonly a_qualifier: string; readonly a_installer: string; readonly installe: string; readonly actif: string; readonly suspendu: string; readonly resilie: string }
  readonly StatutReservation: { readonly demandee: string; readonly conflit: string; readonly validee: string; readonly refusee: string; readonly annulee: string }
  readonly ResultatDoublon: { readonly aucun: string; readonly doublon_potentiel: string; readonly conflit: string }
  readonly CritereDoublon: { readonly raison_sociale_proche: string; readonly telephone_identique: string; readonly email_contact_identique: string; readonly rccm_identique: string; readonly ncc_identique: string }
  readonly PeriodeForfait: { readonly hebdomadaire: string; readonly mensuelle: string; readonly trimestrielle: string; readonly semestrielle: string; readonly annuelle: string }
  readonly StatutSante: { readonly ok: string; readonly degrade: string }
}

/** Lien signé vers un fichier, valable cinq minutes */
export interface LienFichier {
  /** Adresse du fichier, à ouvrir sans jeton */
  readonly url: string
  /** Fin de validité du lien. Instant ISO 8601 en UTC, à la milliseconde */
  readonly expire_le: string
}

/** Ce qui change d’un client */
export interface ModificationClient {
  /** Nom de la société */
  readonly raison_sociale?: string | undefined
  /** Forme juridique */
  readonly forme_juridique?: string | null | undefined
  /** Numéro au registre du commerce */
  readonly rccm?: string | null | undefined
  /** Numéro de compte contribuable */
  readonly ncc?: string | null | undefined
  /** Secteur d'activité */
  readonly secteur_id?: string | null | undefined
  /** Adresse de facturation */
  readonly adresse_facturation?: string | null | undefined
  /** Ville */
  readonly ville?: string | null | undefined
  /** Zone géographique */
  readonly zone_id?: string | null | undefined
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone?: string | null | undefined
  /** Adresse électronique */
  readonly email?: string | null | undefined
  /** Client autorisé à payer après usage */
  readonly credit_approuve?: boolean | undefined
  /** Plafond d'encours autorisé. Montant en francs CFA (XOF), sans décimale */
  readonly plafond_encours?: number | null | undefined
  /** Vrai quand la personne a comparé les fiches proches et que c’est une autre société */
  readonly confirmer_doublon?: boolean | undefined
}

/** Ce qui change d’un contact */
export interface ModificationContact {
  /** Prénom */
  readonly prenom?: string | undefined
  /** Nom */
  readonly nom?: string | undefined
  /** Fonction dans la société */
  readonly fonction?: string | null | undefined
  /** Adresse électronique */
  readonly email?: string | null | undefined
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone?: string | null | undefined
  readonly principal?: boolean | undefined
}

/** Ce qui change d’un site */
export interface ModificationSite {
  /** Nom affiché */
  readonly libelle?: string | undefined
  /** Adresse */
  readonly adresse?: string | null | undefined
  /** Ville */
  readonly ville?: string | null | undefined
  /** Zone géographique */
  readonly zone_id?: string | null | undefined
  /** Latitude GPS */
  readonly latitude?: number | null | undefined
  /** Longitude GPS */
  readonly longitude?: number | null | undefined
  /** Interlocuteur sur place */
  readonly contact_id?: string | null | undefined
  /** État d'un site */
  readonly statut?: StatutSite | undefined
}

/** Ce qu’une personne a fait en une fois */
export interface Mouvement {
  /** Identifiant */
  readonly id: string
  /** Ce qui a été fait */
  readonly geste: string
  /** Quand. Instant ISO 8601 en UTC, à la milliseconde */
  readonly fait_le: string
  /** Qui ; null : une personne de l’opérateur, ou le service lui-même */
  readonly auteur: Demandeur | null
  /** Type d'organisation */
  readonly type_auteur: TypeOrganisation | null
  /** Ce qui a changé, élément par élément */
  readonly changements: Changement[]
}

/** Le nom de ce qu’un identifiant désigne */
export interface NomAffiche {
  /** Identifiant */
  readonly id: string
  /** Ce que l’identifiant désigne */
  readonly nature: 'client' | 'contact' | 'site' | 'partenaire' | 'organisation' | 'utilisateur' | 'offre' | 'zone_geographique' | 'secteur_activite' | 'type_document'
  /** Nom affiché */
  readonly nom: string
}

/** Les noms demandés, sans ce que vous ne pouvez pas lire */
export interface Noms {
  readonly donnees: NomAffiche[]
}

/** Client à créer */
export interface NouveauClient {
  /** Nom de la société */
  readonly raison_sociale: string
  /** Forme juridique */
  readonly forme_juridique?: string | null | undefined
  /** Numéro au registre du commerce */
  readonly rccm?: string | null | undefined
  /** Numéro de compte contribuable */
  readonly ncc?: string | null | undefined
  /** Secteur d'activité */
  readonly secteur_id?: string | null | undefined
  /** Adresse de facturation */
  readonly adresse_facturation?: string | null | undefined
  /** Ville */
  readonly ville?: string | null | undefined
  /** Zone géographique */
  readonly zone_id?: string | null | undefined
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone?: string | null | undefined
  /** Adresse électronique */
  readonly email?: string | null | undefined
  /** Interlocuteurs, le principal en premier */
  readonly contacts?: NouveauContact[] | undefined
  /** Sites */
  readonly sites?: SiteInitial[] | undefined
  /** Vrai quand la personne a comparé les fiches proches et que c’est une autre société */
  readonly confirmer_doublon?: boolean | undefined
}

/** Contact d'un client */
export interface NouveauContact {
  /** Prénom */
  readonly prenom: string
  /** Nom */
  readonly nom: string
  /** Fonction dans la société */
  readonly fonction?: string | null | undefined
  /** Adresse électronique */
  readonly email?: string | null | undefined
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone?: string | null | undefined
  readonly principal?: boolean | undefined
}

/** Site d'un client */
export interface NouveauSite {
  /** Nom affiché */
  readonly libelle: string
  /** Adresse */
  readonly adresse?: string | null | undefined
  /** Ville */
  readonly ville?: string | null | undefined
  /** Zone géographique */
  readonly zone_id?: string | null | undefined
  /** Latitude GPS */
  readonly latitude?: number | null | undefined
  /** Longitude GPS */
  readonly longitude?: number | null | undefined
  /** Interlocuteur sur place */
  readonly contact_id?: string | null | undefined
}

/** Ce qui empêche l’action, et son état */
export interface Obstacle {
  readonly statut: string | null
  /** Utilisateur qui a décidé */
  readonly traitee_par?: string | null | undefined
  /** Décision. Instant ISO 8601 en UTC, à la milliseconde */
  readonly traitee_le?: string | null | undefined
  /** Réservation concurrente */
  readonly reservation_id?: string | undefined
}

/** Ce qui départage les partenaires qui demandent un même client */
export interface PartenaireConcurrent {
  /** Identifiant */
  readonly id: string
  /** Nombre de clients qu’il gère */
  readonly clients_geres: number
  /** Zones couvertes ; null sans la permission `partenaires.consulter` */
  readonly zones: ZoneGeographique[] | null
  /** Contrat-cadre en vigueur aujourd'hui ; null s’il n’y en a pas, ou sans la permission `partenaires.consulter` */
  readonly contrat_cadre: ContratCadre | null
}

/** Partenaire, avec ce que son dossier KYC demande */
export interface PartenaireKyc {
  /** Identifiant */
  readonly id: string
  /** Organisation de rattachement */
  readonly organisation_id: string
  /** Nom de la société */
  readonly raison_sociale: string
  /** Forme juridique */
  readonly forme_juridique: string | null
  /** Numéro au registre du commerce */
  readonly rccm: string | null
  /** Numéro de compte contribuable */
  readonly ncc: string | null
  /** Adresse */
  readonly adresse: string | null
  /** Ville */
  readonly ville: string | null
  /** Zone principale */
  readonly zone_principale_id: string | null
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone: string | null
  /** Adresse électronique */
  readonly email: string | null
  /** Nombre de commerciaux */
  readonly capacite_commerciale: number | null
  /** Mode de versement des commissions */
  readonly mode_versement: ModeVersement
  /** Relevé d'identité bancaire, pour un versement par virement */
  readonly rib: string | null
  /** Numéro du versement mobile */
  readonly numero_mobile_money: string | null
  /** Logo, pour les devis aux deux marques */
  readonly logo_fichier_id: string | null
  /** Présentation publique, visible après modération */
  readonly presentation: string | null
  /** Présentation publiée */
  readonly profil_publie: boolean
  /** État d'un partenaire */
  readonly statut: StatutPartenaire
  /** Utilisateur de l'opérateur qui a activé le partenaire */
  readonly valide_par: string | null
  /** Activation. Instant ISO 8601 en UTC, à la milliseconde */
  readonly valide_le: string | null
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
  /** Ce que son dossier KYC demande */
  readonly kyc: DossierKyc
}

/** Ce que l’on sait d’une société */
export interface QuestionDoublon {
  /** Nom de la société */
  readonly raison_sociale?: string | undefined
  /** Numéro au registre du commerce */
  readonly rccm?: string | undefined
  /** Numéro de compte contribuable */
  readonly ncc?: string | undefined
  /** Un téléphone au format +225 suivi de 10 chiffres (8 avant 2021) */
  readonly telephone?: string | undefined
  /** Adresses électroniques de la société et de ses contacts */
  readonly emails?: string[] | undefined
}

/** Listes de référence et libellés des valeurs */
export interface References {
  /** Toutes les zones */
  readonly zones: ZoneGeographique[]
  /** Tous les secteurs */
  readonly secteurs: SecteurActivite[]
  /** Types de document */
  readonly types_document: TypeDocument[]
  /** Libellé de chaque valeur de chaque énumération */
  readonly libelles: Libelles
}

/** Réservation avec le client, le partenaire et la personne qui a demandé */
export interface ReservationDetail {
  /** Identifiant */
  readonly id: string
  /** Client */
  readonly client_id: string
  /** Partenaire demandeur */
  readonly partenaire_id: string
  /** Utilisateur qui a fait la demande */
  readonly demandee_par: string
  /** État d'une réservation : à valider, conflit à arbitrer, validée, refusée, annulée */
  readonly statut: StatutReservation
  /** Contrôle de doublon fait à la demande, ou null */
  readonly doublons_detectes: ControleDoublon | null
  /** Raison du refus ou de l'annulation */
  readonly motif_decision: string | null
  /** Utilisateur qui a décidé */
  readonly traitee_par: string | null
  /** Décision. Instant ISO 8601 en UTC, à la milliseconde */
  readonly traitee_le: string | null
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
  readonly client: ClientDemande
  readonly partenaire: PartenaireResume
  /** Personne qui a demandé ; null pour un partenaire, quand l’opérateur a demandé pour lui */
  readonly demandeur: Demandeur | null
  /** Autres demandes en attente sur ce client ; null pour un partenaire */
  readonly concurrentes: number | null
}

/** Réservation, sans son contrôle de doublon : il se lit quand on l’ouvre */
export interface ReservationSuivie {
  /** Identifiant */
  readonly id: string
  /** Client */
  readonly client_id: string
  /** Partenaire */
  readonly partenaire_id: string
  /** Utilisateur qui a fait la demande */
  readonly demandee_par: string
  /** État d'une réservation : à valider, conflit à arbitrer, validée, refusée, annulée */
  readonly statut: StatutReservation
  /** Raison du refus ou de l'annulation */
  readonly motif_decision: string | null
  /** Utilisateur qui a décidé */
  readonly traitee_par: string | null
  /** Décision. Instant ISO 8601 en UTC, à la milliseconde */
  readonly traitee_le: string | null
  /** Création. Instant ISO 8601 en UTC, à la milliseconde */
  readonly cree_le: string
  /** Dernière modification. Instant ISO 8601 en UTC, à la milliseconde */
  readonly modifie_le: string
}

/** Site du nouveau client */
export interface SiteInitial {
  /** Nom affiché */
  readonly libelle: string
  /** Adresse */
  readonly adresse?: string | null | undefined
  /** Ville */
  readonly ville?: string | null | undefined
  /** Zone géographique */
  readonly zone_id?: string | null | undefined
  /** Latitude GPS */
  readonly latitude?: number | null | undefined
  /** Longitude GPS */
  readonly longitude?: number | null | undefined
  /** Rang du contact du site parmi les contacts, à partir de 0 */
  readonly contact?: number | null | undefined
}

/** Les chiffres de l’accueil */
export interface TableauDeBord {
  /** Les chiffres, dans un ordre stable */
  readonly chiffres: Chiffre[]
}

/** Résultat d’une vérification ; une validation peut corriger les dates */
export interface VerificationDocument {
  /** Résultat de la vérification */
  readonly statut: 'valide' | 'a_completer' | 'rejete'
  /** Raison du rejet, du complément demandé ou de l'expiration. Motif, lu par le partenaire */
  readonly motif?: string | undefined
  /** Émission. Date AAAA-MM-JJ */
  readonly date_emission?: string | undefined
  /** Expiration ; ensuite le document est `expire`. Date AAAA-MM-JJ */
  readonly date_expiration?: string | undefined
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
  readonly cle_requise: null
  readonly double_authentification_requise: null
  readonly lien_invalide: null
  readonly etat_incompatible: Obstacle | null
  readonly requete_en_cours: null
  readonly client_existant: { readonly client_id: string | null }
  readonly doublon_detecte: ControleDoublon
  readonly contact_utilise: { readonly sites: string[] }
  readonly client_reserve: null
  readonly limite_atteinte: { readonly maximum: number }
  readonly contenu_absent: null
  readonly jeton_perime: null
  readonly version_perimee: { readonly modifie_le: string }
  readonly corps_trop_grand: { readonly taille_max_octets: number }
  readonly type_non_accepte: null
  readonly intervalle_invalide: null
  readonly cle_deja_utilisee: null
  readonly version_requise: null
}

/** Paramètres de listerPartenaires */
export interface ListerPartenairesQuery {
  /** Numéro de la page */
  readonly page?: number | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
  /** Mots cherchés dans raison_sociale, rccm ou ncc, sans tenir compte des accents ni de la casse ; tous les mots doivent être présents */
  readonly recherche?: string | undefined
  /** État d'un partenaire */
  readonly statut?: StatutPartenaire | undefined
  /** Partenaires qui couvrent cette zone */
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
  /** Mots cherchés dans raison_sociale, rccm ou ncc, sans tenir compte des accents ni de la casse ; tous les mots doivent être présents */
  readonly recherche?: string | undefined
  /** État d'un client */
  readonly statut?: StatutClient | undefined
  /** État du dossier KYC d'un client */
  readonly statut_kyc?: StatutKyc | undefined
  /** Clients que ce partenaire gère */
  readonly partenaire_id?: string | undefined
  /** Clients de ce secteur d'activité */
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
  /** Demandes de ce partenaire */
  readonly partenaire_id?: string | undefined
  /** Demandes sur ce client */
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
  /** Forfaits de ce volume, en gigaoctets */
  readonly volume_go?: number | undefined
  /** `true` : les forfaits en vente seulement */
  readonly actif?: boolean | undefined
}

/** Paramètres de listerFileReservations */
export interface ListerFileReservationsQuery {
  /** Numéro de la page */
  readonly page?: number | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
  /** Mots cherchés dans raison_sociale, rccm ou ncc, sans tenir compte des accents ni de la casse ; tous les mots doivent être présents */
  readonly recherche?: string | undefined
  /** Vrai : celles qui restent à décider ; faux : les autres */
  readonly en_attente?: boolean | undefined
  /** État d'une réservation : à valider, conflit à arbitrer, validée, refusée, annulée */
  readonly statut?: StatutReservation | undefined
  /** Résultat du contrôle de doublon */
  readonly resultat?: ResultatDoublon | undefined
  /** Partenaire */
  readonly partenaire_id?: string | undefined
  /** Client */
  readonly client_id?: string | undefined
  /** Les plus anciennes en premier (par défaut), ou les plus récentes */
  readonly tri?: 'anciennes' | 'recentes' | undefined
}

/** Paramètres de lireHistoriqueReservation */
export interface LireHistoriqueReservationQuery {
  /** Numéro de la page */
  readonly page?: number | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
}

/** Paramètres de lireHistoriqueClient */
export interface LireHistoriqueClientQuery {
  /** Numéro de la page */
  readonly page?: number | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
}

/** Paramètres de listerDossiersKyc */
export interface ListerDossiersKycQuery {
  /** Numéro de la page */
  readonly page?: number | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
  /** Mots cherchés dans raison_sociale, rccm ou ncc, sans tenir compte des accents ni de la casse ; tous les mots doivent être présents */
  readonly recherche?: string | undefined
  /** État d'un partenaire */
  readonly statut?: StatutPartenaire | undefined
  /** Zone géographique */
  readonly zone_id?: string | undefined
  /** Ce que son dossier KYC demande */
  readonly kyc?: 'complet' | 'a_completer' | 'a_verifier' | 'expire_bientot' | undefined
}

/** Paramètres de listerDocumentsAVerifier */
export interface ListerDocumentsAVerifierQuery {
  /** Numéro de la page */
  readonly page?: number | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
  /** État d'un document KYC */
  readonly statut?: StatutDocument | undefined
  /** Partenaire */
  readonly partenaire_id?: string | undefined
}

/** Paramètres de lireHistoriqueDocumentKyc */
export interface LireHistoriqueDocumentKycQuery {
  /** Numéro de la page */
  readonly page?: number | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
}

/** Paramètres de listerNoms */
export interface ListerNomsQuery {
  /** Identifiants, séparés par des virgules, 100 au plus */
  readonly ids: string[]
}

/** Paramètres de listerChangements */
export interface ListerChangementsQuery {
  /** Le dernier jeton reçu ; absent : tout depuis le début */
  readonly depuis?: string | undefined
  /** Nombre maximal d'éléments par page */
  readonly taille?: number | undefined
}

/** Une fonction par opération du contrat, et par lecture de l’extension */
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
  /** Réservations à traiter, les plus anciennes en premier */
  readonly listerFileReservations: (query?: ListerFileReservationsQuery, options?: Options) => Promise<Page<ReservationDetail>>
  /** Une réservation, avec le client, le partenaire et la personne qui a demandé */
  readonly lireReservation: (id: string, options?: Options) => Promise<ReservationDetail>
  /** De quoi comparer une demande aux fiches proches et aux demandes concurrentes */
  readonly lireComparaison: (id: string, options?: Options) => Promise<ComparaisonReservation>
  /** Ce qui a été fait à une réservation, le plus récent en premier */
  readonly lireHistoriqueReservation: (id: string, query?: LireHistoriqueReservationQuery, options?: Options) => Promise<Page<Mouvement>>
  /** Ce qui a été fait à un client, le plus récent en premier */
  readonly lireHistoriqueClient: (id: string, query?: LireHistoriqueClientQuery, options?: Options) => Promise<Page<Mouvement>>
  /** Partenaires, par raison sociale, avec ce que leur dossier KYC demande */
  readonly listerDossiersKyc: (query?: ListerDossiersKycQuery, options?: Options) => Promise<Page<PartenaireKyc>>
  /** Documents KYC à vérifier, les plus anciens en premier */
  readonly listerDocumentsAVerifier: (query?: ListerDocumentsAVerifierQuery, options?: Options) => Promise<Page<DocumentKycDetail>>
  /** Un document KYC, avec le partenaire */
  readonly lireDocumentKyc: (id: string, options?: Options) => Promise<DocumentKycDetail>
  /** Ce qui a été fait à un document KYC, le plus récent en premier */
  readonly lireHistoriqueDocumentKyc: (id: string, query?: LireHistoriqueDocumentKycQuery, options?: Options) => Promise<Page<Mouvement>>
  /** Les chiffres de l’accueil */
  readonly lireTableauDeBord: (options?: Options) => Promise<TableauDeBord>
  /** Les noms de ce que des identifiants désignent, dans l’ordre demandé */
  readonly listerNoms: (query: ListerNomsQuery, options?: Options) => Promise<Noms>
  /** Zones, secteurs, types de document, et le libellé de chaque valeur */
  readonly lireReferences: (options?: Options) => Promise<References>
  /** Ce qui a changé depuis un jeton, pour les applications qui gardent une copie */
  readonly listerChangements: (query?: ListerChangementsQuery, options?: Options) => Promise<Changements>
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
  listerFileReservations: { path: '/extension/v1/reservations', query: true },
  lireReservation: { path: '/extension/v1/reservations/{id}' },
  lireComparaison: { path: '/extension/v1/reservations/{id}/comparaison' },
  lireHistoriqueReservation: { path: '/extension/v1/reservations/{id}/historique', query: true },
  lireHistoriqueClient: { path: '/extension/v1/clients/{id}/historique', query: true },
  listerDossiersKyc: { path: '/extension/v1/partenaires', query: true },
  listerDocumentsAVerifier: { path: '/extension/v1/documents-kyc', query: true },
  lireDocumentKyc: { path: '/extension/v1/documents-kyc/{id}' },
  lireHistoriqueDocumentKyc: { path: '/extension/v1/documents-kyc/{id}/historique', query: true },
  lireTableauDeBord: { path: '/extension/v1/tableau-de-bord' },
  listerNoms: { path: '/extension/v1/noms', query: true },
  lireReferences: { path: '/extension/v1/references' },
  listerChangements: { path: '/extension/v1/changements', query: true },
}

/** Une fonction par action ; `Versioned` porte la version que la personne a lue */
export interface Actions<Options, Versioned> {
  /** Cherche les fiches proches d’une société, sans rien enregistrer */
  readonly controlerDoublon: (body: QuestionDoublon, options?: Options) => Promise<ControleDoublon>
  /** Crée un client, avec ses contacts et ses sites */
  readonly creerClient: (body: NouveauClient, options?: Options) => Promise<ClientDetail>
  /** Modifie un client */
  readonly modifierClient: (id: string, body: ModificationClient, options: Versioned) => Promise<ClientDetail>
  /** Ajoute un contact à un client */
  readonly ajouterContact: (id: string, body: NouveauContact, options?: Options) => Promise<Contact>
  /** Modifie un contact */
  readonly modifierContact: (id: string, contact_id: string, body: ModificationContact, options: Versioned) => Promise<Contact>
  /** Retire un contact */
  readonly retirerContact: (id: string, contact_id: string, options: Versioned) => Promise<undefined>
  /** Ajoute un site à un client */
  readonly ajouterSite: (id: string, body: NouveauSite, options?: Options) => Promise<Site>
  /** Modifie un site */
  readonly modifierSite: (id: string, site_id: string, body: ModificationSite, options: Versioned) => Promise<Site>
  /** Demande la réservation d’un client */
  readonly demanderReservation: (body: DemandeReservation, options?: Options) => Promise<Reservation>
  /** Valide ou refuse une réservation en attente */
  readonly deciderReservation: (id: string, body: DecisionReservation, options: Versioned) => Promise<Reservation>
  /** Annule une réservation en attente */
  readonly annulerReservation: (id: string, body: AnnulationReservation, options: Versioned) => Promise<Reservation>
  /** Dépose un fichier : PDF, JPEG, PNG ou WebP */
  readonly deposerFichier: (file: Blob, options?: Options) => Promise<FichierResume>
  /** Dépose un document KYC d’un partenaire */
  readonly deposerDocumentKyc: (id: string, body: DepotDocument, options?: Options) => Promise<DocumentKyc>
  /** Donne un lien de cinq minutes vers le fichier d’un document */
  readonly lierFichier: (id: string, options?: Options) => Promise<LienFichier>
  /** Valide un document KYC, le rejette ou demande de le compléter */
  readonly verifierDocumentKyc: (id: string, body: VerificationDocument, options: Versioned) => Promise<DocumentKyc>
}

/** Où chaque action se fait, si elle exige la version lue, si elle se passe de contenu ou de clé, si son contenu est un fichier */
export const actions: Record<keyof Actions<unknown, unknown>, { method: string; path: string; versioned?: true; empty?: true; keyless?: true; binary?: true }> = {
  controlerDoublon: { method: 'POST', path: '/extension/v1/clients/controle-doublon', keyless: true },
  creerClient: { method: 'POST', path: '/extension/v1/clients' },
  modifierClient: { method: 'PATCH', path: '/extension/v1/clients/{id}', versioned: true },
  ajouterContact: { method: 'POST', path: '/extension/v1/clients/{id}/contacts' },
  modifierContact: { method: 'PATCH', path: '/extension/v1/clients/{id}/contacts/{contact_id}', versioned: true },
  retirerContact: { method: 'DELETE', path: '/extension/v1/clients/{id}/contacts/{contact_id}', versioned: true, empty: true },
  ajouterSite: { method: 'POST', path: '/extension/v1/clients/{id}/sites' },
  modifierSite: { method: 'PATCH', path: '/extension/v1/clients/{id}/sites/{site_id}', versioned: true },
  demanderReservation: { method: 'POST', path: '/extension/v1/reservations' },
  deciderReservation: { method: 'POST', path: '/extension/v1/reservations/{id}/decision', versioned: true },
  annulerReservation: { method: 'POST', path: '/extension/v1/reservations/{id}/annulation', versioned: true },
  deposerFichier: { method: 'POST', path: '/extension/v1/fichiers', binary: true },
  deposerDocumentKyc: { method: 'POST', path: '/extension/v1/partenaires/{id}/documents-kyc' },
  lierFichier: { method: 'POST', path: '/extension/v1/fichiers/{id}/lien', empty: true, keyless: true },
  verifierDocumentKyc: { method: 'POST', path: '/extension/v1/documents-kyc/{id}/verification', versioned: true },
}
