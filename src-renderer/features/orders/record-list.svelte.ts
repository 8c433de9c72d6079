// The state that the tables of orders and of fills share: filter, rows, totals and layout, for the account in use.
import type { OrderSort, TableName } from '../../../src-preload/contract/orders/orders.ts'
import type { Column } from '../../components/grid/grid-columns.ts'
import { RowList } from '../../components/grid/row-list.svelte.ts'
import { TableLayout } from '../../components/grid/table-layout.svelte.ts'
import { on } from '../../shell/page/api.ts'
import type { OwnedRow } from '../../shell/state/shown-accounts.svelte.ts'
import { accountColumn } from './account-column.ts'
import { orderDetails } from './detail/order-detail.svelte.ts'
import { filterOptions } from './filters/filter-options.svelte.ts'
import type { FillChoice } from './filters/order-filter.ts'
import { Totals } from './totals/totals.svelte.ts'

export interface ListedRecord extends OwnedRow {
  readonly id: number
  readonly market: string
  readonly createdAtMs: number
}

interface Definition<Row, Choice, Sums> {
  readonly table: TableName
  readonly columns: readonly Column<Row>[]
  readonly noFilter: Choice
  readonly readTotals: (choice: Choice) => Promise<Sums>
}

export abstract class RecordList<Row extends ListedRecord, Choice extends FillChoice, Sums> {
  choice: Choice
  readonly list = new RowList<Row>((row) => row.id)
  readonly layout: TableLayout<Row>
  readonly totals: Totals<Sums>
  readonly noFilter: Choice

  #accountId: string | null = null
  #isAll = false
  #isLaidOut = false
  /** On screen: a filter that is set before is asked once the table is. */
  #isFollowed = false
  /** Counts the times that following ended: what was begun before asks nothing. */
  #run = 0

  constructor({ table, columns, noFilter, readTotals }: Definition<Row, Choice, Sums>) {
    this.choice = $state.raw(noFilter)
    this.noFilter = noFilter
    this.layout = new TableLayout<Row>(table, columns)
    this.totals = new Totals(() => readTotals(this.choice))
  }

  /**
   * Follows main for the account in use, or all accounts of its network, until the returned function is called. Rows of before
   * are dropped when that changes.
   */
  start(accountId: string | null, isAll = false): () => void {
    orderDetails.closeOfAnother(accountId)
    // Before the first account there is nothing to drop, but a filter that a command has set.
    if (this.#accountId !== accountId && this.#accountId !== null) this.forget()
    else if (this.#isAll !== isAll) this.#dropRows()
    this.#accountId = accountId
    this.#isAll = isAll
    this.layout.lead = isAll ? accountColumn : null
    this.#isFollowed = true
    void this.#begin()
    const stop = on('orders:changed', ({ ids }) => this.noteChanges(ids))
    const leaveFilterOptions = filterOptions.follow()
    return () => {
      this.#run += 1
      this.#isFollowed = false
      stop()
      leaveFilterOptions()
      this.list.close()
      this.totals.close()
      void this.layout.keep()
    }
  }

  setFilter(choice: Choice): void {
    this.choice = choice
    this.totals.forget()
    if (this.#isFollowed) this.ask()
  }

  setSort(sort: OrderSort): void {
    this.layout.setSort(sort)
    if (this.#isFollowed) this.ask()
  }

  /** Days begin at other times in another zone: a filter by days is asked again. */
  noteZone(): void {
    if (this.choice.fromDay !== '' || this.choice.toDay !== '') this.setFilter(this.choice)
  }

  /** Asks for the rows of the present filter and order. */
  protected abstract ask(): void

  /** @param ids - of the orders that changed; none when only fills came in */
  protected abstract noteChanges(ids: readonly number[]): void

  /** The filters stay: they are of the same network. */
  #dropRows(): void {
    orderDetails.close()
    filterOptions.forget()
    this.list.forget()
    this.totals.forget()
  }

  protected forget(): void {
    this.choice = this.noFilter
    this.list.forget()
    this.totals.forget()
  }

  /** Restores the stored columns once: before the first question, and before anything else sets them. */
  async layOut(): Promise<void> {
    if (!this.#isLaidOut) await this.layout.load()
    this.#isLaidOut = true
  }

  /** The columns are the user's own, and the order of the rows with them: known before the first question. */
  async #begin(): Promise<void> {
    const run = this.#run
    await this.layOut()
    if (run === this.#run) this.ask()
  }
}
