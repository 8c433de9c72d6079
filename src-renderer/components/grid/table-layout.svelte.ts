// Stored column choices of a table: visibility, order and width.
import type { OrderSort, TableName } from '../../../src-preload/contract/orders/orders.ts'
import { call } from '../../shell/page/api.ts'
import { beforeClose } from '../../shell/page/before-close.ts'
import {
  changeChoice,
  type Column,
  type ColumnChoice,
  completeChoices,
  moveChoice,
  stepChoice,
} from './grid-columns.ts'

const keepAfterMs = 500

export class TableLayout<Row> {
  readonly columns: readonly Column<Row>[]
  choices = $state.raw<readonly ColumnChoice[]>([])
  /** A column that stands first while it is set. It is not one of the user's choices. */
  lead = $state.raw<Column<Row> | null>(null)
  /** Shown columns that the table on screen has no room for. */
  leftOut = $state.raw<readonly string[]>([])
  sort = $state.raw<OrderSort>({ column: 'created', isDescending: true })
  readonly #table: TableName
  #isTouched = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(table: TableName, columns: readonly Column<Row>[]) {
    this.#table = table
    this.columns = columns
    this.choices = completeChoices(columns, [])
    beforeClose(() => this.keep())
  }

  /** All columns that the table on screen may have, with the leading one. */
  get placedColumns(): readonly Column<Row>[] {
    return this.lead === null ? this.columns : [this.lead, ...this.columns]
  }

  get placedChoices(): readonly ColumnChoice[] {
    if (this.lead === null) return this.choices
    const { id, widthPx } = this.lead
    return [{ id, widthPx, isShown: true, isPinned: true }, ...this.choices]
  }

  /** Restores the stored choices unless the user changed something meanwhile. */
  async load(): Promise<void> {
    try {
      const kept = await call('orders:getTable', { table: this.#table })
      if (this.#isTouched) return
      this.choices = completeChoices(this.columns, kept.columns)
      if (kept.sort !== null) this.sort = kept.sort
    } catch {
      // The default columns remain; main has logged the error.
    }
  }

  setSort(sort: OrderSort): void {
    this.sort = sort
    this.#keepLater()
  }

  /** Takes over the columns of a saved view. */
  setColumns(choices: readonly ColumnChoice[]): void {
    this.#set(completeChoices(this.columns, choices))
  }

  change(id: string, change: Partial<Omit<ColumnChoice, 'id'>>): void {
    if (id !== this.lead?.id) this.#set(changeChoice(this.choices, id, change))
  }

  moveBefore(id: string, beforeId: string | null): void {
    const before = beforeId !== null && beforeId === this.lead?.id ? (this.choices[0]?.id ?? null) : beforeId
    this.#set(moveChoice(this.choices, id, before))
  }

  step(id: string, by: -1 | 1): void {
    this.#set(stepChoice(this.choices, id, by))
  }

  reset(): void {
    this.#set(completeChoices(this.columns, []))
  }

  columnOf(id: string): Column<Row> | undefined {
    return this.placedColumns.find((column) => column.id === id)
  }

  /** Stores pending changes immediately; called before the page closes. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#timer === undefined) return
    this.#timer = undefined
    try {
      const choices = { columns: this.choices.map((one) => ({ ...one })), sort: this.sort }
      await call('orders:setTable', { table: this.#table, choices })
    } catch {
      // Main has logged the error; the next start uses the previously stored columns.
    }
  }

  #set(choices: readonly ColumnChoice[]): void {
    if (choices === this.choices) return
    this.choices = choices
    this.#keepLater()
  }

  #keepLater(): void {
    this.#isTouched = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.keep(), keepAfterMs)
  }
}
