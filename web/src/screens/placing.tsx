import { lazy, Suspense, useState } from 'react'
import { numberOf } from './client-body.ts'

const Carte = lazy(async () => ({ default: (await import('../carte/carte.tsx')).Carte }))

interface PlacingProps {
  readonly latitude: string
  readonly longitude: string
  readonly place: (latitude: number, longitude: number) => void
}

/** The place of a site: a click on the map, or where the device is. */
export function Placing({ latitude, longitude, place }: PlacingProps) {
  const [said, setSaid] = useState('')
  const locate = () => {
    setSaid('Recherche de votre position…')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        place(coords.latitude, coords.longitude)
        setSaid(`Position prise, à ${Math.round(coords.accuracy)} m près.`)
      },
      () => setSaid('L’appareil ne donne pas sa position : cliquez sur la carte, ou tapez les coordonnées.'),
      { enableHighAccuracy: true, timeout: 20_000 },
    )
  }
  const [lat, long] = [numberOf(latitude), numberOf(longitude)]
  const known = typeof lat === 'number' && typeof long === 'number'
  const marked = known
    ? [{ site: { id: 'place', statut: 'a_qualifier' as const, latitude: lat, longitude: long }, number: 1 }]
    : []
  return (
    <div className="placing">
      <Suspense fallback={<div className="carte" />}>
        <Carte sites={marked} active="place" place={place} />
      </Suspense>
      <div>
        <p className="note">
          Cliquez sur la carte pour placer le site ; rapprochez-la d’abord pour être précis.
        </p>
        {'geolocation' in navigator && (
          <button type="button" className="button" onClick={locate}>
            Prendre ma position
          </button>
        )}
        <p className="note" role="status">
          {said}
        </p>
      </div>
    </div>
  )
}
