import { OpenidProvider, signingKey } from '../../harness/identity/openid.ts'

/**
 * A certified OpenID provider in a process of its own: on the port of the first argument, for the machines of the
 * others.
 */
const [port, ...users] = process.argv.slice(2)
const provider = new OpenidProvider(Number(port))
provider.machines = users
provider.hours = 12
await provider.start(signingKey('a', 'ES256'))
