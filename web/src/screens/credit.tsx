import { useQueryClient } from '@tanstack/react-query'
import type { ClientDetail } from 'antenne-client'
import { useRef, useState } from 'react'
import { useMeans } from '../api.ts'
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

/** The credit of a client, for the operator's people who approve it. */
export function Credit({ client }: { readonly client: ClientDetail }) {
  const { acting, api } = useMeans()
  const can = useRights()
  const { organisation } = useMe()
  const queries = useQueryClient()
  const version = useRef(client.modifie_le)
  const [open, setOpen] = useState(false)
  if (organisation.type !== 'operateur' || !can('clients.credit_approuver')) return null
  const start = () => {
    version.current = client.modifie_le
    setOpen(true)
  }
  return (
    <>
      <button type="button" className="button" onClick={start}>
        Modifier le crédit
      </button>
      {open && (
        <EditDialog
          of={`credit.${client.id}`}
          title={`Crédit de ${client.raison_sociale}`}
          fields={fields}
          values={textsOf(client, names)}
          send={async (changed, { confirmed: _, ...sending }) => {
            const options = { version: version.current, ...sending }
            const now = await acting.modifierClient(client.id, patchOf(changed), options)
            queries.setQueryData(['client', client.id], now)
            void queries.invalidateQueries({ queryKey: ['historique'] })
            return `${now.raison_sociale} : crédit enregistré.`
          }}
          reread={async () => {
            const now = await api.lireClient(client.id)
            version.current = now.modifie_le
            return textsOf(now, names)
          }}
          close={() => setOpen(false)}
        />
      )}
    </>
  )
}
