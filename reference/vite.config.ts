import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/reference/',
  build: { outDir: '../dist/reference', emptyOutDir: true, modulePreload: false, assetsInlineLimit: 0 },
})
