// The list of markets, fed over real HTTP, has the oracle's 24 hours to the last digit shown.
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { createFreshnessBoard } from '../../../src-main/session/freshness-board.ts'
import { createFaults } from '../../../src-main/session/faults.ts'
import { startMarketFeed } from '../../../src-main/markets/market-feed.ts'
import { createMarkets } from '../../../src-main/markets/markets.ts'
import type { MarketSummary } from '../../../src-preload/contract/markets/markets.ts'
import { setFigureLocale } from '../../../src-renderer/text/format/current-locale.svelte.ts'
import { readSummary } from '../../../src-renderer/features/markets/list/summary-text.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { computeMarketDay, type MarketDay } from '../../figures/market-day.ts'
import { readRawRows, type RawRows } from '../../figures/oracle.ts'
import { openProduct } from '../../figures/product.ts'
import { Rational } from '../../figures/rational.ts'
import { inUse, usualFeed } from '../world.ts'

const times = Number(process.env['STARKDESK_SOAK_TIMES'] ?? 1)
const first = Number(process.env['SEED'] ?? 7)
const hourMs = Date.parse('2026-11-20T12:00:00Z')
const minutes = times > 1 ? [0, 1, 3, 17, 30, 44, 58, 59] : [0, 3, 30, 59]
const runs = Array.from({ length: times > 1 ? times : 3 }, (_, at) => first + at).flatMap((seed) =>
  minutes.map((minute) => ({ seed, minute })),
)

beforeEach(() => setFigureLocale('en-US'))
afterEach(() => setFigureLocale(undefined))

/** The list as the product tells it, and the raw rows of the same moment. */
async function readBoth(seed: number, minute: number): Promise<{ lines: MarketSummary[]; rows: RawRows }> {
  const nowMs = hourMs + minute * 60_000 + 22_000
  const clock = fixedClock(nowMs)
  const practice = await startPracticeExchange({ host: '127.0.0.1', seed, orders: 20, clock })
  onTestFinished(() => practice.close())
  const { baseUrl, markets: symbols } = practice
  const ethereumPrivateKey = practice.users[0]?.ethereumPrivateKey ?? ''
  const { store, session } = await openProduct({ baseUrl, ethereumPrivateKey, clock })
  await store.putMarkets(session.network, [...symbols])
  let rounds = 0
  const feed = startMarketFeed({
    ...usualFeed,
    session,
    store,
    clock,
    emit: (name) => {
      if (name === 'markets:listChanged') rounds += 1
    },
    markets: () => Promise.resolve([...symbols]),
    faults: createFaults((_work, error) => {
      throw error
    }),
    random: () => 0,
    freshness: createFreshnessBoard({ session, clock, onChange: () => undefined }),
  })
  onTestFinished(() => feed.stop())
  await eventually(() => expect(rounds).toBeGreaterThanOrEqual(1))
  const markets = createMarkets({
    store,
    clock,
    emit: () => undefined,
    current: inUse(session, { feed }),
  })
  const { markets: lines } = await markets.list()
  const rows = await readRawRows({
    baseUrl,
    ethereumPrivateKey,
    markets: symbols,
    nowMs,
    momentMs: nowMs,
    lastDay: true,
  })
  return { lines, rows }
}

const exact = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : Rational.parse(String(value)).toDecimal()

const oracleText = ({ change }: MarketDay): string | null => {
  if (change === null) return null
  const text = change.multiply(Rational.of(100)).toFixed(2)
  if (!/[1-9]/.test(text)) return `${text}%`
  return text.startsWith('-') ? `−${text.slice(1)}%` : `+${text}%`
}

describe('the 24 hours of every practice market', () => {
  test.each(runs)('seed $seed, $minute minutes past the hour', async ({ seed, minute }) => {
    const { lines, rows } = await readBoth(seed, minute)
    expect(lines.map(({ market }) => market).sort()).toEqual(rows.markets)
    for (const line of lines) {
      const day = computeMarketDay(rows, line.market)
      if (day === null) throw new Error(`the oracle has no price of ${line.market}`)
      const shown = readSummary(line)
      expect({
        market: line.market,
        last: exact(line.last),
        reference: exact(line.reference),
        sparkBegins: exact(line.sparkline[0]),
        sparkEnds: exact(line.sparkline.at(-1)),
        change: shown.change?.text ?? null,
        high: exact(line.high),
        low: exact(line.low),
        volume: exact(line.volume),
      }).toEqual({
        market: line.market,
        last: day.lastPrice.toDecimal(),
        reference: day.reference?.toDecimal() ?? null,
        sparkBegins: day.reference?.toDecimal() ?? null,
        sparkEnds: day.lastPrice.toDecimal(),
        change: oracleText(day),
        high: day.high?.toDecimal() ?? null,
        low: day.low?.toDecimal() ?? null,
        volume: day.volume.toDecimal(),
      })
    }
  })
})
