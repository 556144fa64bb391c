import { useEffect, useRef, useState } from 'react'
import { tellOutcome } from './outcome.tsx'

const OFF = 'raccourcis'
/** Whether shortcuts of one character are turned on. */
export const areKeysOn = () => localStorage.getItem(OFF) !== 'non'

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

/** Whether something is asked over the screen: its keys wait. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/**
 * Moves from row to row of the list, and opens the next one while one is open; false when there is none in that
 * direction.
 */
function move(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('.row-link')]
  const focused = document.activeElement?.closest('tr')
  const at = rows.findIndex((row) => row.closest('tr') === focused)
  const open = rows.findIndex((row) => row.hasAttribute('aria-current'))
  if (at < 0 && open >= 0) {
    rows[open + step]?.click()
    return rows[open + step] !== undefined
  }
  const next = at < 0 ? (step === 1 ? rows[0] : undefined) : rows[at + step]
  next?.focus()
  next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

/** Chooses the row that has the focus, or the open one; false when there is nothing to choose. */
function choose(): boolean {
  const current = document.querySelector('.row-link[aria-current]')
  const row = document.activeElement?.closest('tr') ?? current?.closest('tr')
  const box = row?.querySelector<HTMLInputElement>('.choice input')
  if (box?.disabled) tellOutcome({ tone: 'warning', text: box.title })
  else box?.click()
  return box != null
}

const list: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['/'], 'Aller à la recherche'],
  [['↓', '↑'], 'Passer d’une ligne à l’autre, ou d’une réservation ouverte à l’autre'],
  [['Entrée'], 'Ouvrir la ligne'],
  [['v'], 'Valider ce qui est ouvert, ou les réservations sélectionnées ; « v » ou Entrée confirme'],
  [['r'], 'Refuser la réservation ouverte ou la sélection, rejeter le document ouvert'],
  [['Ctrl', 'Entrée'], 'Envoyer le motif saisi, ou confirmer ce qui est demandé'],
  [['c'], 'Demander un complément pour le document ouvert'],
  [['←', '→'], 'Passer d’un document à vérifier à l’autre'],
  [['x'], 'Sélectionner la ligne, pour en traiter plusieurs ensemble'],
  [['?'], 'Afficher ou fermer cette aide'],
  [['Échap'], 'Fermer'],
]

/** The keyboard shortcuts, and the dialog that lists them. Those of one character can be turned off (WCAG 2.1.4). */
export function Keys() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [on, setOn] = useState(areKeysOn)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const inSearch = event.target instanceof HTMLElement && event.target.matches('[data-search]')
      if (event.key === 'ArrowDown' && (inSearch || !isTyping(event.target))) {
        if (!isDialogOpen() && move(1)) event.preventDefault()
      } else if (event.key === 'ArrowUp' && !isTyping(event.target)) {
        if (!isDialogOpen() && move(-1)) event.preventDefault()
      } else if (!areKeysOn() || isTyping(event.target)) return
      else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('[data-search]')
        search?.focus()
        search?.select()
        if (search !== null) event.preventDefault()
      } else if (event.key === 'x') {
        if (!isDialogOpen() && !event.repeat && choose()) event.preventDefault()
      } else if (event.key === '?') {
        if (dialog.current?.open) dialog.current.close()
        else if (!isDialogOpen()) dialog.current?.showModal()
      }
    }
    const open = () => dialog.current?.showModal()
    addEventListener('keydown', onKeyDown)
    addEventListener('show-keys', open)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('show-keys', open)
    }
  }, [])
  const turn = (wanted: boolean) => {
    localStorage.setItem(OFF, wanted ? 'oui' : 'non')
    setOn(wanted)
  }
  return (
    <dialog ref={dialog} aria-labelledby="keys-title">
      <h2 id="keys-title">Raccourcis clavier</h2>
      <dl className="keys">
        {list.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="switch">
        <input type="checkbox" checked={on} onChange={(event) => turn(event.target.checked)} />
        Raccourcis d’un seul caractère (« / », « ? », « v », « r », « c », « x »)
      </label>
      <form method="dialog">
        <button type="submit" className="button primary">
          Fermer
        </button>
      </form>
    </dialog>
  )
}

/** Opens the dialog of shortcuts. */
export const showKeys = (): boolean => dispatchEvent(new Event('show-keys'))
