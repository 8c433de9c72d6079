// Owns: what a chart says of its pictures: legend, crosshair and spoken words, each only when it is another.
// Must not: draw, or know the DOM.
import type { Crosshair, Frame } from './model/frame.ts'
import { isOverUnknown, legendIndex, readLegend, speakLegend, type Legend } from './model/reading.ts'
import { readStudies } from './indicators/study-words.ts'

export interface ChartListener {
  readonly onLegend: (legend: Legend | null) => void
  /** The keyboard cursor came somewhere: the words for it. */
  readonly onSpeak: (text: string) => void
  /** The crosshair of this chart came to a candle or left. */
  readonly onCrosshair: (at: { readonly timeMs: number } | null) => void
}

/** A candle that is drawn already, or a place whose candles may have yet to come. */
export type Awaited = 'candle' | 'place'

export class ChartTeller {
  readonly #listener: ChartListener
  /** What the words of the legend are made of: writing them costs more than comparing. */
  #legendParts: readonly unknown[] = []
  #crosshairMs: number | null = null
  #awaited: Awaited | null = null

  constructor(listener: ChartListener) {
    this.#listener = listener
  }

  /** The keyboard moved the cursor: where it came to is said once that is in a picture; null: it is not waited for. */
  awaitCursor(what: Awaited | null): void {
    this.#awaited = what
  }

  /** Tells of a picture; null: there is none. */
  tell(frame: Frame | null, crosshair: Crosshair | null): void {
    this.#tellLegend(frame, crosshair)
    this.#tellCrosshair(crosshair)
    if (frame !== null && crosshair !== null) this.#speak(frame, crosshair)
  }

  #tellLegend(frame: Frame | null, crosshair: Crosshair | null): void {
    const index = frame === null ? -1 : legendIndex(frame, crosshair)
    const parts = frame === null ? [] : partsOf(frame, index, crosshair)
    const before = this.#legendParts
    if (before.length === parts.length && before.every((part, at) => part === parts[at])) return
    this.#legendParts = parts
    this.#listener.onLegend(frame === null ? null : readLegend(frame, index, crosshair))
  }

  /** Tells of one's own crosshair: a chart that follows another must not tell it back. */
  #tellCrosshair(crosshair: Crosshair | null): void {
    const timeMs = crosshair === null || crosshair.by === 'link' ? null : crosshair.timeMs
    if (timeMs === this.#crosshairMs) return
    this.#crosshairMs = timeMs
    this.#listener.onCrosshair(timeMs === null ? null : { timeMs })
  }

  #speak(frame: Frame, crosshair: Crosshair): void {
    if (this.#awaited === null || crosshair.by !== 'keyboard') return
    if (crosshair.index < 0 && isOverUnknown(frame, crosshair)) return
    if (this.#awaited === 'place' && frame.isPartial) return
    this.#awaited = null
    const legend = readLegend(frame, crosshair.index, crosshair)
    // Those of panes too, which the eye reads there.
    const studies =
      crosshair.index < 0 ? [] : readStudies(frame.studies, crosshair.index, frame.priceDecimals)
    this.#listener.onSpeak(speakLegend({ ...legend, studies }))
  }
}

function partsOf(frame: Frame, index: number, crosshair: Crosshair | null): readonly unknown[] {
  const isNowhere = index < 0
  return [
    index,
    isNowhere ? (crosshair?.timeMs ?? null) : null,
    isNowhere ? frame.unknown : null,
    frame.level,
    frame.level.buffer.version,
    frame.incomplete,
    frame.period,
    frame.studies,
    frame.panes.length,
    frame.priceDecimals,
    frame.zone,
  ]
}
