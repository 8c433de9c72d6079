// Candles of one chart: what is cached, what is requested and what is drawn. Fetches through the given source.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { CandleRange } from '../../../../src-preload/contract/markets/markets.ts'
import {
  type ChartInterval,
  addSlots,
  intervalMs,
  isLonger,
  periodOf,
  slotOf,
  startOf,
  timeOfSlot,
} from '../../../../src-preload/domain/markets/intervals.ts'
import type { CandlePeriod } from '../../../../src-preload/domain/markets/markets.ts'
import type { Candle } from './candle-buffer.ts'
import { NewestSearch, StartSearch, type Probe } from './edge-search.ts'
import type { CachedLevel } from './cached-level.ts'
import { LevelCache, type View } from './level-cache.ts'
import { MarketEdges } from './market-edges.ts'
import type { Level } from './level.ts'
import { SingleFlight } from './single-flight.ts'
import { countPeriods, periodsWithin, wholePeriods, type TimeRange } from './time-ranges.ts'
import { rangeToCache, missingRange, maxAnchorCandles, maxCandles, widthFor } from './missing-range.ts'

export type { TimeRange } from './time-ranges.ts'

/** One request to main: candles that start from `fromMs` to `toMs`, both inclusive. */
export interface WantedCandles {
  readonly fromMs: number
  readonly toMs: number
  /** From 100 to 8,000; the answer has at most twice as many candles. */
  readonly widthPx: number
  readonly shortest: ChartInterval
  /** Includes VWAP from minutes. */
  readonly vwap: boolean
}

/** Provided by the view: one call of `markets:getCandleRange` for the window's market. */
export type WindowSource = (wanted: WantedCandles) => Promise<CandleRange>

/** Content to draw. The same object while nothing changed. */
export interface Shown {
  readonly level: Level
  /** True while the wanted level, or a part of the view, is still loading. */
  readonly isPartial: boolean
  /** Ranges in view with unknown candles, ascending: drawn as "not loaded", unlike times without trades. */
  readonly unknown: readonly TimeRange[]
}

export interface WindowStatus {
  /** False before the first response or failure. */
  readonly isSettled: boolean
  /** Time of the newest candles' last update. */
  readonly asOfMs: number | null
  /** Error of main's last read from the service; null after a success. */
  readonly lastError: ErrorReport | null
  /** Error of the last call; null after a success. */
  readonly error: unknown
}

export type WindowChange = 'data' | 'info'

export interface CandleWindowOptions {
  readonly market: string
  /** The chosen period and lower limit: nothing shorter is shown. */
  readonly period: ChartInterval
  readonly source: WindowSource
  /** Clock for finding the newest candles; it may be hours off. */
  readonly now: () => number
}

/** A candle request with its purpose. */
interface CandleRequest extends Probe {
  readonly purpose: 'view' | 'change' | 'tail' | 'newest' | 'start'
}

const dayMs = 86_400_000

/** Loads and caches the candles around a chart's view and follows changes from main. */
export class CandleWindow {
  readonly market: string
  readonly period: ChartInterval
  readonly periodMs: number
  readonly #source: WindowSource
  readonly #now: () => number
  readonly #levels: LevelCache
  readonly #flight: SingleFlight
  readonly #listeners = new Set<(change: WindowChange) => void>()
  readonly #edges: MarketEdges
  readonly #newest: NewestSearch
  readonly #start: StartSearch
  #view: View | null = null
  #shown: Shown | null = null
  #isShownFresh = false
  #warmUp = 0
  #anchorsMs: readonly number[] = []
  /** An anchor may lie before the market's first candle, which has not been looked for. */
  #mayBeginEarlier = false
  /** The newest candle may have changed from this time on. */
  #tailFromMs = Infinity
  /** Changes reported by main since the last request started, by period: its response may lack them. */
  readonly #meanwhile = new Map<CandlePeriod, number>()
  #beginCandles = 0
  #status: WindowStatus = { isSettled: false, asOfMs: null, lastError: null, error: null }

  constructor({ market, period, source, now }: CandleWindowOptions) {
    this.market = market
    this.period = period
    this.periodMs = intervalMs(period)
    this.#source = source
    this.#now = now
    this.#levels = new LevelCache(period)
    this.#flight = new SingleFlight(
      () => this.#nextQuestion(),
      (error) => {
        this.#status = { ...this.#status, isSettled: true, error }
        this.#tell('info')
      },
    )
    this.#edges = new MarketEdges(period)
    this.#newest = new NewestSearch(period)
    this.#start = new StartSearch(period)
  }

  /**
   * Start of the earliest known candle, or the earliest `expect` time while the first candle is unknown; null without
   * either.
   */
  get firstMs(): number | null {
    return this.#edges.firstMs
  }

  /** Start of the newest candle of the chosen period. */
  get lastMs(): number | null {
    return this.#edges.last?.timeMs ?? null
  }

  /** True when no candle exists before `firstMs`. */
  get reachesStart(): boolean {
    return this.#edges.first !== null && !this.#start.isNarrowing(this.#edges.first)
  }

  get status(): WindowStatus {
    return this.#status
  }

  /** The slot of a time: candles since 1970. Those of fixed periods may start at fractional slots. */
  slotOf(timeMs: number): number {
    return slotOf(this.period, timeMs)
  }

  /** Time of a slot in epoch milliseconds. */
  timeOf(slot: number): number {
    return timeOfSlot(this.period, slot)
  }

  /** The newest candle of the chosen period, forming or closed; null when there is none. */
  last(): Candle | null {
    return this.#edges.last
  }

  /** Requests about this many of the newest candles. Used while `last()` is null. */
  begin(candles: number): void {
    this.#beginCandles = Math.max(1, Math.min(candles, maxCandles / 4))
    this.#flight.go()
  }

  /** Returns the content for a range at its width in device pixels; null when there is none. */
  show(fromMs: number, toMs: number, widthPx: number): Shown | null {
    const before = this.#view
    const isSame = before?.fromMs === fromMs && before.toMs === toMs && before.widthPx === widthPx
    if (isSame && this.#isShownFresh) return this.#shown
    if (!(toMs > fromMs) || !(widthPx > 0)) return null
    if (!isSame) {
      this.#view = { fromMs, toMs, widthPx }
      this.#flight.allowRetry()
    }
    const view = this.#view ?? { fromMs, toMs, widthPx }
    this.#shown = this.#pick(this.#levels.want(view), view)
    this.#isShownFresh = true
    this.#flight.go()
    return this.#shown
  }

  /** Sets how many candles before the range the indicators need. */
  setWarmUp(candles: number): void {
    this.#warmUp = Math.max(0, Math.ceil(candles))
    this.#flight.go()
  }

  /** Sets times from which on indicators need all candles; where these are more than 10,000 before the view, they are left out. */
  setAnchors(timesMs: readonly number[]): void {
    this.#anchorsMs = timesMs
    this.#mayBeginEarlier = timesMs.length > 0
    this.#flight.go()
  }

  /** The earliest time from which to the first candle of a level none is missing; -Infinity at the market's start. */
  knownFrom({ period, buffer, gaps }: Level): number {
    const held = this.#levels.get(period)?.held ?? null
    if (held === null || buffer.length === 0) return Infinity
    const gap = gaps.findLast(({ fromMs }) => fromMs < buffer.firstMs)
    const fromMs = Math.max(held.fromMs, gap === undefined ? -Infinity : gap.toMs + 1)
    const startMs = startOf(period, this.#edges.noneBeforeMs)
    return startMs > 0 && fromMs <= startMs ? -Infinity : Math.min(fromMs, buffer.firstMs)
  }

  /** Sets whether requests include the VWAP from minutes. */
  setVwap(isWanted: boolean): void {
    if (isWanted === this.#levels.hasVwap) return
    this.#levels.hasVwap = isWanted
    if (isWanted) this.#levels.noteAll()
    this.#flight.go()
  }

  /** Extends history to a time the chart moves to, until the first candle is known. */
  expect(timeMs: number): void {
    this.#edges.expect(timeMs)
  }

  /** Searches for the market's first candle. Then `reachesStart` becomes true and listeners receive `data`. */
  findStart(): void {
    this.#start.begin()
    this.#flight.go()
  }

  /** Main reported that candles of a period changed at or after `fromMs`. */
  refresh(fromMs: number, period: CandlePeriod = periodOf(this.period)): void {
    this.#levels.note(fromMs, period)
    this.#meanwhile.set(period, Math.min(fromMs, this.#meanwhile.get(period) ?? Infinity))
    if (!isLonger(period, this.period)) this.#tailFromMs = Math.min(this.#tailFromMs, fromMs)
    if (this.lastMs === null) this.#newest.restart()
    this.#start.wake()
    this.#flight.allowRetry()
    this.#flight.go()
  }

  /** Requests everything unknown again, also after a failure. */
  retry(): void {
    this.#levels.noteGaps()
    this.refresh(this.lastMs ?? 0)
    this.#flight.retryNow()
  }

  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: (change: WindowChange) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Frees everything and ignores pending responses. */
  dispose(): void {
    this.#flight.end()
    this.#listeners.clear()
    this.#levels.clear()
  }

  #pick(wanted: CachedLevel, view: View): Shown | null {
    // There are no candles before the first one.
    const neededMs = Math.max(0, Math.min(view.toMs, Math.max(view.fromMs, this.#edges.noneBeforeMs)))
    const drawn = this.#levels.choose(wanted, { ...view, fromMs: neededMs }) ?? wanted
    if (drawn.buffer.length === 0 && this.lastMs === null) return null
    const horizon = { newestMs: this.lastMs, noneBeforeMs: this.#edges.noneBeforeMs }
    const unknown = drawn.unknown(view.fromMs, view.toMs, horizon)
    const isPartial = drawn !== wanted || !drawn.covers(neededMs, view.toMs)
    const before = this.#shown
    const isSame =
      before?.level === drawn &&
      before.isPartial === isPartial &&
      unknown.length === 0 &&
      before.unknown.length === 0
    return isSame ? before : { level: drawn, isPartial, unknown }
  }

  /** Returns the most urgent request; null when nothing is missing. */
  #nextRequest(): CandleRequest | null {
    const view = this.#view
    const { wanted } = this.#levels
    if (view !== null && wanted !== null) {
      const missing = missingRange(
        wanted,
        view,
        this.#warmUpOf(view, wanted.periodMs),
        this.#edges.noneBeforeMs,
      )
      if (missing !== null) return { purpose: 'view', period: wanted.period, ...missing }
      if (wanted.held !== null && wanted.dirtyFromMs <= wanted.held.toMs) {
        const fromMs = Math.max(wanted.dirtyFromMs, wanted.held.fromMs)
        return { purpose: 'change', period: wanted.period, fromMs, toMs: wanted.held.toMs }
      }
    }
    const nowMs = this.#now()
    const { lastMs } = this
    if (lastMs === null) {
      if (this.#beginCandles > 0 && this.#newest.isRunning) {
        return { purpose: 'newest', ...this.#newest.next(nowMs, this.#beginCandles, this.#warmUp) }
      }
    } else if (this.#tailFromMs < Infinity) {
      const toMs = Math.max(nowMs, lastMs, this.#tailFromMs) + dayMs
      return { purpose: 'tail', period: this.period, fromMs: addSlots(this.period, lastMs, -1), toMs }
    }
    // Of an anchor that is too far before the view, no other request would tell.
    if (this.#mayBeginEarlier && view !== null) {
      this.#mayBeginEarlier = false
      const farMs = view.fromMs - (maxAnchorCandles - 1) * this.periodMs
      if (this.#anchorsMs.some((anchorMs) => anchorMs < farMs)) this.#start.begin()
    }
    const probe = this.#start.next(nowMs, this.#edges.first)
    return probe === null ? null : { purpose: 'start', ...probe }
  }

  /** Candles before the view that the indicators need, back to their anchors. */
  #warmUpOf({ fromMs }: View, periodMs: number): number {
    const { noneBeforeMs } = this.#edges
    return this.#anchorsMs
      .map((anchorMs) => Math.ceil((fromMs - Math.max(anchorMs, noneBeforeMs)) / periodMs) + 1)
      .filter((needed) => needed <= maxAnchorCandles)
      .reduce((most, needed) => Math.max(most, needed), this.#warmUp)
  }

  /** Prepares the most urgent request. */
  #nextQuestion(): (() => Promise<void>) | null {
    const request = this.#nextRequest()
    if (request === null) return null
    const periodMs = intervalMs(request.period)
    const whole = wholePeriods(request, request.period)
    // A range beyond the response limit is cut to its newest candles.
    const fromMs = Math.max(whole.fromMs, whole.toMs + 1 - maxCandles * periodMs)
    const asked = { fromMs, toMs: whole.toMs }
    return () => this.#question(request, asked, widthFor(countPeriods(asked, periodMs)))
  }

  async #question(request: CandleRequest, asked: TimeRange, widthPx: number): Promise<void> {
    // The pending response does not include changes from now on.
    this.#meanwhile.clear()
    const tailFromMs = this.#tailFromMs
    if (request.purpose === 'tail' || this.#coversTail(asked, request.period)) this.#tailFromMs = Infinity
    const level = this.#levels.get(request.period)
    const dirtyFromMs = level?.dirtyFromMs ?? Infinity
    if (request.purpose === 'change' && level !== undefined) level.dirtyFromMs = Infinity
    try {
      const vwap = this.#levels.hasVwap
      const answer = await this.#source({ ...asked, widthPx, shortest: request.period, vwap })
      if (!this.#flight.isEnded) this.#take(request, asked, answer)
    } catch (error) {
      if (level !== undefined) level.dirtyFromMs = Math.min(level.dirtyFromMs, dirtyFromMs)
      this.#tailFromMs = Math.min(this.#tailFromMs, tailFromMs)
      throw error
    }
  }

  /** True when the response for a range includes the newest candles of the chosen period. */
  #coversTail(asked: TimeRange, period: ChartInterval): boolean {
    const untilMs = Math.max(this.#now(), this.#tailFromMs < Infinity ? this.#tailFromMs : 0)
    return period === this.period && asked.fromMs <= (this.lastMs ?? 0) && asked.toMs >= untilMs
  }

  #take(request: CandleRequest, asked: TimeRange, answer: CandleRange): void {
    const isLocal = request.purpose === 'view' || request.purpose === 'change'
    const isProbe = request.purpose === 'start' || request.purpose === 'newest'
    if (isLocal && answer.period !== request.period && this.#view !== null) {
      this.#levels.noteCoarser(this.#view, answer.period)
      this.#levels.want(this.#view)
    }
    const isOther = this.#takeCandles(request.purpose, asked, answer)
    for (const [period, fromMs] of this.#meanwhile) this.#levels.note(fromMs, period)
    const isEdge = this.#edges.note(asked, answer, this.#now(), isProbe)
    // An empty response from before a change says nothing of the search that the change began anew.
    const isOfSearch =
      request.purpose === 'newest' && (this.#meanwhile.size === 0 || answer.candles.timesMs.length > 0)
    const isFound = isOfSearch && this.#edges.takeLast(this.#newest.note(answer))
    if (request.purpose === 'start') this.#start.note(answer)
    const isInfo = this.#noteStatus(asked, answer)
    this.#trim()
    this.#isShownFresh = false
    if (isOther || isEdge || isFound) this.#tell('data')
    else if (isInfo) this.#tell('info')
  }

  #takeCandles(purpose: CandleRequest['purpose'], asked: TimeRange, answer: CandleRange): boolean {
    // Requests for the ends of history never evict candles of the view.
    const isApart = purpose === 'tail' || purpose === 'start'
    const level = isApart ? this.#levels.get(answer.period) : this.#levels.open(answer.period)
    if (level === undefined) return false
    // In a coarser period than requested, the candles at both ends may be incomplete.
    const told = periodsWithin(asked, level.period)
    if (told.toMs < told.fromMs) return false
    return level.take(told, answer, isApart ? null : (this.#view ?? asked))
  }

  /** Updates the status from a response; returns true when it changed. */
  #noteStatus(asked: TimeRange, { asOfMs, lastError }: CandleRange): boolean {
    const before = this.#status
    // Ranges that main failed to read may succeed now.
    if (before.lastError !== null && lastError === null) this.#levels.noteGaps()
    // The status age is the age of the newest candles; responses about older ones do not affect it.
    const isTail = asked.toMs >= (this.lastMs ?? 0)
    this.#status = { isSettled: true, asOfMs: isTail ? asOfMs : before.asOfMs, lastError, error: null }
    return (
      !before.isSettled ||
      before.asOfMs !== this.#status.asOfMs ||
      before.lastError !== lastError ||
      before.error !== null
    )
  }

  #trim(): void {
    const { wanted } = this.#levels
    if (wanted !== null && this.#view !== null)
      wanted.trim(rangeToCache(this.#view, wanted.periodMs, this.#warmUpOf(this.#view, wanted.periodMs)))
  }

  #tell(change: WindowChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }
}
