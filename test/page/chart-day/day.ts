// The app's page over a market that lives in it: letting time pass, and what the page holds at a moment.
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright'
import { build } from 'vite'
import { inject } from 'vitest'
import type {} from '../browser-setup.ts'
import type { PageCounts } from './in-page.ts'

/** What the page holds once nobody needs anything any more that could be collected. */
export interface Held {
  /** Bytes of its scripts, of what the browser keeps for them (elements, animations), and of their buffers. */
  readonly heap: number
  /** Listeners to the browser's events. */
  readonly listeners: number
  readonly nodes: number
  readonly documents: number
  readonly canvases: number
  readonly waiting: PageCounts['waiting']
  readonly followers: PageCounts['followers']
}

/** What animates is over after so long, in milliseconds of the machine. */
const settleMs = 600
const moments = 20
const betweenMs = 130

async function bundleScript(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(import.meta.dirname, 'in-page.ts'), output: { format: 'iife' } },
    },
  })
  for (const one of Array.isArray(made) ? made : [made]) {
    if ('output' in one) return one.output[0].code
  }
  throw new Error('what lives in the page was not built')
}

export class ChartDay {
  readonly page: Page
  /** What went wrong in the page by itself. */
  readonly faults: string[] = []
  readonly #cdp: CDPSession

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page
    this.#cdp = cdp
    page.on('pageerror', (error) => this.faults.push(String(error.stack)))
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(message.text())
    })
  }

  static async open(browser: Browser): Promise<ChartDay> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    page.setDefaultTimeout(20_000)
    await page.addInitScript({ content: await bundleScript() })
    await page.goto(`${inject('pagesAddress')}/#/markets`)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable')
    await cdp.send('HeapProfiler.enable')
    return new ChartDay(page, cdp)
  }

  /** Lets time of the market pass. */
  async pass(ms: number): Promise<void> {
    await this.page.evaluate((passing) => window.chartDay?.advance(passing), ms)
  }

  async counts(): Promise<PageCounts> {
    const counts = await this.page.evaluate(() => window.chartDay?.counts())
    if (counts === undefined) throw new Error('nothing lives in the page')
    return counts
  }

  async measure(): Promise<Held> {
    const canvases = await this.page.locator('canvas').count()
    const { followers } = await this.counts()
    // Of what is on its way at the moment something is always there: the least of several moments is what stays.
    let waiting = Infinity
    for (let nth = 0; nth < moments; nth += 1) {
      await this.pass(betweenMs)
      waiting = Math.min(waiting, (await this.counts()).waiting)
    }
    await this.page.waitForTimeout(settleMs)
    // What is let go of by the first is found by the second.
    await this.#cdp.send('HeapProfiler.collectGarbage')
    await this.#cdp.send('HeapProfiler.collectGarbage')
    const usage: { usedSize: number; embedderHeapUsedSize?: number; backingStorageSize?: number } =
      await this.#cdp.send('Runtime.getHeapUsage')
    const { metrics } = await this.#cdp.send('Performance.getMetrics')
    const metric = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? NaN
    return {
      heap: usage.usedSize + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0),
      listeners: metric('JSEventListeners'),
      nodes: metric('Nodes'),
      documents: metric('Documents'),
      canvases,
      waiting,
      followers,
    }
  }
}
