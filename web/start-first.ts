import type { Plugin } from 'vite'

/** The chunk that signs in. */
export const START = 'start'

/** Lets the browser run the start of the page as soon as it is there: it does not wait for the rest of the page. */
export const startFirst: Plugin = {
  name: 'start-first',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (bundle === undefined) return html
      const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === START)
      if (start?.type !== 'chunk') throw new Error('the build has no start of its own')
      if (start.imports.length > 0) throw new Error(`the start of the page waits for ${start.imports}`)
      const preload = `<link rel="modulepreload" crossorigin href="/${start.fileName}">`
      if (!html.includes(preload)) throw new Error('the page does not load its start')
      const run = `<script type="module" async crossorigin src="/${start.fileName}"></script>`
      return html
        .replace(/^ *<script type="module"/m, `    ${run}\n$&`)
        .replace(new RegExp(`^ *${preload}\n`, 'm'), '')
    },
  },
}
