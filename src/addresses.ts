import { isIP } from 'node:net'

/** Whether there is a comma among the hosts. One before the `@`, in the account or the password, does not count. */
export const namesSeveralHosts = (address: string): boolean =>
  /^[a-z]+:\/\/[^/?]*,[^/?@]*([/?]|$)|[?&](host|port)=[^&]*(,|%2c)/i.test(address)

/** Anybody on the network can change what is read over such an address. */
export const isOpenToAll = (address: string | undefined): boolean => {
  if (address === undefined) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** Where clamd listens. */
export type AntivirusAddress = { readonly host: string; readonly port: number } | { readonly path: string }

/** The port of clamd, or the path of its socket. It knows no account, and nothing else belongs into its address. */
export const antivirusAddress = (text: string): AntivirusAddress | undefined => {
  const [, socket] = /^unix:\/\/(\/[^?#\0]+)$/.exec(text) ?? []
  if (socket !== undefined) return { path: socket }
  const [, ip6, name, given = '3310'] =
    /^tcp:\/\/(?:\[([^\]]+)\]|([\w.-]+))(?::(\d{1,5}))?\/?$/.exec(text) ?? []
  const host = ip6 ?? name
  const port = Number(given)
  if (host === undefined || (ip6 !== undefined && isIP(ip6) !== 6) || port < 1 || port > 65_535)
    return undefined
  return { host, port }
}

/** An origin as browsers and applications send it. `URL` treats the origin of an application's own scheme as opaque. */
export const isOrigin = (text: string): boolean => {
  if (text.includes('*') || !URL.canParse(text)) return false
  const { origin } = new URL(text)
  return origin === 'null' ? /^[a-z][a-z\d+.-]*:\/\/[\w.-]+(:\d+)?$/.test(text) : origin === text
}

/** An address, or a network as `10.0.0.0/8`. */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  )
}

const tls = ['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation']
const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** Whether what it asks of TLS is mistyped: the driver would ignore it, and encrypt nothing. */
export const mistypesTls = (given: string): boolean =>
  URL.canParse(given) &&
  [...new URL(given).searchParams].some(
    ([key, value]) =>
      (/^ssl/i.test(key) && !tls.includes(key)) || (key === 'sslmode' && !modes.includes(value)),
  )
