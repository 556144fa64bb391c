import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Check, deploy, run } from './check.ts'

/**
 * Patroni wants to bind its addresses and to reach etcd: it gets a network of its own, with something at each address.
 */
const NETWORK =
  'ip link set lo up && for n in 1 2 3; do ip addr add 10.0.0.$n/32 dev lo; done && exec "$0" "$@"'
const REACHABLE = `
const { createServer } = require('node:net')
const { spawn } = require('node:child_process')
for (const n of [1, 2, 3]) createServer().listen(2379, '10.0.0.' + n).unref()
setTimeout(() => {
  spawn('patroni', ['--validate-config', 'patroni/patroni.yml'], { stdio: 'inherit' })
    .on('exit', (status) => process.exit(status ?? 1))
}, 200)
`

export const balancer: Check[] = [
  {
    files: 'haproxy/',
    by: 'haproxy -c',
    needs: ['haproxy', 'haproxy'],
    run() {
      const addresses = parseEnv(readFileSync(join(deploy, 'haproxy/haproxy.env'), 'utf8'))
      return run(
        ['haproxy', '-c', '-f', 'haproxy/haproxy.cfg'],
        addresses as Record<string, string>,
      ).out.trim()
    },
  },
  {
    files: 'patroni/patroni.yml',
    by: 'patroni --validate-config',
    needs: ['patroni', 'patroni python3-etcd iproute2'],
    run() {
      const inside = [process.execPath, '--eval', REACHABLE] as const
      const { out, err } = run(['unshare', '--map-root-user', '--net', 'sh', '-c', NETWORK, ...inside])
      if (out + err !== '') throw new Error(out + err)
      return 'silent'
    },
  },
]
