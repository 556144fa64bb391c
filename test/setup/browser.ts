import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache')
const folder = join(cache, 'antenne-chromium')

/** Its own letters first: screenshots look alike everywhere. */
const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
  <dir>${folder}/fonts/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts/cache</cachedir>
</fontconfig>`

/** Unpacks the Chromium that `npm ci` brings, once; whoever comes second finds it in its place. */
function unpack(): void {
  if (existsSync(folder)) return
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, 'chromium-'))
  const script = "import c from '@sparticuz/chromium'; await c.executablePath()"
  // It unpacks into the folder for temporary files, its libraries only where it believes to be on such a machine.
  const environment = { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, env: environment })
  writeFileSync(join(draft, 'fonts/fonts.conf'), fonts)
  try {
    renameSync(draft, folder)
  } catch {
    rmSync(draft, { recursive: true })
  }
}

/** `npm ci` brings Chromium for these machines only. */
const brought = process.platform === 'linux' && process.arch === 'x64'

/** Where others have a browser, if they have one. The first opens a page for a third of what the others take. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

/** The browser at TEST_BROWSER, or one that is installed where `npm ci` brings none. */
const own = process.env.TEST_BROWSER ?? (brought ? undefined : usual.find((path) => existsSync(path)))

/** Whether there is a browser on this machine. Tests that need one are `browserTest`. */
export const hasBrowser = brought || own !== undefined

export function setup(): void {
  if (hasBrowser) return
  process.stderr.write(`There is no browser: npm brings one for Linux on x64, not for ${process.platform} on ${process.arch}.
Tests of the pages are skipped. Install Chrome or Chromium, or name one in TEST_BROWSER, to run them.\n`)
}

/** A real browser. Close it when done. */
export async function openBrowser(): Promise<Browser> {
  if (own === undefined) unpack()
  return chromium.launch({
    timeout: 300_000,
    executablePath: own ?? join(folder, 'chromium'),
    // Tests may run as root, where there is no sandbox; without a graphics card, shapes are drawn by the processor.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    env: {
      ...process.env,
      ...(own === undefined
        ? { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') }
        : {}),
    },
  })
}
