// What is on one chart beside its candles: drawings and alerts, indicators, anchors and the user's orders.
import { untrack } from 'svelte'
import { hitAt } from '../../../../charts/input/pointer.ts'
import { anchorOfHit } from '../../../../charts/layers/anchors.ts'
import { candleStart } from '../../../../charts/layers/candle-grid.ts'
import type { ChartLayer, ChartTool } from '../../../../charts/layers/layer.ts'
import { orderLineOfHit } from '../../../../charts/layers/order-lines.ts'
import { alertOfHit } from '../../../../charts/layers/alerts.ts'
import { drawingOfHit } from '../../../../charts/drawings/drawings-layer.ts'
import type { Frame } from '../../../../charts/model/frame.ts'
import { accounts } from '../../../../shell/state/accounts.svelte.ts'
import { display } from '../../../../shell/state/display.svelte.ts'
import { ChartOrders } from '../../../trade/on-chart/chart-orders.svelte.ts'
import { alertPriceOf } from '../../drawings/alert-price.ts'
import { ChartAnchors } from '../chart-anchors.ts'
import { ChartOverlays, type ToolKind } from '../chart-overlays.svelte.ts'
import { chartSet } from '../chart-set.svelte.ts'
import { ChartStudies } from '../indicators/chart-studies.svelte.ts'
import { layout } from '../layout.svelte.ts'
import type { PointedAt } from '../pointed-at.ts'
import type { StageHost } from './stage-host.ts'

/** The items that something under the pointer can be. */
export type HitItems = Pick<PointedAt, 'orderId' | 'drawingId' | 'alertId' | 'studyIndex'>

export class ChartParts {
  readonly overlays: ChartOverlays
  readonly studies: ChartStudies
  readonly orders: ChartOrders
  readonly anchors: ChartAnchors
  /** What is drawn; null for nothing. Not reactive: it is another one with each painting. */
  frame: Frame | null = null
  readonly #host: StageHost
  /** From bottom to top. */
  readonly layers: readonly ChartLayer[] = $derived.by(() => [
    ...this.overlays.layers,
    this.anchors.layer,
    ...(this.#host.chart.hasOpenOrders ? [this.orders.layer] : []),
  ])
  /** Receives the pointer. */
  readonly tool: ChartTool = $derived.by(() => {
    const usual = this.toolOf(chartSet.tool)
    return this.#host.chart.hasOpenOrders ? this.orders.toolOver(usual) : usual
  })

  constructor(host: StageHost) {
    this.#host = host
    this.overlays = new ChartOverlays({
      invalidate: host.invalidate,
      nowMs: Date.now,
      hasMagnet: () => chartSet.hasMagnet,
      onPlaced: () => {
        if (!chartSet.isToolPinned) chartSet.tool = null
      },
    })
    this.studies = new ChartStudies(
      () => host.chart.indicators,
      (indicators) => layout.setChart(host.index, { indicators }),
      () => this.overlays.drawn.kept.lastStep,
    )
    this.orders = new ChartOrders({
      get decimals() {
        return host.decimals
      },
      invalidate: host.invalidate,
      hit: (frame, place) => hitAt(frame, this.layers, place),
      onChange: () => this.overlays.dropHover(),
      say: (text) => chartSet.say(text === null ? null : { text, isFailure: false }),
    })
    this.anchors = new ChartAnchors({
      invalidate: host.invalidate,
      onPlace: (timeMs) => this.addAnchored(timeMs),
      onMove: (study, timeMs) => this.studies.setAnchor(study, Math.min(timeMs, this.newestMs)),
    })
  }

  /** Follows market, account and choices. Call during initialization of the component. */
  follow(): void {
    const host = this.#host
    const { overlays, orders } = this
    $effect(() => {
      const { market } = host
      return untrack(() => overlays.show(market))
    })
    $effect(() => this.anchors.paint(host.chart.indicators))
    $effect(() => {
      const { market } = host
      void accounts.active?.id
      return untrack(() => orders.show(market))
    })
    $effect(() => orders.paint())
    // Any of the user's own orders are shown.
    const hasOwn = $derived(host.chart.hasMarks || host.chart.hasOpenOrders || host.chart.hasCanceled)
    $effect(() => {
      if (!hasOwn) return
      const { market } = host
      return untrack(() => overlays.marks.show(market))
    })
    $effect(() => {
      const { hasMarks, hasOpenOrders, hasCanceled } = host.chart
      overlays.ownKinds = { hasMarks, hasOpenOrders, hasCanceled }
    })
    $effect(() => overlays.paint(!display.isPrivate))
  }

  /** Takes what is drawn now. */
  look(frame: Frame | null): void {
    this.frame = frame
    if (frame !== null) this.overlays.marks.look({ fromMs: frame.fromMs, toMs: frame.toMs })
  }

  /** The newest candle's time. */
  get newestMs(): number {
    return Math.round(this.#host.newestMs ?? Date.now())
  }

  /** Tool of a kind without the user's orders, which are moved whatever the tool. */
  toolOf(kind: ToolKind | null): ChartTool {
    if (kind === 'anchor') return this.anchors.placeTool
    const usual = this.overlays.toolOf(kind)
    return kind === null ? this.anchors.toolOver(usual) : usual
  }

  /** Adds a VWAP from a candle on; the newest for a time that is yet to come. */
  addAnchored(timeMs: number): void {
    const { frame } = this
    const startMs = frame === null ? timeMs : Math.max(0, candleStart(frame.level, timeMs))
    const fault = this.studies.addAnchored(Math.min(startMs, this.newestMs))
    chartSet.say(fault === null ? null : { text: fault, isFailure: true })
    if (!chartSet.isToolPinned) chartSet.tool = null
  }

  /** Opens an alert at the price of a drawing, of a slanting line at the newest candle. */
  alertAtDrawing(id: string): void {
    const drawing = this.overlays.drawings.find(id)
    if (drawing === null) return
    const atMs = this.newestMs
    this.overlays.begin('alert', {
      price: alertPriceOf(drawing, atMs, this.#host.decimals),
      timeMs: atMs,
    })
  }

  /** What an item of a layer is. */
  itemsOf(hitId: string): HitItems {
    return {
      orderId: this.orders.layer.find(orderLineOfHit(hitId) ?? '')?.orderId ?? null,
      drawingId: drawingOfHit(hitId),
      alertId: alertOfHit(hitId),
      studyIndex: anchorOfHit(hitId),
    }
  }
}
