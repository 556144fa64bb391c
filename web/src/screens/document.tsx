import type { DocumentKycDetail } from 'antenne-client'
import { useState } from 'react'
import { statutDocument } from '../labels.ts'
import { useDocument } from '../queries.ts'
import { navigate } from '../router.tsx'
import { useMe, useVerifies } from '../session/me.ts'
import { Badge, Mark } from '../ui/badge.tsx'
import { DetailHead } from '../ui/detail.tsx'
import { Lines, Loaded } from '../ui/loaded.tsx'
import { useName } from '../ui/names.tsx'
import { Deposit } from './document-columns.tsx'
import { useDates } from './document-dates.ts'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentFile } from './document-file.tsx'
import { QueueWalk, useQueueWalk } from './document-walk.tsx'
import { History } from './history.tsx'
import { useWorks } from './intentions.ts'
import { PartnerFile } from './partner-file.tsx'
import { Verification } from './verification.tsx'
import { meanwhileWords, type Verdict, verdictsOn } from './verification-words.ts'
import { type Verification as Given, useVerifying } from './verifying.ts'

/** One document: its file beside its data, what may be said of it, and what surrounds it. */
export function DocumentScreen({ id }: { readonly id: string }) {
  const query = useDocument(id)
  const verifies = useVerifies()
  const document = query.data
  const back = verifies
    ? (['/documents', 'Documents à vérifier'] as const)
    : document === undefined
      ? (['/partenaires', 'Partenaires'] as const)
      : ([`/partenaires/${document.partenaire.id}`, document.partenaire.raison_sociale] as const)
  return (
    <article>
      <DetailHead back={back} title={document?.type_document.libelle ?? 'Document'}>
        {document !== undefined && (
          <>
            <Badge value={document.statut} of={statutDocument} />
            {document.infecte ? <Mark tone="bad">Fichier infecté</Mark> : <Deposit of={document} />}
            {verifies && <QueueWalk from={document} />}
          </>
        )}
      </DetailHead>
      <Loaded query={query} skeleton={<Lines count={8} />}>
        {(found) => <OpenDocument document={found} />}
      </Loaded>
    </article>
  )
}

function OpenDocument({ document }: { readonly document: DocumentKycDetail }) {
  const verifies = useVerifies()
  const verify = useVerifying()
  const { next } = useQueueWalk(document)
  const dates = useDates(document)
  const work = useWorks<Verdict>()[document.id]
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const may = verdictsOn(document)
  const verifyAndGoOn = async (seen: DocumentKycDetail, given: Given) => {
    const told = await verify(seen, given)
    setFaults(told.champs ?? {})
    if (told.over) dates.forget()
    // Who went elsewhere meanwhile stays there.
    if (told.over && location.pathname === `/documents/${seen.id}`) navigate(next(), { replace: true })
    return told.over
  }
  return (
    <>
      <Meanwhile document={document} open={may.length > 0 || work !== undefined} />
      <div className="desk">
        {verifies && <Verification document={document} dates={dates} work={work} verify={verifyAndGoOn} />}
        <DocumentFacts
          document={document}
          dates={verifies && may.includes('valide') ? dates : null}
          faults={faults}
        />
        <DocumentFile file={document.fichier} />
        <div className="around">
          <PartnerFile document={document} />
          <History of="document" id={document.id} />
        </div>
      </div>
    </>
  )
}

/** Says what somebody else made of a document that was open for a verification. */
function Meanwhile({ document, open }: { readonly document: DocumentKycDetail; readonly open: boolean }) {
  const { utilisateur } = useMe()
  const by = useName(document.verifie_par).data
  const [waited] = useState(open)
  const meanwhile = waited && !open
  return (
    <p role="status" className={meanwhile ? 'banner' : 'unseen'}>
      {meanwhile && meanwhileWords(document, utilisateur.id, by ?? null)}
    </p>
  )
}
