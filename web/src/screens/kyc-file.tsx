import { useQuery } from '@tanstack/react-query'
import type { DocumentKyc } from 'antenne-client'
import type { ReactNode } from 'react'
import { useApi, useServices } from '../api.ts'
import { day, daysUntil, fileSize, several } from '../format.ts'
import { type KycEntry, kycFile, type Urgency, urgencies } from '../kyc.ts'
import { statutDocument, statutScan, type Tone } from '../labels.ts'
import { Link } from '../router.tsx'
import { useMe } from '../session/me.ts'
import { Badge, Mark } from '../ui/badge.tsx'
import { Card } from '../ui/facts.tsx'
import { Lines, Loaded } from '../ui/loaded.tsx'
import { CardDeposit, OpenDeposit, OptionalDeposits } from './deposit.tsx'

type UrgencyWords = Readonly<Record<Urgency, readonly [one: string, many: string, tone: Tone]>>

const operators: UrgencyWords = {
  manquant: ['Manquant', 'Manquants', 'bad'],
  infecte: ['Fichier infecté', 'Fichiers infectés', 'bad'],
  expire: ['Expiré', 'Expirés', 'bad'],
  rejete: ['Rejeté', 'Rejetés', 'bad'],
  a_completer: ['À compléter', 'À compléter', 'info'],
  expire_bientot: ['Expire bientôt', 'Expirent bientôt', 'warning'],
  renouvellement: ['Renouvellement en vérification', 'Renouvellements en vérification', 'warning'],
  depose: ['À vérifier', 'À vérifier', 'warning'],
  valide: ['Valide', 'Valides', 'good'],
}

/** The same for others: verifying is not their work. */
const others: UrgencyWords = { ...operators, depose: ['En vérification', 'En vérification', 'warning'] }

const useUrgencyWords = (): UrgencyWords => (useMe().organisation.type === 'operateur' ? operators : others)

/** What a type of document requires, in words. */
export function UrgencyMark({ of }: { readonly of: Urgency }) {
  const [label, , tone] = useUrgencyWords()[of]
  return <Mark tone={tone}>{label}</Mark>
}

export function useDocumentsKyc(id: string | undefined) {
  const { listerDocumentsKycPartenaire } = useApi()
  return useQuery({
    queryKey: ['documents-kyc', id],
    queryFn: ({ signal }) => listerDocumentsKycPartenaire(id as string, {}, { signal }),
    enabled: id !== undefined,
  })
}

/** The KYC file of a partner, the most urgent first. */
export function KycFile({ id }: { readonly id: string }) {
  const { types_document } = useServices().configuration
  const query = useDocumentsKyc(id)
  return (
    <Card title="Dossier KYC" className="wide">
      <Loaded query={query} skeleton={<Lines count={7} />}>
        {({ donnees }) => {
          const file = kycFile(donnees, types_document)
          return (
            <>
              <Summary file={file} />
              <ul className="kyc">
                {file.map((entry) => (
                  <Entry key={entry.type.id} entry={entry}>
                    <CardDeposit partenaire_id={id} entry={entry} />
                  </Entry>
                ))}
                <OptionalDeposits partenaire_id={id} shown={file.map(({ type }) => type.id)} />
              </ul>
              <OpenDeposit partenaire_id={id} />
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

/** What a partner's file has and lacks, in a line. */
export function KycSummary({ id }: { readonly id: string }) {
  const { types_document } = useServices().configuration
  return (
    <Loaded query={useDocumentsKyc(id)} skeleton={<Lines count={2} />}>
      {({ donnees }) => <Summary file={kycFile(donnees, types_document)} />}
    </Loaded>
  )
}

function Summary({ file }: { readonly file: readonly KycEntry[] }) {
  const words = useUrgencyWords()
  return (
    <ul className="summary" aria-label="Résumé du dossier">
      {urgencies.map((urgency) => {
        const number = file.filter((entry) => entry.urgency === urgency).length
        const [one, many, tone] = words[urgency]
        return (
          number > 0 && (
            <li key={urgency} className={tone}>
              <strong>{number}</strong> {(number === 1 ? one : many).toLocaleLowerCase('fr')}
            </li>
          )
        )
      })}
    </ul>
  )
}

interface EntryProps {
  readonly entry: KycEntry
  /** What can be done. */
  readonly children: ReactNode
}

function Entry({ entry: { type, urgency, current, renewal, others }, children }: EntryProps) {
  const [, , tone] = useUrgencyWords()[urgency]
  return (
    <li className={tone}>
      <div className="kyc-head">
        <strong>{type.libelle}</strong>
        <UrgencyMark of={urgency} />
        {!type.obligatoire && <small>facultatif</small>}
      </div>
      {current === null ? (
        <p>Ce document obligatoire n’a pas été déposé.</p>
      ) : (
        <DocumentText document={current} />
      )}
      {renewal !== null && (
        <div className="kyc-other">
          {renewal.fichier.statut_scan === 'infecte' ? (
            <Mark tone="bad">Nouveau dépôt, bloqué</Mark>
          ) : (
            <Mark tone="warning">
              {urgency === 'renouvellement' ? 'Nouveau dépôt' : 'Renouvellement en vérification'}
            </Mark>
          )}
          <DocumentText document={renewal} />
        </div>
      )}
      {others.length > 0 && (
        <details>
          <summary>{several(others.length, 'autre dépôt', 'autres dépôts')}</summary>
          {others.map((document) => (
            <div key={document.id} className="kyc-other">
              <Badge value={document.statut} of={statutDocument} />
              <DocumentText document={document} />
            </div>
          ))}
        </details>
      )}
      {children}
    </li>
  )
}

/** The expiry, in days when it is near. */
function expiryOf(date: string): string {
  const left = daysUntil(date)
  if (left < 0) return `expiré le ${day(date)}`
  if (left === 0) return 'expire aujourd’hui'
  return left > 60 ? `expire le ${day(date)}` : `expire le ${day(date)}, dans ${several(left, 'jour')}`
}

/** A deposit: its dates, its motif, its file. */
export function DocumentText({ document }: { readonly document: DocumentKyc }) {
  const { id, date_emission, date_expiration, fichier, motif, statut, cree_le, verifie_le } = document
  const facts = [
    `déposé le ${day(cree_le)}`,
    date_emission && `émis le ${day(date_emission)}`,
    date_expiration && expiryOf(date_expiration),
    verifie_le && `vérifié le ${day(verifie_le)}`,
  ]
  return (
    <>
      <p className="figures">{facts.filter(Boolean).join(' · ')}</p>
      {motif !== null && statut !== 'expire' && <p className="motif">Motif : {motif}</p>}
      <p className="file">
        <Link href={`/documents/${id}`}>{fichier.nom_original}</Link> ({fileSize(fichier.taille_octets)}){' '}
        {fichier.statut_scan !== 'sain' && <Badge value={fichier.statut_scan} of={statutScan} />}
      </p>
    </>
  )
}
