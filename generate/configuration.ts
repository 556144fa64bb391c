import type { Variable } from '../src/variable.ts'
import { variables } from '../src/variables.ts'

/** docs/configuration.md, from the declaration of the variables. */
export const configuration = (): string => `# Configuration

Antenne reads its configuration from the environment and checks it at start. It reports all faults together, in French,
and exits with status 2. An empty variable counts as absent. Generated from \`src/variables.ts\` by «npm run generate»:
change the declaration, not this file.

| variable | values | default | meaning |
|---|---|---|---|
${Object.values(variables).map(row).join('\n')}

The demonstration identity is a key pair in \`DATA_DIR\`, with which \`antenne jeton\` signs tokens. It is refused in
production. With \`DATABASE_URL\` it is refused unless \`--demo\` is given.
`

const row = ({ name, values, byDefault, absentMeans, meaning }: Variable<unknown>): string =>
  `| ${[`\`${name}\``, values, byDefault === undefined ? absentMeans : `\`${byDefault}\``, meaning].join(' | ')} |`
