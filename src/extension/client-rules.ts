interface Place {
  readonly latitude?: number | null
  readonly longitude?: number | null
}

/** A place has both coordinates, or neither. */
export const coordinateFaults = ({ latitude, longitude }: Place, at = ''): Record<string, string> =>
  (latitude == null) === (longitude == null)
    ? {}
    : {
        [`${at}${latitude == null ? 'latitude' : 'longitude'}`]:
          'Donnez latitude et longitude, ou aucune des deux.',
      }

/** A client has one main contact at most. */
export const principalFaults = (
  contacts: readonly { readonly principal?: boolean }[],
): Record<string, string> => {
  const main = contacts.flatMap(({ principal }, index) => (principal === true ? [index] : []))
  return Object.fromEntries(
    main.slice(1).map((index) => [`contacts[${index}].principal`, 'Un seul contact peut être le principal.']),
  )
}
