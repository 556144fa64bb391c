/** Limits that whoever tries other things never meets. */
export const unlimited = {
  RATE_LIMIT_USER: '1000000000',
  RATE_LIMIT_ADDRESS: '1000000000',
  CONNECTIONS_PER_ADDRESS: '10000',
}

/** The same for who acts. */
export const unlimitedActions = {
  RATE_LIMIT_ACTIONS: '1000000',
  RATE_LIMIT_DEPOTS: '1000000',
  RATE_LIMIT_QUESTIONS: '1000000',
  RATE_LIMIT_QUESTIONS_JOUR: '1000000',
  RESERVATIONS_EN_ATTENTE_MAX: '100000',
  FICHIERS_EN_ATTENTE_MAX: '1000000',
}

/** A service shares its process or its machine with those who ask here, and much else: neither is overload. */
export const SLACK = 1000
