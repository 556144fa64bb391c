/** A request as it will be sent, the token left out. */
export interface Sent {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The same request as a command to copy. */
export function commandOf({ method, address, headers, body }: Sent, open: boolean): string {
  const said = { ...(open ? {} : { Authorization: 'Bearer JETON' }), ...headers }
  return [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...Object.entries(said).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
    quoted(location.origin + address),
  ].join(' ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
