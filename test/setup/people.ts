/** The accounts of the demonstration world that tests speak as. */
export const operator = 'awa.kone@antenne.example'
export const withoutRights = 'ange.kouame@antenne.example'
export const suspendedAccount = 'drissa.soro@antenne.example'
export const suspendedOrganisation = 'arsene.oulai@cavally-internet.example'
export const partner = 'fatou.coulibaly@savane-telecom.example'
export const competitor = 'didier.aka@lagune-connect.example'
export const clientUser = 'nadege.amon@pharmacie-du-plateau.example'
export const thirdParty = 'zie.tuo@reseau-equateur.example'

/** A well-formed id that names nothing. */
export const nothing = '00000000-0000-4000-8000-000000000000'
