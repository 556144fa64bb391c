import { type Check, run } from './check.ts'

export const compose: Check[] = [
  {
    files: 'container/compose.yaml',
    by: 'docker-compose config',
    needs: ['docker-compose', 'docker-compose'],
    run() {
      const given = { POSTGRES_PASSWORD: 'x', KEYCLOAK_PASSWORD: 'x', VERSION: '0' }
      const { out } = run(
        ['docker-compose', '--file', 'container/compose.yaml', 'config', '--services'],
        given,
      )
      return `services ${out.trim().split('\n').sort().join(', ')}`
    },
  },
]
