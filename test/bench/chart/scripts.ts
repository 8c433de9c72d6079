// The ways in which the bench moves a chart. Pure.
import type { Step } from './page/frames.ts'

const minuteMs = 60_000
/** Steps back and forth of which a pan or a zoom is made. */
const zoomSteps = 100

export type ScriptKind = 'pan' | 'zoom' | 'whole'

export interface ScriptOptions {
  readonly kind: ScriptKind
  /** Start of the newest candle. */
  readonly lastMs: number
  /** Candles in view. */
  readonly shown: number
  /** All candles there are. */
  readonly count: number
  readonly frames: number
  /** Each round moves over another part of history, so that no round finds what the one before has loaded. */
  readonly round: number
}

/**
 * `pan`: backwards by a fiftieth of the view a frame. `zoom`: in and out between half the candles and all of them. `whole`: out from
 * the candles in view to all of history, and in again.
 */
export function makeScript({ kind, lastMs, shown, count, frames, round }: ScriptOptions): Step[] {
  const place = (toIndex: number, width: number): Step => ({
    fromMs: lastMs + (toIndex - width) * minuteMs,
    toMs: lastMs + toIndex * minuteMs,
  })
  const startIndex = -3 - ((round * 7 * shown) % Math.floor(count / 2))
  return Array.from({ length: frames }, (_, at) => {
    switch (kind) {
      case 'pan':
        return place(startIndex - at * 0.02 * shown, shown)
      case 'zoom': {
        const width = shown * (0.75 + 0.25 * Math.cos((2 * Math.PI * at) / zoomSteps))
        return place(startIndex - 3 * shown + width / 2, width)
      }
      case 'whole': {
        const half = frames / 2
        const share = at < half ? at / half : (frames - at) / half
        return place(-3, shown * ((count - 600) / shown) ** share)
      }
    }
  })
}
