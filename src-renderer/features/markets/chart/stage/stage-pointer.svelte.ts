// What presses and context menus on one chart are of.
import { studyAt } from '../../../../charts/input/study-hit.ts'
import { snapPrice } from '../../../../charts/layers/price-text.ts'
import { ticket } from '../../../trade/ticket/ticket.svelte.ts'
import { chartSet } from '../chart-set.svelte.ts'
import { legendStudyOf, type PointedAt } from '../pointed-at.ts'
import { type UnderPointer, underPointer } from '../under-pointer.ts'
import type { ChartParts } from './chart-parts.svelte.ts'
import type { StageHost } from './stage-host.ts'
import type { StageKeyboard } from './stage-keyboard.svelte.ts'

/** A click that moved at most this far, in CSS pixels. */
const clickDistance = 4

export class StagePointer {
  /** What the open context menu is of. */
  pointed = $state.raw<PointedAt | null>(null)
  readonly #host: StageHost
  readonly #parts: ChartParts
  readonly #keyboard: StageKeyboard
  #downAt = { x: 0, y: 0 }
  /** A tool took the press, and may be put away by the time of the click. */
  #wasTool = false

  constructor(host: StageHost, parts: ChartParts, keyboard: StageKeyboard) {
    this.#host = host
    this.#parts = parts
    this.#keyboard = keyboard
  }

  down(event: PointerEvent): void {
    const { overlays } = this.#parts
    overlays.isShifted = event.shiftKey
    overlays.drawn.isCopying = event.ctrlKey || event.metaKey
    this.#keyboard.isUsed = false
    const { measure } = overlays
    this.#wasTool = chartSet.tool !== null || measure.isUnderWay
    // A measurement is read, not kept: the next press puts it away.
    if (event.button === 0 && !measure.isUnderWay) measure.clear()
    this.#downAt = { x: event.clientX, y: event.clientY }
  }

  /** A click beside everything gives its price to the open ticket of this market. */
  clickPrice(event: MouseEvent): void {
    const { x, y } = this.#downAt
    const isClick = Math.hypot(event.clientX - x, event.clientY - y) < clickDistance
    const { market } = this.#host
    if (!isClick || !ticket.isShown || !ticket.isOpen || ticket.market !== market || this.#wasTool) return
    const at = this.#under(event)
    if (at?.hitId === null && !this.#parts.overlays.isShifted) ticket.setPrice(at.price)
  }

  /** By pointer what is under it; by keyboard what is selected, or the candle at the cursor, or else the last price. */
  point(event: MouseEvent): void {
    const at = this.#keyboard.isUsed ? null : this.#under(event)
    const nothing = {
      ...{ price: null, atMs: this.#parts.newestMs, orderId: null },
      ...{ drawingId: null, alertId: null, studyIndex: null },
    }
    const items = at === null || at.hitId === null ? null : this.#parts.itemsOf(at.hitId)
    const studyIndex = items === null ? this.#studyUnder(event) : items.studyIndex
    if (studyIndex !== null) {
      this.pointed = { ...nothing, studyIndex }
      return
    }
    if (at !== null) {
      const selected = items?.drawingId ?? items?.alertId ?? null
      if (selected !== null) this.#parts.overlays.selectedId = selected
      this.pointed = { ...nothing, ...items, price: at.price, atMs: at.atMs, studyIndex: null }
      return
    }
    if (this.#keyboard.isUsed) {
      this.pointed = this.#pointedByKey(nothing)
      return
    }
    const isChart = event.target instanceof Element && event.target.closest('[role="application"]') !== null
    // Axes and panes have no price to offer; what lies over the chart has no menu.
    this.pointed = isChart ? nothing : null
    if (!isChart) event.stopPropagation()
  }

  #pointedByKey(nothing: PointedAt): PointedAt {
    const { place } = this.#keyboard
    const { overlays, orders } = this.#parts
    const { selectedId } = overlays
    const price = place?.price ?? this.#host.last
    return {
      ...nothing,
      price: price === null ? null : snapPrice(price, this.#host.decimals),
      atMs: Math.round(place?.timeMs ?? nothing.atMs),
      orderId: orders.selected?.id ?? null,
      drawingId: selectedId !== null && overlays.drawings.find(selectedId) !== null ? selectedId : null,
      alertId: selectedId !== null && overlays.alerts.find(selectedId) !== null ? selectedId : null,
    }
  }

  #under(event: MouseEvent): UnderPointer | null {
    const { frame, layers } = this.#parts
    return frame === null ? null : underPointer(event, frame, layers, this.#host.decimals)
  }

  /** Index of the indicator whose line or legend is under the pointer; null for none. */
  #studyUnder(event: MouseEvent): number | null {
    const { frame } = this.#parts
    const named = legendStudyOf(event.target)
    if (named !== null || this.#keyboard.isUsed || frame === null || !(event.target instanceof Element))
      return named
    const box = event.target.closest('[role="application"]')?.getBoundingClientRect()
    return box === undefined
      ? null
      : studyAt(frame, { x: event.clientX - box.left, y: event.clientY - box.top })
  }
}
