/** What a failed connection says. Where a name has several addresses the error itself is empty: the first address's says it. */
export function errorText(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] }
  return message || errors?.[0]?.message || code || 'unknown'
}
