interface Place {
  readonly latitude?: number | null
  readonly longitude?: number | null
}

/** A place has both coordinates, or neither: what is wrong, by field. */
export const coordinateFaults = ({ latitude, longitude }: Place, at = ''): Record<string, string> =>
  (latitude == null) === (longitude == null)
    ? {}
    : {
        [`${at}${latitude == null ? 'latitude' : 'longitude'}`]:
          'Donnez latitude et longitude, ou aucune des deux.',
      }
