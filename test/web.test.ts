import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { browserTest as test } from './setup/browser-test.ts'
import { openSite, type Site } from './setup/page.ts'
import {
  clientUser,
  operator,
  partner,
  suspendedAccount,
  suspendedOrganisation,
  thirdParty,
  withoutRights,
} from './setup/people.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const menuOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link').allTextContents()
const heading = (page: Page, name: string | RegExp, level = 1) =>
  page.getByRole('heading', { name, level }).waitFor()
const total = async (who: string, path: string) => (await site.get(who, path)).body.pagination.total

/** Does something in a window of that account, and closes it. */
async function as(who: string, path: string, during: (page: Page) => Promise<void>) {
  const page = await site.openAs(who, path)
  await during(page)
  await page.context().close()
}

describe('each kind of user', () => {
  test('the operator: all screens, and figures that are the totals of the API', () =>
    as(operator, '/', async (page) => {
      expect(await menuOf(page)).toEqual([
        ...['Accueil', 'Réservations', 'Documents à vérifier', 'Clients', 'Partenaires', 'Catalogue'],
      ])
      const pending = await total(operator, '/api/v1/reservations?statut=demandee&taille=1')
      await page.getByRole('link', { name: `${pending} Réservations à valider` }).waitFor()
      const active = await total(operator, '/api/v1/clients?statut=actif&taille=1')
      await page.getByRole('link', { name: `Actif ${active} clients` }).click()
      await heading(page, 'Clients')
      expect(page.url()).toBe(`${site.address}/clients?statut=actif`)
      await page.getByText(`${active} clients`, { exact: true }).waitFor()
    }))

  test('the operator: at home, the requests that wait longest come first', () =>
    as(operator, '/', async (page) => {
      const card = page.locator('.card', { hasText: 'Demandes qui attendent depuis le plus longtemps' })
      await card.locator('a strong').first().waitFor()
      const { donnees } = (
        await site.get(operator, '/extension/v1/reservations?en_attente=true&tri=anciennes&taille=6')
      ).body
      expect(await card.locator('a strong').allTextContents()).toEqual(
        donnees.map(({ client }: { client: { raison_sociale: string } }) => client.raison_sociale),
      )
      const asked = donnees.map(({ cree_le }: { cree_le: string }) => cree_le)
      expect([asked.length, asked.toSorted()]).toEqual([6, asked])
    }))

  test('a partner: at home, figures in its own words that are the totals of its lists', () =>
    as(partner, '/', async (page) => {
      await page.locator('.tiles').waitFor()
      const labels = await page.locator('.tiles span').allTextContents()
      const figures = await page.locator('.tiles strong').allTextContents()
      const counted = {
        'Demandes en attente de décision': '/api/v1/reservations?statut=demandee',
        'Demandes en concurrence': '/api/v1/reservations?statut=conflit',
        'Dossiers KYC en vérification': '/api/v1/clients?statut_kyc=en_verification',
        'Clients actifs': '/api/v1/clients?statut=actif',
      }
      expect(labels).toEqual(Object.keys(counted))
      const totals = await Promise.all(Object.values(counted).map((path) => total(partner, path)))
      expect(figures).toEqual(totals.map(String))
    }))

  test('a partner: its own clients, company and reservations', () =>
    as(partner, '/clients', async (page) => {
      const own = await total(partner, '/api/v1/clients?taille=1')
      await page.getByText(`${own} clients`, { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Partenaires' }).click()
      await page.getByRole('link', { name: 'Savane Télécom' }).click()
      await heading(page, 'Savane Télécom')
      await page.goBack()
      await heading(page, 'Partenaires')
      expect(await page.locator('.row-link').count()).toBe(1)
    }))

  test('a client organisation: its own file, no way to reservations; there, they are explained, not refused', () =>
    as(clientUser, '/clients', async (page) => {
      await page.getByRole('link', { name: 'Pharmacie du Plateau' }).click()
      await heading(page, 'Pharmacie du Plateau')
      await heading(page, 'Sites', 2)
      expect(await menuOf(page)).toEqual(['Accueil', 'Clients', 'Catalogue'])
      await page.goto(`${site.address}/reservations`)
      await page.getByText('est de type « Client »').waitFor()
    }))

  test.each([
    [0, /^Aucune fiche n’est encore rattachée à Pharmacie du Plateau/],
    [1, /^C’est la fiche de votre organisation\./],
    [2, /^2 fiches sont rattachées à votre organisation\./],
  ])('a client organisation with %i files: home says so, and what it finds there', (files, words) =>
    as(clientUser, '/catalogue', async (page) => {
      await page.route('**/api/v1/clients?taille=1', async (route) => {
        const { donnees, pagination } = await (await route.fetch()).json()
        expect(pagination.total).toBe(1)
        const answer = { donnees: donnees.slice(0, files), pagination: { ...pagination, total: files } }
        await route.fulfill({ json: answer })
      })
      await page.getByRole('link', { name: 'Accueil', exact: true }).click()
      await page.getByText(words).waitFor()
      await page.getByRole('link', { name: /^Catalogue Les forfaits/ }).waitFor()
      expect(await page.getByText('sur 1 client').count()).toBe(0)
    }),
  )

  test('a third party: home says what there is for it', () =>
    as(thirdParty, '/', async (page) => {
      await page.getByText('Vous y consultez les forfaits du catalogue et leurs prix.').waitFor()
      await page.getByRole('link', { name: /^Catalogue Les forfaits/ }).waitFor()
    }))

  test('a third party: the catalogue; a list that is opened by its address says why it is empty', async () => {
    await as(thirdParty, '/catalogue', async (page) => {
      await page.getByRole('table').first().waitFor()
      expect(await menuOf(page)).toEqual(['Accueil', 'Catalogue'])
    })
    await as(thirdParty, '/clients', (page) => page.getByText('est de type « Réseau tiers »').waitFor())
  })

  test.each([
    [withoutRights, 'Aucun droit pour l’instant'],
    [suspendedAccount, 'Compte suspendu'],
    [suspendedOrganisation, 'Organisation suspendue'],
  ])('%s: no menu, and a page that says why', (who, title) =>
    as(who, '/clients', async (page) => {
      await heading(page, title, 2)
      expect(await page.getByRole('navigation', { name: 'Menu principal' }).count()).toBe(0)
      expect(await page.getByRole('alert').count()).toBe(0)
    }),
  )

  test('whoever has no right to the figures is shown the way to the screens', () =>
    as('moussa.kone@savane-telecom.example', '/', async (page) => {
      expect(await menuOf(page)).toEqual(['Accueil', 'Réservations', 'Clients', 'Catalogue'])
      await page.getByRole('link', { name: /^Catalogue Les forfaits/ }).waitFor()
      expect(await page.locator('.tiles').count()).toBe(0)
    }))

  test('a screen without its right is refused with the name of the right', () =>
    as('mariam.traore@antenne.example', '/clients?statut=actif', async (page) => {
      await heading(page, 'Accès refusé')
      await page.getByText('clients.consulter').waitFor()
      await page.getByRole('link', { name: 'Revenir à l’accueil' }).click()
      await heading(page, 'Bonjour Mariam')
      expect(await menuOf(page)).toEqual(['Accueil', 'Documents à vérifier', 'Partenaires'])
    }))
})

describe('what the screens show', () => {
  test('a client: contacts, partner, sites on the map, in French formats', async () => {
    const [chosen] = await site.sql<{ id: string; raison_sociale: string; sites: number; placed: number }>(
      `select client.id, raison_sociale, count(*)::int as sites, count(latitude)::int as placed
        from client join site on client_id = client.id where client.telephone is not null and plafond_encours is not null
        group by client.id order by count(*) desc, client.id limit 1`,
    )
    const { body } = await site.get(operator, `/api/v1/clients/${chosen?.id}`)
    await as(operator, `/clients/${chosen?.id}`, async (page) => {
      await heading(page, body.raison_sociale)
      const digits = body.telephone.slice(4).match(/../g).join('\u00a0')
      await page.getByText(`+225\u00a0${digits}`).first().waitFor()
      const amount = String(body.plafond_encours).replace(/\B(?=(\d{3})+$)/g, '\u202f')
      await page.getByText(`${amount}\u00a0F\u00a0CFA`).waitFor()
      const [year, month, day] = body.cree_le.slice(0, 10).split('-')
      await page.getByText(`${day}/${month}/${year} à ${body.cree_le.slice(11, 16)}`).waitFor()
      for (const { nom } of body.contacts) await page.getByText(nom).first().waitFor()
      await page.locator('.carte .country').waitFor()
      expect(await page.locator('.carte .mark').count()).toBe(chosen?.placed)
      expect(await page.locator('.sites li').count()).toBe(chosen?.sites)
      const { donnees } = (await site.get(operator, `/api/v1/clients/${chosen?.id}/sites?taille=100`)).body
      const links = page.getByRole('link', { name: 'Itinéraire' })
      const ways = await Promise.all((await links.all()).map((link) => link.getAttribute('href')))
      const placed = donnees.filter(({ latitude }: Placed) => latitude !== null)
      expect(ways.sort()).toEqual(
        placed.map(({ latitude, longitude }: Placed) => `geo:${latitude},${longitude}`).sort(),
      )
    })
  })

  test('names that do not come are said to be unavailable, and nothing else of the list is missing', () =>
    as(operator, '/', async (page) => {
      await page.route('**/extension/v1/noms?*', (route) => route.fulfill({ status: 500, body: 'x' }))
      await page.goto(`${site.address}/clients?statut=actif`)
      const cells = page.locator('td[data-title="Partenaire"]')
      await cells.getByText('nom indisponible').first().waitFor()
      expect(await page.locator('.row-link').count()).toBe(20)
      await page.unroute('**/extension/v1/noms?*')
      await page.reload()
      await cells.getByText('Savane Télécom').first().waitFor()
      expect(await cells.getByText('nom indisponible').count()).toBe(0)
    }))

  test('a partner: missing, expired and expiring documents, as the service and the reference list have them', async () => {
    const partners = (await site.get(operator, '/api/v1/partenaires?taille=100')).body.donnees
    const { types_document } = (await site.get(null, '/configuration.json')).body
    const required = types_document.filter(
      ({ cible, obligatoire, actif }: Record<string, unknown>) =>
        cible === 'partenaire' && obligatoire && actif,
    )
    const page = await site.openAs(operator, '/')
    const seen = { missing: 0, expired: 0 }
    for (const { id, raison_sociale } of partners.slice(0, 6)) {
      const { donnees } = (await site.get(operator, `/api/v1/partenaires/${id}/documents-kyc`)).body
      const given = new Set(donnees.map(({ type_document_id }: Record<string, unknown>) => type_document_id))
      const missing = required.filter(({ id }: { id: string }) => !given.has(id)).length
      await page.goto(`${site.address}/partenaires/${id}`)
      await heading(page, raison_sociale)
      await page.locator('.kyc').waitFor()
      expect(await page.getByText('Ce document obligatoire n’a pas été déposé.').count()).toBe(missing)
      seen.missing += missing
      seen.expired += await page.locator('.kyc .badge', { hasText: 'Expiré' }).count()
    }
    expect(seen.missing).toBeGreaterThan(0)
    expect(seen.expired).toBeGreaterThan(0)
    await page.context().close()
  })

  test('a reservation: the evidence beside the requested client, criterion by criterion', async () => {
    const { donnees } = (await site.get(operator, '/api/v1/reservations?taille=100')).body
    const [chosen] = donnees
      .filter(
        (r: { doublons_detectes: { correspondances: unknown[] } | null }) =>
          r.doublons_detectes?.correspondances.length,
      )
      .sort(
        (a: never, b: never) =>
          (b as Chosen).doublons_detectes.correspondances[0].criteres.length -
          (a as Chosen).doublons_detectes.correspondances[0].criteres.length,
      ) as Chosen[]
    const [match] = chosen?.doublons_detectes.correspondances ?? []
    const requested = (await site.get(operator, `/api/v1/clients/${chosen?.client_id}`)).body
    await as(operator, `/reservations?taille=100&ouverte=${chosen?.id}`, async (page) => {
      const panel = page.locator('.panel')
      await panel.getByRole('heading', { name: requested.raison_sociale }).waitFor()
      const table = panel.getByRole('table').first()
      await table.getByText(requested.rccm).first().waitFor()
      expect(await table.locator('.met').count()).toBe(match?.criteres.length)
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      expect(page.url()).toBe(`${site.address}/reservations?taille=100`)
    })
  })

  test('the queue has what waits, the oldest first; the catalogue its prices by period', () =>
    as(operator, '/reservations', async (page) => {
      await page.getByRole('table').waitFor()
      const states = await page.locator('td[data-title="État"]').allTextContents()
      expect(states).toHaveLength(20)
      expect(states.every((state) => /À valider|Conflit/.test(state))).toBe(true)
      const { donnees } = (await site.get(operator, '/extension/v1/reservations?en_attente=true')).body
      expect(await page.locator('.row-link').first().textContent()).toContain(
        donnees[0].client.raison_sociale,
      )
      await page.getByRole('link', { name: 'Catalogue' }).click()
      await heading(page, 'Mensuelle', 2)
      const { body } = await site.get(operator, '/api/v1/offres?periode=mensuelle&taille=1')
      const price = String(body.donnees[0].tarif_en_vigueur.prix_ht).replace(/\B(?=(\d{3})+$)/g, '\u202f')
      await page.getByText(`${price}\u00a0F\u00a0CFA`).first().waitFor()
    }))
})

interface Placed {
  readonly latitude: number | null
  readonly longitude: number | null
}

interface Chosen {
  readonly id: string
  readonly client_id: string
  readonly doublons_detectes: { readonly correspondances: [{ readonly criteres: string[] }] }
}

describe('how it looks', () => {
  const ground = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor')

  test('is light or dark as the system has it, or as one chooses, and stays so', () =>
    as(operator, '/', async (page) => {
      const light = await ground(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      const dark = await ground(page)
      expect(dark).not.toBe(light)
      await page.getByRole('button', { name: /^Compte de/ }).click()
      await page.getByText('Clair', { exact: true }).click()
      expect(await ground(page)).toBe(light)
      await page.reload()
      await page.locator('.account-menu').waitFor()
      expect(await ground(page)).toBe(light)
    }))

  test('a detail is printed without what is around it', () =>
    as(operator, '/partenaires', async (page) => {
      await page.locator('.row-link').first().click()
      await page.locator('.kyc').waitFor()
      await page.emulateMedia({ media: 'print' })
      expect(await page.getByRole('navigation').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Imprimer' }).count()).toBe(0)
      expect(await page.locator('.kyc').isVisible()).toBe(true)
    }))
})

test('no window complained of a script or of the policy', () => {
  expect(site.complaints).toEqual([])
})
