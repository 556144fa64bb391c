import type { Moi } from 'antenne-client'
import { Notice } from '../ui/notice.tsx'
import { Title } from '../ui/title.tsx'
import { useMe } from './me.ts'

const wordsFor = ({ utilisateur, organisation }: Moi): readonly [title: string, text: string] => {
  if (organisation.statut === 'suspendue')
    return [
      'Organisation suspendue',
      `Les accès de ${organisation.nom} sont suspendus. Votre compte les retrouvera quand l’opérateur lèvera la suspension.`,
    ]
  if (organisation.statut === 'fermee')
    return ['Organisation fermée', `${organisation.nom} n’est plus active sur la plateforme.`]
  if (!utilisateur.actif)
    return [
      'Compte suspendu',
      'Votre compte est suspendu : il ne donne plus accès aux données de la plateforme.',
    ]
  return [
    'Aucun droit pour l’instant',
    'Votre compte est actif, mais aucun de ses rôles ne donne accès à un écran. Demandez les droits dont vous avez besoin.',
  ]
}

/** Shown to people without any screen: why, and whom to ask. */
export function NoRights() {
  const me = useMe()
  const [title, text] = wordsFor(me)
  return (
    <>
      <Title window={title}>Bonjour {me.utilisateur.prenom}</Title>
      <Notice icon="lock" title={title}>
        <p>{text}</p>
        <p>
          Pour toute question, adressez-vous à votre administrateur en citant votre adresse :{' '}
          {me.utilisateur.email}.
        </p>
      </Notice>
    </>
  )
}
