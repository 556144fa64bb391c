import { several } from '../format.ts'
import { statutClient, statutKyc } from '../labels.ts'
import { useClients } from '../queries.ts'
import { Link } from '../router.tsx'
import { useMe } from '../session/me.ts'
import { Badge } from '../ui/badge.tsx'
import { Lines, Loaded } from '../ui/loaded.tsx'

/** What people of a client organisation find here: its file, or its files. */
export function OwnFiles() {
  const { organisation } = useMe()
  return (
    <section className="card own-files">
      <Loaded query={useClients({ taille: 1 })} skeleton={<Lines count={3} />}>
        {({ donnees: [own], pagination: { total } }) =>
          own === undefined ? (
            <p>
              Aucune fiche n’est encore rattachée à {organisation.nom}. Demandez à l’opérateur de rattacher la
              vôtre : vous la trouverez ici.
            </p>
          ) : total === 1 ? (
            <>
              <p>
                <Link href={`/clients/${own.id}`}>{own.raison_sociale}</Link>{' '}
                <Badge value={own.statut} of={statutClient} />
              </p>
              <p>
                Dossier KYC : <Badge value={own.statut_kyc} of={statutKyc} />
              </p>
              <p className="note">
                C’est la fiche de votre organisation. Vous y consultez ses contacts et ses sites.
              </p>
            </>
          ) : (
            <p>
              <Link href="/clients">{several(total, 'fiche')}</Link> sont rattachées à votre organisation.
              Vous y consultez leurs contacts, leurs sites et l’état de leur dossier KYC.
            </p>
          )
        }
      </Loaded>
    </section>
  )
}
