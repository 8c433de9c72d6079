// One table below the chart: its rows, its columns and the selected row, for the account in use.
import type { OrderSort, TableName } from '../../../../src-preload/contract/orders/orders.ts'
import type { Column } from '../../../components/grid/grid-columns.ts'
import type { RowsAnswer } from '../../../components/grid/row-blocks.ts'
import { RowList } from '../../../components/grid/row-list.svelte.ts'
import { TableLayout } from '../../../components/grid/table-layout.svelte.ts'
import { on } from '../../../shell/page/api.ts'

export interface DockRow {
  readonly id: number
  readonly market: string
}

interface Definition<Row> {
  readonly table: TableName
  readonly columns: readonly Column<Row>[]
  /** @param markets - only these; all if empty */
  readonly read: (
    markets: readonly string[],
    sort: OrderSort,
    offset: number,
    limit: number,
  ) => Promise<RowsAnswer<Row>>
}

export class DockList<Row extends DockRow> {
  readonly list = new RowList<Row>((row) => row.id)
  readonly layout: TableLayout<Row>
  /** ID of the selected row; null for none. */
  selectedId = $state<number | null>(null)
  readonly #read: Definition<Row>['read']
  #markets: readonly string[] = []
  #accountId: string | null = null
  #isLaidOut = false
  /** Counts the times that following ended: what was begun before asks nothing. */
  #run = 0

  constructor({ table, columns, read }: Definition<Row>) {
    this.layout = new TableLayout<Row>(table, columns)
    this.#read = read
  }

  /** Number of rows; null while it is not known. */
  get total(): number | null {
    return this.list.isAsking ? null : (this.list.rows?.total ?? null)
  }

  /** The selected row, as far as it is loaded. */
  get selected(): Row | null {
    const id = this.selectedId
    if (id === null) return null
    for (const piece of this.list.rows?.pieces ?? []) {
      const found = piece.find((row) => row.id === id)
      if (found !== undefined) return found
    }
    return null
  }

  /** Follows main until the returned function is called. Another account's rows are dropped. */
  start(accountId: string | null, markets: readonly string[]): () => void {
    if (this.#accountId !== accountId) {
      this.list.forget()
      this.selectedId = null
    }
    this.#accountId = accountId
    this.#markets = markets
    void this.#begin()
    const stop = on('orders:changed', () => this.list.refresh())
    return () => {
      this.#run += 1
      stop()
      this.list.close()
      void this.layout.keep()
    }
  }

  setSort(sort: OrderSort): void {
    this.layout.setSort(sort)
    this.#ask()
  }

  /** The columns are the user's own, and the order of the rows with them: known before the first question. */
  async #begin(): Promise<void> {
    const run = this.#run
    if (!this.#isLaidOut) await this.layout.load()
    this.#isLaidOut = true
    if (run === this.#run) this.#ask()
  }

  #ask(): void {
    const { sort } = this.layout
    const markets = this.#markets
    this.list.ask((offset, limit) => this.#read(markets, { ...sort }, offset, limit))
  }
}
