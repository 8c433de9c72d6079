// The equity curve over a real store: against its oracle at random, and against figures that were worked out by hand.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseStep } from '../../../../src-main/portfolio/equity/account-equity.ts'
import { equityAnswer, equityPointAnswer } from '../../../../src-preload/contract/portfolio/equity.ts'
import { pnlResult, sumResults } from '../../../../src-main/portfolio/results/pnl-results.ts'
import { lastPriceOf } from '../../../../src-main/portfolio/results/prices/price-path.ts'
import { EquityOracle } from '../../../figures/equity.ts'
import { Rational } from '../../../figures/rational.ts'
import { sampleOrder } from '../../store/support.ts'
import { hourMs, t0 } from '../results/ledger-world.ts'
import { dayMs, endMs, type EquityWorld, fillAtRandom, openEquityWorld } from './equity-world.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const FILLS = 150
const text = (value: Rational | null): string | null => value && value.toDecimal(120)
const balances = (amounts: Readonly<Record<string, string>>): Map<string, Rational> =>
  new Map(Object.entries(amounts).map(([currency, amount]) => [currency, Rational.parse(amount)]))

async function expectOracle(world: EquityWorld, request: Parameters<EquityWorld['curve']>[0] = {}) {
  const answer = equityAnswer.parse(await world.curve({ benchmarks: ['btc', 'eth'], ...request }))
  const oracle = new EquityOracle(world.rows)
  const past = answer.points.filter(({ isCurrent }) => !isCurrent)
  expect(past.length).toBeGreaterThan(20)
  expect(past.map(({ atMs, value }) => [atMs, value])).toEqual(
    past.map(({ atMs }) => [atMs, text(oracle.valueAt(atMs))]),
  )
  const times = past.map(({ atMs }) => atMs)
  for (const { currency, values } of answer.benchmarks) {
    expect(values.slice(0, times.length)).toEqual(oracle.held(currency, times).map(text))
  }
  return { answer, oracle }
}

describe(`${String(FILLS)} random fills in twelve days (seed ${String(seed)})`, () => {
  it('equal an independent sum over the raw rows to the last digit, over all time, a week and a day', async () => {
    const world = await openEquityWorld()
    await fillAtRandom(world, seed, FILLS)
    const { answer, oracle } = await expectOracle(world)
    expect(answer.beginMs).toBe(oracle.firstHourMs)
    expect(answer.points.some(({ carried }) => carried.includes('link'))).toBe(true)
    await expectOracle(world, { fromMs: endMs - 7 * dayMs })
    // Steps of five minutes.
    await expectOracle(world, { fromMs: t0 + 5 * dayMs + 17, toMs: t0 + 6 * dayMs })

    const asked = answer.questions.map(({ currency, reason, untilMs, direction, amount }) =>
      [currency, reason, untilMs, direction === 'out' ? `-${amount}` : amount].join(' '),
    )
    const sums = new Map<string, Rational>()
    for (const { currency, reason, untilMs, amount } of oracle.unknown) {
      const name = [currency, reason, untilMs].join(' ')
      sums.set(name, (sums.get(name) ?? Rational.zero).add(amount))
    }
    expect(asked.sort()).toEqual([...sums].map(([name, sum]) => `${name} ${String(text(sum))}`).sort())
    expect(asked.length).toBeGreaterThan(3)
  })

  it('give the same curve from what is kept, after a new fill, one that comes late, and a movement that is entered', async () => {
    const world = await openEquityWorld()
    await fillAtRandom(world, seed + 1, 80)
    const kept = world.fresh()
    const same = async (): Promise<void> => {
      expect(await world.curve({}, kept)).toEqual(await world.curve())
    }
    await same()
    const [fill] = world.rows.fills
    if (fill === undefined) throw new Error('no fill')
    await world.fill({ ...fill, atMs: endMs - 30 * 60_000 })
    await same()
    await world.fill({ ...fill, atMs: fill.atMs + 4 * dayMs + 1_000 })
    await same()
    await world.fill({ ...fill, atMs: fill.atMs - 90 * dayMs })
    await same()
    await world.move('eth', '0.5', fill.atMs + 3 * dayMs)
    await same()
    await expectOracle(world, { fromMs: fill.atMs - dayMs })
  })
})

/** 10 ETH were bought for 20,000 of 21,000 USDC; ETH is at 2,000, and at 2,500 from the fourth day on. */
async function openBought(): Promise<EquityWorld> {
  const world = await openEquityWorld()
  const starts = Array.from({ length: 11 * 24 }, (_, hour) => t0 + hour * hourMs)
  await world.candles('eth', 'ethusdc', starts, (startMs) => (startMs < t0 + 4 * dayMs ? 2_000 : 2_500))
  await world.fill({
    ...{ market: 'ethusdc', base: 'eth', quote: 'usdc', side: 'buy', atMs: t0 + 2 * dayMs + 60_000 },
    ...{ amount: '10', total: '20000', feeCurrency: 'eth', feeAmount: '0.004' },
  })
  await world.listed()
  return world
}
const valueAt = async (world: EquityWorld, atMs: number): Promise<string | null> =>
  (await world.point(atMs)).value

describe('a buy of 10 ETH for 20,000 USDC', () => {
  it('is rolled back to what was there before, and ends at the market value of the headline', async () => {
    const world = await openBought()
    await world.read(endMs - dayMs, balances({ eth: '9.996', usdc: '1000' }))
    const { points, questions, beginMs } = equityAnswer.parse(await world.curve())
    expect([beginMs, questions]).toEqual([t0 + 2 * dayMs, []])
    expect(points[0]).toMatchObject({ atMs: t0 + 2 * dayMs, value: '21000', leftOut: [], carried: [] })
    expect(await valueAt(world, t0 + 3 * dayMs)).toBe('20992')
    expect(await valueAt(world, t0 + 5 * dayMs)).toBe('25990')
    const { entries, prices, asOfMs } = await world.present()
    const results = entries.map((entry) =>
      pnlResult(entry, lastPriceOf(prices, entry.currency, 'usdc', asOfMs)),
    )
    const [headline] = sumResults(results)
    expect(points.at(-1)).toMatchObject({ isCurrent: true, value: headline?.marketValue })
    const point = equityPointAnswer.parse(await world.point(null))
    expect(point).toMatchObject({ isCurrent: true, value: '25990' })
    expect(point.parts.map(({ currency, balance, value }) => [currency, balance, value])).toEqual([
      ['eth', '9.996', '24990'],
      ['usdc', '1000', '1000'],
    ])
  })

  it('with less USDC now than that asks about a withdrawal, and counts it once it is entered', async () => {
    const world = await openBought()
    await world.read(t0 + 3 * dayMs, balances({ eth: '9.996', usdc: '1000' }))
    await world.read(endMs - dayMs, balances({ eth: '9.996', usdc: '400' }))
    const { questions } = await world.curve()
    expect(questions).toEqual([
      {
        ...{ currency: 'usdc', direction: 'out', amount: '600', reason: 'readings', atMs: t0 + 3 * dayMs },
        ...{ fromMs: t0 + 3 * dayMs + 999, untilMs: endMs - dayMs + 999 },
      },
    ])
    expect(await valueAt(world, t0 + 3 * dayMs)).toBe('20992')
    expect(await valueAt(world, t0 + 3 * dayMs + hourMs)).toBe('20392')
    await world.move('usdc', '-600', t0 + 6 * dayMs)
    expect((await world.curve()).questions).toEqual([])
    expect(await valueAt(world, t0 + 6 * dayMs)).toBe('25990')
    expect(await valueAt(world, t0 + 6 * dayMs + hourMs)).toBe('25390')
  })

  it('of which less is there now than was bought asks about the rest', async () => {
    const world = await openBought()
    await world.read(endMs - dayMs, balances({ eth: '4', usdc: '1000' }))
    expect((await world.curve()).questions).toMatchObject([
      { currency: 'eth', direction: 'out', amount: '5.996', reason: 'negative', atMs: t0 + 2 * dayMs },
    ])
    expect(await valueAt(world, t0 + 2 * dayMs)).toBe('21000')
  })

  it('asks nothing while fills are still to be read', async () => {
    const world = await openBought()
    await world.read(endMs - dayMs, balances({ eth: '4', usdc: '1000' }))
    const order = sampleOrder(99, { state: 'done', tradesCount: 1, createdAtMs: t0 + 4 * dayMs })
    const stretches = [{ fromId: 0, toId: 99, rows: 9, fromMs: null }]
    await world.store.putOrders('a', [order], { stretches, keptFromMs: 0, asOfMs: endMs })
    expect(await world.curve()).toMatchObject({ questions: [], ordersWithoutFills: 1 })
  })

  it('has no value where a held currency had no price yet, and leaves out what has none now, as the headline does', async () => {
    const world = await openBought()
    await world.candles('late', 'lateusdc', [t0 + 5 * dayMs], () => 3)
    await world.read(endMs - dayMs, balances({ eth: '9.996', usdc: '1000', late: '2', never: '7' }))
    const { points } = await world.curve()
    const before = points.find(({ atMs }) => atMs === t0 + 3 * dayMs)
    expect(before).toMatchObject({ value: null, leftOut: ['late', 'never'] })
    const after = points.find(({ atMs }) => atMs === t0 + 7 * dayMs)
    expect(after).toMatchObject({ value: '25996', leftOut: ['never'], carried: ['late'] })
    expect(points.at(-1)).toMatchObject({ value: '25996', leftOut: ['never'], carried: [] })
  })
})

it('the step of a curve is a candle period or weeks, as many as there is room for', () => {
  fc.assert(
    fc.property(fc.nat(5_000 * dayMs), fc.integer({ min: 1, max: 900 }), (lengthMs, most) => {
      const stepMs = chooseStep(lengthMs, most) ?? 0
      expect(stepMs % 60_000).toBe(0)
      expect(Math.ceil(lengthMs / stepMs)).toBeLessThanOrEqual(most)
    }),
  )
  expect(chooseStep(30 * dayMs, 798)).toBe(hourMs)
  expect(chooseStep(30 * dayMs, 0)).toBeNull()
})

it('an account without fills and readings has a curve of nothing', async () => {
  const world = await openEquityWorld()
  const answer = equityAnswer.parse(await world.curve({ benchmarks: ['btc'] }))
  expect(answer).toMatchObject({ beginMs: null, questions: [] })
})

it('a range must end after it begins, and a point is a whole minute', async () => {
  const world = await openBought()
  await expect(world.curve({ fromMs: 5, toMs: 5 })).rejects.toMatchObject({ data: { field: 'toMs' } })
  await expect(world.point(t0 + 1)).rejects.toMatchObject({ data: { field: 'atMs' } })
})
