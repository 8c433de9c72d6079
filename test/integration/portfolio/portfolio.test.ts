// What the portfolio answers of the account in use, with nothing but what is here.
import { describe, expect, it, vi } from 'vitest'
import { channels } from '../../../src-preload/contract/contract.ts'
import { fixedClock } from '../../../src-main/async/clock.ts'
import type { AccountSession } from '../../../src-main/session/account-session.ts'
import { createPortfolio } from '../../../src-main/portfolio/portfolio.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { amountOf } from '../../../src-preload/domain/orders/report-figures.ts'
import { sampleCandles, sampleOrder, samplePnl, sampleTrade, toldAt } from '../store/support.ts'
import { account, inUse, makeSession, makeStore } from '../world.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const nowMs = Date.UTC(2026, 2, 29, 12)
const clock = fixedClock(nowMs)
/** Nobody listens there. */
const unreachable = 'http://127.0.0.1:9'

async function makePortfolio(timeZone = 'UTC') {
  const store = await makeStore()
  const session = makeSession(unreachable, clock)
  const onChanged = vi.fn<() => void>()
  const options = { store, journal: openJournalHere(), clock, getTimeZone: () => timeZone, onChanged }
  return { store, session, portfolio: createPortfolio({ ...options, current: inUse(session) }), options }
}

async function putEthPrice(store: Store, { network }: AccountSession): Promise<void> {
  await store.putCandles(network, 'ethusdc', 60, sampleCandles([nowMs], 2_000.5), null, toldAt(nowMs + 1))
}

describe('without an account', () => {
  it('nothing is answered', async () => {
    const { options } = await makePortfolio()
    const portfolio = createPortfolio({ ...options, current: inUse(null) })
    const missing = { code: 'notFound' }
    await expect(portfolio.getPnl()).rejects.toMatchObject(missing)
    await expect(portfolio.getResults()).rejects.toMatchObject(missing)
    await expect(portfolio.getEquity({ fromMs: 0, toMs: 1, most: 2, benchmarks: [] })).rejects.toMatchObject(
      missing,
    )
    await expect(portfolio.getReport({ fromMs: 0, toMs: 1 })).rejects.toMatchObject(missing)
  })
})

describe('prices in the display currency', () => {
  it('are the last ones here, through the inverse market where there is no other, and none where none is known', async () => {
    const { store, session, portfolio } = await makePortfolio()
    await putEthPrice(store, session)
    const asked = { from: ['usdc', 'eth', 'arb'], to: 'eth' }
    const { output, input } = channels['portfolio:getDisplayPrices']
    const { prices } = output.parse(await portfolio.getDisplayPrices(input.parse(asked)))
    expect(prices).toMatchObject([
      {
        currency: 'usdc',
        // 1 ÷ 2,000.5
        price: { links: [{ market: 'ethusdc', isInverse: true }], price: '0.000499875031242189' },
      },
      { currency: 'eth', price: { links: [], price: '1' } },
      { currency: 'arb', price: null },
    ])
  })
})

describe('results', () => {
  it('are none before the service has told any figures', async () => {
    const { portfolio } = await makePortfolio()
    expect(await portfolio.getResults()).toEqual({ results: [], totals: [], asOfMs: null })
  })

  it('follow from the newest figures and the last prices here, with the service out of reach', async () => {
    const { store, session, portfolio } = await makePortfolio()
    await store.putPnlSnapshot(account.id, [samplePnl('eth')], 5)
    await store.putPnlSnapshot(account.id, [samplePnl('eth'), samplePnl('usdc'), samplePnl('arb')], 10)
    await putEthPrice(store, session)
    const answer = channels['portfolio:getResults'].output.parse(await portfolio.getResults())
    expect(answer.asOfMs).toBe(10)
    expect(
      answer.results.map(({ currency, lastPrice, marketValue, unrealized, realized, total }) => [
        ...[
          currency,
          lastPrice?.price,
          marketValue,
          unrealized,
          amountOf(realized),
          total && amountOf(total),
        ],
      ]),
    ).toEqual([
      // 400.1 − 1000 − 12.5
      ['eth', '2000.5', '14503.625', '14516.125', '-612.4', '13903.725'],
      ['usdc', '1', '7.25', '19.75', '-612.4', '-592.65'],
      ['arb', undefined, null, null, '-612.4', null],
    ])
    expect(answer.results[1]?.lastPrice).toEqual({ links: [], price: '1', asOfMs: 10 })
    expect(answer.totals).toEqual([
      {
        pnlCurrency: 'usdc',
        ...{ marketValue: '14510.875', costBasis: '-25', unrealized: '14535.875' },
        realized: { state: 'known', amount: '-1224.8' },
        costOfSold: { state: 'known', amount: '1012.5' },
        movedOut: { state: 'known', amount: '0' },
        total: { state: 'known', amount: '13311.075' },
        leftOut: ['arb'],
      },
    ])
  })
})

it('keeps the method of cost basis, and takes FIFO for one that is not known', async () => {
  const { store, portfolio } = await makePortfolio()
  expect(await portfolio.getCostMethod()).toEqual({ method: 'fifo' })
  await portfolio.setCostMethod({ method: 'average' })
  expect(await portfolio.getCostMethod()).toEqual({ method: 'average' })
  await store.setSetting('portfolio/costMethod', 'hifo')
  expect(await portfolio.getCostMethod()).toEqual({ method: 'fifo' })
})

it('keeps how rows are listed, and takes the usual list for what it cannot read', async () => {
  const { store, portfolio } = await makePortfolio()
  const usual = { sort: null, hidesSmall: false }
  expect(await portfolio.getRowChoices()).toEqual(usual)
  const chosen = { sort: { column: 'realized', isDescending: false }, hidesSmall: true } as const
  await portfolio.setRowChoices(chosen)
  expect(await portfolio.getRowChoices()).toEqual(chosen)
  await store.setSetting('portfolio/rows', '{"sort":"price"')
  expect(await portfolio.getRowChoices()).toEqual(usual)
})

describe('a range', () => {
  it.each([
    [5, 5],
    [5, 4],
  ])('from %i to %i is refused', async (fromMs, toMs) => {
    const { portfolio } = await makePortfolio()
    const refused = { code: 'validation', data: { field: 'toMs' } }
    await expect(portfolio.getReport({ fromMs, toMs })).rejects.toMatchObject(refused)
    await expect(portfolio.getEquity({ fromMs, toMs, most: 9, benchmarks: [] })).rejects.toMatchObject(
      refused,
    )
  })
})

describe('a report', () => {
  it('has the days of the display’s zone, on the day when its clocks go forward', async () => {
    const { store, portfolio } = await makePortfolio('Europe/Berlin')
    const startMs = Date.UTC(2026, 2, 28, 23)
    const endMs = Date.UTC(2026, 2, 29, 22)
    const times = [startMs - 1, startMs, endMs - 1, endMs]
    const order = sampleOrder(1, { tradesCount: 4, state: 'done', createdAtMs: startMs, updatedAtMs: endMs })
    const trades = times.map((createdAtMs, id) =>
      sampleTrade(id, { createdAtMs, amount: '1', price: '2', total: '2', feeAmount: '0.001' }),
    )
    await store.putOrderTrades(account.id, order, trades)
    const report = channels['portfolio:getReport'].output.parse(
      await portfolio.getReport({ fromMs: startMs, toMs: endMs }),
    )
    expect(report).toMatchObject({
      timeZone: 'Europe/Berlin',
      trades: 2,
      orders: { created: 1, filled: 1, cancelled: 0 },
      volumes: [{ currency: 'usdc', amount: '4' }],
      fees: [{ currency: 'eth', amount: '0.002' }],
      days: [{ dayMs: startMs, trades: 2 }],
      knownFromMs: nowMs,
    })
  })
})

describe('when the account is left', () => {
  it('a report that is being read ends', async () => {
    const { session, portfolio } = await makePortfolio()
    const reading = portfolio.getReport({ fromMs: 0, toMs: nowMs })
    session.close()
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('a deposit that is entered', () => {
  const movement = { currency: 'eth', direction: 'in', amount: '1', value: '0', atMs: nowMs } as const

  it('is told of, may have cost nothing, and is refused without an amount or in the future', async () => {
    const { portfolio, options } = await makePortfolio()
    const { id } = await portfolio.addMovement(movement)
    expect(options.onChanged).toHaveBeenCalledTimes(1)
    expect((await portfolio.listMovements()).movements).toEqual([{ ...movement, id }])
    for (const [field, change] of [
      ['amount', { amount: '0' }],
      ['atMs', { atMs: nowMs + 1 }],
    ] as const) {
      const refused = { code: 'validation', data: { field } }
      await expect(portfolio.addMovement({ ...movement, ...change })).rejects.toMatchObject(refused)
    }
    await portfolio.removeMovement({ id })
    expect(options.onChanged).toHaveBeenCalledTimes(2)
    expect((await portfolio.listMovements()).movements).toEqual([])
  })

  it('is of the exchange’s clock: where ours is late, what it has is not in the future', async () => {
    const { portfolio, session } = await makePortfolio()
    const aheadMs = 3_600_000
    session.time.note({ startedAtMs: nowMs, durationMs: 0, date: new Date(nowMs + aheadMs).toUTCString() })
    await portfolio.addMovement({ ...movement, atMs: nowMs + aheadMs / 2 })
    await expect(portfolio.addMovement({ ...movement, atMs: nowMs + 2 * aheadMs })).rejects.toMatchObject({
      data: { field: 'atMs' },
    })
  })
})

describe('the equity curve', () => {
  it('ends with the market value of the headline', async () => {
    const { store, session, portfolio } = await makePortfolio()
    await putEthPrice(store, session)
    await store.putPnlSnapshot(account.id, [samplePnl('usdc'), samplePnl('eth')], nowMs - 10)
    const asked = { fromMs: 0, toMs: nowMs + 7_200_000, most: 9, benchmarks: [] }
    const { points } = channels['portfolio:getEquity'].output.parse(await portfolio.getEquity(asked))
    const { totals } = await portfolio.getResults()
    expect(points.at(-1)).toMatchObject({ isCurrent: true, value: totals[0]?.marketValue })
    const now = await portfolio.getEquityPoint({ atMs: null })
    expect(channels['portfolio:getEquityPoint'].output.parse(now).value).toBe(totals[0]?.marketValue)
  })
})
