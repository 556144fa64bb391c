import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './setup/command-line.ts'
import { nothing } from './setup/people.ts'

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0
let folder: string
let script: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antenne-completion-'))
  await mkdir(join(folder, 'un dossier'))
  await writeFile(join(folder, 'un fichier.txt'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What bash proposes for the last of these words, once it has read our script. */
function proposed(...words: string[]): string[] {
  const asked = `source ${script}
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _antenne; printf '%s\\n' "\${COMPREPLY[@]}"`
  const out = execFileSync('bash', ['--norc', '-euc', asked, 'bash', 'antenne', ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  return out.split('\n').filter((line) => line !== '')
}

describe.skipIf(!has('bash'))('completion of bash', () => {
  beforeAll(async () => {
    script = join(folder, '.antenne.bash')
    const { status, out, err } = await run(['completion', 'bash'])
    expect([status, err]).toEqual([0, ''])
    await writeFile(script, out)
  })

  test('is registered by sourcing it', () => {
    const registered = execFileSync('bash', ['--norc', '-euc', `source ${script}; complete -p antenne`])
    expect(String(registered)).toBe('complete -o filenames -F _antenne antenne\n')
  })

  test('proposes every verb that help names', async () => {
    const { out } = await run(['--help'])
    const verbs = [...out.matchAll(/^ {2}(\S+) +\S/gm)].map(([, verb]) => verb)
    expect(proposed('')).toEqual(verbs)
    expect(proposed('de')).toEqual(['demarrer', 'decider'])
  })

  test.each([
    [
      ['importer', '--'],
      ['--simuler', '--json', '--help'],
    ],
    [['importer', ''], ['un dossier']],
    [['importer', 'un d'], ['un dossier']],
    [['dictionnaire', 'un f'], ['un fichier.txt']],
    [['decider', nothing, '--v'], ['--valider']],
    [['migrer', '--lecture', ''], []],
    [['generer', '--clients', '-'], []],
    [
      ['completion', ''],
      ['bash', 'zsh'],
    ],
    [['comptes', ''], []],
    [['inconnu', ''], []],
  ])('of antenne %j is %j', (words, expected) => {
    expect(proposed(...words)).toEqual(expected)
  })
})

describe.skipIf(!has('zsh'))('completion of zsh', () => {
  test('is registered by sourcing it', async () => {
    const file = join(folder, '.antenne.zsh')
    await writeFile(file, (await run(['completion', 'zsh'])).out)
    const asked = `autoload -Uz compinit && compinit -u -d ${join(folder, '.zcompdump')}; source ${file}; print $_comps[antenne]`
    expect(execFileSync('zsh', ['-fc', asked], { encoding: 'utf8' })).toBe('_antenne\n')
  })
})
