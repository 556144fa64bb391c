import { Sante } from '../contract/sante.ts'
import { health } from './operation.ts'

/** The state of the service, for anybody. */
export const lireSante = health({
  id: 'lireSante',
  path: '/api/v1/sante',
  permission: null,
  summary: 'État du service',
  description: 'Sans jeton. `degrade` : le service répond, mais une dépendance répond mal.',
  of: Sante,
})
