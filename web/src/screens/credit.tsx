import type { ClientDetail } from 'antenne-client'
import { useState } from 'react'
import { useServices } from '../api.ts'
import { useReadAgain } from '../queries.ts'
import { useMe, useRights } from '../session/me.ts'
import type { Field } from '../ui/form-field.tsx'
import { patchOf, textsOf } from './client-values.ts'
import { EditDialog } from './edit-dialog.tsx'

const fields: readonly Field<'credit_approuve' | 'plafond_encours'>[] = [
  {
    name: 'credit_approuve',
    label: 'Post-paiement',
    options: [['true', 'Autorisé']],
    none: 'Non autorisé',
  },
  { name: 'plafond_encours', label: 'Plafond d’encours, en francs CFA', inputMode: 'decimal' },
]
const names = fields.map(({ name }) => name)
const read = (client: ClientDetail) => ({ values: textsOf(client, names), version: client.modifie_le })

/** The credit of a client, for the operator's people who approve it. */
export function Credit({ client }: { readonly client: ClientDetail }) {
  const { acting, api } = useServices()
  const can = useRights()
  const { organisation } = useMe()
  const readAgain = useReadAgain(client.id)
  const [open, setOpen] = useState(false)
  if (organisation.type !== 'operateur' || !can('clients.credit_approuver')) return null
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Modifier le crédit
      </button>
      {open && (
        <EditDialog
          of={`credit.${client.id}`}
          title={`Crédit de ${client.raison_sociale}`}
          fields={fields}
          {...read(client)}
          send={async (changed, sending) => {
            const now = await acting.modifierClient(client.id, patchOf(changed), sending)
            await readAgain()
            return `${now.raison_sociale} : crédit enregistré.`
          }}
          reread={async () => read(await api.lireClient(client.id))}
          close={() => setOpen(false)}
        />
      )}
    </>
  )
}
