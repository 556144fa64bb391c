import type { DocumentKyc, TypeDocument } from 'antenne-client'
import { expect, test } from 'vitest'
import { kycFile } from '../web/src/kyc.ts'

/** A document by its state and what the scanner said of its file; `day` orders them. */
const document = (day: number, statut: string, scan = 'sain') =>
  ({
    ...{ id: `${day}`, type_document_id: 'rccm', type_document: { id: 'rccm', obligatoire: true }, statut },
    ...{ date_expiration: null, cree_le: `2026-11-${10 + day}`, fichier: { statut_scan: scan } },
  }) as unknown as DocumentKyc

const types = [{ id: 'rccm', cible: 'partenaire', obligatoire: true, actif: true }] as TypeDocument[]

test.each([
  ['nothing', [], 'manquant', null, null],
  ['a valid one', [document(1, 'valide')], 'valide', '1', null],
  [
    'a renewal of one that has expired',
    [document(2, 'depose'), document(1, 'expire')],
    'renouvellement',
    '1',
    '2',
  ],
  [
    'a clean deposit after a valid one that is infected',
    [document(2, 'depose'), document(1, 'valide', 'infecte')],
    'renouvellement',
    '1',
    '2',
  ],
  [
    'an infected deposit after a valid one',
    [document(2, 'depose', 'infecte'), document(1, 'valide')],
    'infecte',
    '1',
    '2',
  ],
  [
    'a valid one that is infected, and a clean one before',
    [document(2, 'valide', 'infecte'), document(1, 'valide')],
    'valide',
    '1',
    null,
  ],
  [
    'a rejected one, and a deposit before it that waits',
    [document(2, 'rejete'), document(1, 'depose')],
    'depose',
    '1',
    null,
  ],
  [
    'an infected deposit, and a clean one before it',
    [document(2, 'depose', 'infecte'), document(1, 'depose')],
    'depose',
    '1',
    '2',
  ],
  [
    'a rejected one after one that has expired',
    [document(2, 'rejete'), document(1, 'expire')],
    'rejete',
    '2',
    null,
  ],
] as const)('of %s a type requires what is to be done', (_what, documents, urgency, current, renewal) => {
  const [entry] = kycFile(documents, types)
  expect([entry?.urgency, entry?.current?.id ?? null, entry?.renewal?.id ?? null]).toEqual([
    urgency,
    current,
    renewal,
  ])
})
