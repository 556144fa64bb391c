import type { DocumentKycDetail } from 'antenne-client'
import { useServices } from '../api.ts'
import { type KycEntry, kycFile } from '../kyc.ts'
import { statutDocument } from '../labels.ts'
import { Link } from '../router.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/facts.tsx'
import { Lines, Loaded } from '../ui/loaded.tsx'
import { DocumentText, UrgencyMark, useDocumentsKyc } from './kyc-file.tsx'

/** Around a document: what the partner's file has and lacks, and the other deposits of the same type. */
export function PartnerFile({ document }: { readonly document: DocumentKycDetail }) {
  const { id, partenaire, type_document } = document
  const { types_document } = useServices().configuration
  const query = useDocumentsKyc(partenaire.id)
  const same = query.data?.donnees.filter(
    (other) => other.type_document_id === type_document.id && other.id !== id,
  )
  return (
    <>
      {same !== undefined && same.length > 0 && (
        <Card title="Autres dépôts du même document">
          <ul className="deposits">
            {same.map((other) => (
              <li key={other.id}>
                <Badge value={other.statut} of={statutDocument} />
                <DocumentText document={other} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card
        title="Dossier du partenaire"
        aside={<Link href={`/partenaires/${partenaire.id}`}>Ouvrir le dossier</Link>}
      >
        <Loaded query={query} skeleton={<Lines count={6} />}>
          {({ donnees }) => (
            <ul className="checklist">
              {kycFile(donnees, types_document).map((entry) => (
                <Entry key={entry.type.id} entry={entry} open={entry.type.id === type_document.id} />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </>
  )
}

function Entry({ entry: { type, urgency, current, renewal }, open }: { entry: KycEntry; open: boolean }) {
  const one = renewal ?? current
  return (
    <li aria-current={open || undefined}>
      <span>
        {one === null || open ? type.libelle : <Link href={`/documents/${one.id}`}>{type.libelle}</Link>}
        {!type.obligatoire && <small> facultatif</small>}
      </span>
      <UrgencyMark of={urgency} />
    </li>
  )
}
