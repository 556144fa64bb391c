import type { Site } from 'antenne-client'
import { geoMercator, geoPath } from 'd3-geo'
import type { MouseEvent } from 'react'
import { several } from '../format.ts'
import { statutSite } from '../labels.ts'
import outline from './cote-d-ivoire.json'
import { spread } from './spread.ts'
import { HEIGHT, useView, WIDTH } from './view.ts'

const MARK = 20

const country = { type: 'Feature', properties: null, geometry: outline } as GeoJSON.Feature
const projection = geoMercator().fitExtent(
  [
    [14, 10],
    [WIDTH - 14, HEIGHT - 20],
  ],
  country,
)
const border = geoPath(projection)(country) ?? ''

/** A few towns, for orientation. */
const towns = (
  [
    ['Abidjan', -4.0267, 5.3364, 'under'],
    ['Yamoussoukro', -5.2893, 6.8276, 'over'],
    ['Bouaké', -5.0303, 7.6906, 'over'],
    ['Korhogo', -5.6296, 9.458, 'over'],
    ['San-Pédro', -6.6363, 4.7485, 'under'],
    ['Man', -7.5538, 7.4125, 'over'],
    ['Odienné', -7.5643, 9.5051, 'over'],
    ['Daloa', -6.4502, 6.8774, 'over'],
    ['Abengourou', -3.4964, 6.7297, 'over'],
  ] as const
).map(([name, longitude, latitude, side]) => ({
  name,
  side,
  at: projection([longitude, latitude]) ?? [0, 0],
}))

interface PlacedSite {
  readonly site: Pick<Site, 'id' | 'statut' | 'latitude' | 'longitude'>
  /** Its number on the map and in the list. */
  readonly number: number
}

interface CarteProps {
  readonly sites: readonly PlacedSite[]
  /** The highlighted site. */
  readonly active: string | null
  /** Called with the place of a click: the map then places a site. */
  readonly place?: (latitude: number, longitude: number) => void
}

/** Sites on a map of Côte d'Ivoire, drawn here: nothing is fetched. */
export function Carte({ sites, active, place }: CarteProps) {
  const placed = sites.flatMap((entry) => {
    const { latitude, longitude } = entry.site
    const at = latitude === null || longitude === null ? null : projection([longitude, latitude])
    // The poles are nowhere on this map.
    return at === null || !at.every(Number.isFinite) ? [] : [{ ...entry, x: at[0], y: at[1] }]
  })
  const { view, zoom, drag } = useView(placed)
  const { scale } = view
  // Marks keep their size, whatever the scale; those that are side by side there are apart here.
  const marks = spread(placed, (MARK + 2) / scale, view)
  const click = (event: MouseEvent<SVGSVGElement>) => {
    const at = pointOf(event)
    const [longitude, latitude] = (at && projection.invert?.(at)) ?? []
    if (place === undefined || drag.moved() || longitude === undefined || latitude === undefined) return
    place(latitude, longitude)
  }
  return (
    <div className="map">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the coordinates have fields of their own */}
      <svg
        className={place === undefined ? 'carte' : 'carte placing'}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        role="img"
        aria-labelledby="carte-title"
        onClick={click}
        {...drag.handlers}
      >
        <title id="carte-title">
          {`Carte de la Côte d’Ivoire avec ${several(placed.length, 'site')} ; la liste donne leurs positions.`}
        </title>
        <path className="country" d={border} />
        {towns.map(({ name, side, at: [x, y] }) => (
          <g key={name} className="town" transform={`translate(${x} ${y}) scale(${1 / scale})`}>
            <circle r="2" />
            <text y={side === 'over' ? -6 : 22}>{name}</text>
          </g>
        ))}
        {placed.map(({ site, number, x, y }, index) => {
          const mark = marks[index] ?? { x, y }
          const tone = statutSite[site.statut][1]
          return (
            <g key={site.id} className={`mark ${tone} ${site.id === active ? 'active' : ''}`}>
              <line x1={x} y1={y} x2={mark.x} y2={mark.y} />
              <circle className="place" cx={x} cy={y} r={2.5 / scale} />
              <g transform={`translate(${mark.x} ${mark.y}) scale(${1 / scale})`}>
                <circle r={MARK / 2} />
                <text>{number}</text>
              </g>
            </g>
          )
        })}
      </svg>
      <div className="zoom">
        <button type="button" className="button" aria-label="Zoom avant" onClick={() => zoom(2)}>
          +
        </button>
        <button type="button" className="button" aria-label="Zoom arrière" onClick={() => zoom(0.5)}>
          −
        </button>
      </div>
    </div>
  )
}

/** A place of the drawing, from a place on the screen. */
function pointOf(event: MouseEvent<SVGSVGElement>): [number, number] | null {
  const matrix = event.currentTarget.getScreenCTM()
  if (matrix === null) return null
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
  return [x, y]
}
