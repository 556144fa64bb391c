/** A failed sign-in, with a message for the person. */
export class SignInFailed extends Error {
  /** Whether nobody answered. */
  readonly unreachable: boolean

  constructor(message: string, { unreachable = false } = {}) {
    super(message)
    this.unreachable = unreachable
  }
}
