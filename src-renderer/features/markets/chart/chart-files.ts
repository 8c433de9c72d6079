// Owns: what is made of a chart for elsewhere: a picture in a file or on the clipboard, its candles as CSV; and the words for it.
// Must not: draw, or choose where anything is saved (main asks the user).
import type { CandlePeriod } from '../../../../src-preload/domain/markets.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { describeError } from '../../../text/errors/describe-error.ts'
import { countOf, nameMarket, periodWords } from '../../../text/format/words.ts'

/** What came of something, in words. */
export interface Said {
  readonly text: string
  readonly isFailure: boolean
}

/** What of time is in view, and the period of what is drawn. */
export interface VisibleRange {
  readonly fromMs: number
  readonly toMs: number
  readonly period: CandlePeriod
}

/** What of a chart its files are made of. */
export interface ChartShot {
  readonly market: string
  readonly period: CandlePeriod
  readonly toPng: () => Promise<Uint8Array>
  readonly visible: () => VisibleRange | null
}

/** Null: the user chose not to. */
export function savePicture({ market, period, toPng }: ChartShot): Promise<Said | null> {
  return attempt('The picture was not saved.', async () => {
    const { isSaved } = await call('charts:savePicture', { market, period, png: await toPng() })
    return isSaved ? `Picture of ${nameMarket(market).pair} saved.` : null
  })
}

export function copyPicture({ market, toPng }: ChartShot): Promise<Said | null> {
  return attempt('The picture was not copied.', async () => {
    await call('charts:copyPicture', { png: await toPng() })
    return `Picture of ${nameMarket(market).pair} copied.`
  })
}

/** Saves the candles in view, as they are drawn: zoomed far out, those are of a longer period. */
export function saveCandles({ market, visible }: ChartShot): Promise<Said | null> {
  const range = visible()
  if (range === null) {
    return Promise.resolve({ text: 'Nothing was saved: there are no candles in view.', isFailure: true })
  }
  return attempt('The candles were not saved.', async () => {
    const { period } = range
    const fromMs = Math.max(0, Math.floor(range.fromMs))
    const toMs = Math.max(0, Math.floor(range.toMs))
    const { rows } = await call('charts:saveCandles', { market, period, fromMs, toMs })
    if (rows === null) return null
    const what = `${countOf(rows, ['candle', 'candles'])} of ${periodWords[period].long}`
    return `${what} of ${nameMarket(market).pair} saved.`
  })
}

async function attempt(failure: string, act: () => Promise<string | null>): Promise<Said | null> {
  try {
    const text = await act()
    return text === null ? null : { text, isFailure: false }
  } catch (error) {
    const { happened, next } = describeError(toReport(error))
    return { text: `${failure} ${happened} ${next}`, isFailure: true }
  }
}
