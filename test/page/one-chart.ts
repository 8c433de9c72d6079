// One chart of hourly candles, for tests of what is on it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CandleRange } from '../../src-preload/contract/markets/markets.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import type { OpenPage } from './open-page.ts'

export const hourMs = 3_600_000
const summary = {
  market: 'ethusdc',
  last: 1200.5,
  reference: 1185.68,
  changePercent: 1.25,
  high: 1300,
  low: 1100,
  volume: 42,
  source: 'candles' as const,
  turnover: null,
  sparkline: [1, 2, 3],
  priceDecimals: 2,
  asOfMs: Date.now(),
  lastError: null,
}

/** Hourly candles of a range, up to now. */
export function hourlyCandles(fromMs: number, toMs: number): CandleRange {
  const first = Math.ceil(fromMs / hourMs)
  const count = Math.max(0, Math.floor(Math.min(toMs, Date.now()) / hourMs) - first + 1)
  const column = (read: (at: number) => number): Float64Array<ArrayBuffer> =>
    Float64Array.from({ length: count }, (_, at) => Math.round(read(first + at) * 100) / 100)
  return {
    period: 60,
    candles: {
      timesMs: column((hour) => hour * hourMs),
      open: column((hour) => 1200 + 20 * Math.sin(hour / 9)),
      high: column((hour) => 1212 + 20 * Math.sin(hour / 9)),
      low: column((hour) => 1190 + 20 * Math.sin(hour / 9)),
      close: column((hour) => 1200 + 20 * Math.sin((hour + 1) / 9)),
      volume: column(() => 3),
    },
    incomplete: [],
    minuteVwap: new Float64Array(),
    newestMs: null,
    gaps: [],
    reachesStart: true,
    asOfMs: Date.now(),
    lastError: null,
  }
}

/** Main's answers for the chart, without a layout and drawings. */
export const chartAnswers: Answers = {
  'charts:listMarks': () => ({ marks: [], isCut: false }),
  'markets:list': () => ({ markets: [summary] }),
  'markets:watch': () => ({}),
  'markets:listTrades': () => ({ trades: [], asOfMs: Date.now(), lastError: null }),
  'markets:getCandleRange': ({ fromMs, toMs }) => hourlyCandles(fromMs, toMs),
}

/** For people to look at, where a folder for it is named. */
export async function picture({ page }: Pick<OpenPage, 'page'>, name: string): Promise<void> {
  const folder = process.env['STARKDESK_PICTURES']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme)
    await page.waitForTimeout(300)
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
  }
}
