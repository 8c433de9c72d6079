// Owns: the confirmation page, built as it ships, in a real browser, with a stand-in for main that answers from the test.
// Must not: hold rules of main; a test gives the answers.
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { chromium, type Page } from 'playwright'
import { build } from 'vite'
import type { Result } from '../../../../src-preload/contract/channel.ts'
import type { ConfirmAnswer, ConfirmRequest } from '../../../../src-preload/contract/confirm.ts'
import { confirmChannelNames } from '../../../../src-preload/contract/confirm-names.ts'
import { findBrowser } from '../../../electron-stand-in/find-browser.ts'

const root = join(import.meta.dirname, '../../../..')
const address = 'http://confirm.test'
/** Of the window's content, as windows.ts makes it. */
const viewport = { width: 480, height: 600 }

export interface OpenConfirm {
  readonly page: Page
  /** What was answered, in order. */
  readonly answers: ConfirmAnswer[]
}

export interface ConfirmMaker {
  /** @param deafForMs - how long the page is told to be deaf */
  open(request: ConfirmRequest, deafForMs?: number): Promise<OpenConfirm>
  close(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
}

async function buildPage(): Promise<Map<string, string | Uint8Array>> {
  const folder = join(root, 'src-renderer')
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [svelte({ configFile: join(root, 'svelte.config.js') })],
    build: { write: false, minify: false, rolldownOptions: { input: join(folder, 'confirm/index.html') } },
  })
  const files = new Map<string, string | Uint8Array>()
  for (const output of Array.isArray(result) ? result : [result]) {
    if (!('output' in output)) throw new Error('the build watches instead of ending')
    for (const file of output.output) {
      files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source)
    }
  }
  return files
}

/** Runs in the page before it: the preload's place, over one function of the test's. */
function installBridge(channels: readonly string[]): void {
  const bridge = window as unknown as {
    askMain?: (name: string, input: unknown) => Promise<unknown>
    starkdeskConfirm?: unknown
  }
  bridge.starkdeskConfirm = Object.fromEntries(
    channels.map((name) => [name, (input: unknown) => bridge.askMain?.(name, input)]),
  )
}

/** Builds the page once and starts a browser; both serve every page that is opened. */
export async function makeConfirmPages(): Promise<ConfirmMaker> {
  const files = await buildPage()
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  return {
    close: () => browser.close(),
    async open(request, deafForMs = 0) {
      const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
      page.setDefaultTimeout(20_000)
      const answers: ConfirmAnswer[] = []
      await page.exposeFunction('askMain', (name: string, input: ConfirmAnswer): Result<unknown> => {
        if (name === 'confirm:getRequest') return { ok: true, value: { request, deafForMs } }
        answers.push(input)
        return { ok: true, value: { next: null } }
      })
      await page.addInitScript(installBridge, [...confirmChannelNames])
      await page.route(`${address}/**`, async (route) => {
        const { pathname } = new URL(route.request().url())
        const body = files.get(pathname)
        if (body === undefined) return route.fulfill({ status: 404, body: '' })
        const contentType = types[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
        return route.fulfill({ contentType, body: typeof body === 'string' ? body : Buffer.from(body) })
      })
      await page.goto(`${address}/confirm/index.html`)
      await page.getByRole('heading').waitFor()
      return { page, answers }
    },
  }
}
