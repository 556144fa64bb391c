import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { fileSize } from '../format.ts'
import { Icon } from './icon.tsx'

/** Takes a file that is dragged onto an element: its properties, and whether one is over it. */
export function useDrop(take: (file: File) => void) {
  const [over, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file !== undefined) take(file)
    },
  }
  return { over, handlers }
}

/** A file that misses its place is not opened instead of the page. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const prevent = (event: Event) => event.preventDefault()
    addEventListener('dragover', prevent)
    addEventListener('drop', prevent)
    return () => {
      removeEventListener('dragover', prevent)
      removeEventListener('drop', prevent)
    }
  }, [])
}

interface FileFieldProps {
  readonly label: string
  /** Media types, as `accept` has them. */
  readonly accept: string
  readonly file: File | null
  readonly busy: boolean
  readonly choose: (file: File) => void
  /** What stands below the buttons. */
  readonly children: ReactNode
}

/** A file: chosen, dragged in or, on a phone, photographed. */
export function FileField({ label, accept, file, busy, choose, children }: FileFieldProps) {
  const { over, handlers } = useDrop(choose)
  return (
    <fieldset className={over ? 'file-field over' : 'file-field'} {...handlers}>
      <legend>{label}</legend>
      {file !== null && <Shown file={file} />}
      <div className="decision">
        <Picker accept={accept} busy={busy} choose={choose}>
          {file === null ? 'Choisir un fichier' : 'Changer de fichier'}
        </Picker>
        <Picker accept="image/*" camera busy={busy} choose={choose}>
          {isPhoto(file) ? 'Refaire la photo' : 'Prendre une photo'}
        </Picker>
      </div>
      {children}
    </fieldset>
  )
}

const isPhoto = (file: File | null): boolean => file?.type.startsWith('image/') === true

interface PickerProps extends Pick<FileFieldProps, 'accept' | 'busy' | 'choose'> {
  readonly camera?: boolean
  readonly children: string
}

function Picker({ accept, camera = false, busy, choose, children }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={camera ? 'button camera' : 'button'}
        aria-disabled={busy}
        onClick={() => busy || input.current?.click()}
      >
        <Icon name={camera ? 'camera' : 'file'} />
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        capture={camera ? 'environment' : undefined}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) choose(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

/** What is going to be sent: a picture as it is, anything else by its name. */
function Shown({ file }: { readonly file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!isPhoto(file)) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <figure>
      {url === null ? <Icon name="file" /> : <img src={url} alt="Le document, tel qu’il sera envoyé" />}
      <figcaption>
        <strong>{file.name}</strong> {fileSize(file.size)}
      </figcaption>
    </figure>
  )
}
