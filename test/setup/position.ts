import type { Page } from 'playwright-core'

/** A phone that stands in Man, and says so. */
export const inMan = {
  geolocation: { latitude: 7.4125, longitude: -7.5538, accuracy: 12 },
  permissions: ['geolocation'],
  viewport: { width: 390, height: 800 },
}

/** The device answers when what this returns is called. */
export async function holdPosition(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(`{
    const { geolocation } = navigator
    const ask = geolocation.getCurrentPosition.bind(geolocation)
    geolocation.getCurrentPosition = (...given) => { window.answer = () => ask(...given) }
  }`)
  return () => page.evaluate('window.answer()')
}
