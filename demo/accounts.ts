/** The accounts to try, each with what it may do. */
export const comptesDemonstration: readonly { email: string; presentation: string }[] = [
  {
    email: 'awa.kone@antenne.example',
    presentation: "Administratrice de l'opérateur : voit tout, décide de tout.",
  },
  {
    email: 'jean-baptiste.kouassi@antenne.example',
    presentation:
      'Agent des réservations : décide des demandes, crée et modifie des clients, sans le catalogue.',
  },
  {
    email: 'mariam.traore@antenne.example',
    presentation: 'Conformité : lit les partenaires et vérifie leurs documents KYC.',
  },
  {
    email: 'ibrahim.fofana@antenne.example',
    presentation: 'Chargé du crédit : lit les clients et approuve leur crédit.',
  },
  {
    email: 'aminata.bamba@antenne.example',
    presentation: 'Directrice financière : trois rôles, leurs droits réunis.',
  },
  {
    email: 'estelle.n-guessan@antenne.example',
    presentation: 'Support : lit les clients et le catalogue, ne change rien.',
  },
  { email: 'ange.kouame@antenne.example', presentation: 'Stagiaire : aucun droit.' },
  { email: 'drissa.soro@antenne.example', presentation: 'Compte suspendu : ne lit que sa session.' },
  {
    email: 'fatou.coulibaly@savane-telecom.example',
    presentation: 'Gérante de Savane Télécom : sa société et ses documents, ses clients, ses réservations.',
  },
  {
    email: 'moussa.kone@savane-telecom.example',
    presentation: 'Commercial de Savane Télécom : crée des clients et les demande, sans la fiche partenaire.',
  },
  {
    email: 'didier.aka@lagune-connect.example',
    presentation: 'Gérant de Lagune Connect, en conflit avec Savane Télécom sur quatre clients.',
  },
  {
    email: 'arsene.oulai@cavally-internet.example',
    presentation: 'Gérant d’un partenaire suspendu : ne lit que sa session.',
  },
  {
    email: 'nadege.amon@pharmacie-du-plateau.example',
    presentation: 'Cliente : la fiche et les sites de sa société, et le catalogue.',
  },
  {
    email: 'zie.tuo@reseau-equateur.example',
    presentation: 'Superviseur d’un réseau tiers : le catalogue ; les autres listes sont vides.',
  },
]
