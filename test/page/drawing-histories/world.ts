// The page over a main of its own that keeps candles of two markets, and that can be begun again over the same data file.
import type { Page } from 'playwright'
import type { ChannelName } from '../../../src-preload/contract/contract.ts'
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'
import type { CandleColumns } from '../../../src-preload/contract/orders/entities.ts'
import { plainChart, plainLayout } from '../../../src-preload/domain/markets/plain-chart.ts'
import { toldAt } from '../../integration/store/support.ts'
import type { Answers } from '../../unit/renderer/features/fake-main.ts'
import { openPage } from '../open-page.ts'
import { answersOf } from '../open-real.ts'
import { makeDataFolder, openMain, type RealMain, startExchange } from '../real-main.ts'
import { leavePage } from '../tab.ts'
import { recordLabels } from './painted-labels.ts'

export const markets = [
  { symbol: 'ethusdc', pair: 'ETH/USDC', level: 1_000 },
  { symbol: 'btcusdc', pair: 'BTC/USDC', level: 42_000 },
] as const
export type Market = (typeof markets)[number]

export const intervals = [
  { minutes: 15, name: '15 minutes', keys: ['1', '5'] },
  { minutes: 60, name: '1 hour', keys: ['1', 'h'] },
  { minutes: 240, name: '4 hours', keys: ['2', '4', '0'] },
] as const
export type Interval = (typeof intervals)[number]

const accountId = '00000000-0000-4000-8000-0000000d2a71'
/** More than a history pans and zooms through. */
const candlesOfEach = 1_500

/** Up to now, in waves that rise and fall within a view. */
function candlesOf({ level }: Market, periodMs: number, nowMs: number): CandleColumns {
  const lastMs = Math.floor(nowMs / periodMs) * periodMs
  const timesMs = Array.from(
    { length: candlesOfEach },
    (_, at) => lastMs - (candlesOfEach - 1 - at) * periodMs,
  )
  const close = (timeMs: number): number => level * (1 + 0.05 * Math.sin(timeMs / periodMs / 11))
  const column = (read: (timeMs: number) => number) =>
    Float64Array.from(timesMs, (timeMs) => Math.round(read(timeMs) * 100) / 100)
  return {
    timesMs: Float64Array.from(timesMs),
    open: column((timeMs) => close(timeMs - periodMs)),
    high: column((timeMs) => Math.max(close(timeMs - periodMs), close(timeMs)) + level * 0.003),
    low: column((timeMs) => Math.min(close(timeMs - periodMs), close(timeMs)) - level * 0.003),
    close: column(close),
    volume: column(() => 3),
  }
}

/** A practice account, the candles, and a chart without orders over it. */
async function fill(main: RealMain): Promise<void> {
  const [user] = main.exchange.users
  if (user === undefined) throw new Error('no practice user')
  await main.store.putAccount({
    ...{ id: accountId, label: 'Charts', networkKind: 'practice', baseUrl: null, keyKind: 'ethereum' },
    ...{ ethereumAddress: user.ethereumAddress, createdAtMs: 1, profile: null },
  })
  await main.store.setSetting('activeAccount', accountId)
  await main.services.reloadAfterRepair('data')
  const nowMs = Date.now()
  for (const market of markets) {
    for (const { minutes } of intervals) {
      const candles = candlesOf(market, minutes * 60_000, nowMs)
      const covers = {
        ...{ fromMs: candles.timesMs[0] ?? 0, toMs: candles.timesMs.at(-1) ?? 0, reachesStart: true },
      }
      await main.store.putCandles('practice', market.symbol, minutes, candles, covers, toldAt(nowMs))
    }
  }
  const chart = { ...plainChart, hasMarks: false, hasOpenOrders: false }
  await main.ask('charts:setLayout', { ...plainLayout, charts: [chart, chart, chart, chart] })
}

/** What changes a chart: while main is asked one of these, the picture may become another. */
const isOfChart = (name: string): boolean => name.startsWith('charts:') || name === 'markets:getCandleRange'

export class World {
  readonly #folder = makeDataFolder()
  readonly #exchange = startExchange()
  #main: RealMain | null = null
  #page: Page | null = null
  #asked = 0
  #waiting = 0

  static async open(): Promise<World> {
    const world = new World()
    await world.#begin(true)
    return world
  }

  get page(): Page {
    if (this.#page === null) throw new Error('no page')
    return this.#page
  }

  get main(): RealMain {
    if (this.#main === null) throw new Error('no main')
    return this.#main
  }

  /** As main keeps them. */
  async drawingsOf({ symbol }: Market): Promise<readonly Drawing[]> {
    return (await this.main.ask('charts:listDrawings', { market: symbol })).drawings
  }

  /** The window's content begins anew; main goes on. */
  async reload(): Promise<void> {
    await this.page.reload()
    await this.#show()
  }

  /** The app is closed and opened again over the same file. */
  async restart(): Promise<void> {
    await this.settle()
    await leavePage(true)
    await this.#end()
    await this.#begin(false)
  }

  /** Until nothing is on its way that would change the chart, and what came is painted. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 2;) {
      const asked = this.#asked
      await this.page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      quiet = this.#waiting === 0 && this.#asked === asked ? quiet + 1 : 0
    }
  }

  async close(): Promise<void> {
    // The texts of its canvas are recorded.
    await leavePage(false)
    await this.#end()
    await (await this.#exchange).close()
  }

  async #begin(isFirst: boolean): Promise<void> {
    const main = await openMain(this.#folder, this.#exchange)
    this.#main = main
    if (isFirst) await fill(main)
    this.#page = (await openPage(this.#counted(answersOf(() => this.main)), '#/markets')).page
    await this.#show()
  }

  async #show(): Promise<void> {
    await this.page.locator('.legend .time').first().waitFor()
    await recordLabels(this.page)
    await this.settle()
  }

  async #end(): Promise<void> {
    this.#page = null
    await this.#main?.close()
    this.#main = null
  }

  #counted(answers: Answers): Answers {
    return new Proxy(answers, {
      get: (of, name: ChannelName) => {
        const answer = of[name]
        if (answer === undefined || !isOfChart(name)) return answer
        return async (input: never) => {
          this.#asked += 1
          this.#waiting += 1
          try {
            return await answer(input)
          } finally {
            this.#waiting -= 1
          }
        }
      },
    })
  }
}
