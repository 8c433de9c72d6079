// The one tab of a worker's browser: it shows page after page, which costs half of what a tab for each does, and each
// begins as in a new one.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { inject } from 'vitest'
import { channelNames, confirmChannelNames, eventNames } from '../../src-preload/contract/contract.ts'
import type {} from './browser-setup.ts'
import { browserOptions } from './launch-browser.ts'
import { decode, encode } from './wire.ts'

const viewport = { width: 1280, height: 720 }

/** Answers what a page asks of main. */
export type Answerer = (name: string, input: unknown) => unknown

/** What a page asks, and by which number it knows the answer. */
interface Question {
  readonly page: number
  readonly id: number
  readonly name: string
  readonly input: unknown
}

interface Tab {
  readonly page: Page
  readonly cdp: CDPSession
  /** What it shows; null once the test that wanted it is over. */
  shown: { readonly number: number; readonly answer: Answerer } | null
}

let context: Promise<BrowserContext> | null = null
let pagesShown = 0
let tab: Tab | null = null

/** A page lives too briefly to gain what the optimizing compilers cost; the end-to-end tests run its code with them. */
const withoutOptimizing = '--js-flags=--no-maglev --no-turbofan'

/**
 * A browser of the worker's own: through one that all share, each message of a page goes through the process that runs the tests.
 * It ends when the worker does, for then nobody holds the other end of its pipe.
 */
function launch(): Promise<BrowserContext> {
  const folder = mkdtempSync(join(inject('dataFolder'), 'browser-'))
  const options = browserOptions([withoutOptimizing])
  return chromium.launchPersistentContext(folder, { ...options, viewport, reducedMotion: 'reduce' })
}

const names = { channels: [...channelNames], events: [...eventNames], confirm: [...confirmChannelNames] }

/** Runs in each page before it: the places of both preloads, over one binding of the test's. */
function installBridges(
  { channels, events, confirm }: typeof names,
  toText: typeof encode,
  fromText: typeof decode,
): void {
  interface Bridge {
    askTest?: (question: string) => void
    answerPage?: (id: number, answer: string) => void
    tellPage?: (name: string, payload: string) => void
    starkdesk?: unknown
    starkdeskConfirm?: unknown
  }
  const bridge = window as unknown as Bridge
  const page = Number(new URLSearchParams(location.search).get('page'))
  const waiting: ((answer: unknown) => void)[] = []
  const ask = (name: string, input: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      const id = waiting.push(resolve) - 1
      bridge.askTest?.(toText({ page, id, name, input }))
    })
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const invoke = (all: readonly string[]) =>
    Object.fromEntries(all.map((name) => [name, (input: unknown) => ask(name, input)]))
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
  bridge.answerPage = (id, answer) => waiting[id]?.(fromText(answer))
  bridge.tellPage = (name, payload) => {
    const value = fromText(payload)
    listeners.get(name)?.forEach((listener) => listener(value))
  }
  bridge.starkdesk = { invoke: invoke(channels), on }
  bridge.starkdeskConfirm = invoke(confirm)
}

/** Answers one question in the frame that asked it; what a page of before asks is nobody's. */
async function answerPage(to: Tab, payload: string, frame: number): Promise<void> {
  const { page, id, name, input } = decode(payload) as Question
  if (to.shown?.number !== page) return
  const answer = await to.shown.answer(name, input)
  // A page that has gone by then wants no answer.
  await callPage(to.cdp, 'answerPage', id, encode(answer), frame).catch(() => undefined)
}

/** @param frame - Chromium's number of the execution context; null for the page's own */
function callPage(
  cdp: CDPSession,
  what: 'answerPage' | 'tellPage',
  first: number | string,
  message: string,
  frame: number | null,
): Promise<unknown> {
  return cdp.send('Runtime.evaluate', {
    expression: `${what}?.(${JSON.stringify(first)}, ${JSON.stringify(message)})`,
    ...(frame === null ? {} : { contextId: frame }),
  })
}

/** Playwright's own exposed functions take four times as long for a call. */
async function openTab(): Promise<Tab> {
  const page = await (await (context ??= launch())).newPage()
  const cdp = await page.context().newCDPSession(page)
  const opened: Tab = { page, cdp, shown: null }
  page.setDefaultTimeout(20_000)
  cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name === 'askTest') void answerPage(opened, payload, executionContextId)
  })
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: 'askTest' })
  await page.addInitScript(
    `(${installBridges.toString()})(${JSON.stringify(names)}, ${encode.toString()}, ${decode.toString()})`,
  )
  return opened
}

/**
 * Shows a page in the place of the one before.
 * @param path - of one of the app's two pages, with a hash if need be
 */
export async function showPage(path: string, answer: Answerer, size = viewport): Promise<Page> {
  const { page } = (tab ??= await openTab())
  pagesShown += 1
  tab.shown = { number: pagesShown, answer }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // Else what comes to lie under the pointer is pointed at.
  await page.mouse.move(-1, -1)
  const { width, height } = page.viewportSize() ?? {}
  if (width !== size.width || height !== size.height) await page.setViewportSize(size)
  const url = new URL(path, inject('pagesAddress'))
  // An address that differs in its hash alone would go on with the page of before.
  url.searchParams.set('page', String(pagesShown))
  await page.goto(url.href)
  return page
}

/** Tells the page that is shown something, unasked, as main does; nobody, where there is none. */
export async function tellPage(name: string, payload: unknown): Promise<void> {
  if (tab === null || tab.shown === null) return
  await callPage(tab.cdp, 'tellPage', name, encode(payload), null)
}

/** @param keepsTab - unless what happened in it may still be going on */
export async function leavePage(keepsTab: boolean): Promise<void> {
  if (tab === null) return
  tab.shown = null
  if (keepsTab) return
  await tab.page.close()
  tab = null
}
