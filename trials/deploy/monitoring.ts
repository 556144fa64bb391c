import { spawn } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dump, load } from 'js-yaml'
import { dashboard, expressions } from '../../harness/deploy/monitoring.ts'
import { freePorts } from '../../harness/service/free-ports.ts'
import { follow, installed, type Serving, startServing, stop, until } from '../../harness/service/process.ts'
import { type Check, deploy, run } from './check.ts'

interface Result {
  readonly status: string
  readonly data: { readonly result: readonly unknown[]; readonly alerts: readonly object[] }
}

/** What Grafana puts in. */
const filled = (expr: string): string =>
  expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m')

export const monitoring: Check[] = [
  {
    files: 'monitoring/alerts.yml',
    by: 'promtool check rules, promtool test rules',
    needs: ['promtool', 'prometheus'],
    run() {
      run(['promtool', 'test', 'rules', 'monitoring/alerts.test.yml'])
      const { out } = run(['promtool', 'check', 'rules', 'monitoring/alerts.yml'])
      return /\d+ rules found/.exec(out)?.[0] ?? out
    },
  },
  {
    files: 'monitoring/prometheus.yml',
    by: 'promtool check config',
    needs: ['promtool', 'prometheus'],
    run() {
      run(['promtool', 'check', 'config', 'monitoring/prometheus.yml'])
      return 'valid'
    },
  },
  {
    files: 'monitoring/',
    by: 'prometheus, which scrapes a service',
    needs: ['prometheus', 'prometheus'],
    async run(folder) {
      const [port = 0, metrics = 0] = await freePorts(2)
      const environment = { METRICS_PORT: String(metrics), DATA_DIR: join(folder, 'data') }
      const service = await startServing(installed, environment)
      const prometheus = follow(startPrometheus(folder, port, metrics))
      const call = async (path: string) =>
        (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()) as Result
      try {
        await until(prometheus, () => isScraped(call, service))
        return await verdict(call)
      } finally {
        await stop(prometheus)
        await stop(service)
      }
    },
  },
]

/** With the files of deploy/, for that one target, and in seconds. */
function startPrometheus(folder: string, port: number, metrics: number) {
  const config = load(readFileSync(join(deploy, 'monitoring/prometheus.yml'), 'utf8')) as object
  const changes = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    scrape_configs: [{ job_name: 'antenne', static_configs: [{ targets: [`127.0.0.1:${metrics}`] }] }],
  }
  writeFileSync(join(folder, 'prometheus.yml'), dump({ ...config, ...changes }))
  copyFileSync(join(deploy, 'monitoring/alerts.yml'), join(folder, 'alerts.yml'))
  return spawn('prometheus', [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'tsdb')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ])
}

type Call = (path: string) => Promise<Result>

const query = (call: Call, expr: string) => call(`query?query=${encodeURIComponent(filled(expr))}`)

/** People read meanwhile; a rate needs two looks. */
async function isScraped(call: Call, { address, authorization }: Serving): Promise<boolean> {
  await (await fetch(`${address}/api/v1/clients`, { headers: { authorization } })).text()
  const asked = 'rate(antenne_requests_total{operation="listerClients"}[1m]) > 0'
  const { data } = await query(call, asked).catch(() => ({ data: { result: [] } }))
  return data.result.length > 0
}

/** Every expression is understood, every panel shows something, and nothing is wrong with a service that is well. */
async function verdict(call: Call): Promise<string> {
  const all = expressions()
  for (const { of, expr } of all)
    if ((await query(call, expr)).status !== 'success') throw new Error(`${of}: ${expr}`)
  const { panels } = dashboard()
  for (const { title, targets } of panels)
    for (const { expr } of targets)
      if ((await query(call, expr)).data.result.length === 0) throw new Error(`${title} is empty: ${expr}`)
  const { data } = await call('alerts')
  if (data.alerts.length > 0) throw new Error(JSON.stringify(data.alerts))
  return `${all.length} expressions, ${panels.length} panels, no alert`
}
