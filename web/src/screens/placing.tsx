import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocked } from '../ui/locked.ts'
import { numberOf } from './client-body.ts'
import { isInCountry } from './coordinates.ts'

const Carte = lazy(async () => ({ default: (await import('../carte/carte.tsx')).Carte }))

interface PlacingProps {
  readonly latitude: string
  readonly longitude: string
  readonly place: (latitude: number, longitude: number) => void
}

/** The place of a site: a click on the map, or where the device is. */
export function Placing({ latitude, longitude, place }: PlacingProps) {
  const [said, setSaid] = useState('')
  const locked = useLocked()
  const [found, setFound] = useState<GeolocationCoordinates | null>(null)
  // It may come late: it is for the form as it is by then, and for none once it is gone.
  useEffect(() => {
    if (found === null || locked) return
    setFound(null)
    place(found.latitude, found.longitude)
    setSaid(`Position relevée, à ${Math.round(found.accuracy)} m près.`)
  }, [found, locked, place])
  const locate = () => {
    setSaid('Recherche de votre position…')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setFound(coords),
      () => setSaid('Position indisponible : cliquez sur la carte, ou saisissez les coordonnées.'),
      { enableHighAccuracy: true, timeout: 20_000 },
    )
  }
  const [lat, long] = [numberOf(latitude), numberOf(longitude)]
  const known = isWithin(lat, 90) && isWithin(long, 180)
  const marked = known
    ? [{ site: { id: 'place', statut: 'a_qualifier' as const, latitude: lat, longitude: long }, number: 1 }]
    : []
  return (
    <div className="placing">
      <Suspense fallback={<div className="carte" />}>
        <Carte sites={marked} active="place" {...(!locked && { place })} />
      </Suspense>
      <div>
        <div role="status">{known && <FarAway latitude={lat} longitude={long} place={place} />}</div>
        <p className="note">Cliquez sur la carte pour placer le site ; zoomez d’abord pour être précis.</p>
        {'geolocation' in navigator && (
          <button type="button" className="button" disabled={locked} onClick={locate}>
            Utiliser ma position
          </button>
        )}
        <p className="note" role="status">
          {said}
        </p>
      </div>
    </div>
  )
}

const isWithin = (degrees: number | string, most: number): degrees is number =>
  typeof degrees === 'number' && Math.abs(degrees) <= most

interface FarAwayProps extends Pick<PlacingProps, 'place'> {
  readonly latitude: number
  readonly longitude: number
}

/** Warns of a place outside the country; a forgotten minus is put right by one press. */
function FarAway({ latitude, longitude, place }: FarAwayProps) {
  const locked = useLocked()
  if (isInCountry(latitude, longitude)) return null
  return (
    <div className="banner">
      <p>Ce point est hors de Côte d’Ivoire. Vérifiez la latitude et la longitude.</p>
      {isInCountry(latitude, -longitude) && (
        <button
          type="button"
          className="button"
          disabled={locked}
          onClick={({ currentTarget }) => {
            place(latitude, -longitude)
            // This button goes, and the focus with it.
            longitudeBeside(currentTarget)?.focus()
          }}
        >
          Corriger la longitude : {String(-longitude).replace('.', ',')}
        </button>
      )}
    </div>
  )
}

const longitudeBeside = (element: Element): HTMLElement | undefined =>
  [...(element.closest('fieldset, form')?.querySelectorAll<HTMLElement>('[inputmode="decimal"]') ?? [])].at(
    -1,
  )
