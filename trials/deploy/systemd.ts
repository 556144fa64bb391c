import { type Check, run } from './check.ts'

const services = ['systemd/antenne.service', 'systemd/antenne-expirer.service']

/** The highest exposure that a unit may have, of 10. */
const MOST = 2

export const systemd: Check[] = [
  {
    files: 'systemd/',
    by: 'systemd-analyze verify',
    needs: ['systemd-analyze', 'systemd'],
    run() {
      const { err } = run(['systemd-analyze', 'verify', ...services, 'systemd/antenne-expirer.timer'])
      if (err !== '') throw new Error(err)
      return 'silent'
    },
  },
  {
    files: 'systemd/*.service',
    by: 'systemd-analyze security --offline=true',
    needs: ['systemd-analyze', 'systemd'],
    run() {
      const levels = services.map((service) => {
        const { out } = run(['systemd-analyze', 'security', '--offline=true', '--no-pager', service])
        return Number(/exposure level for \S+: ([\d.]+)/.exec(out)?.[1])
      })
      if (!levels.every((level) => level <= MOST)) throw new Error(`exposure ${levels.join(', ')}`)
      return `exposure ${levels.join(', ')}`
    },
  },
]
