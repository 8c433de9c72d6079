// Overlays of one chart: layers, tools, selection, editing and hover.
import { untrack } from 'svelte'
import type { PriceAlert } from '../../../../src-preload/contract/app/alerts.ts'
import type { ChartMark } from '../../../../src-preload/contract/markets/charts.ts'
import type { Drawing, DrawingKind } from '../../../../src-preload/contract/markets/drawings.ts'
import type { Frame } from '../../../charts/model/frame.ts'
import { AlertsLayer, alertOfHit } from '../../../charts/layers/alerts.ts'
import type { ChartLayer, ChartTool, LayerHit, Place } from '../../../charts/layers/layer.ts'
import { MarksLayer } from '../../../charts/layers/marks.ts'
import { Measure } from '../../../charts/layers/measure.ts'
import { type Grip, MoveTool } from '../../../charts/layers/move-tool.ts'
import type { ChartPoint, DraggedItem } from '../../../charts/layers/chart-point.ts'
import { PlaceTool } from '../../../charts/layers/place-tool.ts'
import { ShiftTool } from '../../../charts/layers/shift-tool.ts'
import { type EditedItem, makeItem, type OverlayKind } from './new-item.ts'
import { AlertLines } from '../overlays/alert-lines.svelte.ts'
import { ChartDrawings } from '../drawings/chart-drawings.svelte.ts'
import { drawingOfHit } from '../../../charts/drawings/drawings-layer.ts'
import { FirstTool } from '../../../charts/drawings/first-tool.ts'
import { Marks } from '../overlays/marks.svelte.ts'
import { isShownKind, noOwnKinds, type OwnKinds } from '../overlays/own-kinds.ts'

/** Tools that receive the pointer instead of panning. */
export type ToolKind = DrawingKind | 'alert' | 'measure' | 'anchor'

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
  /** New and dragged points are drawn to open, high, low and close. */
  readonly hasMagnet: () => boolean
  /** Something was placed: deselects the tool. */
  readonly onPlaced: () => void
}

/** While moving from a mark to its card, the pointer may be over neither. */
const graceMs = 180
/** A pointer that crosses an item on its way opens no card. */
const restMs = 200

export class ChartOverlays {
  readonly marks = new Marks()
  readonly drawn: ChartDrawings
  readonly alerts = new AlertLines()
  readonly measure: Measure
  /** From bottom to top. */
  readonly layers: readonly ChartLayer[]
  /** ID of the selected drawing or alert. */
  selectedId = $state<string | null>(null)
  edited = $state.raw<EditedItem | null>(null)
  hovered = $state.raw<Hovered | null>(null)
  /** Which of the user's own order events are shown. */
  ownKinds = $state.raw<OwnKinds>(noOwnKinds)
  readonly #own = $derived(this.marks.shown.filter((mark) => isShownKind(mark, this.ownKinds)))
  /** Shift was held at pointer down: it measures, whatever tool is chosen. */
  isShifted = false
  readonly #host: OverlayHost
  readonly #marks = new MarksLayer()
  readonly #alerts = new AlertsLayer()
  readonly #alertTool: ChartTool
  /** Each kind's tool, with Shift for measuring. */
  readonly #tools = new Map<DrawingKind, ChartTool>()
  readonly #move: ChartTool
  #market: string | null = null
  #hoverTimer: ReturnType<typeof setTimeout> | undefined
  /** The pointer or the focus is in the card. */
  #isKept = false

  constructor(host: OverlayHost) {
    this.#host = host
    this.measure = new Measure(host.invalidate)
    this.drawn = new ChartDrawings({
      invalidate: host.invalidate,
      nowMs: host.nowMs,
      hasMagnet: host.hasMagnet,
      selectedId: () => this.selectedId,
      select: (id) => this.#select(id),
      open: (drawing, isNew) => {
        this.dropHover()
        this.edited = { kind: 'drawing', drawing, isNew }
      },
      onDrawn: host.onPlaced,
    })
    const { layer } = this.drawn
    this.layers = [layer, layer.amounts, this.#alerts, this.#marks, this.measure]
    this.#alertTool = this.#orMeasure(
      new PlaceTool({
        onHold: (held) => {
          this.#alerts.placing = held
          host.invalidate()
        },
        onPlace: (held) => this.#placeAlert(held),
      }),
    )
    const moveAlert = new MoveTool({
      pick: (frame, place) => this.#pick(frame, place),
      onSelect: (id) => this.#select(id),
      onMove: (moving) => this.#show(moving),
      onDrop: (moving) => this.#drop(moving),
      onOpen: (id) => this.edit(id),
      nowMs: () => performance.now(),
    })
    this.#move = this.#orMeasure(new FirstTool(this.drawn.editTool, moveAlert))
  }

  /** Tool that receives the pointer: the chosen one, or else the move tool. */
  toolOf(kind: Exclude<ToolKind, 'anchor'> | null): ChartTool {
    if (kind === null) return this.#move
    if (kind === 'measure') return this.measure
    if (kind === 'alert') return this.#alertTool
    const known = this.#tools.get(kind)
    if (known !== undefined) return known
    const made = this.#orMeasure(this.drawn.toolOf(kind))
    this.#tools.set(kind, made)
    return made
  }

  /** The tool of a drawing between its first point and its last; null for none. */
  drawingUnderWay(kind: ToolKind | null): ChartTool | null {
    if (kind === null || kind === 'measure' || kind === 'alert' || kind === 'anchor') return null
    return this.drawn.toolOf(kind).isUnderWay ? this.toolOf(kind) : null
  }

  /** The user's drawings of the market. */
  get drawings(): ChartDrawings['kept'] {
    return this.drawn.kept
  }

  /** Shows the overlays of a market until the returned function is called. */
  show(market: string): () => void {
    this.#market = market
    const stops = [this.drawn.show(market), this.alerts.show(market)]
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
  paint(showsAmounts: boolean): void {
    this.#marks.set(this.#own)
    this.#alerts.set(this.alerts.shown)
    this.#alerts.selectedId = this.selectedId
    this.drawn.paint(showsAmounts)
    this.#host.invalidate()
    untrack(() => this.#dropEnded())
  }

  /** The pointer entered or left an item. `orderId`: the open order whose line it is; null for anything else. */
  hover(hit: LayerHit | null, place: Place, orderId: number | null): void {
    clearTimeout(this.#hoverTimer)
    const find = (): Hovered | null => (hit === null ? null : this.#find(hit.id, place, orderId))
    const found = find()
    if (found !== null) {
      if (this.hovered !== null) this.hovered = found
      else this.#hoverTimer = setTimeout(() => (this.hovered = find()), restMs)
    } else if (this.hovered !== null && this.hovered.place !== null) {
      this.#hoverTimer = setTimeout(() => (this.hovered = null), graceMs)
    }
  }

  /** The pointer is over the card: it stays. */
  keepHover(): void {
    clearTimeout(this.#hoverTimer)
    this.#isKept = true
  }

  dropHover(): void {
    clearTimeout(this.#hoverTimer)
    this.#isKept = false
    if (this.hovered !== null) this.hovered = null
  }

  /** Moves the keyboard cursor to the candle in [fromMs, toMs) and returns its marks. Null: it is on none. */
  pointKeyboard(candle: { readonly fromMs: number; readonly toMs: number } | null): readonly ChartMark[] {
    const marks = candle === null ? [] : this.#marks.between(candle.fromMs, candle.toMs)
    clearTimeout(this.#hoverTimer)
    if (candle === null) {
      // The focus may be moving from the chart into the card.
      if (!this.#isKept) this.#hoverTimer = setTimeout(() => this.dropHover(), graceMs)
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
      const isSomething = id !== null || this.measure.ends !== null || this.measure.isUnderWay
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
    this.dropHover()
    // One undo is offered at a time.
    if (this.drawings.find(id) !== null) {
      if (this.drawn.remove(id)) this.alerts.forgetRemoved()
      return
    }
    if (this.selectedId === id) this.selectedId = null
    this.drawings.forgetRemoved()
    void this.alerts.remove(id)
  }

  #orMeasure(tool: ChartTool): ChartTool {
    return new ShiftTool(tool, this.measure, () => this.isShifted)
  }

  #placeAlert(held: ChartPoint): void {
    this.#host.onPlaced()
    if (this.#market === null) return
    const made = makeItem('alert', this.#market, held, this.#host.nowMs())
    if (made.kind !== 'alert') return
    this.selectedId = made.alert.id
    void this.alerts.put(made.alert)
  }

  #pick(frame: Frame, place: Place): Grip | null {
    const hit = this.#alerts.hit(frame, place)
    const item = hit === null ? null : this.alerts.find(alertOfHit(hit.id) ?? '')
    return item === null ? null : { id: item.id, price: Number(item.price) }
  }

  #select(id: string | null): void {
    this.selectedId = id
    this.drawn.handle = null
    // A new click clears the measurement.
    this.measure.clear()
  }

  #find(hitId: string, place: Place, orderId: number | null): Hovered | null {
    const isOrder = (mark: ChartMark): boolean => mark.kind === 'placed' && mark.orderId === orderId
    const marks = orderId === null ? this.#marks.marksOf(hitId) : this.#own.filter(isOrder)
    if (marks.length > 0) {
      // The card keeps its place while the pointer moves over the same marks.
      const known = this.hovered
      const isSame =
        known?.marks.length === marks.length && marks.every((mark, at) => mark === known.marks[at])
      return known !== null && isSame ? known : { place, marks, drawing: null, alert: null }
    }
    const drawing = this.drawings.find(drawingOfHit(hitId) ?? '')
    const alert = this.alerts.find(alertOfHit(hitId) ?? '')
    // A line's text is already on the chart.
    if (alert === null && drawing?.kind !== 'note') return null
    return { place, marks, drawing, alert }
  }

  /** The card of an open order closes when the order has ended, as when it was moved. */
  #dropEnded(): void {
    const isThere = (mark: ChartMark): boolean =>
      mark.kind !== 'placed' || this.#own.some((own) => own.kind === 'placed' && own.orderId === mark.orderId)
    if (this.hovered?.marks.every(isThere) === false) this.dropHover()
  }

  #show(moving: DraggedItem | null): void {
    this.#alerts.moving = moving
    if (moving !== null) this.dropHover()
    this.#host.invalidate()
  }

  #drop(moving: DraggedItem): void {
    const alert = this.alerts.find(moving.id)
    // A moved alert is re-armed, as in main.
    if (alert !== null) void this.alerts.put({ ...alert, price: moving.price, isArmed: true })
    // The layer gets the new position before it releases the dragged one.
    this.#alerts.set(this.alerts.shown)
    this.#show(null)
  }
}
