/** Why a dependency could not be reached, and what to do. */
interface Unreached {
  readonly why: string
  readonly remedy: string
  readonly code: string | null
}

type Fault = Error & { code?: string; errors?: Fault[]; cause?: unknown }

const authority: [string, string] = [
  "son certificat vient d'une autorité que Node ne connaît pas",
  'Donnez le certificat de votre autorité avec NODE_EXTRA_CA_CERTS=/chemin/autorite.pem, puis relancez.',
]

/** Causes by the code of Node, TLS or PostgreSQL. */
const known: Record<string, [why: string, remedy: string]> = {
  ECONNREFUSED: [
    "aucun serveur n'écoute à cette adresse",
    'Démarrez ce serveur, ou corrigez l’adresse dans la configuration.',
  ],
  ENOENT: [
    "il n'y a pas de socket à cet endroit",
    'Démarrez ce serveur, ou corrigez le dossier de son socket.',
  ],
  ENOTFOUND: ["ce nom n'est connu d'aucun DNS", 'Corrigez le nom, ou le DNS de cette machine.'],
  EAI_AGAIN: ['le DNS ne répond pas', 'Vérifiez le réseau et le DNS de cette machine.'],
  EHOSTUNREACH: ['aucune route ne mène à cette machine', 'Vérifiez le réseau et le pare-feu.'],
  ENETUNREACH: ['aucune route ne mène à ce réseau', 'Vérifiez le réseau et le pare-feu.'],
  ETIMEDOUT: ['aucune réponse à temps', 'Vérifiez que la machine tourne et que le pare-feu laisse passer.'],
  ECONNRESET: ['la connexion a été coupée', 'Lisez le journal de ce serveur, ou du proxy placé devant lui.'],
  '28P01': ['le mot de passe est refusé', 'Corrigez le mot de passe dans la configuration.'],
  '28000': [
    'ce compte est refusé',
    'Ajoutez sslmode=verify-full à cette adresse si pg_hba.conf exige TLS (hostssl) ; sinon autorisez-y ce compte et cette machine.',
  ],
  '3D000': ["cette base n'existe pas", 'Créez-la, ou corrigez son nom dans la configuration.'],
  '42501': ['ce compte n’a pas le droit de s’y connecter', 'Donnez-lui le droit CONNECT sur la base.'],
  '53300': ['toutes les connexions sont prises', 'Augmentez max_connections, ou baissez DATABASE_POOL.'],
  '57P03': ['le serveur démarre ou s’arrête', 'Attendez un instant, puis relancez.'],
  '08P01': [
    'un répartiteur de connexions comme PgBouncer refuse nos réglages',
    'Donnez l’adresse de PostgreSQL lui-même (docs/operations.md).',
  ],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: authority,
  UNABLE_TO_GET_ISSUER_CERT: authority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: authority,
  SELF_SIGNED_CERT_IN_CHAIN: authority,
  DEPTH_ZERO_SELF_SIGNED_CERT: authority,
  CERT_HAS_EXPIRED: ['son certificat a expiré', 'Renouvelez-le ; vérifiez aussi l’heure de cette machine.'],
  CERT_NOT_YET_VALID: ["son certificat n'est pas encore valable", 'Vérifiez l’heure de cette machine.'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'son certificat est celui d’un autre nom',
    'Utilisez le nom qui figure dans le certificat, ou obtenez un certificat pour ce nom.',
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: [
    'ce port ne parle pas TLS',
    'Corrigez le port, ou le protocole de l’adresse.',
  ],
}

/** The cause in words; an unknown error is shown as it is. */
export function unreached(error: unknown): Unreached {
  const faults = chainOf(error)
  const code = faults.map((fault) => fault.code).find((one) => one !== undefined && one in known)
  const [why, remedy] = known[code ?? ''] ?? byWords(faults)
  return { why, remedy, code: code ?? faults.find((fault) => fault.code)?.code ?? null }
}

const byWords = (faults: readonly Fault[]): [string, string] => {
  const words = faults.map(({ message }) => message).filter((message) => message !== '')
  if (words.some((message) => /timeout/i.test(message))) return known.ETIMEDOUT as [string, string]
  if (words.some((message) => /does not support SSL/.test(message))) {
    return ['ce serveur ne parle pas TLS', 'Activez ssl dans PostgreSQL, ou retirez sslmode de l’adresse.']
  }
  if (words.some((message) => /NOAUTH|WRONGPASS/.test(message))) return known['28P01'] as [string, string]
  return [words.at(-1) ?? 'la raison n’est pas connue', 'Lisez ce message et le journal de ce serveur.']
}

const chainOf = (error: unknown): Fault[] => {
  if (!(error instanceof Error)) return []
  const { cause, errors = [] } = error as Fault
  return [error, ...errors.flatMap(chainOf), ...chainOf(cause)]
}
