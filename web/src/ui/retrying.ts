/** Said while something is sent again by itself. */
export const RETRYING =
  'Le réseau ou le service ne répond pas : nouvel essai automatique. Votre demande ne sera prise en compte qu’une fois.'
