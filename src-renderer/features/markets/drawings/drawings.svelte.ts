// The user's drawings on one market, as shown on a chart, with undo and redo.
import type { Drawing } from '../../../../src-preload/contract/drawings.ts'
import { DrawingHistory, type DrawingStep } from '../../../charts/drawings/history.ts'
import { call, on } from '../../../shell/page/api.ts'
import { accounts } from '../../../shell/state/accounts.svelte.ts'
import { MarketItems } from '../overlays/market-items.svelte.ts'

/** One per account and market, whatever chart it is on, until the app ends. */
const histories = new Map<string, DrawingHistory>()

function historyOf(market: string): DrawingHistory {
  const key = `${accounts.active?.id ?? ''} ${market}`
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
    const isKept = await this.#apply(step)
    if (!isKept) history.drop(step)
    return isKept
  }

  /** Takes the last change of this market back. Returns what was changed; null where there is nothing. */
  undoStep(): DrawingStep | null {
    return this.#retrace(this.#history?.undo() ?? null)
  }

  redoStep(): DrawingStep | null {
    return this.#retrace(this.#history?.redo() ?? null)
  }

  /** Restores the last removed drawing. */
  override async undo(): Promise<boolean> {
    const { removed } = this
    const history = this.#history
    const last = history?.last?.at(-1)
    if (removed === null || last?.id !== removed.id || last.after !== null) return super.undo()
    this.forgetRemoved()
    const isBack = await this.#apply(history?.undo() ?? [])
    if (isBack) return true
    // It can be tried again.
    history?.redo()
    this.removed = removed
    return false
  }

  get #history(): DrawingHistory | null {
    return this.#shownMarket === null ? null : historyOf(this.#shownMarket)
  }

  #retrace(step: DrawingStep | null): DrawingStep | null {
    if (step === null) return null
    this.forgetRemoved()
    void this.#apply(step)
    return step
  }

  async #apply(step: DrawingStep): Promise<boolean> {
    const results = await Promise.all(
      step.map(({ id, after }) => (after === null ? super.remove(id) : super.put(after))),
    )
    return results.every(Boolean)
  }
}
