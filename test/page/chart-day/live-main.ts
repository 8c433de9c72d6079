// A main that lives in the page for a day: what it answers, and what it tells by itself as the market goes on.
import type { PriceAlert, Notice } from '../../../src-preload/contract/app/alerts.ts'
import { lineAt, noteAt } from '../../fixtures/drawings.ts'
import type { ChartLayout } from '../../../src-preload/contract/markets/charts.ts'
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'
import type { ConnectionState } from '../../../src-preload/contract/app/connection.ts'
import type { ChannelInput, EventName, EventPayload } from '../../../src-preload/contract/contract.ts'
import { accountsState, answersFor, unprotected } from '../app-answers.ts'
import type { Answers } from '../../unit/renderer/features/fake-main.ts'
import {
  candleRange,
  lastFilledOrder,
  liveMarkets,
  marksOf,
  newestTrades,
  priceAt,
  summaries,
} from './live-market.ts'
import { plainLayout } from '../../../src-preload/domain/markets/plain-chart.ts'

const [firstMarket] = liveMarkets
const minuteMs = 60_000
/** As often as main reads what is on screen. */
const tellEveryMs = 2_000
const listEveryMs = 10_000
const crossEveryMs = 10 * minuteMs
/** Every two hours the service is away for half a minute. */
const awayEveryMs = 120 * minuteMs
const awayMs = 30_000
const noticesKept = 20

/** Tells the page, as main does by its events. */
export type Tell = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const indicators: ChartLayout['charts'][number]['indicators'] = [
  { kind: 'sma', length: 20 },
  { kind: 'ema', length: 50 },
  { kind: 'bollinger', length: 20, deviations: 2 },
  { kind: 'vwap' },
  { kind: 'rsi', length: 14 },
  { kind: 'macd', fast: 12, slow: 26, signal: 9 },
]

export class LiveMain {
  readonly #nowMs: () => number
  readonly #tell: Tell
  #layout: ChartLayout = {
    ...plainLayout,
    charts: plainLayout.charts.map((chart, nth) => ({
      ...chart,
      market: liveMarkets[nth] ?? null,
      period: 1,
      indicators: nth === 0 ? indicators : indicators.slice(0, 2),
    })),
  }
  #watched: ChannelInput<'markets:watch'> = { charts: [], tape: null }
  readonly #drawings = new Map<string, Drawing>()
  readonly #alert: Omit<PriceAlert, 'crossedAtMs'>

  constructor(nowMs: () => number, tell: Tell) {
    this.#nowMs = nowMs
    this.#tell = tell
    const createdAtMs = nowMs()
    const price = priceAt(firstMarket, createdAtMs).toFixed(2)
    const kept = { market: firstMarket, createdAtMs }
    this.#alert = {
      ...kept,
      price,
      id: idOf(1),
      direction: 'either',
      note: '',
      isRepeating: true,
      isArmed: true,
    }
    this.#drawings.set(idOf(2), lineAt(idOf(2), price, { ...kept, text: 'Support' }))
    this.#drawings.set(idOf(3), noteAt(idOf(3), price, createdAtMs, { ...kept, text: 'Began here' }))
  }

  /** What is asked of it. */
  readonly answers: Answers = answersFor(unprotected, accountsState, {
    'connection:getState': () => this.#connection(),
    'charts:getLayout': () => this.#layout,
    'charts:setLayout': (layout) => {
      this.#layout = layout
      return {}
    },
    'charts:listDrawings': ({ market }) => ({
      drawings: [...this.#drawings.values()].filter((one) => one.market === market),
    }),
    'charts:putDrawing': ({ drawing }) => {
      this.#drawings.set(drawing.id, drawing)
      this.#tell('charts:drawingsChanged', { market: drawing.market })
      return {}
    },
    'charts:removeDrawing': ({ id }) => {
      const drawing = this.#drawings.get(id)
      this.#drawings.delete(id)
      if (drawing !== undefined) this.#tell('charts:drawingsChanged', { market: drawing.market })
      return {}
    },
    'charts:listMarks': (input) => marksOf(input, this.#nowMs()),
    'markets:list': () => ({ markets: summaries(this.#nowMs()) }),
    'markets:watch': (watched) => {
      this.#watched = watched
      return {}
    },
    'markets:listTrades': ({ market, limit }) => ({
      trades: newestTrades(market, limit, this.#nowMs()),
      asOfMs: this.#nowMs(),
      lastError: null,
    }),
    'markets:getCandleRange': (input) =>
      candleRange(input, this.#nowMs(), this.#isAway() ? { code: 'timeout', data: {}, ref: null } : null),
    'alerts:list': ({ market }) => ({
      alerts:
        market === null || market === firstMarket
          ? [{ ...this.#alert, crossedAtMs: this.#crossing() * crossEveryMs }]
          : [],
    }),
    'alerts:listNotices': ({ limit }) => ({
      notices: this.#notices().slice(0, limit),
      unread: noticesKept,
      hasMore: false,
    }),
  })

  /** Goes on telling as long as the page lives. */
  live(): void {
    let beforeMs = this.#nowMs()
    setInterval(() => {
      const nowMs = this.#nowMs()
      this.#tellWhatChanged(beforeMs, nowMs)
      beforeMs = nowMs
    }, tellEveryMs)
  }

  #tellWhatChanged(beforeMs: number, nowMs: number): void {
    const hasPassed = (everyMs: number): boolean =>
      Math.floor(beforeMs / everyMs) !== Math.floor(nowMs / everyMs)
    if (this.#isAway(beforeMs) !== this.#isAway(nowMs) || hasPassed(minuteMs)) {
      this.#tell('connection:changed', this.#connection())
    }
    if (this.#isAway()) return
    const { charts, tape } = this.#watched
    for (const { market, period } of charts) {
      const fromMs = Math.floor(beforeMs / (period * minuteMs)) * period * minuteMs
      this.#tell('markets:candlesChanged', { market, period, fromMs })
    }
    if (tape !== null) this.#tell('markets:tradesChanged', { market: tape })
    if (hasPassed(listEveryMs)) this.#tell('markets:listChanged', {})
    const filled = lastFilledOrder(nowMs)
    if (filled !== lastFilledOrder(beforeMs)) {
      const sync = { cached: 1, open: 0, isComplete: true, asOfMs: nowMs, refusedRows: 0, lastError: null }
      this.#tell('orders:changed', { ids: [filled], sync })
    }
    if (hasPassed(crossEveryMs)) {
      this.#tell('alerts:changed', {})
      this.#tell('alerts:noticesChanged', { unread: noticesKept })
    }
  }

  #isAway(atMs = this.#nowMs()): boolean {
    const sinceMs = atMs % awayEveryMs
    return sinceMs > awayEveryMs / 2 && sinceMs < awayEveryMs / 2 + awayMs
  }

  #crossing(): number {
    return Math.floor(this.#nowMs() / crossEveryMs)
  }

  #connection(): ConnectionState {
    const nowMs = this.#nowMs()
    const isAway = this.#isAway()
    return {
      status: isAway ? 'offline' : 'online',
      sinceMs: nowMs - (nowMs % awayEveryMs),
      latencyMs: 40 + (Math.floor(nowMs / minuteMs) % 9),
      lastAnswerMs: nowMs,
      error: isAway ? { code: 'network', data: {}, ref: null } : null,
      baseUrl: 'https://exchange.example',
    }
  }

  /** One for every crossing of the alert, the newest first, as many as ever. */
  #notices(): Notice[] {
    const { id: alertId, market, price, note } = this.#alert
    return Array.from({ length: noticesKept }, (_, nth) => {
      const id = this.#crossing() - nth
      const atMs = id * crossEveryMs
      const direction = id % 2 === 0 ? 'up' : 'down'
      const what = { kind: 'priceCrossed', alertId, market, price, direction, note } as const
      return { id, atMs, notedAtMs: atMs, isRead: false, what }
    })
  }
}
