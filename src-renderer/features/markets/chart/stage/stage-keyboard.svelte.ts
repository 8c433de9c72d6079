// What the keyboard does on one chart: its cursor uses tools like a pointer, and what it is on is told.
import { endOf } from '../../../../../src-preload/domain/markets/intervals.ts'
import { nameStudy } from '../../../../charts/indicators/study-text.ts'
import type { ToolPlace } from '../../../../charts/layers/layer.ts'
import { measurementText, readMeasure } from '../../../../charts/layers/measure-text.ts'
import { snapPrice } from '../../../../charts/layers/price-text.ts'
import { display } from '../../../../shell/state/display.svelte.ts'
import { pressOrders } from '../../../trade/on-chart/order-keys.ts'
import { isRetrace, isUndo, pressDrawing } from '../../drawings/drawing-keys.ts'
import { readMarks } from '../../overlays/overlay-text.ts'
import type { ToolKind } from '../chart-overlays.svelte.ts'
import { chartSet } from '../chart-set.svelte.ts'
import { placeOfCandle } from '../keyboard-place.ts'
import type { OverlayKind } from '../new-item.ts'
import type { ChartParts } from './chart-parts.svelte.ts'
import { isOfChart, type StageHost } from './stage-host.ts'

export class StageKeyboard {
  /** True for a keyboard crosshair: its candle is announced and its card shown in the corner. */
  isUsed = false
  /** Told to screen readers. */
  told = $state('')
  readonly #host: StageHost
  readonly #parts: ChartParts
  #cursorMs: number | null = null
  /** The keyboard cursor's candle when focus left the chart, for menus that place something there. */
  #leftMs: number | null = null
  #hasFocus = false
  /** True while the keyboard holds a tool down: between the ends of a measurement or of a brush stroke. */
  #isMeasuring = false

  constructor(host: StageHost, parts: ChartParts) {
    this.#host = host
    this.#parts = parts
  }

  /** Place of the candle under the keyboard cursor; null for none. */
  get place(): ToolPlace | null {
    return this.#placeAt(this.#cursorMs)
  }

  focusIn(): void {
    this.#hasFocus = true
    this.#leftMs = null
  }

  focusOut(): void {
    this.#hasFocus = false
  }

  /** The chart's crosshair moved to a candle, or left the chart. */
  follow(at: { readonly timeMs: number } | null): void {
    const { chart, index, market } = this.#host
    const { overlays, frame } = this.#parts
    chartSet.pointAt(index, at?.timeMs ?? null)
    const wasMs = this.#cursorMs
    this.#cursorMs = this.isUsed && at !== null ? at.timeMs : null
    const isLeft = this.#cursorMs === null && this.isUsed && wasMs !== null && !this.#hasFocus
    this.#leftMs = isLeft ? wasMs : null
    if (this.#cursorMs === null) {
      this.told = ''
      this.#isMeasuring = false
      if (this.isUsed) overlays.pointKeyboard(null)
      return
    }
    const { place } = this
    if (place !== null) {
      if (this.#isMeasuring && chartSet.tool !== null) this.#parts.toolOf(chartSet.tool).move(place)
      else overlays.drawingUnderWay(chartSet.tool)?.move(place)
    }
    const toMs = endOf(frame?.level.period ?? chart.period, this.#cursorMs)
    const marks = overlays.pointKeyboard({ fromMs: this.#cursorMs, toMs })
    this.told = readMarks(marks, market, display.isPrivate)
  }

  /** Keys of drawings come before those of the chart, which also knows the arrows. */
  pressDrawings(event: KeyboardEvent): void {
    if (!isOfChart(event) || (chartSet.tool !== null && !event.ctrlKey && !event.metaKey)) return
    const said =
      (isUndo(event) ? this.#undoRemovedStudy() : null) ??
      pressDrawing(event, this.#parts.overlays.drawn, this.#parts.frame)
    if (said === null) return
    // What is taken back may be of long ago, and out of view: that is shown too.
    if (isRetrace(event)) chartSet.say({ text: said, isFailure: false })
    else this.told = said
    event.preventDefault()
    event.stopPropagation()
  }

  /** Keys that the chart itself left. */
  press(event: KeyboardEvent): void {
    if (!isOfChart(event) || (event.defaultPrevented && event.key !== 'Escape')) return
    if (event.key === 'Escape') this.#isMeasuring = false
    const { chart, decimals } = this.#host
    const { orders, overlays } = this.#parts
    const isTool =
      event.key === 'Enter' && !event.altKey && chartSet.tool !== null && this.#useTool(chartSet.tool)
    const said = isTool ? null : pressOrders(event, orders, chart.hasOpenOrders, decimals)
    if (said !== null && said !== '') this.told = said
    if (isTool || said !== null || (!event.altKey && overlays.press(event.key))) event.preventDefault()
  }

  /** Opens the form of a new item at the cursor, where it was last, or else at the last price. */
  create(kind: OverlayKind): void {
    const { last, newestMs, decimals } = this.#host
    const place = this.#placeAt(this.#cursorMs ?? this.#leftMs)
    const price = place?.price ?? last
    if (price === null) return
    const timeMs = place?.timeMs ?? chartSet.crosshair?.timeMs ?? newestMs ?? Date.now()
    this.#parts.overlays.begin(kind, { price: snapPrice(price, decimals), timeMs: Math.round(timeMs) })
  }

  #undoRemovedStudy(): string | null {
    const indicator = this.#parts.studies.undoRemoval()
    return indicator === null ? null : `Undone: ${nameStudy(indicator)}.`
  }

  #placeAt(timeMs: number | null): ToolPlace | null {
    const { frame } = this.#parts
    return frame === null || timeMs === null ? null : placeOfCandle(frame, timeMs)
  }

  /** Applies the tool at the keyboard cursor like a click; measuring takes two. */
  #useTool(kind: ToolKind): boolean {
    const { place } = this
    if (place === null) return false
    const tool = this.#parts.toolOf(kind)
    if (!this.#isMeasuring && !tool.down(place)) return false
    if (kind === 'measure' || kind === 'brush') {
      this.#isMeasuring = !this.#isMeasuring
      if (this.#isMeasuring) return true
    }
    tool.up(place)
    const { ends } = this.#parts.overlays.measure
    if (kind === 'measure' && ends !== null) {
      this.told = measurementText(readMeasure(place.frame, ends.from, ends.to)).join(', ')
    }
    return true
  }
}
