import { useQueryClient } from '@tanstack/react-query'
import type { ClientDetail } from 'antenne-client'
import { useRef, useState } from 'react'
import { useMeans } from '../api.ts'
import { useRights } from '../session/me.ts'
import { type ClientField, clientFields, patchOf, textsOf } from './client-values.ts'
import { EditDialog } from './edit-dialog.tsx'

const names = clientFields({ zones: [], secteurs: [] }).map(({ name }) => name)
const valuesOf = (client: ClientDetail) => textsOf<ClientField>(client, names)

/** The way to change a client's own fields, for those who may. */
export function EditClient({ client }: { readonly client: ClientDetail }) {
  const { acting, api, configuration } = useMeans()
  const can = useRights()
  const queries = useQueryClient()
  const version = useRef(client.modifie_le)
  const [open, setOpen] = useState(false)
  if (!can('clients.modifier')) return null
  const start = () => {
    version.current = client.modifie_le
    setOpen(true)
  }
  return (
    <>
      <button type="button" className="button" onClick={start}>
        Modifier
      </button>
      {open && (
        <EditDialog
          of={`client.${client.id}`}
          title={`Modifier ${client.raison_sociale}`}
          fields={clientFields(configuration)}
          values={valuesOf(client)}
          send={async (changed, { confirmed, ...sending }) => {
            const body = { ...patchOf(changed), ...(confirmed && { confirmer_doublon: true }) }
            const now = await acting.modifierClient(client.id, body, { version: version.current, ...sending })
            queries.setQueryData(['client', client.id], now)
            void queries.invalidateQueries({ queryKey: ['clients'] })
            void queries.invalidateQueries({ queryKey: ['historique'] })
            return `${now.raison_sociale} : modifications enregistrées.`
          }}
          reread={async () => {
            const now = await api.lireClient(client.id)
            version.current = now.modifie_le
            return valuesOf(now)
          }}
          close={() => setOpen(false)}
        />
      )}
    </>
  )
}
