// On the practice exchange, with all history here, every book is known and every sum agrees with every other. Longer by
// STARKDESK_SOAK_TIMES (`npm run soak -- figures`): more seeds, and histories of up to 100,000 orders.
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { sumFigures, type FigureState } from '../../figures/figure.ts'
import {
  computePortfolio,
  readRawRows,
  ReportBook,
  startOfDayIn,
  withoutFillsBefore,
  type RawRows,
} from '../../figures/oracle.ts'

const times = Number(process.env['STARKDESK_SOAK_TIMES'] ?? 1)
const nowMs = Date.parse('2026-11-20T12:03:22Z')
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']

const first = Number(process.env['SEED'] ?? 7)
const sizes = times > 1 ? [250, 1_000, 5_000, 20_000, 100_000] : [250]
const runs = Array.from({ length: times > 1 ? times : 3 }, (_, at) => ({
  seed: first + at,
  orders: sizes[at % sizes.length] ?? 250,
}))

async function rowsOf(seed: number, orders: number, user: number): Promise<RawRows> {
  const exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed,
    orders,
    clock: fixedClock(nowMs),
  })
  try {
    const ethereumPrivateKey = exchange.users[user]?.ethereumPrivateKey ?? ''
    const { baseUrl, markets } = exchange
    return await readRawRows({ baseUrl, ethereumPrivateKey, markets, nowMs, momentMs: nowMs, lastDay: true })
  } finally {
    await exchange.close()
  }
}

function expectSumsAgree(rows: RawRows): void {
  const portfolio = computePortfolio(rows)
  for (const row of portfolio.currencies) {
    const told = rows.pnl.rows.get(row.currency)
    expect(row.book.checks.filter(({ passes }) => !passes)).toEqual([])
    expect([row.currency, row.book.state]).toEqual([row.currency, 'known'])
    // realized + unrealized = sold + worth − paid
    const account = told?.debitValue.add(row.marketValue.value ?? told.debit).subtract(told.creditValue)
    expect([row.currency, row.total.value?.toDecimal()]).toEqual([row.currency, account?.toDecimal()])
  }
  const { account, head } = portfolio
  expect(head.leftOut).toEqual([])
  expect(head.total.value?.toDecimal()).toBe(account.beforeFees.value?.toDecimal())
  const { wealthNow, wealthAtOpening, valueIn, valueOut } = account
  const parts = [wealthNow, wealthAtOpening, valueIn, valueOut].map(({ value }) => value)
  const [now, opening, came, went] = parts
  if (!now || !opening || !came || !went) throw new Error('a part of the identity has no value')
  expect(account.afterFees.value?.toDecimal()).toBe(
    now.subtract(opening).subtract(came).add(went).toDecimal(),
  )

  const book = new ReportBook(rows)
  for (const timeZone of zones) {
    const period = {
      fromMs: startOfDayIn(timeZone, '2026-01-01'),
      toMs: startOfDayIn(timeZone, '2027-01-01'),
      timeZone,
    }
    const { totals, days, markets, currencies } = book.report(period)
    expect(totals.realized.state).toBe('known')
    const all = totals.realized.value?.toDecimal()
    for (const parts of [days, markets, currencies]) {
      const sum = sumFigures(parts.map((part) => part.realized))
      expect([timeZone, sum.value?.toDecimal()]).toEqual([timeZone, all])
    }
    const net = sumFigures(days.map((day) => day.net))
    expect(net.value?.toDecimal()).toBe(totals.net.value?.toDecimal())
  }
  // All time the book's results are what the exchange's own sums say.
  const everything = book.report({ fromMs: 0, toMs: nowMs + 1000, timeZone: 'UTC' })
  for (const { currency, realized } of everything.currencies) {
    const told = portfolio.currencies.find((row) => row.currency === currency)?.realized
    expect([currency, realized.value?.toFixed(8)]).toEqual([currency, told?.value?.toFixed(8)])
  }
}

describe('all history is here', () => {
  for (const { seed, orders } of runs) {
    test(`seed ${seed}, ${orders} orders of each user`, async () => {
      for (const user of [0, 1]) expectSumsAgree(await rowsOf(seed, orders, user))
    })
  }
})

test('half of the history is missing: solved from the exchange’s cost, and the same results', async () => {
  const rows = await rowsOf(first, 400, 0)
  const t0Ms = nowMs - 200 * 86_400_000
  const period = { fromMs: t0Ms, toMs: nowMs + 1000, timeZone: 'UTC' }
  const whole = new ReportBook(rows).report(period)
  const cut = new ReportBook(withoutFillsBefore(rows, t0Ms)).report(period)
  const shares: Record<FigureState, number> = { known: 0, estimated: 0, unknown: 0 }
  for (const [at, { day, realized }] of cut.days.entries()) {
    shares[realized.state] += 1
    if (realized.value === null) continue
    expect([day, realized.value.toFixed(8)]).toEqual([day, whole.days[at]?.realized.value?.toFixed(8)])
  }
  console.info(`days of the cut history: ${JSON.stringify(shares)}`)
  // No earlier reading of pnl confirms the solved cost.
  expect(shares.estimated).toBeGreaterThan(0)
})
