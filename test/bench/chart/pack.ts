// Candles as bytes between the bench's cache and its pages.
import type { CandleColumns } from '../../../src-preload/contract/orders/entities.ts'

const names = ['timesMs', 'open', 'high', 'low', 'close', 'volume'] as const
const bytesOfDouble = 8

/** The columns one after the other, as doubles of this machine. */
export function packColumns(candles: CandleColumns): Uint8Array {
  const count = candles.timesMs.length
  const all = new Float64Array(count * names.length)
  names.forEach((name, at) => all.set(candles[name], at * count))
  return new Uint8Array(all.buffer)
}

/** The reverse; `offset` is where the columns begin, a multiple of eight. */
export function unpackColumns(bytes: ArrayBuffer, offset = 0): CandleColumns {
  const count = (bytes.byteLength - offset) / bytesOfDouble / names.length
  const column = (at: number) => new Float64Array(bytes, offset + at * count * bytesOfDouble, count)
  return {
    timesMs: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  }
}
