// The user's drawings on one market, as shown on a chart, with undo and redo.
import type { Drawing } from '../../../../src-preload/contract/markets/drawings.ts'
import { DrawingHistory, type DrawingStep } from '../../../charts/drawings/history.ts'
import { call, on } from '../../../shell/page/api.ts'
import { accounts } from '../../../shell/state/accounts.svelte.ts'
import { MarketItems } from '../overlays/market-items.svelte.ts'

/** One per network and market, as the drawings, whatever account or chart shows them, until the app ends. */
const histories = new Map<string, DrawingHistory>()

function historyOf(market: string): DrawingHistory {
  const network = accounts.active?.network
  const key = `${network?.kind ?? ''} ${network?.baseUrl ?? ''} ${market}`
  const known = histories.get(key)
  if (known !== undefined) return known
  const made = new DrawingHistory()
  histories.set(key, made)
  return made
}

export class Drawings extends MarketItems<Drawing> {
  #shownMarket: string | null = null

  constructor() {
    super({
      list: async (market) => (await call('charts:listDrawings', { market })).drawings,
      put: (drawing) => call('charts:putDrawing', { drawing }),
      remove: (id) => call('charts:removeDrawing', { id }),
      follow: (changed) => on('charts:drawingsChanged', ({ market }) => changed(market)),
    })
  }

  override show(market: string): () => void {
    this.#shownMarket = market
    return super.show(market)
  }

  override put(drawing: Drawing): Promise<boolean> {
    return this.change([{ id: drawing.id, before: this.find(drawing.id), after: drawing }])
  }

  /** As `put`, undone together with the nudges before it: for a key that is held. */
  nudge(drawing: Drawing): Promise<boolean> {
    return this.change([{ id: drawing.id, before: this.find(drawing.id), after: drawing }], true)
  }

  override remove(id: string): Promise<boolean> {
    const before = this.find(id)
    return before === null ? Promise.resolve(false) : this.change([{ id, before, after: null }])
  }

  /** Makes changes that are undone together. Returns false where one was not stored; see `changeError`. */
  async change(step: DrawingStep, isJoined = false): Promise<boolean> {
    const history = this.#history
    if (history === null) return false
    this.forgetRemoved()
    if (isJoined) history.join(step)
    else history.note(step)
    const kept = await this.#apply(step)
    const isKept = kept.length === step.length
    if (!isKept) history.drop(step, kept)
    return isKept
  }

  /** Takes the last change of this market back. Returns what was changed; null where there is nothing. */
  undoStep(): DrawingStep | null {
    const history = this.#history
    return this.#retrace(history?.undo() ?? null, (step) => history?.failUndo(step))
  }

  redoStep(): DrawingStep | null {
    const history = this.#history
    return this.#retrace(history?.redo() ?? null, (step) => history?.failRedo(step))
  }

  /** Restores the last removed drawing. */
  override async undo(): Promise<boolean> {
    const { removed } = this
    const history = this.#history
    if (removed === null || this.#removal === null) return super.undo()
    this.forgetRemoved()
    const step = history?.undo() ?? []
    const kept = await this.#apply(step)
    if (kept.length === step.length) return true
    // It can be tried again.
    history?.failUndo(step)
    this.removed = removed
    return false
  }

  /** The last change of this market that can be undone. */
  get lastStep(): DrawingStep | null {
    return this.#history?.last ?? null
  }

  /** How many drawings went with the last removed one. */
  get removedCount(): number {
    return this.#removal?.length ?? 1
  }

  /** The last step where it removed the last removed drawing, maybe with others; null for another one. */
  get #removal(): DrawingStep | null {
    const last = this.lastStep
    const id = this.removed?.id
    return last?.some((edit) => edit.id === id && edit.after === null) === true ? last : null
  }

  get #history(): DrawingHistory | null {
    return this.#shownMarket === null ? null : historyOf(this.#shownMarket)
  }

  #retrace(step: DrawingStep | null, onFailure: (step: DrawingStep) => void): DrawingStep | null {
    if (step === null) return null
    this.forgetRemoved()
    void this.#apply(step).then((kept) => {
      // A drawing that is taken back was not removed by hand: there is nothing to offer.
      if (step.some(({ id }) => id === this.removed?.id)) this.forgetRemoved()
      if (kept.length < step.length) onFailure(step)
    })
    return step
  }

  /** Returns the edits that were stored; one that removes what is gone already is. */
  async #apply(step: DrawingStep): Promise<DrawingStep> {
    const results = await Promise.all(
      step.map(({ id, after }) => {
        if (after !== null) return super.put(after)
        const isGone = !this.isLoading && this.find(id) === null
        return isGone ? Promise.resolve(true) : super.remove(id)
      }),
    )
    return step.filter((_, at) => results[at])
  }
}
