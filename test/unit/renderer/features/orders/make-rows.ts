// A list that changes while it is read, as main keeps one, for tests of what reads it.
import type { RowsAnswer } from '../../../../../src-renderer/components/grid/row-blocks.ts'

export interface Numbered {
  readonly id: number
}

/** Newest first; each change counts its version up. */
export class ChangingList {
  rows: readonly Numbered[]
  version = 1
  readonly asked: { readonly offset: number; readonly limit: number }[] = []
  isCounted = true

  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, at) => ({ id: count - at }))
  }

  addOnTop(count: number): void {
    const top = this.rows[0]?.id ?? 0
    this.rows = [...Array.from({ length: count }, (_, at) => ({ id: top + count - at })), ...this.rows]
    this.version += 1
  }

  remove(index: number): void {
    this.rows = this.rows.filter((_, at) => at !== index)
    this.version += 1
  }

  read(offset: number, limit: number): RowsAnswer<Numbered> {
    this.asked.push({ offset, limit })
    return {
      rows: this.rows.slice(offset, offset + limit),
      total: this.isCounted ? this.rows.length : null,
      version: this.version,
    }
  }
}
