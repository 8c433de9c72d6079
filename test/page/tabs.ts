// Owns: the tabs of the tests' browser: one shows page after page, which costs half of what a tab for each does, and is as good
// as new for every test. Must not: know what the pages are.
import { type BrowserContext, chromium, type Page } from 'playwright'
import { inject } from 'vitest'
import { confirmChannelNames } from '../../src-preload/contract/confirm-names.ts'
import { channelNames, eventNames } from '../../src-preload/contract/names.ts'
import type {} from './browser-setup.ts'

const viewport = { width: 1280, height: 720 }

/** Answers what a page asks of main. */
export type Answerer = (name: string, input: unknown) => unknown

interface Tab {
  readonly page: Page
  /** What is shown in it; null once the test that wanted it is over. */
  shown: { readonly number: number; readonly answer: Answerer } | null
}

/** One for all tabs of a worker, so that its files are read and compiled once; the app keeps nothing in it. */
let context: Promise<BrowserContext> | null = null
let pagesShown = 0
let idle: Tab | null = null
const inUse: Tab[] = []

async function connect(): Promise<BrowserContext> {
  const browser = await chromium.connect(inject('browserAddress'))
  return browser.newContext({ viewport, reducedMotion: 'reduce' })
}

const names = { channels: [...channelNames], events: [...eventNames], confirm: [...confirmChannelNames] }

/** Runs in each page before it: the places of both preloads, over one function of the test's. */
function installBridges({ channels, events, confirm }: typeof names): void {
  interface Bridge {
    askTest?: (page: number, name: string, input: unknown) => Promise<unknown>
    tellPage?: (name: string, payload: unknown) => void
    starkdesk?: unknown
    starkdeskConfirm?: unknown
  }
  const bridge = window as unknown as Bridge
  const page = Number(new URLSearchParams(location.search).get('page'))
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const invoke = (all: readonly string[]) =>
    Object.fromEntries(all.map((name) => [name, (input: unknown) => bridge.askTest?.(page, name, input)]))
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
  bridge.starkdesk = { invoke: invoke(channels), on }
  bridge.starkdeskConfirm = invoke(confirm)
}

async function openTab(): Promise<Tab> {
  const page = await (await (context ??= connect())).newPage()
  const tab: Tab = { page, shown: null }
  page.setDefaultTimeout(20_000)
  // What a page of before still asks is nobody's.
  await page.exposeFunction('askTest', (number: number, name: string, input: unknown) =>
    tab.shown?.number === number ? tab.shown.answer(name, input) : new Promise(() => undefined),
  )
  await page.addInitScript(installBridges, names)
  return tab
}

/** @param path - of one of the app's two pages, with a hash if need be */
export async function showPage(path: string, answer: Answerer, size = viewport): Promise<Page> {
  const tab = idle ?? (await openTab())
  idle = null
  inUse.push(tab)
  pagesShown += 1
  tab.shown = { number: pagesShown, answer }
  const { width, height } = tab.page.viewportSize() ?? {}
  if (width !== size.width || height !== size.height) await tab.page.setViewportSize(size)
  const url = new URL(path, inject('pagesAddress'))
  // An address that differs in its hash alone would go on with the page of before.
  url.searchParams.set('page', String(pagesShown))
  await tab.page.goto(url.href)
  return tab.page
}

/** @param keepsOne - unless what happened in them may still be going on */
export async function leaveTabs(keepsOne: boolean): Promise<void> {
  const tabs = inUse.splice(0)
  for (const tab of tabs) {
    tab.shown = null
    if (keepsOne && idle === null && !tab.page.isClosed()) {
      idle = tab
      await tab.page.unrouteAll({ behavior: 'ignoreErrors' })
      // Else what comes to lie under the pointer next is pointed at.
      await tab.page.mouse.move(-1, -1)
    } else await tab.page.close()
  }
}
