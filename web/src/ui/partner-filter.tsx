import { useState } from 'react'
import { usePartenaire, usePartenaires } from '../queries.ts'
import { useRights } from '../session/me.ts'
import { Combobox } from './combobox.tsx'

interface PartnerFilterProps {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

const isId = (value: string | undefined): value is string => /^[\da-f-]{36}$/i.test(value ?? '')

/** Chooses a partner by name; only for those who may read partners. */
export function PartnerFilter({ value, onChange }: PartnerFilterProps) {
  const can = useRights()
  const [text, setText] = useState<string>()
  const words = text?.trim() ?? ''
  const allowed = can('partenaires.consulter')
  // Partners are asked for once somebody goes to the filter.
  const asked = allowed && text !== undefined
  const found = usePartenaires({ taille: 10, recherche: words.length < 2 ? undefined : words }, asked)
  const chosen = usePartenaire(isId(value) && allowed ? value : null)
  if (!allowed) return null
  return (
    <Combobox
      label="Partenaire"
      all="Tous"
      chosen={value === undefined ? undefined : (chosen.data?.raison_sociale ?? 'Partenaire inconnu')}
      choices={(found.data?.donnees ?? []).map(({ id, raison_sociale, ville }) => ({
        value: id,
        label: raison_sociale,
        ...(ville === null ? {} : { note: ville }),
      }))}
      busy={found.isFetching}
      onText={setText}
      onChange={onChange}
    />
  )
}
