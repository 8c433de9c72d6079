// A file with an account's fills, the candles of its markets and the balances that an exchange would report.
import { rmSync } from 'node:fs'
import type { CandleColumns } from '../../src-preload/contract/orders/entities.ts'
import { prepareStoreMethods } from '../../src-main/store/worker/store-methods.ts'
import { ExchangeBook, network, openings, startMs, text } from './report-data.ts'
import { sampleFill } from './report-fills.ts'
import { account, openTables, prepareInsert } from './store-files.ts'

const SPACING_MS = 60_000
const HOUR_MS = 3_600_000
/** The rows of a year at once take a second; a transaction each would take an hour. */
const columns = [
  ...['account_key', 'order_id', 'position', 'id', 'market', 'side', 'price', 'amount', 'total'],
  ...['fee_currency', 'fee_amount', 'created_at_ms'],
]

/** Hourly candles of a market that goes up and down. */
function hourlyCandles(level: number, toMs: number): CandleColumns {
  // The curve's first point is before the first fill.
  const fromMs = startMs - 48 * HOUR_MS
  const starts = Array.from(
    { length: Math.ceil((toMs - fromMs) / HOUR_MS) },
    (_, hour) => fromMs + hour * HOUR_MS,
  )
  const closes = (): Float64Array<ArrayBuffer> =>
    Float64Array.from(starts, (atMs) => Math.round(level * (100 + 9 * Math.sin(atMs / HOUR_MS / 50))) / 100)
  return {
    timesMs: Float64Array.from(starts),
    ...{ open: closes(), high: closes(), low: closes(), close: closes() },
    volume: Float64Array.from(starts, () => 1),
  }
}

/** The fills are a minute apart, each of an order of its own; the reading is ten seconds after the last. */
export function createPortfolioFile(file: string, count: number) {
  const db = openTables(file)
  db.pragma('synchronous = OFF')
  const methods = prepareStoreMethods(db)
  methods.putAccount(account)
  const accountKey = db.prepare<[], number>('SELECT key FROM accounts').pluck().get()
  if (accountKey === undefined) throw new Error('no account')
  const insert = prepareInsert(db, 'order_trades', columns)
  const book = new ExchangeBook(openings)
  let next = 0
  let atMs = startMs

  /** The next fill, a minute after the one before. */
  function makeNext() {
    const fill = sampleFill((next += 1))
    atMs += SPACING_MS
    book.add(fill, fill.total)
    return { ...fill, id: next, atMs, feeCurrency: fill.side === 'buy' ? fill.base : fill.quote }
  }

  function report(): void {
    const stretch = { fromId: 0, toId: next, rows: next, fromMs: null }
    methods.putOrders(account.id, [], { stretches: [stretch], keptFromMs: 0, asOfMs: atMs + 20_000 })
    methods.putPnlSnapshot(account.id, book.entries(), atMs + 10_000, atMs + 10_000)
    methods.notePnlListed(account.id, atMs + 10_000)
  }

  db.transaction(() => {
    for (let made = 0; made < count; made += 1) {
      const { id, atMs: createdMs, base, quote, side, price, amount, total, fee, feeCurrency } = makeNext()
      const amounts = [text(price), text(amount), text(total), feeCurrency, text(fee)]
      insert([accountKey, id, 0, id, base + quote, side, ...amounts, createdMs])
    }
  })()
  const toldMs = atMs + 30 * 24 * HOUR_MS
  for (const [market, level] of Object.entries({
    ethusdc: 1_500,
    btcusdc: 30_000,
    btcusdt: 30_010,
    linkusdc: 6,
  })) {
    const times = { asOfMs: toldMs, nowMs: toldMs, settledMs: toldMs }
    methods.putCandles(network, market, 60, hourlyCandles(level, atMs), null, times)
  }
  report()

  return {
    nowMs: () => atMs + 30_000,
    balances: () => book.entries(),
    /** One more fill as the app stores it, and the reading after it. */
    addFill(): void {
      const { id, atMs: createdAtMs, base, quote, side, price, amount, total, fee, feeCurrency } = makeNext()
      const market = base + quote
      methods.putOrderTrades(
        account.id,
        {
          ...{ id, uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`, side, market },
          ...{ type: 'limit', price: text(price), stopPrice: null, averagePrice: text(price), state: 'done' },
          ...{ createdAtMs, updatedAtMs: createdAtMs, originVolume: text(amount), remainingVolume: '0.0' },
          ...{ executedVolume: text(amount), makerFee: '0.0004', takerFee: '0.0004', tradesCount: 1 },
          cancelReason: null,
        },
        [
          {
            ...{ id, orderId: id, market, side, takerType: side, price: text(price), amount: text(amount) },
            ...{ total: text(total), feeCurrency, feeRate: '0.0004', feeAmount: text(fee), createdAtMs },
          },
        ],
      )
      report()
    },
    close: () => {
      db.close()
    },
    remove: () => {
      rmSync(file, { force: true })
    },
  }
}
