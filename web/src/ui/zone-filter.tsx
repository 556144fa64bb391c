import { useState } from 'react'
import { useServices } from '../api.ts'
import { fold } from '../format.ts'
import { typeZone } from '../labels.ts'
import { Combobox } from './combobox.tsx'

interface ZoneFilterProps {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

const MOST = 12

/** Chooses a geographical zone by name. */
export function ZoneFilter({ value, onChange }: ZoneFilterProps) {
  const { zones } = useServices().configuration
  const [text, setText] = useState('')
  const words = fold(text.trim())
  const found = zones.filter(({ libelle }) => fold(libelle).includes(words)).slice(0, MOST)
  const chosen = zones.find(({ id }) => id === value)
  return (
    <Combobox
      label="Zone couverte"
      all="Toutes"
      chosen={value === undefined ? undefined : (chosen?.libelle ?? 'Zone inconnue')}
      choices={found.map(({ id, libelle, type }) => ({ value: id, label: libelle, note: typeZone[type] }))}
      onText={setText}
      onChange={onChange}
    />
  )
}
