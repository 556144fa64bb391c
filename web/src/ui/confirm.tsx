import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

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
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [working, setWorking] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const doIt = async () => {
    if (working) return
    setWorking(true)
    try {
      await confirm()
    } finally {
      dialog.current?.close()
    }
  }
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={close}>
      <h2 id={titleId}>{title}</h2>
      <p>{children}</p>
      <div className="decision">
        <button type="button" className="button primary" aria-disabled={working} onClick={() => void doIt()}>
          {working ? 'En cours…' : action}
        </button>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Revenir
        </button>
      </div>
    </dialog>
  )
}
