import { seconds } from './clock.ts'
import { type Finding, well, worthKnowing, wrong } from './finding.ts'
import type { HeardFacts } from './server.ts'

const SUBJECT = 'Serveurs de la base'
/** A standby with more lag, in seconds, is not used. */
const LONGEST_LAG = 5

/** Compares the servers that answered. */
export function compareServers(servers: readonly HeardFacts[], asked: number): Finding[] {
  if (servers.length === 0) return []
  const clusters = new Set(servers.flatMap(({ grappe }) => grappe ?? []))
  if (clusters.size > 1) {
    const remedy =
      'Corrigez DATABASE_URL et DATABASE_REPLICA_URLS : tous doivent suivre un même serveur principal.'
    return [wrong(SUBJECT, 'Ils ne viennent pas de la même base : leurs identifiants diffèrent.', remedy)]
  }
  const primaries = servers.filter(({ role }) => role === 'serveur principal')
  const [primary] = primaries
  if (primary === undefined) {
    const remedy = 'Attendez la fin de la bascule, ou promouvez une réplique (patronictl failover).'
    return [
      wrong(SUBJECT, 'Aucun n’est le serveur principal : les droits ne peuvent pas être confirmés.', remedy),
    ]
  }
  const lines = new Set(primaries.map(({ ligne_de_temps }) => ligne_de_temps))
  if (lines.size > 1) {
    const remedy = 'Arrêtez celui dont la ligne de temps est la plus basse, puis rattachez-le comme réplique.'
    return [
      wrong(SUBJECT, 'Plusieurs se disent serveur principal, sur des lignes de temps différentes.', remedy),
    ]
  }
  if (new Set(primaries.map(({ serveur }) => serveur)).size > 1) {
    const remedy =
      'Arrêtez celui qui ne doit plus l’être, puis rattachez-le comme réplique (patronictl reinit) : d’ici là aucun n’est utilisé.'
    return [wrong(SUBJECT, 'Plusieurs se disent serveur principal, sur la même ligne de temps.', remedy)]
  }
  const standbys = servers.filter(({ role }) => role === 'réplique')
  return [
    ...standbys.map((standby) => lagFinding(standby, primary)),
    ...(asked > 1 && standbys.length > 0 && primary.synchrone === ''
      ? [
          worthKnowing(
            SUBJECT,
            'La réplication est asynchrone : une bascule peut perdre les dernières écritures.',
            'Pour n’en perdre aucune, activez synchronous_mode dans Patroni (docs/operations.md).',
          ),
        ]
      : []),
  ]
}

function lagFinding(standby: HeardFacts, primary: HeardFacts): Finding {
  const { sujet, position, derniere_s, rejeu_suspendu, recoit } = standby
  const bytes = Math.max(0, primary.position - position)
  const late = bytes === 0 ? 0 : (derniere_s ?? 0)
  const faits = { retard_octets: bytes, retard_s: late }
  if (rejeu_suspendu) {
    const remedy = 'Reprenez-le sur ce serveur : select pg_wal_replay_resume().'
    return wrong(sujet, 'Le rejeu y est suspendu : ses données vieillissent.', remedy, faits)
  }
  if (!recoit && bytes > 0) {
    const remedy = 'Vérifiez primary_conninfo et le journal de ce serveur ; au besoin « patronictl reinit ».'
    return wrong(sujet, 'Cette réplique ne reçoit plus rien du serveur principal.', remedy, faits)
  }
  if (late > LONGEST_LAG && bytes > 0) {
    const remedy =
      'Cherchez ce qui la ralentit (disque, réseau, longue lecture) ; elle sera utilisée dès qu’elle aura rattrapé son retard.'
    return wrong(
      sujet,
      `Retard sur le serveur principal : ${seconds(1000 * late)}, ${bytes} octets.`,
      remedy,
      faits,
    )
  }
  return well(sujet, 'Suit le serveur principal.', faits)
}
