import { AntenneError, type ControleDoublon } from 'antenne-client'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Waiting } from '../device/outbox.ts'
import { Link } from '../router.tsx'
import { Dialog, useDialog } from '../ui/dialog.tsx'
import { useFirstFault } from '../ui/first-fault.ts'
import { type Field, FormField, type Texts } from '../ui/form-field.tsx'
import { type Read, useKeptTexts } from '../ui/kept-texts.ts'
import { Locked } from '../ui/locked.ts'
import { tellOutcome } from '../ui/outcome.tsx'
import { RETRYING } from '../ui/retrying.ts'
import { Duplicates } from './duplicates.tsx'

/** How a form is sent: over which version, under which key, and what to do when it has to be sent again. */
interface Sending {
  readonly version: string
  readonly key: string
  readonly onRetry: () => void
  readonly about: string
  /** What was typed, should it be refused later. */
  readonly draft: { readonly of: string; readonly value: unknown }
  /** The person has compared close records: it is another company. */
  readonly confirmed: boolean
}

interface EditDialogProps<Name extends string> extends Read<Name> {
  /** What is edited: what was typed of it is kept on the device under this name until it is sent. */
  readonly of: string
  readonly title: string
  readonly fields: readonly Field<Name>[]
  /** Sends what the person has changed; gives the words for what happened. */
  readonly send: (changed: Partial<Texts<Name>>, sending: Sending) => Promise<string>
  /** Reads again what somebody else has changed meanwhile. */
  readonly reread: () => Promise<Read<Name>>
  /** What stands below the fields. */
  readonly children?: (mine: Texts<Name>, set: (values: Partial<Texts<Name>>) => void) => ReactNode
  readonly close: () => void
}

interface Told {
  readonly text: string
  readonly faults?: Readonly<Record<string, string>>
  /** The record that has this number already; null where the person may not see it. */
  readonly existing?: string | null
  /** Close records: the person may say that it is another company. */
  readonly close?: ControleDoublon
  /** The key of what was compared: what is typed afterwards is compared anew before it is confirmed. */
  readonly of?: string
}

/**
 * A form for something that is there already, or for a part of it. Of what somebody else has written meanwhile, the
 * person sees both values, field by field; nothing that was typed is lost.
 */
export function EditDialog<Name extends string>(props: EditDialogProps<Name>) {
  const { title, fields, send, reread, children, close } = props
  const dialog = useDialog(close)
  const form = useKeptTexts(props.of, { values: props.values, version: props.version })
  const { texts: mine, theirs, keep: set, forget } = form
  const { values: base, version } = form.read
  const [told, setTold] = useState<Told | null>(Object.keys(theirs).length > 0 ? CHANGED : null)
  const element = useFirstFault(told)
  const [state, setState] = useState<'idle' | 'working' | 'retrying'>('idle')

  const refuse = async (error: AntenneError) => {
    const now = error.code === 'version_perimee' && dialog.isOpen() ? await reread().catch(() => null) : null
    if (!dialog.isOpen()) return tellOutcome({ tone: 'bad', text: `${title} : ${error.message} ${KEPT}` })
    if (now === null) return setTold(toldOf(error, form.key))
    form.goOnOver(now)
    setTold(CHANGED)
  }

  const save = async (confirmed: boolean) => {
    if (state !== 'idle') return
    const changed = Object.fromEntries(
      Object.entries<string>(mine)
        .map(([name, text]) => [name, text.trim()] as const)
        .filter(([name, text]) => text !== base[name as Name]),
    ) as Partial<Texts<Name>>
    if (Object.keys(changed).length === 0) return leave()
    setState('working')
    tellOutcome(null)
    const key = confirmed ? `${form.key}-confirme` : form.key
    try {
      const onRetry = () => setState('retrying')
      const draft = { of: props.of, value: form.kept }
      const text = await send(changed, { version, key, onRetry, about: title, draft, confirmed })
      tellOutcome({ tone: 'good', text })
      sent()
    } catch (error) {
      if (error instanceof Waiting) {
        tellOutcome(error.outcome)
        return sent()
      }
      if (!(error instanceof AntenneError)) throw error
      await refuse(error)
    } finally {
      setState('idle')
    }
  }
  const leave = () => {
    forget()
    dialog.leave()
  }
  // Whoever has closed it may have opened it again, and typed something else.
  const sent = () => (dialog.isOpen() ? leave() : form.forgetIf(form.kept))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(false)
  }
  return (
    <Dialog of={dialog} title={title} className="wide">
      <form ref={element} className="form" onSubmit={submit} noValidate>
        {told !== null && (told.of ?? form.key) === form.key && (
          <div className="banner" role="alert" tabIndex={-1}>
            <p>{told.text}</p>
            {told.existing != null && (
              <Link href={`/clients/${told.existing}`}>Ouvrir la fiche existante</Link>
            )}
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
        {form.taken && <p className="note">Voici ce que vous aviez commencé à écrire.</p>}
        <Locked value={state !== 'idle'}>
          <div className="fields">
            {fields.map((field) => (
              <FormField
                key={field.name}
                field={field}
                value={mine[field.name]}
                theirs={theirs[field.name]}
                fault={told?.faults?.[field.name]}
                set={(value) => set({ [field.name]: value } as Partial<Texts<Name>>)}
                fill={set}
              />
            ))}
          </div>
          {children?.(mine, set)}
        </Locked>
        <div className="decision">
          <button type="submit" className="button primary" aria-disabled={state !== 'idle'}>
            {state === 'idle' ? 'Enregistrer' : 'Enregistrement…'}
          </button>
          <button type="button" className="button" onClick={state === 'idle' ? leave : dialog.leave}>
            {state === 'idle' ? 'Abandonner' : 'Fermer'}
          </button>
        </div>
        <p className="note" role="status">
          {state === 'retrying' && RETRYING}
        </p>
      </form>
    </Dialog>
  )
}

const KEPT = 'Votre saisie est conservée : rouvrez ce formulaire pour la reprendre.'
const CHANGED: Told = { text: 'Cette fiche a changé entre-temps. Vérifiez, puis enregistrez de nouveau.' }

function toldOf({ code, message, details }: AntenneError, of: string): Told {
  if (code === 'parametres_invalides') return { text: message, faults: details as Record<string, string> }
  if (code === 'client_existant') return { text: message, of, existing: details?.client_id ?? null }
  if (code === 'doublon_detecte') return { text: message, of, close: details as unknown as ControleDoublon }
  return { text: message }
}
