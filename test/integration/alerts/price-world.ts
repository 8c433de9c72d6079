// A market whose price a test decides, behind a real server, and price alerts that are followed over a real store.
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../../src-main/async/clock.ts'
import { createCandleFill } from '../../../src-main/markets/candle-fill.ts'
import { createFaults } from '../../../src-main/session/faults.ts'
import { startPriceWatch } from '../../../src-main/alerts/price-watch.ts'
import type { AlertToPut } from '../../../src-main/store/api/alert-rows.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import type { Notice } from '../../../src-preload/contract/app/alerts.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { makeEvents, makeSession } from '../world.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const network = 'https://exchange.example'
const KLINE = '/sapi/v1/market/kline/'

export interface PricedServer extends ScriptedServer {
  /** Questions for candles so far, by period. */
  asked(): number[]
  /** The service is out of reach while this holds. */
  isDown: boolean
}

export interface PricedOptions {
  readonly clock: Clock
  /** The price at each moment; asked for at every fifteen seconds. */
  readonly priceAt: (timeMs: number) => number
  /** Minutes that ended before are not kept by the service. */
  readonly minutesFromMs?: number
}

export async function startPricedServer({
  clock,
  priceAt,
  minutesFromMs = 0,
}: PricedOptions): Promise<PricedServer> {
  const state = { isDown: false }

  function rowOf(timeMs: number, periodMs: number): number[] {
    const endMs = Math.min(timeMs + periodMs - 1, clock.now())
    let [open, max, min, last] = [0, -Infinity, Infinity, 0]
    for (let atMs = timeMs; atMs <= endMs; atMs += 15_000) {
      last = priceAt(atMs)
      if (atMs === timeMs) open = last
      max = Math.max(max, last)
      min = Math.min(min, last)
    }
    return [timeMs / 1_000, open, max, min, last, 1]
  }

  const server = await startScriptedServer(({ path, query }) => {
    if (state.isDown) return { cutAfter: -1 }
    if (path !== KLINE) return { json: { status: 'success', message: '', payload: [] } }
    const periodMs = Number(query['period']) * MINUTE
    const leastMs = periodMs < HOUR ? minutesFromMs : 0
    const fromMs = Math.max(Number(query['start_time']) * 1_000, leastMs, clock.now() - 120 * DAY)
    const toMs = Math.min(Number(query['end_time']) * 1_000, clock.now())
    const payload: number[][] = []
    const firstMs = Math.ceil(fromMs / periodMs) * periodMs
    for (
      let timeMs = firstMs;
      timeMs <= toMs && payload.length < Number(query['limit']);
      timeMs += periodMs
    ) {
      payload.push(rowOf(timeMs, periodMs))
    }
    return { json: { status: 'success', message: '', payload } }
  })
  onTestFinished(() => server.stop())
  return {
    ...server,
    requests: server.requests,
    asked: () =>
      server.requests.filter(({ path }) => path === KLINE).map(({ query }) => Number(query['period'])),
    get isDown() {
      return state.isDown
    },
    set isDown(isDown) {
      state.isDown = isDown
    },
  }
}

export interface Watching {
  readonly watch: ReturnType<typeof startPriceWatch>
  /** Looks at the prices of so many markets with armed alerts, and is done. */
  readonly look: (markets?: number) => Promise<void>
}

/** As one start of the app follows prices, until it is stopped or the test ends. */
export function startWatching(store: Store, baseUrl: string, clock: Clock): Watching {
  const session = makeSession(baseUrl, clock)
  const fill = createCandleFill({ session, store, clock, emit: makeEvents().emit })
  // Asked for once per market and once at the end of each look.
  let asked = 0
  const watch = startPriceWatch({
    session,
    store,
    clock,
    fill,
    faults: createFaults(() => ({ code: 'internal', data: {}, ref: null })),
    everyMs: () => {
      asked += 1
      return 1e8
    },
    onCrossed: () => undefined,
    random: () => 0,
  })
  onTestFinished(() => watch.stop())
  let looked = 0
  return {
    watch,
    async look(markets = 1) {
      if (looked > 0) watch.trigger()
      looked += markets + 1
      await eventually(() => {
        if (asked < looked) throw new Error(`asked ${String(asked)} times of ${String(looked)}`)
      })
    },
  }
}

export async function putAlert(store: Store, clock: Clock, alert: Partial<AlertToPut> = {}): Promise<void> {
  const armedAtMs = clock.now()
  const base = { market: 'ethusdc', price: '100', direction: 'up', note: '', isRepeating: false } as const
  await store.putAlert({ id: randomUUID(), network, ...base, armedAtMs, side: null, ...alert })
}

/** When prices were crossed, and which way, oldest first. */
export async function listCrossings(store: Store): Promise<{ atMs: number; direction: string }[]> {
  await store.noteNotices(0)
  const { notices } = await store.listNotices(null, 200)
  return notices
    .map(({ atMs, facts }) => ({ atMs, what: JSON.parse(facts) as Notice['what'] }))
    .map(({ atMs, what }) => ({ atMs, direction: what.kind === 'priceCrossed' ? what.direction : '' }))
    .reverse()
}
