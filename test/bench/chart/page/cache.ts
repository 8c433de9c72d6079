// The candles of the bench's cache as a chart asks main for them: by range and width.
import type { CandleRange } from '../../../../src-preload/contract/markets/markets.ts'
import type { WindowSource } from '../../../../src-renderer/charts/model/candles/candle-window.ts'
import { unpackColumns } from '../pack.ts'

const headStart = 8

/** One call of the bench's server for each question, in the shape of the border's answer. */
export const askCache: WindowSource = async ({ fromMs, toMs, widthPx, shortest }) => {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries({ fromMs, toMs, widthPx, shortest }))
    query.set(name, String(value))
  const bytes = await (await fetch(`/range?${query.toString()}`)).arrayBuffer()
  const length = new DataView(bytes).getUint32(0, true)
  const head: unknown = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, headStart, length)))
  return {
    ...(head as Omit<CandleRange, 'candles' | 'minuteVwap' | 'lastError'>),
    candles: unpackColumns(bytes, headStart + length),
    // No chart of the bench shows it.
    minuteVwap: new Float64Array(),
    lastError: null,
  }
}
