// The state of the table of fills.
import type { Fill, FillTotals, OrderSort } from '../../../../src-preload/contract/orders/orders.ts'
import { call } from '../../../shell/page/api.ts'
import { shownAccounts } from '../../../shell/state/shown-accounts.svelte.ts'
import { fillColumns } from './fill-columns.ts'
import { type FillChoice, noFillFilter, toFillFilter } from '../filters/order-filter.ts'
import { RecordList } from '../record-list.svelte.ts'

class Fills extends RecordList<Fill, FillChoice, FillTotals> {
  /** Orders whose fills are not synced yet. */
  ordersWanting = $state(0)

  constructor() {
    super({
      table: 'fills',
      columns: fillColumns,
      noFilter: noFillFilter,
      readTotals: (choice) =>
        call('orders:getFillTotals', { ...shownAccounts.asked, filter: toFillFilter(choice) }),
    })
  }

  /** Fills are sorted by time alone. */
  override setSort({ isDescending }: OrderSort): void {
    super.setSort({ column: 'created', isDescending })
  }

  /** Fills come in without an order changing. */
  protected override noteChanges(): void {
    this.list.refresh()
    this.totals.touch()
  }

  protected override ask(): void {
    const filter = toFillFilter(this.choice)
    const { isDescending } = this.layout.sort
    const { asked } = shownAccounts
    this.list.ask(async (offset, limit) => {
      const page = await call('orders:listFills', { ...asked, filter, isDescending, offset, limit })
      this.ordersWanting = page.ordersWanting
      return page
    })
  }

  protected override forget(): void {
    super.forget()
    this.ordersWanting = 0
  }
}

/** One for the app, so that returning to the view restores it. */
export const fills = new Fills()
