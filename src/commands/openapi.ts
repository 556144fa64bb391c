import { openapi as description } from '../http/description/openapi.ts'
import type { Command } from './command.ts'

export const openapi: Command = {
  verb: 'openapi',
  usage: '',
  summary: 'affiche la description OpenAPI 3.1',
  help: ['La même que le service donne à l’adresse /openapi.json.'],
  options: {},
  positionals: [],
  async run() {
    process.stdout.write(description())
  },
}
