import { type ReactNode, useState } from 'react'
import { Dialog, useDialog } from './dialog.tsx'

interface ConfirmProps {
  readonly title: string
  readonly children: ReactNode
  /** The words of the button that does it. */
  readonly action: string
  readonly confirm: () => Promise<void>
  readonly close: () => void
}

/** Asks before something is done that cannot be undone. */
export function Confirm({ title, children, action, confirm, close }: ConfirmProps) {
  const dialog = useDialog(close)
  const [working, setWorking] = useState(false)
  const doIt = async () => {
    if (working) return
    setWorking(true)
    try {
      await confirm()
    } finally {
      dialog.leave()
    }
  }
  return (
    <Dialog of={dialog} title={title} description={<p>{children}</p>}>
      <div className="decision">
        <button type="button" className="button primary" aria-disabled={working} onClick={() => void doIt()}>
          {working ? 'En cours…' : action}
        </button>
        <button type="button" className="button" onClick={dialog.leave}>
          Revenir
        </button>
      </div>
    </Dialog>
  )
}
