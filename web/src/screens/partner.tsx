import type { PartenaireDetail } from 'antenne-client'
import { count, day, moment, phone, several } from '../format.ts'
import { modeVersement, statutContrat, statutPartenaire, typeZone } from '../labels.ts'
import { useClients, usePartenaire, useReservations } from '../queries.ts'
import { Link } from '../router.tsx'
import { useRights } from '../session/me.ts'
import { Badge } from '../ui/badge.tsx'
import { DetailHead, Mail, Phone } from '../ui/detail.tsx'
import { Card, Fact, Facts } from '../ui/facts.tsx'
import { Lines, Loaded } from '../ui/loaded.tsx'
import { KycFile, useDocumentsKyc } from './kyc-file.tsx'

const back = ['/partenaires', 'Partenaires'] as const

/** One partner: identity, territory, contract in force, KYC file. */
export function PartnerScreen({ id }: { readonly id: string }) {
  const query = usePartenaire(id)
  // The file comes first, and what follows must not move: everything is shown when both answers are there.
  const waits = useDocumentsKyc(id).isPending
  const partner = query.data
  return (
    <article>
      <DetailHead back={back} title={partner?.raison_sociale ?? 'Partenaire'}>
        {partner !== undefined && <Badge value={partner.statut} of={statutPartenaire} />}
      </DetailHead>
      <Loaded query={query} skeleton={<Lines count={8} />}>
        {(found) =>
          waits ? (
            <Lines count={8} />
          ) : (
            <div className="detail">
              <KycFile id={id} />
              <Identity partner={found} />
              <Contract partner={found} />
              <Territory partner={found} />
              <Activity partner={found} />
            </div>
          )
        }
      </Loaded>
    </article>
  )
}

interface PartProps {
  readonly partner: PartenaireDetail
}

const Identity = ({ partner }: PartProps) => (
  <Card title="Identité">
    <Facts>
      <Fact name="Forme juridique">{partner.forme_juridique}</Fact>
      <Fact name="RCCM">{partner.rccm}</Fact>
      <Fact name="NCC">{partner.ncc}</Fact>
      <Fact name="Adresse">
        {[partner.adresse, partner.ville].filter((part) => part !== null).join(', ')}
      </Fact>
      <Fact name="Téléphone">{partner.telephone && <Phone number={partner.telephone} />}</Fact>
      <Fact name="E-mail">{partner.email && <Mail address={partner.email} />}</Fact>
      <Fact name="Commerciaux">
        {partner.capacite_commerciale === null ? null : count(partner.capacite_commerciale)}
      </Fact>
      <Fact name="Profil public">{partner.profil_publie ? 'Publié' : 'Non publié'}</Fact>
    </Facts>
    {partner.presentation !== null && <blockquote>{partner.presentation}</blockquote>}
  </Card>
)

function Contract({ partner }: PartProps) {
  const { contrat_cadre: contract } = partner
  return (
    <Card
      title="Contrat-cadre en vigueur"
      aside={contract !== null && <Badge value={contract.statut} of={statutContrat} />}
    >
      {contract === null ? (
        <p className="nothing">Aucun contrat-cadre n’est en vigueur aujourd’hui.</p>
      ) : (
        <Facts>
          <Fact name="Numéro">{contract.numero}</Fact>
          <Fact name="Début">{contract.date_debut && day(contract.date_debut)}</Fact>
          <Fact name="Fin">{contract.date_fin === null ? 'Sans terme' : day(contract.date_fin)}</Fact>
          <Fact name="Signé">{contract.signe_le && moment(contract.signe_le)}</Fact>
        </Facts>
      )}
      <h3>Versement des commissions</h3>
      <Facts>
        <Fact name="Mode">{modeVersement[partner.mode_versement]}</Fact>
        {partner.rib !== null && <Fact name="RIB">{partner.rib}</Fact>}
        {partner.numero_mobile_money !== null && (
          <Fact name="Numéro">{phone(partner.numero_mobile_money)}</Fact>
        )}
      </Facts>
    </Card>
  )
}

const Territory = ({ partner: { zones, secteurs, zone_principale_id } }: PartProps) => (
  <Card title="Zones et secteurs">
    <h3>{several(zones.length, 'zone couverte', 'zones couvertes')}</h3>
    <ul className="tags">
      {zones.map(({ id, libelle, type }) => (
        <li key={id}>
          <Link href={`/partenaires?zone_id=${id}`} title={typeZone[type]}>
            {libelle}
            {id === zone_principale_id && <strong> (principale)</strong>}
          </Link>
        </li>
      ))}
    </ul>
    <h3>{several(secteurs.length, 'secteur visé', 'secteurs visés')}</h3>
    <ul className="tags">
      {secteurs.map(({ id, libelle }) => (
        <li key={id}>{libelle}</li>
      ))}
    </ul>
  </Card>
)

function Activity({ partner }: PartProps) {
  const can = useRights()
  return (
    <Card title="Activité">
      <Facts>
        {can('clients.consulter') && <Totals id={partner.id} />}
        <Fact name="Activé">{partner.valide_le && moment(partner.valide_le)}</Fact>
        <Fact name="Fiche créée">{moment(partner.cree_le)}</Fact>
        <Fact name="Fiche modifiée">{moment(partner.modifie_le)}</Fact>
      </Facts>
    </Card>
  )
}

function Totals({ id }: { readonly id: string }) {
  const clients = useClients({ partenaire_id: id, taille: 1 }).data?.pagination.total
  const reservations = useReservations({ partenaire_id: id, taille: 1 }).data?.pagination.total
  return (
    <>
      <Fact name="Clients gérés">
        <Link href={`/clients?partenaire_id=${id}`}>
          {clients === undefined ? '…' : several(clients, 'client')}
        </Link>
      </Fact>
      <Fact name="Réservations">
        <Link href={`/reservations?statut=toutes&partenaire_id=${id}`}>
          {reservations === undefined ? '…' : several(reservations, 'réservation')}
        </Link>
      </Fact>
    </>
  )
}
