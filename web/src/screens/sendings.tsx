import { useEffect, useState } from 'react'
import { draftOf, type Sending, takeBack } from '../device/sendings.ts'
import { useOffline } from '../device/use-offline.ts'
import { useSendings } from '../device/use-sendings.ts'
import { fileSize, moment } from '../format.ts'
import { navigate } from '../router.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Notice } from '../ui/notice.tsx'
import { tellOutcome } from '../ui/outcome.tsx'
import { Title } from '../ui/title.tsx'
import type { DepositDraft } from './deposit-draft.ts'
import { takeUp } from './deposits.ts'

/** What the person did without a network, and what the service refused of it. */
export function Sendings() {
  const sendings = useSendings()
  const offline = useOffline()
  const [dropped, setDropped] = useState<Sending | null>(null)
  const [taken, setTaken] = useState<Sending | null>(null)
  // What the last message said stands here.
  useEffect(() => tellOutcome(null), [])
  return (
    <>
      <header className="screen-head">
        <Title window="Envois">Envois</Title>
      </header>
      {sendings.length === 0 ? (
        <Notice icon="check" title="Tout est envoyé">
          <p>Ce que vous faites sans réseau attend ici, sur cet appareil, et part dès le retour du réseau.</p>
        </Notice>
      ) : (
        <>
          <p className="note">
            {sendings.every(({ refused }) => refused !== undefined)
              ? 'Rien n’attend d’être envoyé. Ce qui suit est à reprendre ou à abandonner.'
              : offline
                ? 'Ces envois partiront dès le retour du réseau, une seule fois, dans cet ordre.'
                : 'Ce qui attend est envoyé maintenant, une seule fois, dans cet ordre.'}
          </p>
          <ul className="sendings">
            {sendings.map((sending) => (
              <li key={sending.key}>
                <SendingText sending={sending} />
                <span className="row-actions">
                  {sending.refused !== undefined && (
                    <button
                      type="button"
                      className="button primary"
                      onClick={() => (isInTheWay(sending) ? setTaken(sending) : void goOn(sending))}
                    >
                      Reprendre<span className="unseen"> {sending.about}</span>
                    </button>
                  )}
                  <button type="button" className="button" onClick={() => setDropped(sending)}>
                    Abandonner<span className="unseen"> {sending.about}</span>
                  </button>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {dropped !== null && (
        <Confirm
          title="Abandonner cet envoi ?"
          action="Abandonner"
          confirm={() => takeBack(dropped)}
          close={() => setDropped(null)}
        >
          {dropped.about} : ce que vous avez fait ne sera{' '}
          {dropped.sent === undefined
            ? 'pas envoyé'
            : 'plus envoyé ; c’est peut-être déjà enregistré, si une réponse s’est perdue'}
          {dropped.file !== undefined && ', et le fichier est effacé de cet appareil'}.
        </Confirm>
      )}
      {taken !== null && (
        <Confirm
          title="Remplacer votre saisie en cours ?"
          action="Remplacer"
          confirm={() => goOn(taken)}
          close={() => setTaken(null)}
        >
          Vous avez commencé autre chose dans le même formulaire. Si vous reprenez « {taken.about} », votre
          saisie en cours sera effacée.
        </Confirm>
      )}
    </>
  )
}

const SendingText = ({
  sending: { about, at, file, notBefore = 0, refused },
}: {
  readonly sending: Sending
}) => (
  <div>
    <strong>{about}</strong>
    <small>fait le {moment(new Date(at).toISOString())}</small>
    {file !== undefined && (
      <small>
        {file.content.name} · {fileSize(file.content.size)}
      </small>
    )}
    {refused === undefined ? (
      <span className="badge info">
        En attente
        {notBefore > Date.now() && ` : nouvel essai après le ${moment(new Date(notBefore).toISOString())}`}
      </span>
    ) : (
      <p className="fault">{refused}</p>
    )}
  </div>
)

/** Whether the person has begun something else in its place. */
function isInTheWay(sending: Sending): boolean {
  const begun = draftOf(sending)?.read() ?? null
  return begun !== null && JSON.stringify(begun) !== JSON.stringify(sending.draft?.value)
}

const NO_ROOM =
  'Cet appareil n’a pas pu reprendre votre saisie : elle reste dans vos envois. Libérez de la place, ou rechargez la page, puis réessayez.'

/** Back to the screen where it was done, with what was typed. */
async function goOn(sending: Sending): Promise<void> {
  const { action, draft, file, href } = sending
  const place = draftOf(sending)
  place?.keep(draft?.value)
  if (place !== undefined && JSON.stringify(place.read()) !== JSON.stringify(draft?.value))
    return tellOutcome({ tone: 'bad', text: NO_ROOM })
  if (draft !== undefined && action === 'deposerDocumentKyc')
    takeUp(draft.of, draft.value as DepositDraft, file?.content ?? null)
  await takeBack(sending)
  navigate(href)
}
