import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useServices } from '../api.ts'
import { Link } from '../router.tsx'
import { useMe, useRights } from '../session/me.ts'
import { useFirstFault } from '../ui/first-fault.ts'
import { Locked } from '../ui/locked.ts'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Title } from '../ui/title.tsx'
import { type Field, hasMore, isBlank, useClientDraft } from './client-draft.ts'
import { ContactFields, SiteFields } from './client-parts.tsx'
import { zoneOptions } from './client-values.ts'
import { type Refused, useCreating } from './creating.ts'
import { noQuestions, questionsOf } from './duplicate-questions.ts'
import { CloseRecords, Duplicates } from './duplicates.tsx'
import { Sending } from './new-client-sending.tsx'

/** A form for a new client. It asks for close records while one types, and keeps what was typed. */
export function NewClient() {
  const { draft, change, clear, renew } = useClientDraft()
  const { state, retrying, refused, dismiss, create, request } = useCreating({ clear, renew })
  const form = useFirstFault(refused)
  // What the service found close to a draft says nothing of another one, which is compared before it is confirmed.
  const isAnswered = refused?.of === draft.key || (refused?.close ?? refused?.existing) === undefined
  const { secteurs, zones } = useServices().configuration
  // What was typed before a reload is compared again.
  const [questions, setQuestions] = useState(() => questionsOf(draft))
  const blank = isBlank(draft)
  const emptied = useRef(false)
  useEffect(() => {
    if (blank) setQuestions(noQuestions)
    // The button that emptied it is gone, and the focus with it.
    if (blank && emptied.current) form.current?.querySelector('input')?.focus()
    emptied.current = false
  }, [blank, form])
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
  const empty = () => {
    emptied.current = true
    clear(draft)
    dismiss()
  }
  return (
    <>
      <header className="screen-head">
        <Title window="Nouveau client">Nouveau client</Title>
        <Link href="/clients">← Clients</Link>
      </header>
      <form ref={form} className="form" onSubmit={submit} noValidate>
        <Locked value={state !== 'idle'}>
          <fieldset>
            <legend>La société</legend>
            {text('raison_sociale', 'Raison sociale', { required: true, onDone: compare })}
            {text('forme_juridique', 'Forme juridique', { hint: 'SARL' })}
            {text('rccm', 'RCCM', { onDone: compare, hint: 'CI-ABJ-03-2024-B12-00001' })}
            {text('ncc', 'NCC', { onDone: compare, hint: '1234567 A' })}
            {text('telephone', 'Téléphone', { type: 'tel', onDone: compare, hint: '07 00 00 00 01' })}
            {text('email', 'E-mail', { type: 'email', onDone: compare })}
            {/* A warning about one client is none about the next. */}
            <CloseRecords key={blank ? 'blank' : 'begun'} questions={questions.company} />
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
              options={zoneOptions(zones)}
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
        {refused !== null && isAnswered && (
          <RefusedNotice
            refused={refused}
            stays={hasMore(draft)}
            confirm={() => void create(draft, true)}
            request={() => void request(draft)}
          />
        )}
        <Sending state={state} retrying={retrying} empty={blank ? null : empty} />
      </form>
    </>
  )
}

interface RefusedProps {
  readonly refused: Refused
  /** Part of what was typed is not sent with a request. */
  readonly stays: boolean
  readonly confirm: () => void
  readonly request: () => void
}

/** Why it was not created, and what one can do. */
function RefusedNotice({ refused, stays, confirm, request }: RefusedProps) {
  const { text, existing, close } = refused
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
        <>
          {stays && <p>{NOT_SENT}</p>}
          <button type="button" className="button" onClick={request}>
            Demander cette réservation
          </button>
        </>
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

const NOT_SENT =
  'La demande ne transmet que le numéro de la société. Les contacts, les sites et le reste de votre saisie restent ' +
  'dans ce formulaire, sur cet appareil : vous pourrez les ajouter à la fiche si la réservation vous est accordée.'
