// The user's orders and fills in a chart's visible time range, loaded with a margin on both sides.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { ChartMark } from '../../../../src-preload/contract/markets/charts.ts'
import { call, on, toReport } from '../../../shell/page/api.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'

/** A time range in epoch milliseconds. */
export interface MarkRange {
  readonly fromMs: number
  readonly toMs: number
}

interface Answer extends MarkRange {
  readonly marks: readonly ChartMark[]
  readonly isCut: boolean
}

/** A moved view is loaded after resting this long. */
const restMs = 120
/** Minimum time between two loads. */
const gapMs = 250
/** Maximum width of a truncated range relative to the view. */
const maxWidthRatio = 1.5

/** Whole milliseconds, not before the epoch, as main requires. */
function inWholeMs({ fromMs, toMs }: MarkRange): MarkRange {
  return { fromMs: Math.max(0, Math.floor(fromMs)), toMs: Math.max(0, Math.ceil(toMs)) }
}

/** The view with its own width added on both sides. */
export function withMargin({ fromMs, toMs }: MarkRange): MarkRange {
  const margin = toMs - fromMs
  return inWholeMs({ fromMs: fromMs - margin, toMs: toMs + margin })
}

async function ask(market: string, stretch: MarkRange): Promise<Answer> {
  return { ...stretch, ...(await call('charts:listMarks', { market, ...stretch })) }
}

/**
 * True when loaded marks suffice for a view: the range contains the view, and a truncated result is not so much wider that
 * it would lack visible marks.
 */
export function covers(read: MarkRange & { readonly isCut: boolean }, view: MarkRange): boolean {
  if (view.fromMs < read.fromMs || view.toMs > read.toMs) return false
  return !read.isCut || read.toMs - read.fromMs <= maxWidthRatio * (view.toMs - view.fromMs)
}

/** Marks of one market around a chart's view. */
export class Marks {
  #answer = $state.raw<Answer | null>(null)
  /** Why marks could not be loaded; earlier ones stay. Null after a success. */
  error = $state.raw<ErrorReport | null>(null)
  #market: string | null = null
  #view: MarkRange | null = null
  /** Counts markets and accounts: responses for earlier ones are dropped. */
  #question = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #refresh = coalesce(() => this.#read(), gapMs)

  /** Oldest first. */
  get shown(): readonly ChartMark[] {
    return this.#answer?.marks ?? []
  }

  /** True when older marks in view are omitted. */
  get isCut(): boolean {
    return this.#answer?.isCut ?? false
  }

  /** Follows the active account's orders on a market until the returned function is called. */
  show(market: string): () => void {
    this.#forget()
    this.#market = market
    const stop = on('orders:changed', ({ ids }) => {
      if (ids.length > 0) this.#refresh.request()
    })
    if (this.#view !== null) this.#refresh.request()
    return () => {
      stop()
      this.#refresh.stop()
      if (this.#market === market) this.#forget()
    }
  }

  /** Sets the visible range. Loads only when the loaded range does not suffice, once the view rests. */
  look(view: MarkRange): void {
    const before = this.#view
    // Called on every frame: an unmoved view must not delay loading.
    if (before?.fromMs === view.fromMs && before.toMs === view.toMs) return
    this.#view = view
    clearTimeout(this.#timer)
    if (this.#market === null || (this.#answer !== null && covers(this.#answer, view))) return
    if (before === null) this.#refresh.request()
    else this.#timer = setTimeout(() => this.#refresh.request(), restMs)
  }

  /** Reloads after a failure. */
  retry(): void {
    this.#refresh.request()
  }

  #forget(): void {
    clearTimeout(this.#timer)
    this.#question += 1
    this.#market = null
    this.#answer = null
    this.error = null
  }

  async #read(): Promise<void> {
    const market = this.#market
    const view = this.#view
    if (market === null || view === null) return
    const question = this.#question
    try {
      const wide = await ask(market, withMargin(view))
      // When not all fit, the limit must not be spent on marks outside the view.
      const answer = wide.isCut ? await ask(market, inWholeMs(view)) : wide
      if (question !== this.#question) return
      this.#answer = answer
      this.error = null
      // The view moved while loading.
      const now = this.#view ?? view
      if (now !== view && !covers(answer, now)) this.#refresh.request()
    } catch (error) {
      if (question === this.#question) this.error = toReport(error)
    }
  }
}
