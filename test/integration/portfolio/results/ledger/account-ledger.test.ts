// Holds the books of an account against figures that were worked out by hand: what is known, estimated or unknown, and why.
import { describe, expect, it } from 'vitest'
import { sampleCandles, toldAt } from '../../../store/support.ts'
import { account } from '../../../world.ts'
import {
  bought,
  eth,
  type FillAt,
  hourMs,
  momentMs,
  openLedgerWorld,
  openTraded,
  sold,
  t0,
  unitFigures,
  usdc,
} from '../ledger-world.ts'

describe('with all fills here', () => {
  it('the result of a sale is its value less the moving-average cost, opening included', async () => {
    const world = await openTraded()
    await world.reading(momentMs, { eth, usdc })
    const { sum, books } = await world.report()
    expect(sum).toMatchObject({ realized: { state: 'known', amount: '750' }, isPartial: false })
    expect(books.every(({ state }) => state === 'known')).toBe(true)
  })

  it('an order that fills further after it was counted leaves its currency known', async () => {
    const world = await openTraded()
    await world.reading(momentMs, { eth, usdc })
    await world.report()
    const later = { ...sold, atMs: momentMs + hourMs, amount: '2', total: '600' }
    await world.order(2, [sold, later], { updatedAtMs: later.atMs })
    // 7 sold for 2,100 at an average cost of 150.
    await world.reading(momentMs + 2 * hourMs, {
      eth: { ...eth, totalDebit: '7', totalDebitValue: '2100', totalBalanceValue: '1950' },
      usdc: unitFigures('12100', '2000', '10100'),
    })
    expect((await world.report()).sum.realized).toEqual({ state: 'known', amount: '1050' })
    expect(await world.bookOf('eth')).toMatchObject({ state: 'known', fault: null })
  })

  it('readings that fills are too near to are passed by, however many, for the last that fits', async () => {
    const world = await openTraded()
    await world.reading(momentMs, { eth, usdc })
    for (let at = 1; at <= 60; at += 1) {
      const atMs = momentMs + at * 60_000
      await world.order(10 + at, [{ ...bought, atMs, amount: '1', total: '200' }])
      await world.reading(atMs + 1_000, { eth: { ...eth, totalCredit: String(20 + at) }, usdc })
    }
    const { readingMs, sum } = await world.report()
    expect(readingMs).toBe(momentMs)
    expect(sum.realized).toEqual({ state: 'known', amount: '750' })
  })

  it('a deposit that is not reported makes its own book estimated, with the numbers, and no other', async () => {
    const world = await openTraded()
    await world.order(3, [
      { market: 'btcusdc', side: 'sell', atMs: t0 + hourMs, amount: '1', price: '10', total: '10' },
    ])
    // 4 ETH more at 100 each came after the two fills, by a deposit.
    const moved = { ...eth, totalCredit: '24', totalCreditValue: '3400', totalBalanceValue: '2650' }
    const btc = {
      ...{ totalCredit: '3', totalCreditValue: '15', totalDebit: '1', totalDebitValue: '10' },
      totalBalanceValue: '10',
    }
    await world.reading(momentMs, { eth: moved, btc, usdc: unitFigures('11510', '2000', '9510') })
    expect(await world.bookOf('eth')).toMatchObject({
      state: 'estimated',
      fault: { reason: 'check', check: 'balanceValue', expected: '2650' },
    })
    const { markets, books } = await world.report()
    const realizedOf = (market: string) => markets.find((one) => one.market === market)?.realized
    expect(realizedOf('ethusdc')).toMatchObject({ state: 'estimated' })
    expect(realizedOf('btcusdc')).toEqual({ state: 'known', amount: '5' })
    expect(books.find(({ currency }) => currency === 'btc')?.state).toBe('known')

    await world.store.putMovement(
      { networkKey: 'n', address: account.ethereumAddress },
      { currency: 'eth', direction: 'in', amount: '4', value: '400', atMs: t0 + 3 * hourMs },
    )
    expect((await world.report()).markets.find(({ market }) => market === 'ethusdc')?.realized).toEqual({
      state: 'known',
      amount: '750',
    })
  })

  it('an order with less fills than it has filled makes its currencies unknown, and says how many', async () => {
    const world = await openTraded()
    await world.order(3, [{ ...bought, amount: '1', total: '200' }], { executedVolume: '2' })
    await world.reading(momentMs, { eth, usdc })
    expect(await world.bookOf('eth')).toMatchObject({
      state: 'unknown',
      fault: { reason: 'fillsMissing', orders: 1 },
    })
  })
})

describe('fills that are still to be fetched', () => {
  it('leave the figures at the last reading before them', async () => {
    const world = await openTraded()
    await world.reading(momentMs, { eth, usdc })
    const createdAtMs = momentMs + hourMs
    await world.store.putOrders(
      account.id,
      [
        {
          ...(await orderOf(world)),
          ...{
            id: 9,
            uuid: 'u9',
            createdAtMs,
            updatedAtMs: createdAtMs,
            tradesCount: 1,
            executedVolume: '1',
          },
        },
      ],
      { stretches: [{ fromId: 0, toId: 99, rows: 9, fromMs: null }], keptFromMs: 0, asOfMs: momentMs },
    )
    await world.reading(momentMs + 2 * hourMs, { eth: { ...eth, totalCredit: '21' }, usdc })
    const { readingMs, sum } = await world.report()
    expect([readingMs, sum.realized]).toEqual([momentMs, { state: 'known', amount: '750' }])
  })

  it('of one market spoil no other market', async () => {
    const world = await openTraded()
    const btcAt = { market: 'btcusdc', side: 'sell', amount: '1', price: '10', total: '10' } as const
    await world.order(3, [{ ...btcAt, atMs: t0 }])
    await world.store.putOrders(
      account.id,
      [
        {
          ...(await orderOf(world)),
          ...{ id: 8, uuid: 'u8', market: 'btcusdc', side: 'sell' },
          ...{ createdAtMs: t0, updatedAtMs: t0 + hourMs, tradesCount: 1, executedVolume: '1' },
        },
      ],
      { stretches: [{ fromId: 0, toId: 99, rows: 9, fromMs: null }], keptFromMs: 0, asOfMs: momentMs },
    )
    await world.reading(momentMs, { eth, usdc, btc: { totalCredit: '9', totalDebit: '2' } })
    const { markets } = await world.report()
    expect(markets.find(({ market }) => market === 'ethusdc')?.realized).toEqual({
      state: 'known',
      amount: '750',
    })
    expect(markets.find(({ market }) => market === 'btcusdc')).toMatchObject({
      realized: { state: 'unknown' },
      isPartial: true,
    })
  })

  async function orderOf({ store }: Awaited<ReturnType<typeof openTraded>>) {
    const order = await store.getOrder(account.id, 1)
    if (order === null) throw new Error('no order')
    return order
  }
})

describe('orders in the midst of the history that are still to be read', () => {
  it('leave the figures at the last reading before them, however long ago that is', async () => {
    const world = await openTraded()
    await world.reading(momentMs, { eth, usdc })
    const muchLater = momentMs + 40 * hourMs
    await world.order(50, [{ ...bought, atMs: muchLater, amount: '1', total: '200' }])
    await world.listed([
      { fromId: 50, toId: 50, rows: 1, fromMs: muchLater },
      { fromId: 0, toId: 2, rows: 2, fromMs: null },
    ])
    await world.reading(muchLater + hourMs, { eth: { ...eth, totalCredit: '25' }, usdc })
    const { readingMs, sum } = await world.report()
    expect([readingMs, sum.realized]).toEqual([momentMs, { state: 'known', amount: '750' }])
  })
})

describe('a history that begins later', () => {
  const since = [{ fromId: 1, toId: 99, rows: 9, fromMs: t0 }]

  it('has an opening that is solved from the cost, and is checked by an earlier reading', async () => {
    const world = await openTraded()
    await world.listed(since)
    await world.reading(momentMs, { eth, usdc })
    expect(await world.bookOf('eth')).toMatchObject({ state: 'estimated', fault: { reason: 'notChecked' } })
    expect((await world.report(t0)).sum.realized).toEqual({ state: 'estimated', amount: '750' })

    const checked = await openTraded()
    await checked.listed(since)
    const before = {
      ...eth,
      totalCredit: '10',
      totalCreditValue: '1000',
      totalDebit: '0',
      totalDebitValue: '0',
    }
    await checked.reading(t0 + hourMs / 2, {
      eth: { ...before, totalBalanceValue: '1000' },
      usdc: unitFigures('10000', '0', '10000'),
    })
    await checked.reading(momentMs, { eth, usdc })
    expect((await checked.report(t0)).sum.realized).toEqual({ state: 'known', amount: '750' })
  })

  it('knows what was held by nobody before: it had cost nothing', async () => {
    const world = await openLedgerWorld()
    // Bought and almost sold off, over and over: a cost that was solved from what is left would be noise.
    for (let at = 0; at < 8; at += 1) {
      const atMs = t0 + at * hourMs
      await world.order(2 * at + 1, [{ ...bought, atMs, amount: '1', price: '100', total: '100' }])
      await world.order(2 * at + 2, [
        { ...sold, atMs: atMs + 1_000, amount: '1', price: '110', total: '110' },
      ])
    }
    await world.listed(since)
    await world.reading(momentMs, {
      eth: {
        ...{ totalCredit: '8', totalCreditValue: '800', totalDebit: '8', totalDebitValue: '880' },
        totalBalanceValue: '0',
      },
      usdc: unitFigures('10880', '800', '10080'),
    })
    expect(await world.bookOf('eth')).toMatchObject({ state: 'known', fault: null })
    expect((await world.report(t0)).sum.realized).toEqual({ state: 'known', amount: '80' })
  })

  it('says that too little of the opening is left to tell what it had cost', async () => {
    const world = await openLedgerWorld()
    // Of 10 ETH 9.9999999999 are sold; what is left, 1e-10, tells nothing of a sale that took nearly all.
    await world.order(1, [
      { ...sold, atMs: t0 + hourMs, amount: '9.9999999999', price: '300', total: '2999.99999997' },
    ])
    await world.listed(since)
    const left = {
      ...{ totalCredit: '10', totalCreditValue: '1000', totalDebit: '9.9999999999' },
      ...{ totalDebitValue: '2999.99999997', totalBalanceValue: '0.00000001' },
    }
    await world.reading(momentMs, { eth: left, usdc: unitFigures('12999.99999997', '0', '12999.99999997') })
    const { sum, books } = await world.report(t0)
    expect(sum.realized).toEqual({ state: 'unknown' })
    expect(books.find(({ currency }) => currency === 'eth')).toEqual({
      currency: 'eth',
      state: 'unknown',
      fault: { reason: 'openingSold' },
    })
  })

  it('has no result, and says since when, for what was sold before', async () => {
    const world = await openTraded()
    await world.listed([{ fromId: 2, toId: 99, rows: 9, fromMs: t0 + 2 * hourMs + 1 }])
    await world.reading(momentMs, { eth, usdc })
    const { sum, books, best, knownFromMs } = await world.report()
    expect(sum).toMatchObject({ realized: { state: 'unknown' }, isPartial: true })
    expect([best, knownFromMs]).toEqual([null, t0 + 2 * hourMs + 1])
    expect(books.find(({ currency }) => currency === 'eth')?.fault).toEqual({
      reason: 'early',
      sinceMs: t0 + 2 * hourMs + 1,
    })
  })
})

describe('before or after fees', () => {
  /** 1 ETH bought at 200 with a fee of 0.01 ETH: credit 0.99, worth 198 net and 200 gross. */
  const feeFill: FillAt = {
    ...{ atMs: t0 + 20 * hourMs, amount: '1', price: '200', total: '200' },
    fee: { currency: 'eth', amount: '0.01' },
  }
  const after = (creditValue: string, balanceValue: string) => ({
    eth: { ...eth, totalCredit: '20.99', totalCreditValue: creditValue, totalBalanceValue: balanceValue },
    usdc: unitFigures('11500', '2200', '9300'),
  })

  it('is not said as long as no two readings show it', async () => {
    const world = await openTraded()
    await world.order(3, [feeFill])
    await world.reading(t0 + 30 * hourMs, after('3198', '2448'))
    expect(await world.books()).toMatchObject({ feeBasis: 'asTheExchangeCounts', net: null, feeSum: '2' })
    expect((await world.bookOf('eth'))?.state).toBe('known')
  })

  it('is shown by what came between two readings: net values in, gross values out', async () => {
    for (const [creditValue, balanceValue, feeBasis] of [
      ['3198', '2448', 'beforeFees'],
      ['3200', '2450', 'asTheExchangeCounts'],
    ] as const) {
      const world = await openTraded()
      await world.reading(momentMs, { eth, usdc })
      await world.order(3, [feeFill])
      await world.reading(t0 + 30 * hourMs, after(creditValue, balanceValue))
      expect((await world.books()).feeBasis).toBe(feeBasis)
    }
  })

  it('fees that are not reported are not zero', async () => {
    const world = await openTraded()
    await world.order(3, [{ ...bought, fee: null }])
    await world.reading(momentMs, { eth, usdc })
    const { sum } = await world.report()
    expect([sum.fees, sum.net]).toEqual([null, { state: 'unknown' }])
  })

  it('a fee in a third currency is worth its price of that minute', async () => {
    const world = await openTraded()
    const atMs = t0 + 3 * hourMs
    await world.store.putCandles('n', 'linkusdc', 1, sampleCandles([atMs], 5), null, toldAt(atMs + 60_000))
    await world.order(3, [
      { ...bought, atMs, amount: '1', total: '200', fee: { currency: 'link', amount: '2' } },
    ])
    const link = {
      ...{ totalCredit: '10', totalCreditValue: '40', totalDebit: '2', totalDebitValue: '10' },
      totalBalanceValue: '32',
    }
    const grown = { ...eth, totalCredit: '21', totalCreditValue: '3200', totalBalanceValue: '2450' }
    await world.reading(momentMs, { eth: grown, link, usdc: unitFigures('11500', '2200', '9300') })
    const { sum, books } = await world.report()
    expect(sum.fees).toBe('10')
    expect(books.find(({ currency }) => currency === 'link')).toMatchObject({ state: 'known' })
  })
})

describe('what was moved out', () => {
  it('has a result of its own, as sure as its book, and is not in the report', async () => {
    const world = await openTraded()
    await world.store.putMovement(
      { networkKey: 'n', address: account.ethereumAddress },
      { currency: 'eth', direction: 'out', amount: '3', value: '1200', atMs: t0 + 5 * hourMs },
    )
    // 3 ETH leave with 3 × 150 of the cost.
    const moved = { ...eth, totalDebit: '8', totalDebitValue: '2700', totalBalanceValue: '1800' }
    await world.reading(momentMs, { eth: moved, usdc })
    const movedOut = await world.ledger.movedOut(world.owner)
    expect(movedOut('eth', momentMs)).toMatchObject({
      result: { state: 'known', amount: '750' },
      cost: { state: 'known', amount: '450' },
    })
    expect(movedOut('eth', t0 + hourMs)).toBeUndefined()
    expect((await world.report()).sum.realized).toEqual({ state: 'known', amount: '750' })

    await world.reading(momentMs + hourMs, { eth: { ...moved, totalBalanceValue: '1801' }, usdc })
    expect((await world.ledger.movedOut(world.owner))('eth', momentMs)).toMatchObject({
      result: { state: 'estimated' },
      cost: { state: 'estimated' },
    })
  })
})

describe('best and worst day', () => {
  const day = (at: number) => t0 + at * 24 * hourMs

  async function openDays() {
    const world = await openLedgerWorld(day(3) + hourMs)
    for (const at of [0, 1, 2]) {
      await world.order(at + 1, [
        { ...sold, atMs: day(at), amount: '1', price: String(100 + at), total: String(100 + at) },
      ])
    }
    await world.listed()
    await world.reading(day(3), {
      eth: {
        ...{ totalCredit: '10', totalCreditValue: '1010', totalDebit: '3', totalDebitValue: '303' },
        totalBalanceValue: '707',
      },
      usdc: unitFigures('10303', '0', '10303'),
    })
    return world
  }

  it('are over days whose results are all known, up to now', async () => {
    const world = await openDays()
    const report = await world.report(t0, day(10))
    expect(report.best).toEqual({ dayMs: day(2), amount: '1', state: 'known' })
    expect(report.worst).toEqual({ dayMs: day(0), amount: '-1', state: 'known' })
    expect(report.winningDays).toEqual({ won: 1, of: 3 })
  })

  it('are none where days of the period that have begun are not known yet', async () => {
    const world = await openDays()
    const later = { ...world.owner, nowMs: day(6) }
    expect(await world.ledger.report(later, { fromMs: t0, toMs: day(10) })).toMatchObject({
      best: null,
      worst: null,
      winningDays: null,
    })
  })

  it('are estimated as soon as one day is', async () => {
    const world = await openDays()
    await world.order(9, [
      { market: 'btcusdc', side: 'sell', atMs: day(1), amount: '1', price: '10', total: '10' },
    ])
    await world.reading(day(3) + 1_000, {
      eth: {
        ...{ totalCredit: '10', totalCreditValue: '1010', totalDebit: '3', totalDebitValue: '303' },
        totalBalanceValue: '707',
      },
      btc: {
        ...{ totalCredit: '3', totalCreditValue: '30', totalDebit: '1', totalDebitValue: '10' },
        totalBalanceValue: '21',
      },
      usdc: unitFigures('10313', '0', '10313'),
    })
    expect((await world.report(t0, day(10))).best).toMatchObject({ dayMs: day(2), state: 'estimated' })
  })
})
