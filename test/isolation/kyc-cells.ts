import { type Item, partnerId, SEEN, spareFile, TYPE } from './acting-world.ts'
import { both, type Caller, type Cells, GONE, organisationOf, rule } from './action-cells.ts'

/** The partner whose document it is; the id of nothing where its organisation has no record. */
const partnerOf = ({ owner = 'nobody' }: Item): string => partnerId(owner)

const seesPartner = (caller: Caller, id: string): boolean =>
  rule.verdict(`${caller.who}`, 'partenaire', id).seen
const ifSeen =
  (done: '200' | '201'): Cells['verdict'] =>
  (caller, item) =>
    seesPartner(caller, partnerOf(item)) ? done : GONE

/** A partner for which the caller may deposit, if there is one. */
const itsPartner = (caller: Caller): string =>
  (rule.access(caller.who, null) === 'granted' && rule.recordOf(organisationOf(caller).id)) ||
  partnerId('other')

const kyc = { consulting: null, on: 'document', outside: 'absent' } as const
const depositing = { ...kyc, action: 'deposerDocumentKyc', needs: both('partenaires.documents_deposer') }

const deposit = (partner: string, fichier_id: string) => ({
  path: `/partenaires/${partner}/documents-kyc`,
  given: { body: { type_document_id: TYPE, fichier_id } },
})

/** A document takes a free file of the caller's own organisation; any other is one and the same to it. */
const withFile = (what: string, of: (item: Item) => string, own: '201' | '422'): Cells => ({
  ...{ ...depositing, what },
  ask: (item, caller) => deposit(itsPartner(caller), of(item)),
  verdict: (caller, { owner }) => {
    if (!seesPartner(caller, itsPartner(caller))) return GONE
    return owner === organisationOf(caller).nom && own === '201' ? '201' : '422 parametres_invalides'
  },
})

const named = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="a.pdf"' }

/** The actions on files and KYC documents, tried on every document and file by everybody. */
export const kycCells: readonly Cells[] = [
  {
    ...{ ...kyc, action: 'deposerFichier', what: 'file', needs: depositing.needs, on: 'nothing' },
    ask: () => ({ path: '/fichiers', given: { body: '%PDF-1.4', headers: named } }),
    verdict: () => '200',
  },
  {
    ...{ ...depositing, what: 'partner' },
    ask: (item, caller) => deposit(partnerOf(item), spareFile(caller.name, item)),
    verdict: ifSeen('201'),
  },
  withFile('free file', ({ free }) => free, '201'),
  withFile('taken file', ({ file }) => file, '422'),
  {
    ...{ ...kyc, action: 'lierFichier', what: 'file', needs: both('partenaires.consulter') },
    ask: ({ file }) => ({ path: `/fichiers/${file}/lien`, given: { key: null } }),
    verdict: ifSeen('200'),
  },
  {
    ...{ ...kyc, action: 'lierFichier', what: 'free file', needs: both('partenaires.consulter') },
    ask: ({ free }) => ({ path: `/fichiers/${free}/lien`, given: { key: null } }),
    verdict: () => GONE,
  },
  {
    ...{ ...kyc, action: 'verifierDocumentKyc', what: 'document' },
    needs: { operateur: ['partenaires.documents_verifier'] },
    ask: ({ id }) => ({
      path: `/documents-kyc/${id}/verification`,
      given: { body: { statut: 'valide' }, version: SEEN },
    }),
    verdict: ifSeen('200'),
  },
]
