import { AntenneError, type FichierResume } from 'antenne-client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fileSize } from '../format.ts'
import { Icon } from '../ui/icon.tsx'
import { kindOf, useAddress, useFile } from './shown-file.ts'

/** The file of a document, in place: what it is, or why it cannot be shown. */
export function DocumentFile({ file }: { readonly file: FichierResume }) {
  return (
    <section className="sheet" aria-label="Fichier du document">
      {file.statut_scan === 'infecte' ? (
        <Instead icon="lock" title="Fichier infecté" tone="bad">
          <p>
            L’antivirus a bloqué ce fichier : personne ne peut l’ouvrir. Rejetez le document, pour que le
            partenaire en dépose une copie saine.
          </p>
        </Instead>
      ) : kindOf(file) === undefined ? (
        <Instead icon="alert" title="Ce type de fichier ne s’affiche pas ici">
          <p>Demandez au partenaire un PDF ou une image.</p>
        </Instead>
      ) : (
        <Contents file={file} />
      )}
    </section>
  )
}

interface InsteadProps {
  readonly icon: string
  readonly title: string
  readonly tone?: 'bad'
  readonly children: ReactNode
}

const Instead = ({ icon, title, tone, children }: InsteadProps) => (
  <div className={`instead ${tone ?? 'neutral'}`}>
    <Icon name={icon} />
    <h2>{title}</h2>
    {children}
  </div>
)

/** What stands in the way of a file, by the code of the refusal. */
const titles: Readonly<Record<string, string>> = {
  contenu_absent: 'Le contenu du fichier manque',
  etat_incompatible: 'Pas encore analysé',
}

function Contents({ file }: { readonly file: FichierResume }) {
  const query = useFile(file)
  if (query.data !== undefined) return <Shown file={file} contents={query.data} />
  if (query.isError && !query.isFetching) {
    const code = query.error instanceof AntenneError ? query.error.code : null
    return (
      <Instead icon="alert" title={titles[code ?? ''] ?? 'Le fichier ne peut pas être affiché'}>
        <p role="alert">{query.error.message}</p>
        {code !== 'contenu_absent' && (
          <button type="button" className="button" onClick={() => void query.refetch()}>
            Réessayer
          </button>
        )}
      </Instead>
    )
  }
  return (
    <div className="instead neutral" aria-busy="true">
      <p role="status">Chargement du fichier…</p>
      <progress
        aria-label="Chargement du fichier"
        max={file.taille_octets}
        value={query.received > 0 ? query.received : undefined}
      />
      <p className="figures">
        {fileSize(query.received)} sur {fileSize(file.taille_octets)}
      </p>
    </div>
  )
}

const QUARTER = 90
/** As wide as its frame, without the thumbnails that some browsers open beside it. */
const PDF_VIEW = '#navpanes=0&view=FitH'

function Shown({ file, contents }: { readonly file: FichierResume; readonly contents: Blob }) {
  const address = useAddress(contents)
  const [turned, setTurned] = useState(0)
  const [large, setLarge] = useState(false)
  const leaf = useRef<HTMLElement>(null)
  useEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = leaf.current ?? {}
    // An enlarged picture begins in its middle, at its top.
    if (large) leaf.current?.scrollTo((scrollWidth - clientWidth) / 2, 0)
  }, [large])
  if (address === null) return null
  const isPicture = kindOf(file) === 'picture'
  return (
    <>
      <div className="sheet-tools">
        {isPicture && (
          <>
            <button type="button" className="button" onClick={() => setTurned((turned + QUARTER) % 360)}>
              Tourner
            </button>
            <button type="button" className="button" aria-pressed={large} onClick={() => setLarge(!large)}>
              Agrandir
            </button>
          </>
        )}
        <a className="button" href={address} target="_blank" rel="noreferrer">
          Ouvrir dans un onglet
        </a>
      </div>
      {isPicture ? (
        <section
          ref={leaf}
          className={large ? 'leaf large' : 'leaf'}
          aria-label="Image du document"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
          tabIndex={0}
        >
          <img className={`turned-${turned}`} src={address} alt={`Document déposé : ${file.nom_original}`} />
        </section>
      ) : navigator.pdfViewerEnabled ? (
        <iframe className="leaf" src={address + PDF_VIEW} title={`Document déposé : ${file.nom_original}`} />
      ) : (
        <Instead icon="document" title="Ce navigateur n’affiche pas les PDF dans la page">
          <p>Ouvrez le document dans un onglet.</p>
        </Instead>
      )}
    </>
  )
}
