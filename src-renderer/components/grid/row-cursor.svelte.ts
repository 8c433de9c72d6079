// Row of the keyboard cursor, tracked when the list changes.
import type { Rows } from './row-blocks.ts'

/** Search distance for a row that moved. */
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

  /** Moves the cursor to a row. */
  put(rows: Rows<Row>, index: number): void {
    this.#isPlaced = true
    this.#index = Math.max(0, Math.min(index, rows.length - 1))
    this.#shifted = rows.shifted
    const row = rows.at(this.#index)
    this.#id = row === undefined ? null : this.#idOf(row)
  }

  /** Moves an unplaced cursor to the top visible row, so that it stays on a row. */
  begin(rows: Rows<Row>, index: number): void {
    if (!this.#isPlaced) this.put(rows, index)
  }

  /** Applies newer rows of the same list: the cursor follows its row, or stays at its position. */
  follow(rows: Rows<Row>): void {
    if (this.#isPlaced) this.put(rows, this.#placeIn(rows))
  }

  /** Resets the cursor for another list. */
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

/** Target row of a key; null for other keys. `page` is the number of visible rows. */
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
