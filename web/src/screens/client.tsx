import type { ClientDetail } from 'antenne-client'
import { amount, moment, several } from '../format.ts'
import { origineClient, statutClient, statutKyc, statutPartenaire, zoneName } from '../labels.ts'
import { useClient, useReservations } from '../queries.ts'
import { Link } from '../router.tsx'
import { useRights } from '../session/me.ts'
import { Badge } from '../ui/badge.tsx'
import { DetailHead, Mail, Phone } from '../ui/detail.tsx'
import { Card, Fact, Facts } from '../ui/facts.tsx'
import { Lines, Loaded } from '../ui/loaded.tsx'
import { Contacts } from './contacts.tsx'
import { Credit } from './credit.tsx'
import { EditClient } from './edit-client.tsx'
import { History } from './history.tsx'
import { type PartProps, useMayChange } from './may-change.ts'
import { Reserve } from './reserve.tsx'
import { Sites } from './sites.tsx'

const back = ['/clients', 'Clients'] as const

/** One client: identity, contacts, managing partner, sites. */
export function ClientScreen({ id }: { readonly id: string }) {
  const query = useClient(id)
  const client = query.data
  return (
    <article>
      <DetailHead back={back} title={client?.raison_sociale ?? 'Client'}>
        {client !== undefined && (
          <>
            <Badge value={client.statut} of={statutClient} />
            <span className="beside">
              KYC : <Badge value={client.statut_kyc} of={statutKyc} />
            </span>
            <Reserve client={client} />
          </>
        )}
      </DetailHead>
      <Loaded query={query} skeleton={<Lines count={8} />}>
        {(found) => <Detail client={found} />}
      </Loaded>
    </article>
  )
}

function Detail({ client }: { readonly client: ClientDetail }) {
  const changes = useMayChange(client)
  return (
    <div className="detail">
      <Identity client={client} changes={changes} />
      <Management client={client} />
      <Contacts client={client} changes={changes} />
      <Sites client={client} changes={changes} />
      <History of="client" id={client.id} />
    </div>
  )
}

const Identity = ({ client, changes }: PartProps) => (
  <Card title="Identité" aside={changes && <EditClient client={client} />}>
    <Facts>
      <Fact name="Forme juridique">{client.forme_juridique}</Fact>
      <Fact name="RCCM">{client.rccm}</Fact>
      <Fact name="NCC">{client.ncc}</Fact>
      <Fact name="Secteur">{client.secteur?.libelle}</Fact>
      <Fact name="Ville">{client.ville}</Fact>
      <Fact name="Zone">{client.zone && zoneName(client.zone)}</Fact>
      <Fact name="Adresse de facturation">{client.adresse_facturation}</Fact>
      <Fact name="Téléphone">{client.telephone && <Phone number={client.telephone} />}</Fact>
      <Fact name="E-mail">{client.email && <Mail address={client.email} />}</Fact>
    </Facts>
  </Card>
)

function Management({ client }: { readonly client: ClientDetail }) {
  const can = useRights()
  const pending = useReservations({ client_id: client.id, taille: 1 })
  const { partenaire_actuel: partner } = client
  const total = pending.data?.pagination.total
  return (
    <Card title="Gestion" aside={<Credit client={client} />}>
      <Facts>
        <Fact name="Partenaire">
          {partner && (
            <>
              {can('partenaires.consulter') ? (
                <Link href={`/partenaires/${partner.id}`}>{partner.raison_sociale}</Link>
              ) : (
                partner.raison_sociale
              )}
              {partner.ville !== null && `, ${partner.ville}`}{' '}
              <Badge value={partner.statut} of={statutPartenaire} />
            </>
          )}
        </Fact>
        <Fact name="Origine">{origineClient[client.origine]}</Fact>
        <Fact name="Réservations">
          {total === undefined ? (
            '…'
          ) : (
            <Link href={`/reservations?statut=toutes&client_id=${client.id}`}>
              {several(total, 'réservation')}
            </Link>
          )}
        </Fact>
        <Fact name="Post-paiement">{client.credit_approuve ? 'Autorisé' : 'Non autorisé'}</Fact>
        <Fact name="Plafond d’encours">
          {client.plafond_encours === null ? null : amount(client.plafond_encours)}
        </Fact>
        <Fact name="Fiche créée">{moment(client.cree_le)}</Fact>
        <Fact name="Fiche modifiée">{moment(client.modifie_le)}</Fact>
      </Facts>
    </Card>
  )
}
