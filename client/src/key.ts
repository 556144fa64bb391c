/**
 * A new key of idempotency: one per intention. React Native has no `crypto`; a key is no secret, only unlike others.
 */
export function newKey(): string {
  const words = globalThis.crypto?.getRandomValues(new Uint32Array(4)) ?? [Date.now(), random(), random()]
  return Array.from(words, (word) => word.toString(36)).join('-')
}

const random = () => Math.floor(Math.random() * 2 ** 32)
