import { print } from '../../src/commands/terminal.ts'

/** Says what holds; throws with what was found where it does not. */
export function expect(what: string, holds: boolean, found: unknown = ''): void {
  const line = found === '' ? what : `${what}: ${found}`
  if (!holds) throw new Error(`not so: ${line}`)
  print(line)
}
