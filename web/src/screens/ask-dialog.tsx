import type { KeyboardEvent, ReactNode } from 'react'
import { Dialog, useDialog } from '../ui/dialog.tsx'
import { RETRYING } from '../ui/retrying.ts'
import { areKeysOn } from '../ui/shortcuts.tsx'
import type { Work } from './intentions.ts'
import { noteConfirming } from './move-keys.ts'

interface AskDialogProps {
  readonly title: string
  readonly description?: ReactNode
  /** The words of the button that does it, and of that button at work. */
  readonly action: string
  readonly working: string
  /** The key that opened it confirms it, where nothing is typed. */
  readonly again?: string | undefined
  readonly work: Work | undefined
  /** Whether what is asked for is there. */
  readonly ready: boolean
  readonly send: () => Promise<unknown>
  readonly close: () => void
  readonly children?: ReactNode
}

/**
 * Asks for a confirmation, which has the focus, so that Enter gives it, or for a reason, which can be typed at once. It
 * stays until the answer is there; closed before, the work goes on.
 */
export function AskDialog(props: AskDialogProps) {
  const { title, description, action, working, again, work, ready, send, close, children } = props
  const dialog = useDialog(close)
  const submit = async () => {
    if (work !== undefined || !ready) return
    await send()
    // What was typed is found again when it is opened again.
    dialog.leave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const confirms = event.key === again && areKeysOn()
    if (confirms) noteConfirming(event)
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (event.repeat || (!confirms && !sends)) return
    event.preventDefault()
    void submit()
  }
  return (
    <Dialog of={dialog} title={title} description={description} onKeyDown={onKeyDown}>
      <form
        className="deciding"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {children}
        <div className="decision">
          <button type="submit" className="button primary" aria-disabled={work !== undefined}>
            {work === undefined ? action : working}
          </button>
          <button type="button" className="button" onClick={dialog.leave}>
            {work === undefined ? 'Revenir' : 'Continuer sans attendre'}
          </button>
        </div>
        <p className="note" role="status">
          {work?.retrying && RETRYING}
        </p>
      </form>
    </Dialog>
  )
}
