// The product's portfolio and reports equal the oracle's over the practice exchange, on screen and in files.
import { describe, test } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { readRawRows } from '../../figures/oracle.ts'
import { openProduct, syncAll, syncCandles } from '../../figures/product.ts'
import { expectSameFigures, rangeOf } from '../../figures/same-figures.ts'

const nowMs = Date.parse('2026-11-20T12:03:22Z')
const times = Number(process.env['STARKDESK_SOAK_TIMES'] ?? 1)
const zones = ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin', 'Asia/Kolkata'] as const

/** Longer by `npm run soak -- figures`: histories of up to 100,000 orders, of both users. */
const sizes = times > 1 ? [250, 1_000, 5_000, 20_000, 100_000] : []
const first = Number(process.env['SEED'] ?? 11)
const longer = Array.from({ length: times > 1 ? times : 0 }, (_, at) => ({
  seed: first + at,
  orders: sizes[at % sizes.length] ?? 250,
  user: at % 2,
  timeZone: zones[at % zones.length] ?? 'UTC',
}))

describe('the practice exchange', () => {
  test.each([
    { seed: 7, orders: 300, user: 0, timeZone: 'UTC' },
    { seed: 11, orders: 150, user: 1, timeZone: 'America/New_York' },
    { seed: 3, orders: 150, user: 0, timeZone: 'Australia/Lord_Howe' },
    // Sells more BTC than it held by then.
    { seed: 17, orders: 1_000, user: 0, timeZone: 'America/New_York' },
    ...longer,
  ])('seed $seed, $orders orders, user $user, in $timeZone', async ({ seed, orders, user, timeZone }) => {
    const clock = fixedClock(nowMs)
    const practice = await startPracticeExchange({ host: '127.0.0.1', seed, orders, clock })
    try {
      const ethereumPrivateKey = practice.users[user]?.ethereumPrivateKey ?? ''
      const { baseUrl, markets } = practice
      const product = await openProduct({ baseUrl, ethereumPrivateKey, clock, timeZone })
      await syncAll(product)
      await syncCandles(product, markets)
      const rows = await readRawRows({ baseUrl, ethereumPrivateKey, markets, nowMs, momentMs: nowMs })
      const ranges = [
        ['2024-01-01', '2027-01-01'],
        ['2026-01-01', '2027-01-01'],
        ['2026-11-01', '2026-12-01'],
        // A week with a change of the clocks, and a day.
        ['2026-10-26', '2026-11-02'],
        ['2026-11-15', '2026-11-16'],
      ].map(([from = '', to = '']) => rangeOf(timeZone, from, to))
      await expectSameFigures(product, rows, ranges)
    } finally {
      await practice.close()
    }
  })
})
