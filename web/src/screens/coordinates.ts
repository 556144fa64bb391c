/** Whether a place may be in Côte d’Ivoire. */
export const isInCountry = (latitude: number, longitude: number): boolean =>
  latitude >= 4 && latitude <= 11 && longitude >= -9 && longitude <= -2

interface Point {
  readonly latitude: string
  readonly longitude: string
}

/** Two numbers in one text, as maps give them: «5.3599, -4.0083». A comma between digits is a decimal one. */
const two = /^\s*(-?\d+(?:[.,]\d+)?)(?:\s*;\s*|,?\s+)(-?\d+(?:[.,]\d+)?)\s*$/
const twoWithPoints = /^\s*(-?\d+\.\d+),(-?\d+\.\d+)\s*$/

/** Both coordinates of a text that is pasted; null where it does not hold two. */
export function pastedPoint(text: string): Point | null {
  const [, latitude, longitude] = two.exec(text) ?? twoWithPoints.exec(text) ?? []
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude }
}
