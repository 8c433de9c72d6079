// Owns: what the user's orders did in the stretch of a market that a chart shows, read with room to both sides.
// Must not: draw marks or word them.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { ChartMark } from '../../../../src-preload/contract/charts.ts'
import { call, on, toReport } from '../../../shell/page/api.ts'
import { createRefresher } from '../../../shell/page/refresher.ts'

/** A stretch of time in epoch milliseconds. */
export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

interface Answer extends Stretch {
  readonly marks: readonly ChartMark[]
  readonly isCut: boolean
}

/** A view that moved is asked for once it rests this long. */
const restMs = 120
/** Least time between two readings. */
const gapMs = 250
/** How much wider than the view a stretch may be of which not all marks were given. */
const mostWider = 1.5

/** As main takes it: whole, and not before the epoch. */
function inWholeMs({ fromMs, toMs }: Stretch): Stretch {
  return { fromMs: Math.max(0, Math.floor(fromMs)), toMs: Math.max(0, Math.ceil(toMs)) }
}

/** The view and as much again to both sides. */
export function withMargin({ fromMs, toMs }: Stretch): Stretch {
  const margin = toMs - fromMs
  return inWholeMs({ fromMs: fromMs - margin, toMs: toMs + margin })
}

async function ask(market: string, stretch: Stretch): Promise<Answer> {
  return { ...stretch, ...(await call('charts:listMarks', { market, ...stretch })) }
}

/**
 * True where marks that were read for one stretch do for a view: it holds all of the view, and is not so much wider that
 * a cut answer would lack what the view has room for.
 */
export function covers(read: Stretch & { readonly isCut: boolean }, view: Stretch): boolean {
  if (view.fromMs < read.fromMs || view.toMs > read.toMs) return false
  return !read.isCut || read.toMs - read.fromMs <= mostWider * (view.toMs - view.fromMs)
}

export class Marks {
  #answer = $state.raw<Answer | null>(null)
  /** Why they could not be read; those read before stay. Null after a reading that could. */
  error = $state.raw<ErrorReport | null>(null)
  #market: string | null = null
  #view: Stretch | null = null
  /** Counts markets and accounts: an answer for another is dropped. */
  #question = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #refresh = createRefresher(() => this.#read(), gapMs)

  /** Oldest first. */
  get shown(): readonly ChartMark[] {
    return this.#answer?.marks ?? []
  }

  /** There are older ones in view than can be shown. */
  get isCut(): boolean {
    return this.#answer?.isCut ?? false
  }

  /** Follows the orders of the account in use on a market until the returned function is called. */
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

  /** Says what is in view. Asks only where what was read does not do, and once it rests. */
  look(view: Stretch): void {
    const before = this.#view
    // Said with every picture: what has not moved must not put off the reading.
    if (before?.fromMs === view.fromMs && before.toMs === view.toMs) return
    this.#view = view
    clearTimeout(this.#timer)
    if (this.#market === null || (this.#answer !== null && covers(this.#answer, view))) return
    if (before === null) this.#refresh.request()
    else this.#timer = setTimeout(() => this.#refresh.request(), restMs)
  }

  /** Reads them again, after a failure. */
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
      // Where they do not all fit, none must be spent on what is not in view.
      const answer = wide.isCut ? await ask(market, inWholeMs(view)) : wide
      if (question !== this.#question) return
      this.#answer = answer
      this.error = null
      // The view went on while this was read.
      const now = this.#view ?? view
      if (now !== view && !covers(answer, now)) this.#refresh.request()
    } catch (error) {
      if (question === this.#question) this.error = toReport(error)
    }
  }
}
