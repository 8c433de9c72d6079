// A made-up account over a real store for the equity curve, with raw rows for its oracle. Must not: compute a figure of the curve.
import type { PnlEntry } from '../../../../src-preload/contract/orders/entities.ts'
import { randomFrom } from '../../../../scripts/random.ts'
import { createAccountEquity, type Present } from '../../../../src-main/portfolio/equity/account-equity.ts'
import { readLastPrices } from '../../../../src-main/portfolio/results/prices/last-price.ts'
import type { EquityRequest } from '../../../../src-preload/contract/portfolio/equity.ts'
import type { EquityRows, RawEquityFill } from '../../../figures/equity.ts'
import { Rational } from '../../../figures/rational.ts'
import { samplePnl, toldAt } from '../../store/support.ts'
import { account } from '../../world.ts'
import { hourMs, openLedgerWorld, t0 } from '../results/ledger-world.ts'

export const dayMs = 24 * hourMs
/** As ledger-world's `nowMs`. */
export const days = 12
export const endMs = t0 + days * dayMs

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] }

export async function openEquityWorld() {
  const world = await openLedgerWorld(endMs)
  const { store, journal, owner } = world
  const rows: Mutable<EquityRows> = { fills: [], moves: [], readings: [], closes: new Map() }
  let orderId = 0
  let lastEntries: PnlEntry[] = []
  let lastMs = 0

  return {
    ...world,
    rows,
    fresh: () => createAccountEquity(store, journal),

    async fill(fill: RawEquityFill): Promise<void> {
      rows.fills.push(fill)
      const { market, side, atMs, amount, total, feeCurrency, feeAmount } = fill
      const fee = { currency: feeCurrency, amount: feeAmount }
      await world.order((orderId += 1), [{ market, side, atMs, amount, price: '1', total, fee }])
    },

    /** A deposit (or, with a minus, a withdrawal) that the person has entered. */
    async move(currency: string, amount: string, atMs: number): Promise<void> {
      rows.moves.push({ currency, amount, atMs })
      const direction = amount.startsWith('-') ? 'out' : 'in'
      const entered = { currency, direction, amount: amount.replace('-', ''), value: '1', atMs } as const
      await store.putMovement({ networkKey: 'n', address: account.ethereumAddress }, entered)
    },

    async read(momentMs: number, balances: ReadonlyMap<string, Rational>): Promise<void> {
      rows.readings.push({ momentMs, balances: new Map(balances) })
      lastEntries = [...balances].map(([currency, balance]) =>
        // Another value each time: equal answers are one snapshot.
        samplePnl(currency, {
          totalCredit: balance.toDecimal(90),
          totalDebit: '0',
          totalCreditValue: String(momentMs),
        }),
      )
      lastMs = momentMs
      await store.putPnlSnapshot(account.id, lastEntries, momentMs, momentMs)
      await store.notePnlListed(account.id, momentMs)
    },

    /** Hourly closes of a market. */
    async candles(
      currency: string,
      market: string,
      starts: readonly number[],
      closeAt: (startMs: number) => number,
    ): Promise<void> {
      const column = (): Float64Array<ArrayBuffer> => Float64Array.from(starts, closeAt)
      const columns = {
        ...{ timesMs: Float64Array.from(starts), open: column(), high: column(), low: column() },
        ...{ close: column(), volume: Float64Array.from(starts, () => 1) },
      }
      const covers = { fromMs: starts[0] ?? 0, toMs: starts.at(-1) ?? 0, reachesStart: false }
      await store.putCandles('n', market, 60, columns, covers, toldAt(endMs))
      const closes = starts.map((startMs) => ({ endMs: startMs + hourMs, close: String(closeAt(startMs)) }))
      ;(rows.closes as Map<string, unknown>).set(currency, {
        isInverse: market.startsWith('usdc'),
        rows: closes,
      })
    },

    async present(): Promise<Present> {
      return { entries: lastEntries, asOfMs: lastMs, prices: await readLastPrices(store, 'n') }
    },

    async curve(request: Partial<EquityRequest> = {}, equity = createAccountEquity(store, journal)) {
      const all: EquityRequest = { fromMs: 0, toMs: endMs, most: 400, benchmarks: [] }
      return equity.curve(owner, { ...all, ...request }, await this.present())
    },

    async point(atMs: number | null) {
      return createAccountEquity(store, journal).point(owner, atMs, await this.present())
    },
  }
}
export type EquityWorld = Awaited<ReturnType<typeof openEquityWorld>>

const markets = [
  { market: 'ethusdc', base: 'eth', quote: 'usdc', level: 2_000 },
  { market: 'btcusdc', base: 'btc', quote: 'usdc', level: 40_000 },
  { market: 'linkusdc', base: 'link', quote: 'usdc', level: 7 },
  { market: 'ethusdt', base: 'eth', quote: 'usdt', level: 2_000 },
] as const

/** Random fills, known and unknown movements, readings and candles, the same for the same seed. */
export async function fillAtRandom(world: EquityWorld, seed: number, fills: number): Promise<void> {
  const random = randomFrom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const decimal = (limit: number, places: number): string =>
    (random() * limit + 10 ** -places).toFixed(places)
  const balances = new Map<string, Rational>(
    ['usdc', 'usdt', 'eth', 'btc', 'link'].map((currency) => [
      currency,
      Rational.of(below(100_000) + 50_000),
    ]),
  )
  const change = (currency: string, amount: Rational): void => {
    balances.set(currency, (balances.get(currency) ?? Rational.zero).add(amount))
  }
  const all = Array.from({ length: days * 24 }, (_, hour) => t0 + hour * hourMs)
  const wave = (level: number) => (startMs: number) =>
    Number((level * (1 + Math.sin(startMs / (7 * hourMs) + level) / 9)).toFixed(2))
  await world.candles('eth', 'ethusdc', all, wave(2_000))
  await world.candles('btc', 'btcusdc', all, wave(40_000))
  await world.candles('usdt', 'usdcusdt', all, (startMs) => Number((1 + Math.sin(startMs) / 50).toFixed(4)))
  // Two days without a price, in the middle.
  await world.candles(
    'link',
    'linkusdc',
    all.filter((startMs) => startMs < t0 + 4 * dayMs || startMs >= t0 + 7 * dayMs),
    wave(7),
  )
  const times = Array.from({ length: fills }, () => t0 + dayMs + below((days - 2) * 86_400) * 1_000).sort(
    (a, b) => a - b,
  )
  let readMs = t0 + dayMs + below(20) * hourMs
  for (const atMs of times) {
    while (readMs < atMs - 3_000) {
      await world.read(readMs, balances)
      readMs += below(30 * 3_600) * 1_000 + below(1_000)
    }
    const found = markets[below(markets.length)] ?? markets[0]
    const side = random() < 0.5 ? 'buy' : 'sell'
    const amount = decimal(9, 8)
    const total = Rational.parse(amount).multiply(Rational.of(found.level)).toDecimal(12)
    const feeCurrency = random() < 0.1 ? 'btc' : side === 'buy' ? found.base : found.quote
    const fill = { ...found, side, atMs, amount, total, feeCurrency, feeAmount: decimal(0.01, 9) } as const
    await world.fill(fill)
    const isBuy = side === 'buy'
    change(found.base, isBuy ? Rational.parse(amount) : Rational.parse(amount).negate())
    change(found.quote, isBuy ? Rational.parse(total).negate() : Rational.parse(total))
    change(feeCurrency, Rational.parse(fill.feeAmount).negate())
    if (random() < 0.1) {
      const currency = ['usdc', 'eth', 'usdt', 'link'][below(4)] ?? 'usdc'
      const moved = `${random() < 0.5 ? '-' : ''}${decimal(900, 6)}`
      change(currency, Rational.parse(moved))
      // Half of them nobody enters.
      if (random() < 0.5) await world.move(currency, moved, atMs + 5_000)
    }
  }
  // Before the first reading more went out than is known.
  change(
    'link',
    Rational.of(-(balances.get('link')?.numerator ?? 0n), balances.get('link')?.denominator ?? 1n),
  )
  change('link', Rational.one)
  await world.read(endMs - hourMs, balances)
  await world.listed()
}
