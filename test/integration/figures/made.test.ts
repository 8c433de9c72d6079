// The product's figures equal the oracle's for accounts that the practice exchange lacks.
import { describe, expect, test } from 'vitest'
import { isSoak } from '../../fixtures/soak.ts'
import { makeHistory, type HistoryOptions, type MadeTrader } from '../../figures/made-history.ts'
import { openMadeWorld, type MadeWorld, type WorldOptions } from '../../figures/made-world.ts'
import { priceAt } from '../../figures/made-prices.ts'
import { Rational } from '../../figures/rational.ts'
import { expectSameFigures, rangeOf, type Range } from '../../figures/same-figures.ts'

// The clocks of Berlin change on 25 October, those of New York on 1 November.
const fromMs = Date.parse('2026-10-23T06:00:00Z')
const toMs = Date.parse('2026-11-03T10:00:00Z')
const nowMs = Date.parse('2026-11-03T12:03:22Z')
const orders = isSoak ? 200 : 44
const seed = Number(process.env['SEED'] ?? 5)

const history = (more: Partial<HistoryOptions> = {}): HistoryOptions => ({
  seed,
  orders,
  fromMs,
  toMs,
  ...more,
})

const ranges = (timeZone: string): Range[] => [
  rangeOf(timeZone, '2026-10-01', '2026-11-03'),
  rangeOf(timeZone, '2026-10-25', '2026-10-26'),
  rangeOf(timeZone, '2026-11-01', '2026-12-01'),
]

const open = (trader: MadeTrader, more: Partial<WorldOptions> = {}): Promise<MadeWorld> =>
  openMadeWorld({ account: trader.account, nowMs, ...more })

async function expectSame(world: MadeWorld): Promise<void> {
  await expectSameFigures(world.product, await world.rows(), ranges(world.product.timeZone))
}

/** The states of all books, by currency. */
async function states({ product }: MadeWorld): Promise<Record<string, string>> {
  const { books } = await product.portfolio.getBooks()
  return Object.fromEntries(
    books.map(({ currency, state, fault }) => [
      currency,
      fault === null ? state : `${state} ${fault.reason}`,
    ]),
  )
}

const allKnown = { arb: 'known', btc: 'known', eth: 'known', link: 'known', usdc: 'known', usdt: 'known' }

describe(`all history is here (seed ${String(seed)})`, () => {
  test.each(['received', 'given', 'third', 'mixed'] as const)('fees of kind %s', async (fees) => {
    const world = await open(makeHistory(history({ fees })))
    await expectSame(world)
    expect(await states(world)).toEqual(allKnown)
  })

  test.each(['usdcusdt', 'btcusdt', 'linkbtc'])('the only market is %s', async (market) => {
    const world = await open(makeHistory(history({ markets: [market], orders: 20 })))
    expect(await states(world)).toEqual(allKnown)
    await expectSame(world)
  })

  test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])('days of %s', async (timeZone) => {
    await expectSame(await open(makeHistory(history({ seed: seed + 1, orders: 30 })), { timeZone }))
  })

  test('a small account', async () => {
    await expectSame(await open(makeHistory(history({ wealth: 120, seed: seed + 2 }))))
  })
})

describe('before or after fees, by the account’s own data', () => {
  const readAtMs = [Date.parse('2026-10-26T00:00:01Z'), Date.parse('2026-10-30T00:00:01Z')]
  test.each(['net', 'gross'] as const)('values that count fees %s', async (counting) => {
    await expectSame(await open(makeHistory(history({ seed: seed + 3 })), { counting, readAtMs }))
  })

  test('nothing is claimed from a single reading', async () => {
    const { product } = await open(makeHistory(history({ seed: seed + 3, orders: 30 })))
    expect((await product.portfolio.getBooks()).feeBasis).toBe('asTheExchangeCounts')
  })
})

describe('what came and went', () => {
  const half = Math.floor(orders / 2)

  test('a deposit of ETH in mid-history: its book alone is estimated, until a person enters it', async () => {
    const amount = Rational.parse('1.25')
    let atMs = 0
    const trader = makeHistory(history(), (one, at, timeMs) => {
      if (at !== half) return
      atMs = timeMs - 60_000
      one.move(atMs, 'eth', 'in', amount)
    })
    const world = await open(trader)
    expect(await states(world)).toEqual({ ...allKnown, eth: 'estimated check' })
    await expectSame(world)

    const cost = amount.multiply(priceAt('eth', atMs))
    await world.product.portfolio.addMovement({
      currency: 'eth',
      direction: 'in',
      amount: amount.toDecimal(),
      value: cost.toDecimal(),
      atMs,
    })
    expect(await states(world)).toEqual(allKnown)
    const rows = await world.rows([{ currency: 'eth', direction: 'in', amount, cost, timeMs: atMs }])
    await expectSameFigures(world.product, rows, ranges('UTC'))
  })

  test('a withdrawal of ARB in mid-history, told by nobody and then entered', async () => {
    const amount = Rational.parse('321.5')
    let atMs = 0
    const trader = makeHistory(history(), (one, at, timeMs) => {
      if (at !== half) return
      atMs = timeMs - 60_000
      one.move(atMs, 'arb', 'out', amount)
    })
    const world = await open(trader)
    expect(await states(world)).toMatchObject({ eth: 'known', btc: 'known', usdc: 'known' })
    await expectSame(world)

    const cost = amount.multiply(priceAt('arb', atMs))
    await world.product.portfolio.addMovement({
      currency: 'arb',
      direction: 'out',
      amount: amount.toDecimal(),
      value: cost.toDecimal(),
      atMs,
    })
    expect(await states(world)).toEqual(allKnown)
    const rows = await world.rows([{ currency: 'arb', direction: 'out', amount, cost, timeMs: atMs }])
    await expectSameFigures(world.product, rows, ranges('UTC'))
  })

  test('transfers of USDC and of other currencies', async () => {
    const trader = makeHistory(history(), (one, at, timeMs) => {
      const atMs = timeMs - 60_000
      if (at === half) one.move(atMs, 'usdc', 'out', Rational.parse('250.75'), 'sent-usdc')
      if (at === half + 5) one.move(atMs, 'eth', 'in', Rational.parse('0.5'), 'got-eth')
      if (at === half + 9) one.move(atMs, 'link', 'out', Rational.parse('12.5'), 'sent-link')
      if (at === half + 12) one.move(atMs, 'usdc', 'in', Rational.parse('99'), 'got-usdc')
    })
    const world = await open(trader)
    await expectSame(world)
    expect(await states(world)).toEqual(allKnown)
  })
})

describe('what is known of parts only', () => {
  test('sent out of a book that is estimated: moved out and realized are estimated', async () => {
    const trader = makeHistory(history(), (one, at, timeMs) => {
      const atMs = timeMs - 60_000
      if (at === 14) one.move(atMs, 'eth', 'in', Rational.parse('1.25'))
      if (at === 24) one.move(atMs, 'eth', 'out', Rational.parse('0.75'), 'sent-eth')
    })
    await expectSame(await open(trader))
  })

  test('a withdrawal that was entered, out of a book that is estimated', async () => {
    const amount = Rational.parse('0.75')
    let timeMs = 0
    const trader = makeHistory(history(), (one, at, orderMs) => {
      if (at === 14) one.move(orderMs - 60_000, 'eth', 'in', Rational.parse('1.25'))
      if (at !== 24) return
      timeMs = orderMs - 60_000
      one.move(timeMs, 'eth', 'out', amount)
    })
    const world = await open(trader)
    const cost = amount.multiply(priceAt('eth', timeMs))
    const entry = { amount: amount.toDecimal(), value: cost.toDecimal(), atMs: timeMs }
    await world.product.portfolio.addMovement({ currency: 'eth', direction: 'out', ...entry })
    const rows = await world.rows([{ currency: 'eth', direction: 'out', amount, cost, timeMs }])
    await expectSameFigures(world.product, rows, ranges('UTC'))
  })

  test('fills that tell no fee: no sum of fees and no net is known', async () => {
    const { product } = await open(makeHistory(history({ orders: 20 })), { hidesFees: true })
    const { sum } = await product.portfolio.getReport(rangeOf('UTC', '2026-10-01', '2026-11-03'))
    expect([sum.fees, sum.net.state]).toEqual([null, 'unknown'])
    expect((await product.portfolio.getBooks()).feeSum).toBe(null)
  })

  test('an active trader: many readings that lie beside a fill do not hide a quiet one of before', async () => {
    const trader = makeHistory(history())
    const fills = trader.account.events().flatMap((event) => (event.kind === 'fill' ? event.fill.timeMs : []))
    const beside = [...new Set(fills)].sort((a, b) => a - b).map((timeMs) => timeMs + 1_000)
    const last = beside.slice(-36)
    const [firstMs = 0] = last
    const quietMs = firstMs - 3_600_000
    const { product } = await open(trader, {
      readAtMs: [quietMs, ...last.slice(0, -1)],
      nowMs: last.at(-1) ?? 0,
    })
    const range = { fromMs: rangeOf('UTC', '2026-10-01', '2026-10-02').fromMs, toMs: quietMs }
    const { sum, readingMs } = await product.portfolio.getReport(range)
    expect(readingMs).not.toBe(null)
    expect(sum.realized.state).toBe('known')
  })
})

describe('older fills are missing', () => {
  const trader = makeHistory(history({ seed: seed + 4 }))
  const keptFromMs = trader.account.orders[Math.floor(orders / 3)]?.createdMs ?? 0
  const between = trader.account.orders[Math.floor((orders * 2) / 3)]?.createdMs ?? 0

  test('solved from the exchange’s cost, not checked', async () => {
    await expectSame(await open(trader, { keptFromMs }))
  })

  test('checked by an earlier reading', async () => {
    const world = await open(trader, { keptFromMs, readAtMs: [between - 60_000] })
    expect(await states(world)).toEqual(allKnown)
    await expectSame(world)
  })

  test('a reading of before says nothing', async () => {
    await expectSame(await open(trader, { keptFromMs, readAtMs: [keptFromMs - 60_000] }))
  })

  test('with a deposit of ETH since', async () => {
    const moved = makeHistory(history({ seed: seed + 4 }), (one, at, timeMs) => {
      if (at === Math.floor(orders / 2)) one.move(timeMs - 60_000, 'eth', 'in', Rational.parse('0.4'))
    })
    const readAtMs = [(moved.account.orders[Math.floor(orders / 2) - 2]?.createdMs ?? 0) + 600_000]
    await expectSame(await open(moved, { keptFromMs, readAtMs }))
  })

  test('too little of the opening is left: the result is unknown, and the report says why', async () => {
    const HOUR_MS = 3_600_000
    const small = makeHistory(history({ orders: 0 }))
    const part = (text: string): Rational => Rational.parse(text)
    small.take('ethusdc', 'buy', fromMs, part('1'))
    const all = small.held('eth').subtract(part('0.00000001'))
    small.take('ethusdc', 'sell', fromMs + 24 * HOUR_MS, all)
    small.take('ethusdc', 'buy', fromMs + 48 * HOUR_MS, part('2'))
    small.take('ethusdc', 'sell', fromMs + 72 * HOUR_MS, part('1'))
    const { product } = await open(small, { keptFromMs: fromMs + HOUR_MS })
    const [range] = ranges('UTC')
    if (range === undefined) throw new Error('no range')
    const report = await product.portfolio.getReport(range)
    expect(report.days.map(({ realized }) => realized.state)).toEqual(['unknown', 'known', 'estimated'])
    expect(report.books.map(({ fault }) => fault?.reason)).toContain('openingSold')
  })

  test('an exchange that hides its old orders is found out by the checks', async () => {
    const world = await open(trader, { listedFromMs: keptFromMs })
    expect(new Set(Object.values(await states(world)))).not.toEqual(new Set(['known']))
    await expectSame(world)
  })
})
