import { type FormEvent, useState } from 'react'
import { useServices } from '../api.ts'
import { Link } from '../router.tsx'
import { useMe, useRights } from '../session/me.ts'
import { Locked } from '../ui/locked.ts'
import { RETRYING } from '../ui/retrying.ts'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Title } from '../ui/title.tsx'
import { type Field, useClientDraft } from './client-draft.ts'
import { ContactFields, SiteFields } from './client-parts.tsx'
import { type Creating, type Refused, useCreating } from './creating.ts'
import { noQuestions, questionsOf } from './duplicate-questions.ts'
import { CloseRecords, Duplicates } from './duplicates.tsx'

/** A form for a new client. It asks for close records while one types, and keeps what was typed. */
export function NewClient() {
  const { draft, change, clear } = useClientDraft()
  const { state, refused, create, request } = useCreating(clear)
  const { secteurs, zones } = useServices().configuration
  const [questions, setQuestions] = useState(noQuestions)
  const { fields } = draft
  const set = (name: Field) => (value: string) =>
    change((now) => ({ fields: { ...now.fields, [name]: value } }))
  const compare = () => setQuestions(questionsOf(draft))
  const text = (name: Field, label: string, rest: Partial<Parameters<typeof TextField>[0]> = {}) => (
    <TextField
      label={label}
      value={fields[name]}
      onChange={set(name)}
      fault={refused?.faults[name]}
      {...rest}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create(draft, false)
  }
  return (
    <>
      <header className="screen-head">
        <Title window="Nouveau client">Nouveau client</Title>
        <Link href="/clients">← Clients</Link>
      </header>
      <form className="form" onSubmit={submit} noValidate>
        <Locked value={state !== 'idle'}>
          <fieldset>
            <legend>La société</legend>
            {text('raison_sociale', 'Raison sociale', { required: true, onDone: compare })}
            {text('forme_juridique', 'Forme juridique', { hint: 'SARL' })}
            {text('rccm', 'RCCM', { onDone: compare, hint: 'CI-ABJ-03-2024-B12-00001' })}
            {text('ncc', 'NCC', { onDone: compare, hint: '1234567 A' })}
            {text('telephone', 'Téléphone', { type: 'tel', onDone: compare, hint: '07 00 00 00 01' })}
            {text('email', 'E-mail', { type: 'email', onDone: compare })}
            <CloseRecords questions={questions.company} />
            {text('ville', 'Ville')}
            {text('adresse_facturation', 'Adresse de facturation')}
            <Select
              label="Secteur"
              all="Non précisé"
              options={secteurs.map(({ id, libelle }) => [id, libelle] as const)}
              value={fields.secteur_id || undefined}
              onChange={(value) => set('secteur_id')(value ?? '')}
            />
            <Select
              label="Zone"
              all="Non précisée"
              options={zones.map(({ id, libelle }) => [id, libelle] as const)}
              value={fields.zone_id || undefined}
              onChange={(value) => set('zone_id')(value ?? '')}
            />
          </fieldset>
          <ContactFields
            contacts={draft.contacts}
            faults={refused?.faults ?? {}}
            change={(of) => change(({ contacts }) => ({ contacts: of(contacts) }))}
            done={compare}
            close={<CloseRecords questions={questions.contacts} />}
          />
          <SiteFields
            sites={draft.sites}
            faults={refused?.faults ?? {}}
            change={(of) => change(({ sites }) => ({ sites: of(sites) }))}
          />
        </Locked>
        {refused !== null && (
          <RefusedNotice
            refused={refused}
            confirm={() => void create(draft, true)}
            request={() => void request(draft)}
          />
        )}
        <Sending state={state} />
      </form>
    </>
  )
}

interface RefusedProps {
  readonly refused: Refused
  readonly confirm: () => void
  readonly request: () => void
}

/** Why it was not created, and what one can do. */
function RefusedNotice({ refused: { text, existing, close }, confirm, request }: RefusedProps) {
  const can = useRights()
  const { organisation } = useMe()
  const mayRequest = organisation.type === 'partenaire' && can('clients.reserver')
  return (
    <div className="banner" role="alert">
      <p>{text}</p>
      {existing?.client_id != null && (
        <Link href={`/clients/${existing.client_id}`}>Ouvrir la fiche existante</Link>
      )}
      {existing?.client_id === null && mayRequest && (
        <button type="button" className="button" onClick={request}>
          Demander cette réservation
        </button>
      )}
      {close !== undefined && (
        <>
          <Duplicates found={close} />
          <button type="button" className="button" onClick={confirm}>
            C’est une autre société : créer quand même
          </button>
        </>
      )}
    </div>
  )
}

function Sending({ state }: { readonly state: Creating }) {
  return (
    <div className="decision">
      <button type="submit" className="button primary" aria-disabled={state !== 'idle'}>
        {state === 'idle' ? 'Créer le client' : 'Création en cours…'}
      </button>
      <p className="note" role="status">
        {state === 'retrying' ? RETRYING : 'Ce que vous tapez est gardé sur cet appareil jusqu’à l’envoi.'}
      </p>
    </div>
  )
}
