import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { packageRoot } from '../../src/package.ts'

/** An expression of PromQL, what it belongs to, and the labels that the words beside it name. */
interface Expression {
  readonly of: string
  readonly expr: string
  readonly named: readonly string[]
}

/** What an expression asks of metrics. */
interface Uses {
  readonly selectors: readonly {
    readonly metric: string
    readonly matchers: readonly {
      readonly label: string
      readonly operator: string
      readonly value: string
    }[]
  }[]
  /** Labels in `by (…)` and the like. */
  readonly grouping: readonly string[]
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly annotations: Readonly<Record<string, string>>
    }[]
  }[]
}

interface Panel {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
}

interface Dashboard {
  readonly panels: readonly Panel[]
  readonly annotations: {
    readonly list: readonly { name: string; expr: string; titleFormat: string; textFormat?: string }[]
  }
  readonly templating: { readonly list: readonly { name: string; type: string; query: string }[] }
}

const textOf = (file: string) => readFileSync(new URL(`deploy/monitoring/${file}`, packageRoot), 'utf8')

export const dashboard = (): Dashboard => JSON.parse(textOf('dashboard.json')) as Dashboard

export const alerts = () => (load(textOf('alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules)

const namedIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, label = '']) => label)

/** All expressions of the alerts and of the dashboard. */
export function expressions(): Expression[] {
  const { panels, annotations, templating } = dashboard()
  const legend = (text: string) => namedIn(text, /\{\{\s*(\w+)\s*\}\}/g)
  return [
    ...alerts().map(({ alert, expr, annotations: words }) => ({
      of: alert,
      expr,
      named: namedIn(Object.values(words).join(' '), /\$labels\.(\w+)/g),
    })),
    ...panels.flatMap(({ title, targets }) =>
      targets.map(({ expr, legendFormat }) => ({ of: title, expr, named: legend(legendFormat) })),
    ),
    ...annotations.list.map(({ name, expr, titleFormat, textFormat = '' }) => ({
      of: name,
      expr,
      named: legend(titleFormat + textFormat),
    })),
    ...templating.list
      .filter(({ type }) => type === 'query')
      .map(({ name, query }) => {
        const [, metric = query, label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(query) ?? []
        return { of: name, expr: metric, named: [label] }
      }),
  ]
}

const OPERATORS = ['and', 'or', 'unless', 'bool', 'offset']

/** The metrics and labels in an expression; of PromQL as much as these files use. */
export function usesOf(expr: string): Uses {
  const grouping: string[] = []
  const rest = expr
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g, (_, labels: string) => {
      grouping.push(...labels.split(',').map((label) => label.trim()))
      return ''
    })
  const selectors = [...rest.matchAll(/(?<![\w.$"])([a-zA-Z_:][\w:]*)\b(?!\s*\()(?:\s*\{([^}]*)\})?/g)]
    .filter(([, word = '']) => !OPERATORS.includes(word))
    .map(([, metric = '', inside = '']) => ({
      metric,
      matchers: [...inside.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
        ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
      ),
    }))
  return { selectors, grouping }
}
