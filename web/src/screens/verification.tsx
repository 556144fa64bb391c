import type { DocumentKycDetail } from 'antenne-client'
import { useState } from 'react'
import { addresses } from '../addresses.ts'
import { day } from '../format.ts'
import { Link } from '../router.tsx'
import { AskDialog } from './ask-dialog.tsx'
import type { DatesOfDocument } from './document-dates.ts'
import type { Work } from './intentions.ts'
import { Motif } from './motif.tsx'
import { useMotif } from './motifs.ts'
import { MoveButtons } from './move-buttons.tsx'
import { useSentVerdicts } from './sent-decisions.ts'
import { INFECTED, nameOf, reasons, type Verdict, verdicts, verdictsOn } from './verification-words.ts'
import type { Verification as Given } from './verifying.ts'

interface VerificationProps {
  readonly document: DocumentKycDetail
  readonly dates: DatesOfDocument
  readonly work: Work<Verdict> | undefined
  /** Resolves to whether there is nothing left to decide. */
  readonly verify: (seen: DocumentKycDetail, given: Given) => Promise<boolean>
}

/** The buttons that verify a document; each opens what has to be said or confirmed first. */
export function Verification({ document, dates, work, verify }: VerificationProps) {
  const may = verdictsOn(document)
  // What was shown when the dialog opened is what is verified, whatever is read meanwhile.
  const [open, setOpen] = useState<{ move: Verdict; seen: DocumentKycDetail } | null>(null)
  const sent = useSentVerdicts().has(document.id)
  if (may.length === 0 && open === null) return null
  return (
    <div className="decision">
      {sent && may.length > 0 ? (
        <p className="banner" role="status">
          Votre vérification est en cours d’envoi. <Link href={addresses.sendings}>Voir vos envois</Link>
        </p>
      ) : (
        <MoveButtons
          may={may}
          words={verdicts}
          work={work}
          choose={(move) => setOpen({ move, seen: document })}
        />
      )}
      {open !== null && (
        <VerificationDialog
          key={open.move}
          move={open.move}
          document={open.seen}
          dates={dates}
          work={work}
          verify={verify}
          close={() => setOpen(null)}
        />
      )}
    </div>
  )
}

const titles: Readonly<Record<Verdict, string>> = {
  valide: 'Valider le document',
  a_completer: 'Demander un complément',
  rejete: 'Rejeter le document',
}

const confirmations: Readonly<Record<Verdict, string>> = {
  valide: 'Confirmer la validation',
  a_completer: 'Confirmer la demande',
  rejete: 'Confirmer le rejet',
}

interface DialogProps extends VerificationProps {
  readonly move: Verdict
  readonly close: () => void
}

function VerificationDialog({ move, document, dates, work, verify, close }: DialogProps) {
  const { motif, write } = useMotif(move, document.id)
  const send = async () => {
    const over = await verify(document, { move, motif: motif.trim(), correction: dates.correction })
    if (over) write('')
  }
  return (
    <AskDialog
      title={titles[move]}
      description={
        <>
          <p>{nameOf(document)}</p>
          {move === 'valide' && <Validity dates={dates} />}
        </>
      }
      action={confirmations[move]}
      working={verdicts[move].working}
      again={move === 'valide' ? 'v' : undefined}
      work={work}
      ready={move === 'valide' || motif.trim() !== ''}
      send={send}
      close={close}
    >
      {move !== 'valide' && (
        <Motif usual={document.infecte ? [INFECTED] : reasons[move]} value={motif} write={write} />
      )}
    </AskDialog>
  )
}

/** What a validation leaves, said beforehand. */
function Validity({ dates: { issue, end, correction } }: { readonly dates: DatesOfDocument }) {
  const corrected = Object.keys(correction).length > 0
  return (
    <p>
      {issue !== '' && `Émis le ${day(issue)}. `}
      {end === '' ? 'Valable sans date de fin.' : `Valable jusqu’au ${day(end)}.`}
      {corrected && ' Les dates que vous avez corrigées remplacent celles du dépôt.'}
    </p>
  )
}
