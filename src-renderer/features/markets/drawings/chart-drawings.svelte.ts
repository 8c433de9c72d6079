// Drawings on one chart: their layer and tools, what keys and menus do with them.
import type { Drawing, DrawingKind, DrawingPoint } from '../../../../src-preload/contract/markets/drawings.ts'
import { DrawTool } from '../../../charts/drawings/draw-tool.ts'
import { drawingOfHit, DrawingsLayer } from '../../../charts/drawings/drawings-layer.ts'
import { copyDrawing, handlesOf, nudgeDrawing } from '../../../charts/drawings/edit-drawing.ts'
import { EditTool } from '../../../charts/drawings/edit-tool.ts'
import { findHandle } from '../../../charts/drawings/find-drawing.ts'
import { handCounts } from '../../../charts/drawings/placed.ts'
import type { Frame } from '../../../charts/model/frame.ts'
import type { ChartTool } from '../../../charts/layers/layer.ts'
import { clipboard } from './drawing-clipboard.ts'
import { Drawings } from './drawings.svelte.ts'
import { makeDrawing } from './new-drawing.ts'

export interface DrawingsHost {
  readonly invalidate: () => void
  readonly nowMs: () => number
  readonly hasMagnet: () => boolean
  readonly selectedId: () => string | null
  readonly select: (id: string | null) => void
  /** Opens the form of a drawing; a new one is stored when it is saved. */
  readonly open: (drawing: Drawing, isNew: boolean) => void
  readonly onDrawn: () => void
}

export class ChartDrawings {
  readonly kept = new Drawings()
  readonly layer = new DrawingsLayer()
  readonly editTool: ChartTool
  /** The point of the selected drawing that keys move; null: all of it. */
  handle = $state<number | null>(null)
  /** Ctrl or Command was held at pointer down: a drag takes a copy along. */
  isCopying = false
  readonly #host: DrawingsHost
  readonly #tools = new Map<DrawingKind, DrawTool>()
  #market: string | null = null

  constructor(host: DrawingsHost) {
    this.#host = host
    this.editTool = new EditTool({
      pick: (frame, place) => {
        const selected = this.layer.find(host.selectedId())
        const handle =
          selected === null || selected.drawing.isHidden ? null : findHandle(frame, selected, place)
        if (selected !== null && handle !== null) return { drawing: selected.drawing, handle }
        const found = this.layer.find(drawingOfHit(this.layer.hit(frame, place)?.id ?? ''))
        return found === null ? null : { drawing: found.drawing, handle: null }
      },
      onSelect: (id) => this.#host.select(id),
      onDraft: (drawing) => this.#show(drawing),
      onDrop: (drawing, isCopy) => {
        // One that was removed under the hand stays removed.
        if (isCopy || this.kept.find(drawing.id) !== null) void this.kept.put(drawing)
        this.layer.set(this.kept.shown)
        this.#show(null)
        if (isCopy) host.select(drawing.id)
      },
      isCopying: () => this.isCopying,
      copy: (drawing) => this.#copyOf({ drawing, market: drawing.market, frame: null }),
      onOpen: (id) => this.open(id),
      hasMagnet: host.hasMagnet,
      nowMs: () => performance.now(),
    })
  }

  get selected(): Drawing | null {
    const id = this.#host.selectedId()
    return id === null ? null : this.kept.find(id)
  }

  /** Shows the drawings of a market until the returned function is called. */
  show(market: string): () => void {
    this.#market = market
    const stop = this.kept.show(market)
    return () => {
      stop()
      this.#market = null
      this.handle = null
      this.#show(null)
    }
  }

  /** Passes the current data to the layer. Call in an effect: it reads all of it. */
  paint(showsAmounts: boolean): void {
    this.layer.set(this.kept.shown)
    this.layer.selectedId = this.#host.selectedId()
    this.layer.handle = this.handle
    this.layer.showsAmounts = showsAmounts
  }

  /** The tool that draws a kind; the same one each time. */
  toolOf(kind: DrawingKind): DrawTool {
    const known = this.#tools.get(kind)
    if (known !== undefined) return known
    const made = new DrawTool(kind, {
      make: (made, points, frame) => this.#make(made, points, frame),
      onDraft: (drawing) => this.#show(drawing),
      onDrawn: (drawing) => this.#add(drawing),
      hasMagnet: this.#host.hasMagnet,
    })
    this.#tools.set(kind, made)
    return made
  }

  /** A drawing that one point makes, such as a horizontal line, without a hand. */
  addAt(kind: DrawingKind, point: DrawingPoint, frame: Frame | null): void {
    const made = handCounts[kind] === 1 ? this.#make(kind, [point], frame) : null
    if (made !== null) this.#add(made)
  }

  deselect(): void {
    this.#host.select(null)
  }

  open(id: string): void {
    const drawing = this.kept.find(id)
    if (drawing !== null) this.#host.open(drawing, false)
  }

  /** Changes the look or state of a drawing. */
  set(id: string, change: Partial<Pick<Drawing, 'style' | 'isLocked' | 'isHidden'>>): void {
    const drawing = this.kept.find(id)
    if (drawing !== null) void this.kept.put({ ...drawing, ...change })
  }

  /** Whether there are drawings of the market and none of them is shown. */
  get areHidden(): boolean {
    const all = this.kept.shown
    return all.length > 0 && all.every(({ isHidden }) => isHidden)
  }

  /** Hides or shows, locks or unlocks all drawings of the market as one change. */
  setAll(change: Partial<Pick<Drawing, 'isLocked' | 'isHidden'>>): void {
    const step = this.kept.shown.map((before) => ({ id: before.id, before, after: { ...before, ...change } }))
    if (change.isHidden === true) this.#host.select(null)
    void this.kept.change(step)
  }

  /** Puts a copy beside a drawing and selects it. */
  duplicate(id: string, frame: Frame | null): void {
    const drawing = this.kept.find(id)
    if (drawing !== null) this.#addCopy(drawing, frame)
  }

  copy(id: string): void {
    const drawing = this.kept.find(id)
    if (drawing !== null) clipboard.drawing = drawing
  }

  /** Puts what was copied on this market. Null where nothing was. */
  paste(frame: Frame | null): Drawing | null {
    const { drawing } = clipboard
    return drawing === null ? null : this.#addCopy(drawing, frame)
  }

  /** Removes a drawing; a locked one stays and false is returned. */
  remove(id: string): boolean {
    if (this.kept.find(id)?.isLocked === true) return false
    if (this.#host.selectedId() === id) this.#host.select(null)
    void this.kept.remove(id)
    return true
  }

  /** Removes all drawings of the market but locked ones, as one change. */
  removeAll(): void {
    const gone = this.kept.shown.filter(({ isLocked }) => !isLocked)
    this.#host.select(null)
    void this.kept.change(gone.map((before) => ({ id: before.id, before, after: null })))
  }

  /** Selects the next drawing in the order they were made, or the one before; null where there is none. */
  selectNext(by: 1 | -1): Drawing | null {
    const all = this.kept.shown.filter(({ isHidden }) => !isHidden)
    const at = all.findIndex(({ id }) => id === this.#host.selectedId())
    const next = (at < 0 ? (by === 1 ? all[0] : all.at(-1)) : all.at((at + by) % all.length)) ?? null
    this.#host.select(next?.id ?? null)
    return next
  }

  /** Goes to the next point of the selected drawing. False behind the last one, where the focus goes on. */
  nextHandle(by: 1 | -1): boolean {
    const { selected } = this
    const count = selected === null ? 0 : handlesOf(selected).length
    const next = (this.handle ?? (by === 1 ? -1 : count)) + by
    this.handle = next >= 0 && next < count ? next : null
    return this.handle !== null
  }

  /** Moves the selected drawing, or its chosen point. Null where none is selected. */
  nudge(frame: Frame, by: { readonly candles: number; readonly steps: number }): Drawing | null {
    const { selected } = this
    if (selected === null) return null
    const moved = nudgeDrawing(frame, selected, this.handle, by)
    if (moved !== selected) void this.kept.nudge(moved)
    return moved
  }

  #addCopy(drawing: Drawing, frame: Frame | null): Drawing | null {
    if (this.#market === null) return null
    const copy = this.#copyOf({ drawing, market: this.#market, frame })
    void this.kept.put(copy)
    this.#host.select(copy.id)
    return copy
  }

  #copyOf({ drawing, market, frame }: { drawing: Drawing; market: string; frame: Frame | null }): Drawing {
    return copyDrawing(drawing, { id: crypto.randomUUID(), market, nowMs: this.#host.nowMs(), frame })
  }

  #make(kind: DrawingKind, points: readonly DrawingPoint[], frame: Frame | null): Drawing | null {
    if (this.#market === null) return null
    return makeDrawing({ kind, market: this.#market, points, nowMs: this.#host.nowMs() }, frame)
  }

  /** A text needs its words first. */
  #add(drawing: Drawing): void {
    this.#host.onDrawn()
    if (drawing.kind === 'text' || drawing.kind === 'note') {
      this.#host.open(drawing, true)
      return
    }
    void this.kept.put(drawing)
    this.layer.set(this.kept.shown)
    this.#host.select(drawing.id)
  }

  #show(drawing: Drawing | null): void {
    this.layer.draft = drawing
    this.#host.invalidate()
  }
}
