// Reports changes of a chart's frames: legend, crosshair and screen reader text.
import {
  areSameReadings,
  readCompared,
  readComparedAt,
  speakCompared,
  type ComparedReading,
} from './compare/compared-reading.ts'
import type { Crosshair, Frame } from './model/frame.ts'
import { isOverUnknown, legendIndex, readLegend, speakLegend, type Legend } from './model/reading.ts'
import { readRows } from './model/legend-rows.ts'

export interface ChartListener {
  readonly onLegend: (legend: Legend | null) => void
  /** Percentages of the market and the compared ones; empty without compared ones. */
  readonly onCompared: (readings: readonly ComparedReading[]) => void
  /** Text for the screen reader after the keyboard cursor moved. */
  readonly onSpeak: (text: string) => void
  /** This chart's crosshair moved to a candle, or left the chart. */
  readonly onCrosshair: (at: { readonly timeMs: number } | null) => void
}

/** Announce a drawn candle, or a time whose candles may still be loading. */
export type AnnouncementTarget = 'candle' | 'place'

export class ChartAnnouncer {
  readonly #listener: ChartListener
  /** Inputs of the legend text: comparing them costs less than formatting the text. */
  #legendParts: readonly unknown[] = []
  #compared: readonly ComparedReading[] = []
  #crosshairMs: number | null = null
  #awaited: AnnouncementTarget | null = null

  constructor(listener: ChartListener) {
    this.#listener = listener
  }

  /** Announces the keyboard cursor's position once its candle is drawn; null cancels the announcement. */
  announceCursor(what: AnnouncementTarget | null): void {
    this.#awaited = what
  }

  /** Reports a frame; null when there is none. */
  tell(frame: Frame | null, crosshair: Crosshair | null): void {
    this.#tellLegend(frame, crosshair)
    this.#tellCompared(frame === null ? [] : readCompared(frame, crosshair))
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

  #tellCompared(readings: readonly ComparedReading[]): void {
    if (areSameReadings(readings, this.#compared)) return
    this.#compared = readings
    this.#listener.onCompared(readings)
  }

  /** Reports this chart's own crosshair. A linked crosshair is not reported back. */
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
    // Includes the studies in panes, which sighted users read there.
    const compared = crosshair.index < 0 ? '' : speakCompared(readComparedAt(frame, crosshair.index))
    const spoken = speakLegend({ ...legend, studies: readRows(legend.rows) })
    this.#listener.onSpeak([spoken, compared].filter(Boolean).join(' '))
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
    frame.type,
    frame.studies,
    ...frame.profiles.values(),
    ...frame.panes.map(({ pane }) => pane.top),
    frame.priceDecimals,
    frame.zone,
  ]
}
