// Owns: the whole page, built as it ships, in a real browser, with a stand-in for main that answers from the test.
// Must not: hold rules of main; a test gives the answers.
import type { Page } from 'playwright'
import type { ChannelInput, ChannelOutput, EventPayload } from '../../src-preload/contract/contract.ts'
import {
  channelNames,
  type ChannelName,
  eventNames,
  type EventName,
} from '../../src-preload/contract/names.ts'
import type { ErrorReport, Result } from '../../src-preload/contract/channel.ts'
import { AppError } from '../../src-preload/shared/errors.ts'
import { launchBrowser } from './launch-browser.ts'
import { servePages } from './serve-pages.ts'
import type { Answers } from '../unit/renderer/views/fake-main.ts'

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
  const { server, address } = await servePages()
  const browser = await launchBrowser(flags)

  // One for all pages, so that the browser reads and compiles the app's files once; the app keeps nothing in it.
  const shared = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' })

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
      const pages = browser.contexts().flatMap((context) => context.pages())
      await Promise.all(pages.map((page) => page.close()))
    },
    async openOver(script, hash) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
      await page.addInitScript({ content: script })
      await begin(page, hash)
      return page
    },
    async open(answers, hash = '') {
      const page = await shared.newPage()
      const calls: { name: ChannelName; input: unknown }[] = []
      async function answer<Name extends ChannelName>(
        name: Name,
        input: ChannelInput<Name>,
      ): Promise<Result<ChannelOutput<Name>>> {
        // Asks for nothing, and comes whenever the page is idle.
        if (name !== 'app:confirmShown') calls.push({ name, input })
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
