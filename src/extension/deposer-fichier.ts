import { storeFile } from '../actions/files/store.ts'
import { FichierResume } from '../contract/conformite.ts'
import { Rien } from '../contract/corps-conformite.ts'
import { sql } from '../database/sql.ts'
import { item } from '../operations/operation.ts'
import { action } from './action.ts'

const fichier = item({
  id: 'fichier',
  path: '/extension/v1/fichiers/{id}',
  permission: null,
  summary: 'Un fichier déposé par son organisation',
  of: FichierResume,
  reads: ['fichier_depose'],
  from: sql`fichier_depose`,
})

/** A file, before the document that takes it. */
export const deposerFichier = action({
  id: 'deposerFichier',
  method: 'POST',
  path: '/extension/v1/fichiers',
  rights: {
    operateur: ['partenaires.documents_deposer'],
    partenaire: ['partenaires.documents_deposer'],
  },
  alsoNeeds: null,
  summary: 'Dépose un fichier : PDF, JPEG, PNG ou WebP',
  description:
    'Le corps est le fichier lui-même, 10 Mo au plus si l’administrateur n’a pas fixé d’autre limite ; `Content-Disposition` le nomme. Un fichier qu’aucun document ne prend est retiré après un jour.',
  geste: () => 'depot de fichier',
  body: Rien,
  binary: true,
  conflicts: ['limite_atteinte'],
  target: null,
  versioned: false,
  answer: fichier,
  status: 200,
  async run({ connection, who, now, settings: { quota } }, { file }) {
    if (file === null) throw new Error('no file')
    return storeFile(connection, who, file, quota, now)
  },
})
