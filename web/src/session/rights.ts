import type { Moi, Permission } from 'antenne-client'

/** Whether a person holds a right. */
export const may = ({ permissions }: Moi, permission: Permission): boolean => permissions.includes(permission)

const isOperator = ({ organisation }: Moi): boolean => organisation.type === 'operateur'

/** Whether a person decides reservations (A5). */
export const decides = (me: Moi): boolean =>
  isOperator(me) && may(me, 'clients.consulter') && may(me, 'clients.reservation_valider')

/** Whether a person verifies documents (A5). */
export const verifies = (me: Moi): boolean => isOperator(me) && may(me, 'partenaires.documents_verifier')

/** Whether a person reads the figures of the day: those of other organisations would count their own file. */
export const readsFigures = (me: Moi): boolean =>
  may(me, 'tableau_de_bord.consulter') && ['operateur', 'partenaire'].includes(me.organisation.type)

/** Whether a person reads the file of the partner that they belong to. */
export const readsOwnFile = (me: Moi): boolean =>
  me.organisation.type === 'partenaire' && may(me, 'partenaires.consulter')
