/** A mark and its position. */
export interface Spot {
  readonly x: number
  readonly y: number
}

const ROUNDS = 60

/** Moves overlapping marks apart, each as little as possible, inside the drawing. */
export function spread(spots: readonly Spot[], apart: number, width: number, height: number): Spot[] {
  const placed = spots.map(({ x, y }, index) => ({ x: x + 0.01 * index, y: y - 0.01 * index }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, a] of placed.entries()) {
      for (const b of placed.slice(index + 1)) {
        const [dx, dy] = [b.x - a.x, b.y - a.y]
        const distance = Math.hypot(dx, dy) || 0.01
        const push = (apart - distance) / 2
        if (push <= 0) continue
        a.x -= (dx / distance) * push
        a.y -= (dy / distance) * push
        b.x += (dx / distance) * push
        b.y += (dy / distance) * push
      }
      a.x = Math.min(width - apart / 2, Math.max(apart / 2, a.x))
      a.y = Math.min(height - apart / 2, Math.max(apart / 2, a.y))
    }
  }
  return placed
}
