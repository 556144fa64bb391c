import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'

interface OpenDialog {
  readonly element: RefObject<HTMLDialogElement | null>
  readonly isOpen: () => boolean
  /** Closes it; nothing once it is closed. */
  readonly leave: () => void
}

/** A dialog that is open from its first appearance until `close` takes it away. */
export function useDialog(close: () => void): OpenDialog {
  const element = useRef<HTMLDialogElement>(null)
  const headings = useRef<readonly HTMLElement[]>([])
  useLayoutEffect(() => {
    const dialog = element.current
    headings.current = headingsBefore(document.activeElement)
    dialog?.showModal()
    // The focus goes back to where it was.
    return () => dialog?.close()
  }, [])
  // Where that is gone, it goes to the nearest heading that is still there.
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      headings.current.findLast(({ isConnected }) => isConnected)?.focus({ preventScroll: true })
    },
    [],
  )
  return {
    element,
    isOpen: () => element.current !== null,
    leave: () => {
      if (element.current !== null) close()
    },
  }
}

/** The headings that can take the focus and stand before an element; none before one that never had it. */
const headingsBefore = (element: Element | null): readonly HTMLElement[] =>
  element === null || element === document.body
    ? []
    : [...document.querySelectorAll<HTMLElement>(':is(h1, h2)[tabindex]')].filter(
        (heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
      )

interface DialogProps {
  readonly of: OpenDialog
  readonly title: string
  /** What is read out with the title, and when it changes. */
  readonly description?: ReactNode
  readonly className?: string
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/** What is asked over the screen, with its title. */
export function Dialog({ of: { element, leave }, ...props }: DialogProps) {
  const { title, description, className, onKeyDown, children } = props
  const titleId = useId()
  const descriptionId = useId()
  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      aria-describedby={description === undefined ? undefined : descriptionId}
      className={className}
      onKeyDown={onKeyDown}
      // Taken away at once: the browser tells of its closing later, and a key pressed until then would be lost.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
      onClose={() => {
        if (!element.current?.open) leave()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {description !== undefined && (
        <div id={descriptionId} className="deciding" role="status">
          {description}
        </div>
      )}
      {children}
    </dialog>
  )
}
