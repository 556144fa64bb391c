import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { compressedFiles } from './compressed-files.ts'
import { serviceWorkerFiles, WORKER } from './service-worker-files.ts'
import { addresses } from './src/addresses.ts'
import { START, startFirst } from './start-first.ts'

const service = process.env.ANTENNE ?? 'http://127.0.0.1:3000'
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Passes the addresses of the screens to the service. */
const handAddresses: Plugin = {
  name: 'addresses',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'addresses.json',
      source: JSON.stringify(Object.values(addresses)),
    })
  },
}

export default defineConfig({
  root: at('.'),
  plugins: [handAddresses, startFirst, serviceWorkerFiles, compressedFiles],
  resolve: {
    alias: {
      'antenne-client': at('../client/src/index.ts'),
      'react-dom': 'preact/compat',
      react: 'preact/compat',
    },
  },
  build: {
    outDir: at('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licences.json' },
    rolldownOptions: {
      input: { index: at('index.html'), [WORKER]: at('src/service-worker.ts') },
      output: {
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        // A file costs a round trip of its own: what screens share comes with the page.
        codeSplitting: {
          groups: [
            { name: START, test: /web\/src\/start\.ts$/, priority: 1 },
            { name: 'shared', test: /web\/src\/(ui\/|(?!main|service-worker|addresses)[^/]+$)/ },
          ],
        },
      },
      // Ignores directives of libraries for server rendering; there is none.
      onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/extension', '/configuration.json', '/demonstration'].map((path) => [path, service]),
    ),
  },
})
