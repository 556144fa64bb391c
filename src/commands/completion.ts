import type { Command } from './command.ts'
import { print } from './terminal.ts'

/** Completion of the command line, made from what all commands declare. */
export const completionOf = (all: () => Promise<readonly Command[]>): Command => ({
  verb: 'completion',
  usage: 'bash|zsh',
  summary: 'complète la ligne de commande de bash ou de zsh',
  help: [
    'Écrit un script qui complète verbes, options et dossiers de la commande « antenne ».',
    'bash, dans ~/.bashrc :  eval "$(antenne completion bash)"',
    'zsh, dans ~/.zshrc après compinit :  eval "$(antenne completion zsh)"',
  ],
  options: {},
  positionals: ['bash ou zsh'],
  choices: ['bash', 'zsh'],
  async run({ positionals: [shell] }) {
    print((shell === 'bash' ? bash : zsh)(await all()))
  },
})

const optionsOf = ({ options }: Command): string[] => [
  ...Object.keys(options).map((option) => `--${option}`),
  '--help',
]

/** The options that a value follows. */
const valued = ({ options }: Command): string[] =>
  Object.keys(options)
    .filter((option) => options[option]?.type === 'string')
    .map((option) => `--${option}`)

/** What stands where no option is: folders, files, or some words. */
function argumentOf({ positionals, optional = [], choices }: Command): 'folder' | 'file' | readonly string[] {
  const [name] = [...positionals, ...optional]
  return choices ?? (name === 'DOSSIER' ? 'folder' : name === 'FICHIER' ? 'file' : [])
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function bash(all: readonly Command[]): string {
  const places = { folder: '-d', file: '-f' }
  const cases = all.map((command) => {
    const place = argumentOf(command)
    const words = typeof place === 'string' ? places[place] : `-W ${quoted(place.join(' '))}`
    const values = ['-', ...valued(command)].join('|')
    return [
      `    ${command.verb})`,
      `      options=${quoted(optionsOf(command).join(' '))}`,
      `      case $last in ${values}) return ;; esac`,
      `      if [[ $word != -* ]]; then mapfile -t COMPREPLY < <(compgen ${words} -- "$word"); return; fi ;;`,
    ].join('\n')
  })
  return `_antenne() {
  local word=\${COMP_WORDS[COMP_CWORD]} last=\${COMP_WORDS[COMP_CWORD-1]} options=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W ${quoted(all.map(({ verb }) => verb).join(' '))} -- "$word")
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
}
complete -o filenames -F _antenne antenne`
}

function zsh(all: readonly Command[]): string {
  const places = { folder: '*:dossier:_files -/', file: '*:fichier:_files' }
  const verbs = all.map(({ verb, summary }) => quoted(`${verb}:${summary.replaceAll(':', '\\:')}`))
  const cases = all.map((command) => {
    const place = argumentOf(command)
    const values = valued(command)
    const specs = [
      ...optionsOf(command).map((option) => (values.includes(option) ? `${option}:valeur: ` : option)),
      ...(typeof place === 'string'
        ? [places[place]]
        : place.length > 0
          ? [`1:mot:(${place.join(' ')})`]
          : []),
    ]
    return `    ${command.verb}) _arguments ${specs.map(quoted).join(' ')} ;;`
  })
  return `_antenne() {
  local -a verbes
  verbes=(${verbs.join(' ')})
  if (( CURRENT == 2 )); then _describe verbe verbes; return; fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join('\n')}
  esac
}
compdef _antenne antenne`
}
