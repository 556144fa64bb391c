import type { Tone, Words } from '../labels.ts'

export const Mark = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span className={`badge ${tone}`}>{children}</span>
)

/** A state in words; its colour only repeats them. */
export function Badge<Value extends string>({
  value,
  of,
}: {
  readonly value: Value
  readonly of: Words<Value>
}) {
  const [label, tone] = of[value]
  return <Mark tone={tone}>{label}</Mark>
}
