import { algorithmForgeries } from './forged-tokens/algorithms.ts'
import { claimForgeries } from './forged-tokens/claims.ts'
import type { Forgery } from './forged-tokens/forgery.ts'
import { keyForgeries } from './forged-tokens/key-choice.ts'
import { kindForgeries } from './forged-tokens/kinds.ts'
import { signatureForgeries } from './forged-tokens/signatures.ts'
import { textForgeries } from './forged-tokens/texts.ts'

/** Tokens that nobody should be let in with: every known attack that can be made with a token alone. */
export const forgedTokens: readonly Forgery[] = [
  ...algorithmForgeries,
  ...keyForgeries,
  ...signatureForgeries,
  ...textForgeries,
  ...kindForgeries,
  ...claimForgeries,
]
