// Owns: the whole page, built as it ships, in a real browser, with a stand-in for main that answers from the test.
// Must not: hold rules of main; a test gives the answers.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join, relative } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { type Browser, chromium, type Page } from 'playwright'
import { build } from 'vite'
import type { ChannelInput, ChannelOutput, EventPayload } from '../../../../src-preload/contract/contract.ts'
import {
  channelNames,
  type ChannelName,
  eventNames,
  type EventName,
} from '../../../../src-preload/contract/names.ts'
import type { ErrorReport, Result } from '../../../../src-preload/contract/channel.ts'
import { AppError } from '../../../../src-preload/shared/errors.ts'
import { isBuilt } from '../../../../scripts/build.ts'
import { appFolder } from '../../../../scripts/paths.ts'
import { findBrowser } from '../../../electron-stand-in/find-browser.ts'
import type { Answers } from '../views/fake-main.ts'

const root = join(import.meta.dirname, '../../../..')

export interface OpenPage {
  readonly page: Page
  /** What was asked of main, in order. */
  readonly calls: { readonly name: ChannelName; readonly input: unknown }[]
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): Promise<void>
}

export interface PageMaker {
  /** @param hash - where the page begins, such as `#/orders` */
  open(answers: Answers, hash?: string): Promise<OpenPage>
  /** @param script - runs in the page before it, and puts `window.starkdesk` there itself */
  openOver(script: string, hash: string): Promise<Page>
  /** Closes the pages that are open, between tests. */
  closePages(): Promise<void>
  close(): Promise<void>
}

/** The page's files by path, as the build makes them: those of the app where they are of the present sources. */
async function buildPage(): Promise<Map<string, string | Uint8Array>> {
  if (isBuilt()) return readBuilt(join(appFolder, 'renderer'))
  // Without this it would be built for development, because a test runs: with much that is held for tracing faults.
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  const result = await build({
    configFile: false,
    root: join(root, 'src-renderer'),
    logLevel: 'error',
    plugins: [svelte({ configFile: join(root, 'svelte.config.js') })],
    build: { write: false, minify: false },
  }).finally(() => (process.env['NODE_ENV'] = before))
  const outputs = Array.isArray(result) ? result : [result]
  const files = new Map<string, string | Uint8Array>()
  for (const output of outputs) {
    if (!('output' in output)) throw new Error('the build watches instead of ending')
    for (const file of output.output) {
      files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source)
    }
  }
  return files
}

function readBuilt(folder: string): Map<string, Uint8Array> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [`/${relative(folder, file).replaceAll('\\', '/')}`, readFileSync(file)]
    }),
  )
}

/** Serves the files on loopback, which is as safe a place as the app's own: everything that the page uses is there. */
async function serve(
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page')
    const path = pathname === '/' ? '/index.html' : pathname
    const body = files.get(path)
    if (body === undefined) response.writeHead(404).end()
    else
      response
        .writeHead(200, { 'content-type': types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream' })
        .end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the page has no address')
  return { server, address: `http://127.0.0.1:${bound.port}` }
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
}

/** Runs in the page before it: the preload's place, over one function of the test's. */
function installBridge({ channels, events }: Readonly<Record<'channels' | 'events', string[]>>): void {
  interface Bridge {
    askMain?: (name: string, input: unknown) => Promise<unknown>
    tellPage?: (name: string, payload: unknown) => void
    starkdesk?: unknown
  }
  const bridge = window as unknown as Bridge
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const invoke = Object.fromEntries(
    channels.map((name) => [name, (input: unknown) => bridge.askMain?.(name, input)]),
  )
  const on = Object.fromEntries(
    events.map((name) => [
      name,
      (listener: (payload: unknown) => void) => {
        const all = listeners.get(name) ?? new Set()
        listeners.set(name, all.add(listener))
        return () => all.delete(listener)
      },
    ]),
  )
  bridge.tellPage = (name, payload) => listeners.get(name)?.forEach((listener) => listener(payload))
  bridge.starkdesk = { invoke, on }
}

function reportOf(error: unknown): ErrorReport {
  if (error instanceof AppError) return { code: error.code, data: error.data, ref: null }
  return { code: 'internal', data: { what: String(error) }, ref: null }
}

/** How long that may take on a machine that is busy with other work. */
export const makePagesLimitMs = 300_000

/**
 * Builds the page once and starts a browser; both serve every page that is opened.
 * @param flags - of the browser, besides the usual ones
 */
export async function makePages(flags: readonly string[] = []): Promise<PageMaker> {
  const { server, address } = await serve(await buildPage())
  const args = ['--no-sandbox', ...flags]
  const browser: Browser = await chromium.launch({ executablePath: findBrowser(), args })

  async function begin(page: Page, hash: string): Promise<void> {
    page.setDefaultTimeout(20_000)
    await page.goto(`${address}/${hash}`)
  }

  return {
    async close() {
      await browser.close()
      server.close()
    },
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    async openOver(script, hash) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
      await page.addInitScript({ content: script })
      await begin(page, hash)
      return page
    },
    async open(answers, hash = '') {
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' })
      const calls: { name: ChannelName; input: unknown }[] = []
      async function answer<Name extends ChannelName>(
        name: Name,
        input: ChannelInput<Name>,
      ): Promise<Result<ChannelOutput<Name>>> {
        calls.push({ name, input })
        try {
          const find = answers[name]
          if (!find) throw new Error(`no answer for ${name}`)
          return { ok: true, value: await find(input) }
        } catch (error) {
          return { ok: false, error: reportOf(error) }
        }
      }
      await page.exposeFunction('askMain', answer)
      await page.addInitScript(installBridge, { channels: [...channelNames], events: [...eventNames] })
      await begin(page, hash)
      return {
        page,
        calls,
        emit: (name, payload) =>
          page.evaluate(
            ([event, value]) => {
              ;(window as unknown as { tellPage: (name: string, payload: unknown) => void }).tellPage(
                event,
                value,
              )
            },
            [name, payload] as const,
          ),
      }
    },
  }
}
