// Exports of a chart: image to a file or the clipboard, candles as CSV.
import type { ChartInterval } from '../../../../src-preload/domain/markets/intervals.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { savedFile } from '../../../shell/state/saved-file.svelte.ts'
import { describeError } from '../../../text/errors/describe-error.ts'
import { countOf, nameMarket, periodNames } from '../../../text/format/words.ts'

/** Result text of an action. */
export interface ActionResult {
  readonly text: string
  readonly isFailure: boolean
}

/** Visible time range and the drawn period. */
export interface VisibleRange {
  readonly fromMs: number
  readonly toMs: number
  readonly period: ChartInterval
}

/** Inputs of a chart's exports. */
export interface ChartShot {
  readonly market: string
  readonly period: ChartInterval
  readonly toPng: () => Promise<Uint8Array>
  readonly visible: () => VisibleRange | null
}

/** A saved file is told by its own message. Returns a failure, else null. */
export function savePicture({ market, period, toPng }: ChartShot): Promise<ActionResult | null> {
  return attempt('The image was not saved.', async () => {
    const { file } = await call('charts:savePicture', { market, period, png: await toPng() })
    if (file !== null) savedFile.tell(`Image of ${nameMarket(market).pair} saved as ${file}.`, file)
    return null
  })
}

export function copyPicture({ market, toPng }: ChartShot): Promise<ActionResult | null> {
  return attempt('The image was not copied.', async () => {
    await call('charts:copyPicture', { png: await toPng() })
    return `Image of ${nameMarket(market).pair} copied.`
  })
}

/** Saves the visible candles as drawn: zoomed far out, those have a longer period. Told as a picture is. */
export function saveCandles({ market, visible }: ChartShot): Promise<ActionResult | null> {
  const range = visible()
  if (range === null) {
    return Promise.resolve({ text: 'Nothing was saved: there are no candles in view.', isFailure: true })
  }
  return attempt('The candles were not saved.', async () => {
    const { period } = range
    const fromMs = Math.max(0, Math.floor(range.fromMs))
    const toMs = Math.max(0, Math.floor(range.toMs))
    const { saved } = await call('charts:saveCandles', { market, period, fromMs, toMs })
    if (saved === null) return null
    const what = `${countOf(saved.rows, ['candle', 'candles'])} of ${periodNames[period].long}`
    savedFile.tell(`${what} of ${nameMarket(market).pair} saved as ${saved.file}.`, saved.file)
    return null
  })
}

async function attempt(failure: string, act: () => Promise<string | null>): Promise<ActionResult | null> {
  try {
    const text = await act()
    return text === null ? null : { text, isFailure: false }
  } catch (error) {
    const { happened, next } = describeError(toReport(error))
    return { text: `${failure} ${happened} ${next}`, isFailure: true }
  }
}
