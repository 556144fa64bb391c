/**
 * The message of a failed connection. If a name has several addresses, the error itself is empty; then the first
 * address's message is used.
 */
export function errorText(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] }
  return message || errors?.[0]?.message || code || 'unknown'
}
