import type { ClientDetail } from 'antenne-client'
import { useState } from 'react'
import { useServices } from '../api.ts'
import { useReadAgain } from '../queries.ts'
import { type ClientField, clientFields, patchOf, textsOf } from './client-values.ts'
import { EditDialog } from './edit-dialog.tsx'

const names = clientFields({ zones: [], secteurs: [] }).map(({ name }) => name)
const read = (client: ClientDetail) => ({
  values: textsOf<ClientField>(client, names),
  version: client.modifie_le,
})

/** The way to change a client's own fields. */
export function EditClient({ client }: { readonly client: ClientDetail }) {
  const { acting, api, configuration } = useServices()
  const readAgain = useReadAgain(client.id)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Modifier
      </button>
      {open && (
        <EditDialog
          of={`client.${client.id}`}
          title={`Modifier ${client.raison_sociale}`}
          fields={clientFields(configuration)}
          {...read(client)}
          send={async (changed, { confirmed, ...sending }) => {
            const body = { ...patchOf(changed), ...(confirmed && { confirmer_doublon: true }) }
            const now = await acting.modifierClient(client.id, body, sending)
            await readAgain()
            return `${now.raison_sociale} : modifications enregistrées.`
          }}
          reread={async () => read(await api.lireClient(client.id))}
          close={() => setOpen(false)}
        />
      )}
    </>
  )
}
