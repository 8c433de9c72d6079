// Overlays of one chart: layers, tools, selection, editing and hover.
import type { PriceAlert } from '../../../../src-preload/contract/alerts.ts'
import type { ChartMark, Drawing } from '../../../../src-preload/contract/charts.ts'
import type { Frame } from '../../../charts/model/frame.ts'
import { AlertsLayer, alertOfHit } from '../../../charts/layers/alerts.ts'
import type { ChartLayer, ChartTool, LayerHit, Place } from '../../../charts/layers/layer.ts'
import { drawingOfHit, LinesLayer } from '../../../charts/layers/lines.ts'
import { MarksLayer } from '../../../charts/layers/marks.ts'
import { Measure } from '../../../charts/layers/measure.ts'
import { type Grip, MoveTool } from '../../../charts/layers/move-tool.ts'
import type { ChartPoint, DraggedItem } from '../../../charts/layers/chart-point.ts'
import { NotesLayer } from '../../../charts/layers/notes.ts'
import { PlaceTool } from '../../../charts/layers/place-tool.ts'
import { ShiftTool } from '../../../charts/layers/shift-tool.ts'
import { type EditedItem, makeItem, type OverlayKind } from './new-item.ts'
import { AlertLines } from '../overlays/alert-lines.svelte.ts'
import { Drawings } from '../overlays/drawings.svelte.ts'
import { Marks } from '../overlays/marks.svelte.ts'

/** Tools that receive the pointer instead of panning. */
export type ToolKind = OverlayKind | 'measure'

/** Item under the pointer, for a card beside it; or under the keyboard cursor, which has no place. */
export interface Hovered {
  readonly place: Place | null
  readonly marks: readonly ChartMark[]
  readonly drawing: Drawing | null
  readonly alert: PriceAlert | null
}

/** Repaint and clock provided by the chart. */
export interface OverlayHost {
  readonly invalidate: () => void
  readonly nowMs: () => number
  /** Something was placed: deselects the tool. */
  readonly onPlaced: () => void
}

/** While moving from a mark to its card, the pointer may be over neither. */
const graceMs = 180

export class ChartOverlays {
  readonly marks = new Marks()
  readonly drawings = new Drawings()
  readonly alerts = new AlertLines()
  readonly measure: Measure
  /** From bottom to top. */
  readonly layers: readonly ChartLayer[]
  /** ID of the selected drawing or alert. */
  selectedId = $state<string | null>(null)
  edited = $state.raw<EditedItem | null>(null)
  hovered = $state.raw<Hovered | null>(null)
  /** Shift was held at pointer down: it measures, whatever tool is chosen. */
  isShifted = false
  readonly #host: OverlayHost
  readonly #marks = new MarksLayer()
  readonly #lines = new LinesLayer()
  readonly #notes = new NotesLayer()
  readonly #alerts = new AlertsLayer()
  readonly #tools: Readonly<Record<ToolKind, ChartTool>>
  readonly #move: ChartTool
  #market: string | null = null
  #graceTimer: ReturnType<typeof setTimeout> | undefined
  /** The pointer or the focus is in the card. */
  #isKept = false

  constructor(host: OverlayHost) {
    this.#host = host
    this.measure = new Measure(host.invalidate)
    this.layers = [this.#lines, this.#alerts, this.#marks, this.#notes, this.measure]
    this.#tools = {
      measure: this.measure,
      line: this.#placing('line', this.#lines),
      note: this.#placing('note', this.#notes),
      alert: this.#placing('alert', this.#alerts),
    }
    this.#move = this.#orMeasure(
      new MoveTool({
        pick: (frame, place) => this.#pick(frame, place),
        onSelect: (id) => this.#select(id),
        onMove: (moving) => this.#show(moving),
        onDrop: (moving) => this.#drop(moving),
        onOpen: (id) => this.edit(id),
        nowMs: () => performance.now(),
      }),
    )
  }

  /** Tool that receives the pointer: the chosen one, or else the move tool. */
  toolOf(kind: ToolKind | null): ChartTool {
    return kind === null ? this.#move : this.#tools[kind]
  }

  /** Shows the overlays of a market until the returned function is called. */
  show(market: string): () => void {
    this.#market = market
    const stops = [this.drawings.show(market), this.alerts.show(market)]
    return () => {
      stops.forEach((stop) => stop())
      this.#market = null
      this.selectedId = null
      this.edited = null
      this.dropHover()
      this.measure.clear()
    }
  }

  /** Passes the current data to the layers. Call in an effect: it reads all of it. */
  paint(): void {
    this.#marks.set(this.marks.shown)
    this.#setThings()
    for (const layer of [this.#lines, this.#notes, this.#alerts]) layer.selectedId = this.selectedId
    this.#host.invalidate()
  }

  /** The pointer entered or left an item. */
  hover(hit: LayerHit | null, place: Place): void {
    clearTimeout(this.#graceTimer)
    const found = hit === null ? null : this.#find(hit.id, place)
    if (found !== null) this.hovered = found
    else if (this.hovered !== null && this.hovered.place !== null) {
      this.#graceTimer = setTimeout(() => (this.hovered = null), graceMs)
    }
  }

  /** The pointer is over the card: it stays. */
  keepHover(): void {
    clearTimeout(this.#graceTimer)
    this.#isKept = true
  }

  dropHover(): void {
    clearTimeout(this.#graceTimer)
    this.#isKept = false
    if (this.hovered !== null) this.hovered = null
  }

  /** Moves the keyboard cursor to the candle in [fromMs, toMs) and returns its marks. Null: it is on none. */
  pointKeyboard(candle: { readonly fromMs: number; readonly toMs: number } | null): readonly ChartMark[] {
    const marks = candle === null ? [] : this.#marks.between(candle.fromMs, candle.toMs)
    clearTimeout(this.#graceTimer)
    if (candle === null) {
      // The focus may be moving from the chart into the card.
      if (!this.#isKept) this.#graceTimer = setTimeout(() => this.dropHover(), graceMs)
      return marks
    }
    this.#isKept = false
    if (marks.length === 0) this.dropHover()
    else this.hovered = { place: null, marks, drawing: null, alert: null }
    return marks
  }

  /** Applies a key to the selection or measurement. Returns false when the key does not apply. */
  press(key: string): boolean {
    const id = this.selectedId
    if (key === 'Escape') {
      const isSomething = id !== null || this.measure.ends !== null
      this.selectedId = null
      this.measure.clear()
      return isSomething
    }
    if (id === null) return false
    if (key === 'Enter') this.edit(id)
    else if (key === 'Delete' || key === 'Backspace') this.remove(id)
    else return false
    return true
  }

  /** Starts a new item at a price and time; it is stored when the editor saves it. */
  begin(kind: OverlayKind, held: ChartPoint): void {
    this.dropHover()
    if (this.#market !== null) this.edited = makeItem(kind, this.#market, held, this.#host.nowMs())
  }

  /** Opens the editor of an existing item. */
  edit(id: string): void {
    this.dropHover()
    const drawing = this.drawings.find(id)
    const alert = this.alerts.find(id)
    if (drawing !== null) this.edited = { kind: 'drawing', drawing, isNew: false }
    else if (alert !== null) this.edited = { kind: 'alert', alert, isNew: false }
  }

  /** Removes an item from the chart; undo is with the drawings or alerts. */
  remove(id: string): void {
    if (this.selectedId === id) this.selectedId = null
    this.dropHover()
    const isAlert = this.drawings.find(id) === null
    // One undo is offered at a time.
    if (isAlert) this.drawings.forgetRemoved()
    else this.alerts.forgetRemoved()
    void (isAlert ? this.alerts.remove(id) : this.drawings.remove(id))
  }

  #orMeasure(tool: ChartTool): ChartTool {
    return new ShiftTool(tool, this.measure, () => this.isShifted)
  }

  #placing(kind: OverlayKind, layer: { placing: ChartPoint | null }): ChartTool {
    const tool = new PlaceTool({
      onHold: (held) => {
        layer.placing = held
        this.#host.invalidate()
      },
      onPlace: (held) => this.#place(kind, held),
    })
    return this.#orMeasure(tool)
  }

  /** A click creates a line or an alert; a note also needs its text. */
  #place(kind: OverlayKind, held: ChartPoint): void {
    this.#host.onPlaced()
    if (this.#market === null) return
    const made = makeItem(kind, this.#market, held, this.#host.nowMs())
    if (kind === 'note') this.edited = made
    else if (made.kind === 'drawing') {
      this.selectedId = made.drawing.id
      void this.drawings.put(made.drawing)
    } else {
      this.selectedId = made.alert.id
      void this.alerts.put(made.alert)
    }
  }

  #pick(frame: Frame, place: Place): Grip | null {
    for (const layer of [this.#notes, this.#alerts, this.#lines]) {
      const hit = layer.hit(frame, place)
      const id = hit === null ? null : (drawingOfHit(hit.id) ?? alertOfHit(hit.id))
      const item = id === null ? null : (this.drawings.find(id) ?? this.alerts.find(id))
      if (item === null) continue
      return { id: item.id, price: Number(item.price), timeMs: 'atMs' in item ? item.atMs : null }
    }
    return null
  }

  #select(id: string | null): void {
    this.selectedId = id
    // A new click clears the measurement.
    this.measure.clear()
  }

  #find(hitId: string, place: Place): Hovered | null {
    const marks = this.#marks.marksOf(hitId)
    if (marks.length > 0) {
      // The card keeps its place while the pointer moves over the same marks.
      const known = this.hovered
      return known?.marks === marks ? known : { place, marks, drawing: null, alert: null }
    }
    const drawing = this.drawings.find(drawingOfHit(hitId) ?? '')
    const alert = this.alerts.find(alertOfHit(hitId) ?? '')
    // A line's text is already on the chart.
    if (alert === null && drawing?.kind !== 'note') return null
    return { place, marks, drawing, alert }
  }

  #show(moving: DraggedItem | null): void {
    for (const layer of [this.#lines, this.#notes, this.#alerts]) layer.moving = moving
    if (moving !== null) this.dropHover()
    this.#host.invalidate()
  }

  #drop(moving: DraggedItem): void {
    const { price, timeMs: atMs } = moving
    const drawing = this.drawings.find(moving.id)
    const alert = this.alerts.find(moving.id)
    if (drawing !== null) {
      void this.drawings.put(drawing.kind === 'note' ? { ...drawing, price, atMs } : { ...drawing, price })
    } else if (alert !== null) {
      // A moved alert is re-armed, as in main.
      void this.alerts.put({ ...alert, price, isArmed: true })
    }
    // Layers get the new position before they release the dragged one.
    this.#setThings()
    this.#show(null)
  }

  #setThings(): void {
    this.#lines.set(this.drawings.shown)
    this.#notes.set(this.drawings.shown)
    this.#alerts.set(this.alerts.shown)
  }
}
