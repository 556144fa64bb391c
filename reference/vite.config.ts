import { defineConfig } from 'vite'
import { compressedFiles } from '../web/compressed-files.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/reference/',
  plugins: [compressedFiles],
  build: { outDir: '../dist/reference', emptyOutDir: true, modulePreload: false, assetsInlineLimit: 0 },
})
