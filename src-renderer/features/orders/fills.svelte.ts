// Owns: what the table of fills shows: filter, order, rows, sums, and how many orders' fills are not here. Must not: draw rows.
import type { Fill, FillTotals } from '../../../src-preload/contract/orders.ts'
import { call, on } from '../../shell/page/api.ts'
import { facets } from './filters/facets.svelte.ts'
import { fillColumns } from './fill-columns.ts'
import { type FillChoice, noFillFilter, toFillFilter } from './filters/order-filter.ts'
import { RowList } from '../../components/grid/row-list.svelte.ts'
import { TableLayout } from '../../components/grid/table-layout.svelte.ts'
import { Totals } from './totals.svelte.ts'

class Fills {
  choice = $state.raw<FillChoice>(noFillFilter)
  readonly list = new RowList<Fill>((fill) => fill.id)
  readonly layout = new TableLayout<Fill>('fills', fillColumns)
  readonly totals = new Totals<FillTotals>(() =>
    call('orders:getFillTotals', { filter: toFillFilter(this.choice) }),
  )
  /** Orders whose fills are not here yet. */
  ordersWanting = $state(0)

  #accountId: string | null = null
  #isLaidOut = false
  /** Counts the times that following ended: what was begun before asks nothing. */
  #run = 0

  /** Follows main for the account until the returned function is called. Another account's rows are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) this.#forget()
    this.#accountId = accountId
    void this.#begin()
    const stop = on('orders:changed', () => {
      // Fills come in without an order changing.
      this.list.refresh()
      this.totals.touch()
    })
    const leaveFacets = facets.follow()
    return () => {
      this.#run += 1
      stop()
      leaveFacets()
      this.list.close()
      this.totals.close()
      void this.layout.keep()
    }
  }

  setFilter(choice: FillChoice): void {
    this.choice = choice
    this.totals.forget()
    this.#ask()
  }

  setDescending(isDescending: boolean): void {
    this.layout.setSort({ column: 'created', isDescending })
    this.#ask()
  }

  async #begin(): Promise<void> {
    const run = this.#run
    if (!this.#isLaidOut) await this.layout.load()
    this.#isLaidOut = true
    if (run === this.#run) this.#ask()
  }

  #ask(): void {
    const filter = toFillFilter(this.choice)
    const { isDescending } = this.layout.sort
    this.list.ask(async (offset, limit) => {
      const page = await call('orders:listFills', { filter, isDescending, offset, limit })
      this.ordersWanting = page.ordersWanting
      return page
    })
  }

  #forget(): void {
    this.choice = noFillFilter
    this.list.forget()
    this.totals.forget()
    this.ordersWanting = 0
  }
}

/** One for the app, so that coming back to the view finds it as it was left. */
export const fills = new Fills()
