/** A mark and its position. */
export interface Spot {
  readonly x: number
  readonly y: number
}

const ROUNDS = 60

interface Area extends Spot {
  readonly width: number
  readonly height: number
}

/** Moves overlapping marks apart, each as little as possible; those inside the shown area stay inside. */
export function spread(spots: readonly Spot[], apart: number, area: Area): Spot[] {
  const tiny = apart / 2000
  const placed = spots.map(({ x, y }, index) => ({ x: x + tiny * index, y: y - tiny * index }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, a] of placed.entries()) {
      for (const b of placed.slice(index + 1)) {
        const [dx, dy] = [b.x - a.x, b.y - a.y]
        const distance = Math.hypot(dx, dy) || tiny
        const push = (apart - distance) / 2
        if (push <= 0) continue
        a.x -= (dx / distance) * push
        a.y -= (dy / distance) * push
        b.x += (dx / distance) * push
        b.y += (dy / distance) * push
      }
      if (!isInside(spots[index], area)) continue
      a.x = Math.min(area.x + area.width - apart / 2, Math.max(area.x + apart / 2, a.x))
      a.y = Math.min(area.y + area.height - apart / 2, Math.max(area.y + apart / 2, a.y))
    }
  }
  return placed
}

const isInside = (spot: Spot | undefined, { x, y, width, height }: Area): boolean =>
  spot !== undefined && spot.x >= x && spot.x <= x + width && spot.y >= y && spot.y <= y + height
