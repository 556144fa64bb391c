import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Site, settled } from './page.ts'

/** The people and companies of the tour in README.md. */
export const tour = {
  seller: 'moussa.kone@savane-telecom.example',
  validator: 'jean-baptiste.kouassi@antenne.example',
  existing: "Boulangerie L'Épi d'Or",
  asked: "Boulangerie Épi d'Or de Korhogo",
} as const

/** Walks the tour as the README tells it, and stops at each of its scenes. */
export async function walkTour(
  site: Site,
  stop: (page: Page, scene: string) => Promise<void>,
  options?: BrowserContextOptions,
): Promise<void> {
  site.now = new Date()
  const partner = await site.openAs(tour.seller, '/', options)
  await partner.getByRole('link', { name: 'Nouveau client' }).click()
  await partner.getByLabel('Raison sociale (obligatoire)').fill(tour.asked)
  await partner.getByLabel('Ville', { exact: true }).fill('Korhogo')
  await partner
    .getByText(/Fiches? proches? :/)
    .first()
    .waitFor()
  await partner.getByRole('link', { name: tour.existing }).waitFor()
  await stop(partner, '1-doublon')
  await partner.getByRole('button', { name: 'Créer le client' }).click()
  await partner.getByRole('button', { name: 'C’est une autre société : créer quand même' }).click()
  await partner.getByRole('button', { name: 'Demander la réservation' }).click()
  await partner.getByText('votre demande est enregistrée').waitFor()
  await partner.getByText('1 réservation').waitFor()
  await partner.getByRole('button', { name: 'Fermer le message' }).click()
  await stop(partner, '2-demande')

  const operator = await site.openAs(tour.validator, '/reservations', options)
  await settled(operator)
  await operator.getByLabel('Ordre').selectOption('recentes')
  await operator.getByRole('link', { name: tour.asked }).first().click()
  await operator.locator('.panel').getByText(tour.existing).first().waitFor()
  await stop(operator, '3-file')
  await operator.keyboard.press('v')
  await operator.getByRole('dialog', { name: 'Valider la réservation' }).waitFor()
  await operator.keyboard.press('v')
  await operator.getByText('demande validée').first().waitFor()

  await partner.getByRole('link', { name: 'Accueil' }).first().click()
  await partner.getByRole('heading', { name: 'Suites données à vos demandes' }).waitFor()
  await partner.locator('.pending li', { hasText: tour.asked }).getByText('Validée').waitFor()
  await stop(partner, '4-issue')
  await partner.context().close()
  await operator.context().close()
}
