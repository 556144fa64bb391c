import type { Contact, Site } from 'antenne-client'
import { lazy, Suspense, useState } from 'react'
import { person, several } from '../format.ts'
import { statutSite } from '../labels.ts'
import { useSites } from '../queries.ts'
import { Badge } from '../ui/badge.tsx'
import { Phone } from '../ui/detail.tsx'
import { Card } from '../ui/facts.tsx'
import { Lines, Loaded } from '../ui/loaded.tsx'
import { EditSite } from './edit-site.tsx'
import type { PartProps } from './may-change.ts'

const Carte = lazy(async () => ({ default: (await import('../carte/carte.tsx')).Carte }))

const degrees = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 4, maximumFractionDigits: 4 })

const positionOf = ({ latitude, longitude }: Site): string | null =>
  latitude === null || longitude === null
    ? null
    : `${degrees.format(Math.abs(latitude))}° ${latitude < 0 ? 'S' : 'N'}, ${degrees.format(Math.abs(longitude))}° ${longitude < 0 ? 'O' : 'E'}`

/** The sites of a client, on a map and in a list that share their numbers. */
export function Sites({ client, changes }: PartProps) {
  const { id, contacts } = client
  const query = useSites(id)
  const [active, setActive] = useState<string | null>(null)
  const [edited, setEdited] = useState<Site | 'new' | null>(null)
  const total = query.data?.donnees.length
  return (
    <Card
      title="Sites"
      className="wide"
      aside={
        changes ? (
          <button type="button" className="button" onClick={() => setEdited('new')}>
            Ajouter un site
          </button>
        ) : (
          total !== undefined && <span className="total">{several(total, 'site')}</span>
        )
      }
    >
      <Loaded query={query} skeleton={<Lines count={6} />}>
        {({ donnees }) => {
          const sites = donnees.map((site, index) => ({ site, number: index + 1 }))
          if (sites.length === 0) return <p className="nothing">Aucun site n’est enregistré.</p>
          const onMap = donnees.some(({ latitude }) => latitude !== null)
          return (
            <div className={onMap ? 'sites' : 'sites without-map'}>
              {onMap && (
                <Suspense fallback={<div className="carte" />}>
                  <Carte sites={sites} active={active} />
                </Suspense>
              )}
              <ol>
                {sites.map(({ site, number }) => (
                  <li
                    key={site.id}
                    onPointerEnter={() => setActive(site.id)}
                    onPointerLeave={() => setActive(null)}
                    onFocus={() => setActive(site.id)}
                    onBlur={() => setActive(null)}
                  >
                    <span className="number" aria-hidden="true">
                      {number}
                    </span>
                    <SiteText
                      site={site}
                      contact={contacts.find((contact) => contact.id === site.contact_id)}
                      edit={changes ? () => setEdited(site) : undefined}
                    />
                  </li>
                ))}
              </ol>
            </div>
          )
        }}
      </Loaded>
      {edited !== null && (
        <EditSite client={client} site={edited === 'new' ? null : edited} close={() => setEdited(null)} />
      )}
    </Card>
  )
}

interface SiteTextProps {
  readonly site: Site
  readonly contact: Contact | undefined
  readonly edit: (() => void) | undefined
}

function SiteText({ site, contact, edit }: SiteTextProps) {
  const position = positionOf(site)
  return (
    <div>
      <strong>{site.libelle}</strong> <Badge value={site.statut} of={statutSite} />
      <p>
        {[site.adresse, site.ville].filter((part) => part !== null).join(', ') || 'Adresse non renseignée'}
      </p>
      <p className="figures">
        {position === null ? (
          'Sans position GPS : absent de la carte'
        ) : (
          <>
            {position} <a href={`geo:${site.latitude},${site.longitude}`}>Itinéraire</a>
          </>
        )}
      </p>
      {contact !== undefined && (
        <p>
          Sur place : {person(contact)}
          {contact.telephone !== null && (
            <>
              , <Phone number={contact.telephone} />
            </>
          )}
        </p>
      )}
      {edit !== undefined && (
        <button type="button" className="link" onClick={edit}>
          Modifier<span className="unseen"> {site.libelle}</span>
        </button>
      )}
    </div>
  )
}
