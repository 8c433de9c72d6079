// A file with an account's fills and the profit and loss that an exchange would report of them.
import { rmSync } from 'node:fs'
import { convertAlong } from '../../src-preload/domain/numbers/convert-along.ts'
import type { CandleColumns, PnlEntry } from '../../src-preload/contract/orders/entities.ts'
import { prepareStoreMethods } from '../../src-main/store/worker/store-methods.ts'
import { account, openTables } from './store-files.ts'
import { closesAt, sampleFill, type SampleFill } from './report-fills.ts'

export const startMs = Date.UTC(2024, 0, 1)
const SPACING_MS = 60_000
export const network = 'practice'

const places = 18n
const one = 10n ** places
export const text = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(Number(places) + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -Number(places))}.${digits.slice(-Number(places))}`
}

interface Sums {
  credit: bigint
  debit: bigint
  creditValue: bigint
  debitValue: bigint
  balance: bigint
  cost: bigint
}

/** What an exchange counts, fill by fill: moving average, before fees, received amounts less their fee. */
export class ExchangeBook {
  readonly #sums = new Map<string, Sums>()

  constructor(openings: Readonly<Record<string, { readonly amount: bigint; readonly cost: bigint }>>) {
    for (const [currency, { amount, cost }] of Object.entries(openings)) {
      this.#sums.set(currency, {
        ...{ credit: amount, debit: 0n, creditValue: cost, debitValue: 0n, balance: amount, cost },
      })
    }
  }

  /** @param worth - of the total, in the currency of profit and loss */
  add({ base, quote, side, amount, total, fee }: SampleFill, worth: bigint): void {
    const [outOf, outAmount, into, inAmount] =
      side === 'buy' ? [quote, total, base, amount] : [base, amount, quote, total]
    const out = this.#sums.get(outOf)
    const received = this.#sums.get(into)
    if (out === undefined || received === undefined) throw new Error('no such currency')
    out.debit += outAmount
    out.debitValue += worth
    const taken = (out.cost * outAmount) / out.balance
    out.cost -= taken
    out.balance -= outAmount
    const value = (worth * (inAmount - fee)) / inAmount
    received.credit += inAmount - fee
    received.creditValue += value
    received.balance += inAmount - fee
    received.cost += value
  }

  entries(): PnlEntry[] {
    return [...this.#sums].map(([currency, sums]) => ({
      currency,
      pnlCurrency: 'usdc',
      totalCredit: text(sums.credit),
      totalDebit: text(sums.debit),
      totalCreditValue: text(sums.creditValue),
      totalDebitValue: text(sums.debitValue),
      averageBuyPrice: '0',
      averageSellPrice: '0',
      averageBalancePrice: '0',
      totalBalanceValue: text(sums.cost),
    }))
  }
}

/** The exchange's own prices are those of the candles. */
function worthOf({ quote, total }: SampleFill, index: number): bigint {
  if (quote === 'usdc') return total
  const { btcusdt, btcusdc } = closesAt(index)
  return convertAlong({ units: total, scale: Number(places) }, [
    { price: String(btcusdt), isInverse: true },
    { price: String(btcusdc), isInverse: false },
  ]).units
}

/** Minute candles whose prices are all their close. */
function candlesOf(minutes: readonly { readonly startMs: number; readonly close: number }[]): CandleColumns {
  const closes = (): Float64Array<ArrayBuffer> => Float64Array.from(minutes, ({ close }) => close)
  return {
    timesMs: Float64Array.from(minutes, ({ startMs: ms }) => ms),
    open: closes(),
    high: closes(),
    low: closes(),
    close: closes(),
    volume: Float64Array.from(minutes, () => 1),
  }
}

export const openings = {
  usdt: { amount: 1_000_000_000n * one, cost: 1_000_000_000n * one },
  usdc: { amount: 1_000_000_000n * one, cost: 1_000_000_000n * one },
  eth: { amount: 1_000_000n * one, cost: 1_500_000_000n * one },
  btc: { amount: 100_000n * one, cost: 3_000_000_000n * one },
  link: { amount: 10_000_000n * one, cost: 60_000_000n * one },
}

/** How fills are put into a file, each as an order of its own, and the reading of profit and loss after the last. */
export function createFillWriter(file: string) {
  const db = openTables(file)
  db.pragma('synchronous = OFF')
  const methods = prepareStoreMethods(db)
  methods.putAccount(account)
  const book = new ExchangeBook(openings)
  let next = 0
  let atMs = startMs

  return {
    /** A minute apart, after those before; then a reading, ten seconds after the last. */
    write(count: number): void {
      const last = next + count
      const minutes: { readonly startMs: number; readonly index: number }[] = []
      for (; next < last; next += 1) {
        atMs += SPACING_MS
        const fill = sampleFill(next)
        const { base, quote, side, amount, price, total, fee } = fill
        book.add(fill, worthOf(fill, next))
        if (quote === 'usdt') minutes.push({ startMs: atMs, index: next })
        const market = base + quote
        const order = {
          id: next + 1,
          uuid: `00000000-0000-4000-8000-${String(next).padStart(12, '0')}`,
          side,
          type: 'limit' as const,
          price: text(price),
          stopPrice: null,
          averagePrice: text(price),
          state: 'done' as const,
          market,
          createdAtMs: atMs,
          updatedAtMs: atMs,
          originVolume: text(amount),
          remainingVolume: '0.0',
          executedVolume: text(amount),
          makerFee: '0.0004',
          takerFee: '0.0004',
          tradesCount: 1,
          cancelReason: null,
        }
        const trade = {
          id: next + 1,
          orderId: next + 1,
          market,
          side,
          takerType: side,
          price: text(price),
          amount: text(amount),
          total: text(total),
          feeCurrency: side === 'buy' ? base : quote,
          feeRate: '0.0004',
          feeAmount: text(fee),
          createdAtMs: atMs,
        }
        methods.putOrderTrades(account.id, order, [trade])
      }
      for (const market of ['btcusdt', 'btcusdc'] as const) {
        const columns = candlesOf(
          minutes.map(({ startMs: ms, index }) => ({ startMs: ms, close: closesAt(index)[market] })),
        )
        const toldMs = atMs + SPACING_MS
        if (minutes.length > 0)
          methods.putCandles(network, market, 1, columns, null, {
            ...{ asOfMs: toldMs, nowMs: toldMs, settledMs: toldMs },
          })
      }
      const stretch = { fromId: 0, toId: next, rows: next, fromMs: null }
      methods.putOrders(account.id, [], { stretches: [stretch], keptFromMs: 0, asOfMs: atMs + 20_000 })
      const momentMs = atMs + 10_000
      methods.putPnlSnapshot(account.id, book.entries(), momentMs, momentMs)
      methods.notePnlListed(account.id, momentMs)
    },
    close(): void {
      db.close()
    },
    remove(): void {
      rmSync(file, { force: true })
    },
  }
}
