// How the Trade view is laid out, stored by main after each change.
import type {
  DockTab,
  PartSizes,
  TradeLayout,
  TradeView,
} from '../../../src-preload/contract/trading/trade-view.ts'
import { call } from '../../shell/page/api.ts'
import { beforeClose } from '../../shell/page/before-close.ts'

/** Used until main has answered, and where it cannot. */
const initial: TradeView = {
  layout: 'trade',
  dockTab: 'open',
  isDockOfMarket: false,
  sizes: { list: 232, book: 300, tape: 264, ticket: 320, dock: 240 },
}

/** A drag changes sizes many times a second. */
const keepAfterMs = 400

class TradeViewState {
  /** Null until main has answered. */
  #value = $state.raw<TradeView | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    beforeClose(() => this.keep())
  }

  get isLoaded(): boolean {
    return this.#value !== null
  }

  /** The layout that opens by itself; null until it is known. */
  get layout(): TradeLayout | null {
    return this.#value?.layout ?? null
  }

  get dockTab(): DockTab {
    return (this.#value ?? initial).dockTab
  }

  get isDockOfMarket(): boolean {
    return (this.#value ?? initial).isDockOfMarket
  }

  get sizes(): PartSizes {
    return (this.#value ?? initial).sizes
  }

  /** Loads the choices once. */
  async load(): Promise<void> {
    if (this.#value !== null) return
    try {
      const value = await call('charts:getTradeView', {})
      this.#value ??= value
    } catch {
      // The first layout is as useful.
      this.#value ??= initial
    }
  }

  set(change: Partial<Omit<TradeView, 'sizes'>>): void {
    this.#value = { ...(this.#value ?? initial), ...change }
    void this.#store()
  }

  /** @param px - width or height of the part; null for its first size */
  setSize(part: keyof PartSizes, px: number | null): void {
    const size = px === null ? initial.sizes[part] : Math.round(Math.max(40, Math.min(4_000, px)))
    this.#value = { ...(this.#value ?? initial), sizes: { ...this.sizes, [part]: size } }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.keep(), keepAfterMs)
  }

  /** Stores pending sizes immediately; called before the page closes. */
  async keep(): Promise<void> {
    if (this.#timer !== undefined) await this.#store()
  }

  async #store(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#value === null) return
    try {
      await call('charts:setTradeView', this.#value)
    } catch {
      // It is shown either way; a choice that could not be kept costs one press at the next start.
    }
  }
}

/** One for the app. */
export const tradeView = new TradeViewState()
