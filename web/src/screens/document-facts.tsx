import type { DocumentKycDetail } from 'antenne-client'
import { age, day, fileSize, moment, several } from '../format.ts'
import { statutScan } from '../labels.ts'
import { useMe } from '../session/me.ts'
import { Badge } from '../ui/badge.tsx'
import { Card, Fact, Facts } from '../ui/facts.tsx'
import { KnownPartner, Name } from '../ui/names.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Correction, DatesOfDocument } from './document-dates.ts'

interface DocumentFactsProps {
  readonly document: DocumentKycDetail
  /** The dates that may be corrected; null: they stay as they are. */
  readonly dates: DatesOfDocument | null
  readonly faults: Readonly<Record<string, string>>
}

/** What a document says of itself. */
export function DocumentFacts({ document, dates, faults }: DocumentFactsProps) {
  const { partenaire, type_document, fichier, cree_le, date_emission, date_expiration } = document
  const { verifie_par, verifie_le, motif } = document
  const { validite_mois } = type_document
  const { organisation } = useMe()
  return (
    <Card title="Le dépôt" className="deposit">
      <Facts>
        <Fact name="Partenaire">
          <KnownPartner partner={partenaire} />
        </Fact>
        <Fact name="Déposé">
          <time dateTime={cree_le}>
            {moment(cree_le)}, {age(cree_le)}
          </time>
        </Fact>
        <Fact name="Fichier">
          {fichier.nom_original} ({fileSize(fichier.taille_octets)}){' '}
          <Badge value={fichier.statut_scan} of={statutScan} />
        </Fact>
        <Fact name="Durée de validité">
          {validite_mois === null ? 'sans limite' : several(validite_mois, 'mois', 'mois')}
        </Fact>
        {dates === null && (
          <>
            <Fact name="Émis le">{date_emission && day(date_emission)}</Fact>
            <Fact name="Expire le">
              {date_expiration === null ? 'sans date de fin' : day(date_expiration)}
            </Fact>
          </>
        )}
        {verifie_le !== null && (
          <Fact name="Vérifié">
            {moment(verifie_le)}
            {verifie_par !== null && (
              <> par {organisation.type === 'operateur' ? <Name id={verifie_par} /> : 'l’opérateur'}</>
            )}
          </Fact>
        )}
        {motif !== null && <Fact name="Motif">{motif}</Fact>}
      </Facts>
      {dates !== null && <Dates dates={dates} faults={faults} />}
    </Card>
  )
}

const fields: readonly (readonly [field: keyof Correction, label: string])[] = [
  ['date_emission', 'Émis le'],
  ['date_expiration', 'Expire le'],
]

const Dates = ({ dates, faults }: { dates: DatesOfDocument; faults: Readonly<Record<string, string>> }) => (
  <fieldset className="dates">
    <legend>Dates du document : au besoin, corrigez-les avant de valider</legend>
    {fields.map(([field, label]) => (
      <TextField
        key={field}
        type="date"
        label={label}
        value={dates.shown[field]}
        fault={faults[field]}
        onChange={(value) => dates.set(field, value)}
      />
    ))}
  </fieldset>
)
