/** A straight line through points, by least squares: how steep, and how sure that is. */
interface Trend {
  readonly slope: number
  readonly standardError: number
}

export function trendOf(points: readonly (readonly [x: number, y: number])[]): Trend {
  const n = points.length
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / n
  const [middleX, middleY] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0) / spread
  const left = points.reduce((sum, [x, y]) => sum + (y - middleY - slope * (x - middleX)) ** 2, 0)
  return { slope, standardError: Math.sqrt(left / (n - 2) / spread) }
}
