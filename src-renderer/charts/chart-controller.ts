// Controls one chart: canvas size, frame computation and repainting.
import type { CandleWindow, WindowChange } from './model/candles/candle-window.ts'
import { ChartFrames, shownScale, type FrameChoices } from './chart-frames.ts'
import { ComparedWindows } from './compare/compared-windows.ts'
import { ChartAnnouncer, type AnnouncementTarget, type ChartListener } from './chart-announcer.ts'
import { ChartView } from './chart-view.ts'
import { crosshairOf } from './input/crosshair.ts'
import type { Crosshair, Frame } from './model/frame.ts'
import type { ChartCommand } from './input/keys.ts'
import type { ChartLayer, ChartTool, LayerHit, Place } from './layers/layer.ts'
import type { Size } from './model/layout.ts'
import { paintFrame, repaintValueAxis } from './painters/paint-frame.ts'
import type { Overlay } from './painters/overlay.ts'
import { countdownText } from './painters/paint-labels.ts'
import { labelFont, type Pen, TextWidths } from './painters/pen.ts'
import type { PictureParts } from './painters/picture.ts'
import { Pointer } from './input/pointer.ts'
import { legendIndex, readCandle, readLegend, type Reading } from './model/reading.ts'
import { anchorsOf, warmUp } from './indicators/studies.ts'
import { Surface } from './painters/surface.ts'
import type { ChartTheme } from './painters/theme.ts'

/** Display options of a chart. */
export interface ShownChoices extends FrameChoices {
  readonly layers: readonly ChartLayer[]
  readonly tool: ChartTool | null
  /** Crosshair time of a linked chart. */
  readonly linkedMs: number | null
}

/** Callbacks and element that the component provides to the controller. */
export interface ChartHost extends ChartListener {
  readonly element: HTMLElement
  /** Clock for the countdown; null disables it. */
  readonly nowMs: () => number | null
  /** A frame was drawn; null when there is nothing to show. */
  readonly onFrame: (frame: Frame | null) => void
  /** The first or last candle changed. */
  readonly onStructure: () => void
  readonly onHover: (hit: LayerHit | null, place: Place) => void
  readonly onPick: (hit: LayerHit, place: Place) => void
  /** The line of an indicator was double-clicked. */
  readonly onStudy: (index: number) => void
  readonly setCursor: (cursor: string) => void
}

const keyZoom = 1.25

/** Draws one CandleWindow on a canvas and handles pointer and keyboard commands. */
export class ChartController {
  readonly view: ChartView
  readonly pointer: Pointer
  readonly #host: ChartHost
  readonly #frames = new ChartFrames()
  readonly #teller: ChartAnnouncer
  readonly #widths = new TextWidths()
  readonly #compared = new ComparedWindows(() => this.invalidate())
  #window: CandleWindow
  #unsubscribe: () => void
  #choices: ShownChoices
  #theme: ChartTheme
  #surface: Surface | null = null
  #size: Size = { width: 0, height: 0, dpr: 1 }
  #frame: Frame | null = null
  /** As it was last painted. */
  #countdown: string | null = null
  #request = 0
  #axisRequest = 0

  constructor(host: ChartHost, window: CandleWindow, choices: ShownChoices, theme: ChartTheme) {
    this.#host = host
    this.#window = window
    this.#choices = choices
    this.#theme = theme
    this.#teller = new ChartAnnouncer(host)
    this.view = new ChartView(window)
    this.pointer = new Pointer({
      view: this.view,
      frame: () => this.#frame,
      layers: () => this.#choices.layers,
      tool: () => this.#choices.tool,
      onHover: (hit, place) => this.#host.onHover(hit, place),
      onPick: (hit, place) => this.#host.onPick(hit, place),
      onStudy: (index) => this.#host.onStudy(index),
      setCursor: (cursor) => this.#host.setCursor(cursor),
      invalidate: () => this.invalidate(),
    })
    this.#unsubscribe = window.subscribe((change) => this.#onWindow(change))
    this.#compared.follow(choices.compared)
    this.#warmUp()
  }

  /** Removes all listeners and frees the canvas. */
  dispose(): void {
    this.#unsubscribe()
    this.#compared.follow([])
    cancelAnimationFrame(this.#request)
    cancelAnimationFrame(this.#axisRequest)
    this.#teller.tell(null, null)
    this.#surface?.dispose()
    this.#surface = null
    this.#frame = null
  }

  /** Switches to another market or period. Within the same market the visible time range stays. */
  setWindow(window: CandleWindow): void {
    if (window === this.#window) return
    this.#unsubscribe()
    this.#unsubscribe = window.subscribe((change) => this.#onWindow(change))
    // The axis must keep its width so that the middle of the plot does not move.
    if (window.market !== this.#window.market) this.#frames.forgetAxis()
    this.#window = window
    this.view.setWindow(window)
    this.pointer.forget()
    this.#teller.announceCursor(null)
    this.#warmUp()
    this.#host.onStructure()
    this.invalidate()
  }

  setChoices(choices: ShownChoices): void {
    const before = this.#choices
    this.#choices = choices
    const differs = (name: keyof ShownChoices): boolean => choices[name] !== before[name]
    const isOtherScale = shownScale(choices) !== shownScale(before)
    if (isOtherScale) this.view.autoPrices()
    if (isOtherScale || differs('priceDecimals')) this.#frames.forgetAxis()
    if (differs('compared')) this.#compared.follow(choices.compared)
    if (differs('tool')) before.tool?.cancel()
    if (differs('indicators')) this.#warmUp()
    this.invalidate()
  }

  setTheme(theme: ChartTheme): void {
    this.#theme = theme
    this.#frames.forgetAxis()
    this.#widths.clear()
    this.invalidate()
  }

  /** Applies the host's size and pixel ratio and paints synchronously to prevent a flash. */
  resize(size: Size): void {
    const { width, height, dpr } = this.#size
    if (size.width === width && size.height === height && size.dpr === dpr) return
    this.#size = size
    if (size.width < 2 || size.height < 2) return
    if (this.#surface === null || size.dpr !== dpr) {
      this.#surface?.dispose()
      this.#surface = new Surface(this.#host.element, size, (context) => this.#paint(context))
      this.#frames.forgetAxis()
    } else this.#surface.resize(size.width, size.height)
    this.#draw()
  }

  /** Schedules a repaint in the next animation frame. */
  invalidate(): void {
    if (this.#request !== 0) return
    this.#request = requestAnimationFrame(() => this.#draw())
  }

  /** The clock went on: paints the axis again where its countdown says something else now. */
  tick(): void {
    const frame = this.#frame
    // A frame that is to come has it too.
    if (frame === null || this.#request !== 0) return
    if (countdownText(frame, this.#host.nowMs()) === this.#countdown) return
    // In the frame of what else the clock changes: a font on a canvas makes the browser bring its styles up to date.
    cancelAnimationFrame(this.#axisRequest)
    this.#axisRequest = requestAnimationFrame(() => this.#drawAxis())
  }

  /** Executes a keyboard command; returns false when nothing changed. The component handles going to a date. */
  command(command: ChartCommand): boolean {
    switch (command.kind) {
      case 'moveCursor':
        this.#jump(() => this.view.moveCursor(this.#frame, command), 'candle')
        break
      case 'page':
        this.view.page(command.direction)
        break
      case 'zoom':
        this.view.zoom(keyZoom ** command.direction, null)
        break
      case 'stretchPrices':
        if (this.#frame !== null) this.view.stretchPrices(this.#frame, keyZoom ** command.direction)
        break
      case 'home':
        this.#jump(() => this.view.home())
        break
      case 'end':
        this.#jump(() => this.view.end())
        break
      case 'reset':
        this.view.reset()
        break
      case 'escape':
        this.#choices.tool?.cancel()
        return this.dropCursor() || this.#choices.tool !== null
      case 'goTo':
        return false
    }
    this.invalidate()
    return true
  }

  /** Centers the plot on a time. */
  goTo(timeMs: number): void {
    this.#jump(() => this.view.goTo(timeMs))
    this.invalidate()
  }

  /** Shows a time range. */
  show(fromMs: number, toMs: number): void {
    this.view.show(fromMs, toMs)
    this.invalidate()
  }

  /** Shows the whole history. */
  showAll(): void {
    this.view.showAll()
    this.invalidate()
  }

  /** Scales the prices to the candles in view. */
  autoPrices(): void {
    this.view.autoPrices()
    this.invalidate()
  }

  /** Removes the keyboard cursor; returns false when there was none. */
  dropCursor(): boolean {
    const had = this.view.dropCursor()
    if (had) this.invalidate()
    return had
  }

  /** The frame on screen; null before the first one. */
  get frame(): Frame | null {
    return this.#frame
  }

  /** Returns the inputs of a PNG without a crosshair; null when nothing is drawn. */
  pictureParts(): Omit<PictureParts, 'head'> | null {
    const frame = this.#frame
    if (frame === null) return null
    return {
      frame,
      overlay: {
        crosshair: null,
        hasTitles: true,
        nowMs: this.#host.nowMs(),
        layers: this.#choices.layers.filter(({ isPrivate }) => isPrivate !== true),
      },
      theme: this.#theme,
      legend: readLegend(frame, legendIndex(frame, null), null),
    }
  }

  /** Returns the newest candle as text. */
  lastReading(): Reading | null {
    const last = this.#window.last()
    const { priceDecimals, zone } = this.#choices
    return last === null ? null : readCandle(last, this.#window.period, priceDecimals, zone)
  }

  #onWindow(change: WindowChange): void {
    const cursorMs = this.view.cursorMs
    if (change === 'data' && this.view.follow()) this.#host.onStructure()
    // The search for the first candle found an earlier one.
    if (this.view.cursorMs !== cursorMs) this.#teller.announceCursor('place')
    this.invalidate()
  }

  #warmUp(): void {
    this.#window.setWarmUp(warmUp(this.#choices.indicators, this.#window.period))
    this.#window.setAnchors(anchorsOf(this.#choices.indicators))
    this.#window.setVwap(
      this.#choices.indicators.some(({ kind, isHidden }) => kind === 'vwap' && isHidden !== true),
    )
  }

  #draw(): void {
    cancelAnimationFrame(this.#request)
    cancelAnimationFrame(this.#axisRequest)
    this.#request = 0
    const surface = this.#surface
    if (surface === null) return
    const font = labelFont(this.#theme, 1, 600)
    const frame = this.#frames.make(this.#window, this.view, this.#size, this.#choices, (text) =>
      surface.measure(text, font, this.#widths),
    )
    this.#frame = frame
    this.#host.onFrame(frame)
    surface.repaint()
    this.#teller.tell(frame, frame === null ? null : this.#crosshair(frame))
    if (frame !== null && this.view.applyQueuedMoves(frame)) {
      this.#teller.announceCursor('candle')
      this.invalidate()
    }
  }

  #drawAxis(): void {
    const frame = this.#frame
    if (frame === null) return
    this.#surface?.paintOver((context) => repaintValueAxis(this.#pen(context, frame), this.#overlay(frame)))
  }

  #paint(context: CanvasRenderingContext2D): void {
    const frame = this.#frame
    if (frame === null) return
    paintFrame(this.#pen(context, frame), this.#overlay(frame))
  }

  #pen(ctx: CanvasRenderingContext2D, frame: Frame): Pen {
    return { ctx, frame, theme: this.#theme, widths: this.#widths }
  }

  /** What is painted over the frame now. */
  #overlay(frame: Frame): Overlay {
    const nowMs = this.#host.nowMs()
    this.#countdown = countdownText(frame, nowMs)
    return { crosshair: this.#crosshair(frame), hasTitles: false, nowMs, layers: this.#choices.layers }
  }

  #crosshair(frame: Frame): Crosshair | null {
    return crosshairOf(frame, {
      pointer: this.pointer.place,
      cursorMs: this.view.cursorMs,
      linkedMs: this.#choices.linkedMs,
    })
  }

  /** Moves by keyboard: hides the pointer's crosshair and announces the new position. */
  #jump(move: () => void, to: AnnouncementTarget = 'place'): void {
    this.pointer.forget()
    move()
    this.#teller.announceCursor(to)
  }
}
