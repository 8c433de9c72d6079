// The pages of the bench in one Chromium: opening one, moving it by a script, its memory.
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { findBrowser } from '../../electron-stand-in/find-browser.ts'
import type { Run, Step } from './page/frames.ts'
import type { Load } from './page/side.ts'

export type SideName = 'ours' | 'all' | 'windows'

/** Frames come as fast as they can be made: what is measured is what one costs. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
      '--enable-precise-memory-info',
    ],
  })
}

export class ChartPage {
  readonly openedMs: number
  readonly #page: Page
  readonly #cdp: CDPSession

  private constructor(page: Page, cdp: CDPSession, openedMs: number) {
    this.#page = page
    this.#cdp = cdp
    this.openedMs = openedMs
  }

  /** @param data - the name of a file of candles that the server knows */
  static async open(
    browser: Browser,
    url: string,
    side: SideName,
    data: string,
    shown: number,
    load: Load = 'plain',
  ) {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 }, deviceScaleFactor: 1 })
    page.on('pageerror', (error) => process.stderr.write(`chart bench, ${side}: ${error.message}\n`))
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable')
    await page.goto(`${url}/?side=${side}&data=${data}&shown=${shown}&load=${load}`)
    await page.waitForFunction('window.bench', null, { timeout: 120_000, polling: 50 })
    const openedMs = Number(await page.evaluate('window.bench.openedMs'))
    return new ChartPage(page, cdp, openedMs)
  }

  async run(steps: readonly Step[], warmUp: number): Promise<Run> {
    await this.#page.bringToFront()
    return this.#page.evaluate<Run, { steps: readonly Step[]; warmUp: number }>(
      ({ steps, warmUp }) => {
        if (window.bench === undefined) throw new Error('the page has no chart')
        return window.bench.runFrames(window.bench.side, steps, warmUp)
      },
      { steps, warmUp },
    )
  }

  /** How long the page's thread works for one change of the newest candle, in milliseconds, painting included. */
  async timeLive(view: Step, count: number, price: number): Promise<{ busyMs: number; shownMs: number[] }> {
    await this.run([view, view, view], 0)
    const before = await this.#busyMs()
    const shownMs = await this.#page.evaluate<number[], { count: number; price: number }>(
      ({ count, price }) => {
        if (window.bench === undefined) throw new Error('the page has no chart')
        return window.bench.runLive(window.bench.side, count, price)
      },
      { count, price },
    )
    return { busyMs: ((await this.#busyMs()) - before) / count, shownMs }
  }

  /** Bytes that the page's script holds after what nobody needs has been collected, buffers included. */
  async heapBytes(): Promise<number> {
    await this.#cdp.send('HeapProfiler.enable')
    await this.#cdp.send('HeapProfiler.collectGarbage')
    await this.#cdp.send('HeapProfiler.collectGarbage')
    const usage: { usedSize: number; backingStorageSize?: number } =
      await this.#cdp.send('Runtime.getHeapUsage')
    return usage.usedSize + (usage.backingStorageSize ?? 0)
  }

  async screenshot(file: string): Promise<void> {
    await this.#page.bringToFront()
    await this.#page.screenshot({ path: file })
  }

  close(): Promise<void> {
    return this.#page.close()
  }

  async #busyMs(): Promise<number> {
    const { metrics } = await this.#cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  }
}
