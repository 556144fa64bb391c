import { type ClientDetail, type NouveauSite, type Site, suitesSite } from 'antenne-client'
import { useServices } from '../api.ts'
import { person } from '../format.ts'
import { statutSite } from '../labels.ts'
import { useReadAgain } from '../queries.ts'
import { useMe } from '../session/me.ts'
import type { Field } from '../ui/form-field.tsx'
import { patchOf, textsOf, zoneOptions } from './client-values.ts'
import { pastedPoint } from './coordinates.ts'
import { EditDialog } from './edit-dialog.tsx'
import { Placing } from './placing.tsx'

type SiteField = 'libelle' | 'adresse' | 'ville' | 'zone_id' | 'contact_id' | 'statut' | Coordinate
type Coordinate = 'latitude' | 'longitude'

interface EditSiteProps {
  readonly client: ClientDetail
  readonly site: Site | null
  readonly close: () => void
}

/** A site of a client, placed on the map, by coordinates, or by the position of the device. */
export function EditSite({ client, site, close }: EditSiteProps) {
  const { id, contacts } = client
  const { acting, api, configuration } = useServices()
  const operator = useMe().organisation.type === 'operateur'
  const readAgain = useReadAgain(id)
  const state: Field<SiteField>[] =
    operator && site !== null
      ? [
          {
            name: 'statut',
            label: 'État',
            options: suitesSite[site.statut].map((one) => [one, statutSite[one][0]] as const),
            none: statutSite[site.statut][0],
          },
        ]
      : []
  const fields: readonly Field<SiteField>[] = [
    { name: 'libelle', label: 'Nom du site', required: true },
    { name: 'adresse', label: 'Adresse' },
    { name: 'ville', label: 'Ville' },
    {
      name: 'zone_id',
      label: 'Zone',
      options: zoneOptions(configuration.zones),
      none: 'Non précisée',
    },
    {
      name: 'contact_id',
      label: 'Contact sur place',
      options: contacts.map((one) => [one.id, person(one)] as const),
      none: 'Personne',
    },
    ...state,
    { name: 'latitude', label: 'Latitude', inputMode: 'decimal', hint: '5,3364', pasted: pastedPoint },
    { name: 'longitude', label: 'Longitude', inputMode: 'decimal', hint: '-4,0267' },
  ]
  // The present state is the one that is shown where none is chosen.
  const read = (of: Site | null) => ({
    values: {
      ...textsOf<SiteField>(
        of ?? {},
        fields.map(({ name }) => name),
      ),
      statut: '',
    },
    version: of?.modifie_le ?? '',
  })
  return (
    <EditDialog
      of={`site.${site?.id ?? id}`}
      title={site === null ? 'Nouveau site' : `Modifier ${site.libelle}`}
      fields={fields}
      {...read(site)}
      send={async (changed, sending) => {
        const body = patchOf(changed)
        const options = { ...sending, about: `${client.raison_sociale}, ${sending.about}` }
        const now =
          site === null
            ? await acting.ajouterSite(id, body as NouveauSite, options)
            : await acting.modifierSite(id, site.id, body, options)
        await readAgain()
        return `${now.libelle} : site enregistré.`
      }}
      reread={async () => {
        const { donnees } = await api.listerSitesClient(id)
        return read(donnees.find((one) => one.id === site?.id) ?? null)
      }}
      close={close}
    >
      {({ latitude, longitude }, set) => (
        <Placing
          latitude={latitude}
          longitude={longitude}
          place={(lat, long) => set({ latitude: lat.toFixed(6), longitude: long.toFixed(6) })}
        />
      )}
    </EditDialog>
  )
}
