import { useQueryClient } from '@tanstack/react-query'
import { AntenneError, type ClientDetail, type ControleDoublon, newKey } from 'antenne-client'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useMeans } from '../api.ts'
import { useRights } from '../session/me.ts'
import { tellOutcome } from '../ui/outcome.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type Field, labels, patchOf, texts, type Values, valuesOf } from './client-values.ts'
import { Duplicates } from './duplicates.tsx'

/** The way to change a client's own fields, for those who may. */
export function EditClient({ client }: { readonly client: ClientDetail }) {
  const can = useRights()
  const [open, setOpen] = useState(false)
  if (!can('clients.modifier')) return null
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Modifier
      </button>
      {open && <EditDialog client={client} close={() => setOpen(false)} />}
    </>
  )
}

interface Told {
  readonly text: string
  readonly faults: Readonly<Record<string, string>>
  /** What somebody else has written meanwhile, where the person has written something else. */
  readonly theirs: Partial<Values>
  /** Close records: the person may say that it is another company. */
  readonly close?: ControleDoublon
}

function EditDialog({ client, close }: { readonly client: ClientDetail; readonly close: () => void }) {
  const { acting, api, configuration } = useMeans()
  const queries = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [base, setBase] = useState(client)
  const [mine, setMine] = useState<Values>(() => valuesOf(client))
  const [told, setTold] = useState<Told | null>(null)
  const [working, setWorking] = useState(false)
  const key = useRef(newKey())
  useEffect(() => dialog.current?.showModal(), [])
  const set = (field: Field) => (value: string) => {
    key.current = newKey()
    setMine((all) => ({ ...all, [field]: value }))
  }

  /** Somebody has changed the record: what they wrote is shown beside what the person wrote, field by field. */
  const compare = async () => {
    const now = await api.lireClient(client.id)
    const [before, theirs] = [valuesOf(base), valuesOf(now)]
    const fields = Object.keys(theirs) as Field[]
    const untouched = fields.filter((field) => mine[field] === before[field])
    const both = fields.filter((field) => mine[field] !== before[field] && theirs[field] !== before[field])
    setBase(now)
    setMine((all) => ({ ...all, ...Object.fromEntries(untouched.map((field) => [field, theirs[field]])) }))
    key.current = newKey()
    setTold({
      text: 'Cette fiche a changé entre-temps. Vérifiez, puis enregistrez de nouveau.',
      faults: {},
      theirs: Object.fromEntries(both.map((field) => [field, theirs[field]])),
    })
  }

  const save = async (confirmed: boolean) => {
    if (working) return
    const changed = patchOf(valuesOf(base), mine)
    if (Object.keys(changed).length === 0) return dialog.current?.close()
    const patch = confirmed ? { ...changed, confirmer_doublon: true } : changed
    const own = confirmed ? `${key.current}-confirme` : key.current
    setWorking(true)
    try {
      const now = await acting.modifierClient(client.id, patch, { version: base.modifie_le, key: own })
      queries.setQueryData(['client', client.id], now)
      void queries.invalidateQueries({ queryKey: ['clients'] })
      tellOutcome({ tone: 'good', text: `${now.raison_sociale} : modifications enregistrées.` })
      dialog.current?.close()
    } catch (error) {
      if (!(error instanceof AntenneError)) throw error
      if (error.code === 'version_perimee') await compare()
      else {
        const faults = error.code === 'parametres_invalides' ? (error.details as Record<string, string>) : {}
        const close =
          error.code === 'doublon_detecte' ? { close: error.details as unknown as ControleDoublon } : {}
        setTold({ text: error.message, faults, theirs: {}, ...close })
      }
    } finally {
      setWorking(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(false)
  }
  const option = (field: 'secteur_id' | 'zone_id', label: string, all: string) => (
    <Select
      label={label}
      all={all}
      options={(field === 'zone_id' ? configuration.zones : configuration.secteurs).map(
        ({ id, libelle }) => [id, libelle] as const,
      )}
      value={mine[field] || undefined}
      onChange={(value) => set(field)(value ?? '')}
    />
  )
  return (
    <dialog ref={dialog} aria-labelledby={titleId} className="wide" onClose={close}>
      <h2 id={titleId}>Modifier {client.raison_sociale}</h2>
      <form className="form" onSubmit={submit} noValidate>
        {told !== null && (
          <div className="banner" role="alert">
            <p>{told.text}</p>
            {told.close !== undefined && (
              <>
                <Duplicates found={told.close} />
                <button type="button" className="button" onClick={() => void save(true)}>
                  C’est une autre société : enregistrer quand même
                </button>
              </>
            )}
          </div>
        )}
        <fieldset>
          <legend>La société</legend>
          {texts.map((field) => (
            <div key={field}>
              <TextField
                label={labels[field]}
                required={field === 'raison_sociale'}
                value={mine[field]}
                fault={told?.faults[field]}
                onChange={set(field)}
              />
              <Theirs value={told?.theirs[field]} take={set(field)} />
            </div>
          ))}
          {option('secteur_id', 'Secteur', 'Non précisé')}
          {option('zone_id', 'Zone', 'Non précisée')}
        </fieldset>
        <div className="decision">
          <button type="submit" className="button primary" aria-disabled={working}>
            {working ? 'Enregistrement…' : 'Enregistrer'}
          </button>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Revenir
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** What somebody else wrote in a field, and the way to take it. */
const Theirs = ({
  value,
  take,
}: {
  readonly value: string | undefined
  readonly take: (value: string) => void
}) =>
  value === undefined ? null : (
    <p className="fault">
      Quelqu’un a écrit : « {value === '' ? 'rien' : value} »{' '}
      <button type="button" className="button" onClick={() => take(value)}>
        Prendre cette valeur
      </button>
    </p>
  )
