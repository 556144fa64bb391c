import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alerts, dashboard, expressions, usesOf } from '../harness/deploy/monitoring.ts'
import { freePort } from '../harness/service/free-ports.ts'
import { type Figures, readFigures } from './setup/load-prometheus.ts'
import { operator } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

/** What Prometheus adds to the metrics of a target, and says of itself. */
const scraped = ['job', 'instance']
const ofPrometheus: Readonly<Record<string, readonly string[]>> = {
  up: [],
  ALERTS: ['alertname', 'alertstate', 'severity'],
}
/** Labels whose every value a service shows at once. */
const closed = ['state', 'condition', 'role', 'outcome']

let world: World
let figures: Figures
beforeAll(async () => {
  const port = await freePort()
  // Whether they answer does not matter here: their metrics are there once they are configured.
  world = await openWorld({
    environment: {
      METRICS_PORT: String(port),
      REDIS_URL: 'redis://127.0.0.1:1',
      ANTIVIRUS_URL: 'tcp://127.0.0.1:1',
    },
  })
  await world.get(operator, '/api/v1/clients')
  // The conditions come with the first look at the health.
  do {
    await sleep(20)
    figures = readFigures(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
  } while (figures.sum('antenne_health_condition') === 0)
})
afterAll(() => world.close())

const valuesOf = (metric: string, label: string): string[] =>
  figures.all.filter(({ name }) => name === metric).flatMap(({ labels }) => labels[label] ?? [])
const labelsOf = (metric: string): string[] => [
  ...scraped,
  ...(ofPrometheus[metric] ??
    figures.all.filter(({ name }) => name === metric).flatMap(({ labels }) => Object.keys(labels))),
]
const exists = (metric: string) => metric in ofPrometheus || figures.all.some(({ name }) => name === metric)

/** What is wrong with an expression: what it names and the service does not have. */
function unknownIn(expr: string): string[] {
  const { selectors, grouping } = usesOf(expr)
  const known = selectors.flatMap(({ metric }) => labelsOf(metric))
  return [
    ...selectors.flatMap(({ metric }) => (exists(metric) ? [] : metric)),
    ...grouping.filter((label) => !known.includes(label)),
    ...selectors.flatMap(({ metric, matchers }) =>
      matchers.flatMap(({ label, operator: sign, value }) => {
        if (!labelsOf(metric).includes(label)) return `${metric}{${label}}`
        if (!closed.includes(label)) return []
        const wanted = sign.includes('~') ? value.split('|') : [value]
        return wanted.flatMap((one) =>
          valuesOf(metric, label).includes(one) ? [] : `${metric}{${label}="${one}"}`,
        )
      }),
    ),
  ]
}

/** The labels that the result of an expression has. */
function labelsLeft(expr: string): readonly string[] {
  const { selectors, grouping } = usesOf(expr)
  const aggregates = /\b(?:sum|max|min|count|absent|avg)\s*(?:\(|by)/.test(expr)
  return aggregates ? grouping : selectors.flatMap(({ metric }) => labelsOf(metric))
}

describe('alerts and dashboard', () => {
  test('name metrics, labels and values that the service has', () => {
    const all = expressions()
    expect(all.length).toBeGreaterThan(35)
    expect(all.flatMap(({ of, expr }) => unknownIn(expr).map((what) => `${of}: ${what}`))).toEqual([])
  })

  test('speak of labels that the result still has', () => {
    const wrong = expressions().flatMap(({ of, expr, named }) =>
      named.filter((label) => !labelsLeft(expr).includes(label)).map((label) => `${of}: ${label}`),
    )
    expect(wrong).toEqual([])
  })

  test('an unknown metric, label or value is found', () => {
    expect(unknownIn('rate(antenne_requetes_total[5m]) > 1')).toEqual(['antenne_requetes_total'])
    expect(unknownIn('sum by (route) (rate(antenne_requests_total{status=~"5.."}[5m]))')).toEqual(['route'])
    expect(unknownIn('antenne_requests_total{code="500"}')).toEqual(['antenne_requests_total{code}'])
    expect(unknownIn('antenne_health{state="malade"} == 1')).toEqual(['antenne_health{state="malade"}'])
    expect(unknownIn('up == 0 and antenne_health_condition{condition=~"base|disque"}')).toEqual([
      'antenne_health_condition{condition="disque"}',
    ])
    expect(labelsLeft('sum(rate(antenne_requests_total[5m])) > 1')).not.toContain('instance')
  })
})

test('each alert says what is wrong and what to do, in sentences, and is tried by a test of its own', () => {
  const tried = readFileSync(join(import.meta.dirname, '../deploy/monitoring/alerts.test.yml'), 'utf8')
  for (const { alert, annotations } of alerts()) {
    expect(tried).toContain(alert)
    expect([alert, annotations]).toEqual([
      alert,
      { summary: expect.stringMatching(/\.$/), description: expect.stringMatching(/[.?]$/) },
    ])
  }
})

test('the dashboard is one page: panels side by side, each with its sentence', () => {
  const { panels } = dashboard()
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(panels.filter(({ title, description }) => title === '' || !description.endsWith('.'))).toEqual([])
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  )
  // No cell twice, none empty, 24 columns.
  expect(new Set(cells).size).toBe(cells.length)
  const height = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h))
  expect(cells.length).toBe(24 * height)
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
  expect(height).toBeLessThanOrEqual(26)
})
