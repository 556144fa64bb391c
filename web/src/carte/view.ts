import { type PointerEvent, useRef, useState } from 'react'
import type { Spot } from './spread.ts'

/** The size of the drawing of the whole country. */
export const WIDTH = 420
export const HEIGHT = 440

const FARTHEST = 1
const CLOSEST = 256

/** The part of the drawing that is shown. */
interface View {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly scale: number
}

const middleOf = (spots: readonly Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
})

/** What is shown of the map: it comes closer around the sites, and is drawn along by the pointer. */
export function useView(spots: readonly Spot[]) {
  const [scale, setScale] = useState(FARTHEST)
  const [centre, setCentre] = useState<Spot>({ x: WIDTH / 2, y: HEIGHT / 2 })
  const start = useRef<{ readonly at: Spot; readonly centre: Spot } | null>(null)
  const moved = useRef(false)
  const [width, height] = [WIDTH / scale, HEIGHT / scale]
  const inside = (value: number, most: number, part: number) =>
    Math.min(most - part / 2, Math.max(part / 2, value))
  const x = inside(centre.x, WIDTH, width) - width / 2
  const y = inside(centre.y, HEIGHT, height) - height / 2

  const zoom = (factor: number) => {
    const next = Math.min(CLOSEST, Math.max(FARTHEST, scale * factor))
    if (scale === FARTHEST && spots.length > 0) setCentre(middleOf(spots))
    setScale(next)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      moved.current = false
      start.current = {
        at: { x: event.clientX, y: event.clientY },
        centre: { x: x + width / 2, y: y + height / 2 },
      }
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      if (start.current === null || scale === FARTHEST) return
      const { at, centre: from } = start.current
      const [dx, dy] = [event.clientX - at.x, event.clientY - at.y]
      if (!moved.current && Math.hypot(dx, dy) < 4) return
      moved.current = true
      const perPixel = width / event.currentTarget.getBoundingClientRect().width
      setCentre({ x: from.x - dx * perPixel, y: from.y - dy * perPixel })
    },
    onPointerUp: () => {
      start.current = null
    },
    onPointerLeave: () => {
      start.current = null
    },
  }
  const view: View = { x, y, width, height, scale }
  return { view, zoom, drag: { handlers, moved: () => moved.current } }
}
