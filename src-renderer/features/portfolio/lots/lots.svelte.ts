// State of the lots panel: method, currency and page. Main walks all fills for it, so it loads only while it is open.
import type { CostMethod, LotsAnswer } from '../../../../src-preload/contract/portfolio/lots.ts'
import { call, on } from '../../../shell/page/api.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'
import { Fetched } from '../../../shell/page/fetched.svelte.ts'

/** Lots are computed from years of fills and change slowly. */
const LOTS_GAP_MS = 10_000
export const lotsPerPage = 200

class LotsState {
  readonly list = new Fetched<LotsAnswer>()
  /** Stored across restarts; it also decides the file of disposals. */
  method = $state<CostMethod>('fifo')
  isOpen = $state(false)
  /** Null: the first one with lots. */
  #currency: string | null = null
  offset = $state(0)
  #accountId: string | null = null
  /** True once the stored method was loaded, or another one chosen. */
  #hasMethod = false
  readonly #refresh = coalesce(() => this.#load(), LOTS_GAP_MS)

  /** Subscribes to main for the account until the returned function is called. Another account's lots are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) {
      this.list.drop()
      this.#currency = null
      this.offset = 0
    }
    this.#accountId = accountId
    const request = (): void => {
      if (this.isOpen) this.#refresh.request()
    }
    const stops = [on('portfolio:changed', request), on('orders:changed', request)]
    if (this.#hasMethod) request()
    else void this.#readMethod().then(request)
    return () => {
      stops.forEach((stop) => stop())
      this.#refresh.stop()
    }
  }

  toggle(): void {
    this.isOpen = !this.isOpen
    if (this.isOpen) void this.#load()
  }

  chooseMethod(method: CostMethod): void {
    this.method = method
    this.#hasMethod = true
    this.#restart()
    void this.#keepMethod(method)
  }

  chooseCurrency(currency: string): void {
    this.#currency = currency
    this.#restart()
  }

  /** Shows the page that begins with a lot. */
  turnTo(offset: number): void {
    this.offset = offset
    void this.#load()
  }

  retry(): void {
    void this.#load()
  }

  async #keepMethod(method: CostMethod): Promise<void> {
    try {
      await call('portfolio:setCostMethod', { method })
    } catch {
      // Main has logged the error; the next start uses the previously stored choice.
    }
  }

  /** Loads once; a choice made meanwhile wins. */
  async #readMethod(): Promise<void> {
    try {
      const { method } = await call('portfolio:getCostMethod', {})
      if (this.#hasMethod) return
      this.method = method
      this.#hasMethod = true
    } catch {
      // Main has logged the error; it is tried again with the next account or view.
    }
  }

  #restart(): void {
    this.offset = 0
    this.list.drop()
    if (this.isOpen) void this.#load()
  }

  #load(): Promise<void> {
    const { method, offset } = this
    return this.list.load(async () => {
      const answer = await call('portfolio:listLots', {
        ...{ method, offset, currency: this.#currency },
        limit: lotsPerPage,
      })
      if (answer.lots.length > 0 || offset === 0) return answer
      if (offset === this.offset) this.turnTo(0)
      return undefined
    })
  }
}

export const lots = new LotsState()
