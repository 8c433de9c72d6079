// Owns: which row the keys are on, wherever news moves it in the list. Must not: scroll, open or draw.
import type { Rows } from './row-blocks.ts'

/** How far around its place a row that moved is looked for. */
const nearRows = 200

export class RowCursor<Row> {
  readonly #idOf: (row: Row) => number
  #index = $state(0)
  #id: number | null = null
  #shifted = 0
  #isPlaced = false

  constructor(idOf: (row: Row) => number) {
    this.#idOf = idOf
  }

  get index(): number {
    return this.#index
  }

  /** Marks a row. */
  put(rows: Rows<Row>, index: number): void {
    this.#isPlaced = true
    this.#index = Math.max(0, Math.min(index, rows.length - 1))
    this.#shifted = rows.shifted
    const row = rows.at(this.#index)
    this.#id = row === undefined ? null : this.#idOf(row)
  }

  /** Marks the row at the top of the view where none is marked, so that the mark one sees stays on its row. */
  begin(rows: Rows<Row>, index: number): void {
    if (!this.#isPlaced) this.put(rows, index)
  }

  /** Tells of later rows of the same list: the mark goes with its row, or stands where that was. */
  follow(rows: Rows<Row>): void {
    if (this.#isPlaced) this.put(rows, this.#placeIn(rows))
  }

  /** Another list begins without a mark. */
  forget(): void {
    this.#isPlaced = false
    this.#index = 0
    this.#id = null
    this.#shifted = 0
  }

  #placeIn(rows: Rows<Row>): number {
    const guess = this.#index + rows.shifted - this.#shifted
    if (this.#id === null) return guess
    for (let away = 0; away <= nearRows; away += 1) {
      if (this.#isAt(rows, guess + away)) return guess + away
      if (this.#isAt(rows, guess - away)) return guess - away
    }
    return guess
  }

  #isAt(rows: Rows<Row>, index: number): boolean {
    const row = index < 0 ? undefined : rows.at(index)
    return row !== undefined && this.#idOf(row) === this.#id
  }
}

/** The row that a key leads to; null for a key that leads nowhere. `page` is how many rows are in sight. */
export function rowAfterKey(key: string, from: number, page: number, total: number): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: total - 1,
  }
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined
  return target === undefined ? null : Math.max(0, Math.min(target, total - 1))
}
