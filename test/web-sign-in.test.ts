import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { OpenidProvider, pageClient, resource, signingKey } from '../harness/identity/openid.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { holdBack, openSite, type Site } from './setup/page.ts'
import { nothing, operator, partner } from './setup/people.ts'
import { told } from './setup/queue.ts'

const key = signingKey('e', 'ES256')
const provider = new OpenidProvider()
let site: Site
const ids: Record<string, string> = {}
beforeAll(async () => {
  await provider.start(key)
  site = await openSite({
    environment: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: pageClient.id,
      OIDC_SCOPE: pageClient.scope,
      OIDC_RESOURCE: resource('ES256'),
    },
  })
  provider.pages = [site.address]
  await provider.restart(key)
  for (const email of [operator, partner]) {
    const [account] = await site.sql<{ id: string }>('select id from utilisateur where email = $1', [email])
    ids[email] = account?.id ?? ''
  }
})
afterAll(async () => {
  await site.close()
  await provider.stop()
})

/** Logs in at the provider, as a person does on its pages. */
async function logIn(page: Page, user: string) {
  await page.waitForURL(`${provider.issuer}/**`)
  await page.locator('input[name=login]').fill(user)
  await page.locator('input[name=password]').fill('mot de passe')
  await page.locator('button[type=submit]').click()
  await page.getByText('Authorize').waitFor()
  await page.locator('button[type=submit]').click()
}

const openSigned = async (email: string, path: string) => {
  const page = await site.open(path)
  await logIn(page, ids[email] ?? email)
  return page
}

/** The token runs out, and the provider has forgotten who it is. */
async function endSession(page: Page) {
  await page.clock.install()
  await page.clock.fastForward(2 * 3600 * 1000)
  await page.context().clearCookies()
}

/** Everything that the page keeps beside its memory. */
const keptBy = (page: Page) =>
  page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie])',
  )

describe('signing in through an OpenID provider', () => {
  test('leads to where one wanted to go, with its filters, and leaves no token behind', async () => {
    const page = await openSigned(operator, '/clients?statut=actif&page=2')
    await page.getByRole('table').waitFor()
    expect(page.url()).toBe(`${site.address}/clients?statut=actif&page=2`)
    expect(await page.getByLabel('État').inputValue()).toBe('actif')
    const kept = await keptBy(page)
    expect(kept).not.toMatch(/eyJ|code=|verifier/)
    expect(await page.evaluate('history.length')).toBeLessThan(8)
    await page.context().close()
  })

  test('is silent after a reload: the provider still knows who it is', async () => {
    const page = await openSigned(partner, '/clients?recherche=pharmacie')
    await page.getByRole('table').waitFor()
    const before = provider.asked.length
    await page.reload()
    await page.getByRole('table').waitFor()
    expect(page.url()).toBe(`${site.address}/clients?recherche=pharmacie`)
    const asked = provider.asked.slice(before).filter((address) => address.startsWith('/interaction'))
    expect(asked).toEqual([])
    await page.context().close()
  })

  test('is repeated when the token has run out, and leads back to where one was', async () => {
    const page = await openSigned(operator, '/partenaires?statut=actif')
    await page.getByRole('table').waitFor()
    await page.clock.install()
    await page.clock.fastForward(2 * 3600 * 1000)
    const before = provider.asked.length
    await page.getByLabel('État').selectOption('suspendu')
    await expect.poll(() => provider.asked.length).toBeGreaterThan(before)
    await page.getByRole('table').waitFor()
    expect(page.url()).toBe(`${site.address}/partenaires?statut=suspendu`)
    await page.getByText('3 partenaires').waitFor()
    await page.context().close()
  })

  test('whose last step finds no network is where one wanted to go, and can be tried again from there', async () => {
    const page = await site.open('/clients?statut=actif')
    let asked = 0
    await page.route(`${provider.issuer}/token`, (route) => {
      asked += 1
      return asked === 1 ? route.abort('connectionreset') : route.continue()
    })
    await logIn(page, ids[operator] ?? '')
    await page.getByText('Le fournisseur d’identité est injoignable.').waitFor()
    expect(page.url()).toBe(`${site.address}/clients?statut=actif`)
    await page.getByRole('button', { name: /essayer|connecter/i }).click()
    await page.getByRole('table').waitFor()
    expect(page.url()).toBe(`${site.address}/clients?statut=actif`)
    await page.context().close()
  })

  test('is repeated when the service refuses the token', async () => {
    const page = await openSigned(operator, '/catalogue')
    await page.getByRole('table').first().waitFor()
    await page.clock.install()
    await page.clock.fastForward(6000)
    let refused = 0
    await page.route('**/api/v1/**', (route) =>
      refused++ === 0
        ? route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer x.y.z' } })
        : route.continue(),
    )
    const back = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth`))
    await page.getByLabel('Période').selectOption('annuelle')
    await back
    await page.getByRole('table').first().waitFor()
    expect(page.url()).toBe(`${site.address}/catalogue?periode=annuelle`)
    await page.context().close()
  })

  test('is repeated between two decisions: what is left stays chosen, and each is made once', async () => {
    const page = await openSigned(operator, '/reservations?tri=recentes')
    const boxes = page.locator('.choice input:enabled')
    for (const index of [0, 1]) await boxes.nth(index).check()
    await page.clock.install()
    let sent = 0
    await page.route('**/decision', async (route) => {
      if (sent++ > 0) return route.continue()
      const response = await route.fetch()
      await page.clock.fastForward(2 * 3600 * 1000)
      await route.fulfill({ response }).catch(() => {})
    })
    const back = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth`))
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.getByRole('button', { name: 'Valider' }).click()
    await page.getByRole('button', { name: 'Valider 2 demandes' }).click()
    await back
    await page.getByText('1 demande sélectionnée').waitFor()
    // The page leaves by itself: nobody is asked whether it may.
    expect(asked).toEqual([])
    expect(page.url()).toBe(`${site.address}/reservations?tri=recentes`)
    await page.getByRole('button', { name: 'Valider' }).click()
    await page.getByRole('button', { name: 'Valider 1 demande' }).click()
    await told(page, /^1 demande validée\.$/)
    const made = await site.sql(
      `select client_id, count(distinct mouvement)::int as n from journal where geste = 'validation' group by 1`,
    )
    expect(made.map(({ n }) => n)).toEqual([1, 1])
    await page.context().close()
  })

  test('is repeated in the middle of a form: what was typed is there again', async () => {
    const page = await openSigned(partner, '/clients/nouveau')
    const name = page.getByLabel('Raison sociale (obligatoire)')
    await page.getByLabel('Ville', { exact: true }).fill('Man')
    await page.getByRole('button', { name: 'Ajouter un contact' }).click()
    await page.getByLabel('Prénom (obligatoire)').fill('Awa')
    await endSession(page)
    // Leaving the field asks for close records.
    await name.fill('Quongup Daxzor Vixhyl')
    await page.keyboard.press('Tab')
    await logIn(page, ids[partner] ?? '')
    await page.waitForURL(`${site.address}/clients/nouveau`)
    expect(await name.inputValue()).toBe('Quongup Daxzor Vixhyl')
    expect(await page.getByLabel('Ville', { exact: true }).inputValue()).toBe('Man')
    expect(await page.getByLabel('Prénom (obligatoire)').inputValue()).toBe('Awa')
    await page.context().close()
  })

  test('is repeated while a form is sent: it is sent once, and the form is empty', async () => {
    const page = await openSigned(partner, '/clients/nouveau')
    const name = page.getByLabel('Raison sociale (obligatoire)')
    await name.fill('Brykev Felquon Jomzor')
    await page.keyboard.press('Tab')
    await page.getByText('Aucune fiche proche').waitFor()
    await endSession(page)
    await page.getByRole('button', { name: 'Créer le client' }).click()
    await logIn(page, ids[partner] ?? '')
    await told(page, /Brykev Felquon Jomzor : envoyé\.$/)
    await expect.poll(() => name.inputValue()).toBe('')
    expect(await site.sql(`select from client where raison_sociale = 'Brykev Felquon Jomzor'`)).toHaveLength(
      1,
    )
    await page.context().close()
  })

  test('as somebody whom the platform does not know ends on a page that says so', async () => {
    const page = await openSigned(nothing, '/clients')
    await page.getByRole('heading', { name: 'Compte inconnu' }).waitFor()
    await page.getByRole('button', { name: 'Se connecter avec un autre compte' }).waitFor()
    await page.context().close()
  })

  test('that the platform refuses for a while loses nothing that was typed', async () => {
    const page = await openSigned(partner, '/clients/nouveau')
    const name = page.getByLabel('Raison sociale (obligatoire)')
    await name.fill('Zulquor Brandix')
    const json = { code: 'authentification_requise', message: 'Connectez-vous.', details: null }
    await page.route('**/api/v1/moi', (route) => route.fulfill({ status: 401, json }))
    await page.reload()
    await page.getByRole('heading', { name: 'Compte inconnu' }).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await name.waitFor()
    expect(await name.inputValue()).toBe('Zulquor Brandix')
    await page.context().close()
  })

  test('that is given up, forged or begun elsewhere is refused, with a way on', async () => {
    for (const query of ['?error=access_denied&state=x', '?code=abc&state=x', '']) {
      const page = await site.open(`/retour${query}`)
      await page.getByRole('heading', { name: 'Connexion impossible' }).waitFor()
      expect(page.url()).toBe(`${site.address}/retour`)
      await page.getByRole('button', { name: 'Réessayer' }).click()
      await page.waitForURL(`${provider.issuer}/**`)
      await page.context().close()
    }
  })

  test('sends no code to the provider when the answer does not say that it is the provider’s own', async () => {
    const page = await site.open('/retour')
    await page.getByRole('heading', { name: 'Connexion impossible' }).waitFor()
    await page.evaluate(
      `sessionStorage.setItem('connexion:x', '{"verifier":"${'v'.repeat(43)}","back":"/"}')`,
    )
    const before = provider.asked.length
    await page.goto(`${site.address}/retour?code=abc&state=x`)
    await page.getByText('n’a pas accepté la connexion').waitFor()
    expect(provider.asked.slice(before)).toEqual(['/.well-known/openid-configuration'])
    await page.context().close()
  })

  test('is undone by signing out, here and at the provider', async () => {
    const page = await openSigned(operator, '/')
    await page.getByRole('button', { name: /^Compte de/ }).click()
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await page.waitForURL(`${provider.issuer}/**`)
    await page.getByRole('button', { name: /yes/i }).click()
    await page.getByRole('heading', { name: 'Vous êtes déconnecté' }).waitFor()
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.waitForURL(`${provider.issuer}/interaction/**`)
    await page.context().close()
  })

  test('is undone without the provider as well: the next person is asked who they are', async () => {
    const page = await openSigned(operator, '/')
    await page.getByRole('button', { name: /^Compte de/ }).click()
    await page.route(`${provider.issuer}/**`, (route) => route.abort())
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await page.getByRole('heading', { name: 'Vous êtes déconnecté' }).waitFor()
    await page.unroute(`${provider.issuer}/**`)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.waitForURL(`${provider.issuer}/interaction/**`)
    await page.context().close()
  })

  test('is undone in all windows of the person', async () => {
    const page = await openSigned(operator, '/')
    const other = await page.context().newPage()
    await other.goto(`${site.address}/clients/nouveau`)
    await other.getByLabel('Raison sociale (obligatoire)').waitFor()
    await page.getByRole('button', { name: /^Compte de/ }).click()
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await other.getByRole('heading', { name: 'Vous êtes déconnecté' }).waitFor()
    expect(await other.getByLabel('Raison sociale (obligatoire)').count()).toBe(0)
    await page.context().close()
  })

  test('is not begun again by what a screen still asks for while one signs out', async () => {
    const page = await openSigned(operator, '/')
    await page.getByRole('button', { name: /^Compte de/ }).click()
    const release = await holdBack(page, '**/.well-known/openid-configuration')
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Clients' }).first().click()
    release()
    await page.waitForURL(`${provider.issuer}/session/end**`)
    expect(asked.filter((address) => address.startsWith(`${provider.issuer}/auth`))).toEqual([])
    await page.context().close()
  })
})

test('a provider that is down is said to be, and asked again', async () => {
  await provider.stop()
  const page = await site.open('/')
  await page.getByText('Le fournisseur d’identité est injoignable').waitFor()
  await provider.start(key)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.waitForURL(`${provider.issuer}/**`)
  await page.context().close()
})

test('no window complained of a script or of the policy', () => {
  expect(site.complaints).toEqual([])
})
