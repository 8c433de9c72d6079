// Loads a long list in blocks around the viewport and drops stale responses.

/** Response for a range of the list. */
export interface RowsAnswer<Row> {
  /** Rows from the offset on; fewer than requested only at the end. */
  readonly rows: readonly Row[]
  /** Null while rows are still being counted. */
  readonly total: number | null
  /** Offsets may be shifted between responses of different versions. */
  readonly version: number
}

/** Known rows at one moment. Immutable. */
export interface Rows<Row> {
  /** Rows to scroll through; grows while `total` is unknown. */
  readonly length: number
  readonly total: number | null
  /** Rows added above the anchor since the start. */
  readonly shifted: number
  /** Loaded rows in immutable pieces. */
  readonly pieces: readonly (readonly Row[])[]
  at(index: number): Row | undefined
}

/** Data source of a list. */
export interface RowsSource<Row> {
  /** @throws whatever `onerror` accepts */
  read(offset: number, limit: number): Promise<RowsAnswer<Row>>
  idOf(row: Row): number
  onchange(rows: Rows<Row>): void
  onerror(error: unknown): void
}

export const blockRows = 100
/** Rows per request. */
const maxRowsPerRequest = 500
const maxBlocks = 60
const countAgainMs = 300

interface Block<Row> {
  readonly version: number
  readonly rows: readonly Row[]
}

interface RowRange {
  readonly first: number
  readonly last: number
}

/** Whole blocks around these rows, up to the request limit. */
function blocksOver(rows: RowRange): RowRange {
  const last = Math.floor(rows.last / blockRows)
  return {
    first: Math.max(Math.floor(rows.first / blockRows), last - maxRowsPerRequest / blockRows + 1),
    last,
  }
}

function shiftRange({ first, last }: RowRange, by: number): RowRange {
  return { first: Math.max(0, first + by), last: Math.max(0, last + by) }
}

const none: Rows<never> = { length: 0, total: 0, shifted: 0, pieces: [], at: () => undefined }

/** An empty list. */
export function noRows(): Rows<never> {
  return none
}

/**
 * One list: one filter in one order. One request at a time; the next one is chosen from the rows visible by then, so
 * positions passed while scrolling are never loaded. A response of another version invalidates all others: visible rows are
 * reloaded and stay meanwhile; the rest is dropped.
 */
export class RowBlocks<Row> {
  readonly #source: RowsSource<Row>
  readonly #blocks = new Map<number, Block<Row>>()
  #sight: RowRange = { first: 0, last: 0 }
  /** Index of the row that keeps its position; null at the top of the list. */
  #anchor: number | null = null
  #version = -1
  #total: number | null = null
  #length = 0
  #shifted = 0
  #isOld = false
  #isBusy = false
  #isClosed = false
  #isFailed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(source: RowsSource<Row>) {
    this.#source = source
  }

  /**
   * Sets the visible rows and loads missing ones.
   * @param anchor - row that keeps its position when rows are added above it; null for none
   */
  look(first: number, last: number, anchor: number | null): void {
    this.#sight = { first: Math.max(0, first), last: Math.max(0, first, last) }
    this.#anchor = anchor
    if (!this.#isFailed) void this.#pump()
  }

  /** Reloads the visible rows, and other rows when they become visible. */
  refresh(): void {
    this.#isOld = true
    this.#isFailed = false
    void this.#pump()
  }

  /** Drops pending responses from now on. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #pump(): Promise<void> {
    if (this.#isBusy || this.#isOver()) return
    this.#isBusy = true
    try {
      for (;;) {
        const next = this.#isOld ? this.#sightBlocks() : this.#missing()
        if (next === null) break
        const wasOld = this.#isOld
        this.#isOld = false
        const answer = await this.#read(next)
        if (this.#isOver()) return
        await this.#take(next, answer, wasOld)
        if (this.#isOver()) return
        this.#source.onchange(this.#snapshot())
      }
      this.#countAgain()
    } catch (error) {
      if (this.#isOver()) return
      this.#isFailed = this.#isOld = true
      this.#source.onerror(error)
    } finally {
      this.#isBusy = false
    }
  }

  /** A function because the value may change while awaiting a response. */
  #isOver(): boolean {
    return this.#isClosed
  }

  #read({ first, last }: RowRange): Promise<RowsAnswer<Row>> {
    const offset = first * blockRows
    return this.#source.read(offset, Math.min(maxRowsPerRequest, (last - first + 1) * blockRows))
  }

  #sightBlocks(): RowRange {
    return blocksOver(this.#sight)
  }

  /** First visible range without current rows; null when complete. */
  #missing(): RowRange | null {
    const sight = this.#sightBlocks()
    const isWanted = (block: number): boolean =>
      this.#blocks.get(block)?.version !== this.#version && !this.#isBehindEnd(block)
    for (let first = sight.first; first <= sight.last; first += 1) {
      if (!isWanted(first)) continue
      let last = first
      while (last < sight.last && isWanted(last + 1)) last += 1
      return { first, last }
    }
    return null
  }

  #isBehindEnd(block: number): boolean {
    return this.#version >= 0 && this.#total !== null && block > 0 && block * blockRows >= this.#total
  }

  /** Stores a response. Rows added above shift the visible range, which is then requested once more. */
  async #take(asked: RowRange, answer: RowsAnswer<Row>, wasOld: boolean): Promise<void> {
    const isNews = this.#version >= 0 && (wasOld || answer.version !== this.#version)
    const anchor = isNews ? this.#anchor : null
    const kept = anchor === null ? [] : this.#rowsFrom(anchor)
    const totalBefore = this.#total
    // A row's content may change without a change of the list.
    if (wasOld || answer.version !== this.#version) this.#dropUnseen()
    this.#put(asked, answer)
    if (anchor === null || kept.length === 0) return
    let shift = this.#shiftOf(kept, asked, answer.rows)
    const grown = answer.total === null || totalBefore === null ? 0 : answer.total - totalBefore
    if (shift === null && grown !== 0) {
      // The row is not among the loaded ones: it is assumed to have moved by the growth of the list.
      const guessed = blocksOver(shiftRange(this.#sight, grown))
      const again = await this.#read(guessed)
      if (this.#isOver()) return
      shift = this.#shiftOf(kept, guessed, again.rows)
      if (shift !== null) this.#put(guessed, again)
    }
    if (shift === null || shift === 0) return
    this.#moveSight(shift)
    this.#shifted += shift
  }

  /** Visible rows from a row on, with their index. */
  #rowsFrom(anchor: number): { readonly index: number; readonly id: number }[] {
    const rows = []
    for (let index = anchor; index <= this.#sight.last && rows.length < 200; index += 1) {
      const row = this.#at(index)
      if (row !== undefined) rows.push({ index, id: this.#source.idOf(row) })
    }
    return rows
  }

  /** Offset of the first row contained in both; null when there is none. */
  #shiftOf(
    kept: readonly { readonly index: number; readonly id: number }[],
    { first }: RowRange,
    rows: readonly Row[],
  ): number | null {
    const places = new Map(rows.map((row, at) => [this.#source.idOf(row), first * blockRows + at]))
    for (const { index, id } of kept) {
      const place = places.get(id)
      if (place !== undefined) return place - index
    }
    return null
  }

  #moveSight(by: number): void {
    this.#sight = shiftRange(this.#sight, by)
    if (this.#anchor !== null) this.#anchor = Math.max(0, this.#anchor + by)
  }

  #put({ first, last }: RowRange, { rows, total, version }: RowsAnswer<Row>): void {
    this.#version = version
    for (let block = first; block <= last; block += 1) {
      const from = (block - first) * blockRows
      if (from >= maxRowsPerRequest) break
      const part = rows.slice(from, from + blockRows)
      this.#blocks.delete(block)
      this.#blocks.set(block, { version, rows: part })
    }
    this.#total = total
    const known = first * blockRows + rows.length
    this.#length = total ?? Math.max(this.#length, known)
    this.#dropOldest()
  }

  /** Blocks of an earlier version are only kept where visible. */
  #dropUnseen(): void {
    const { first, last } = this.#sightBlocks()
    for (const block of this.#blocks.keys()) if (block < first || block > last) this.#blocks.delete(block)
  }

  #dropOldest(): void {
    const { first, last } = this.#sightBlocks()
    for (const block of this.#blocks.keys()) {
      if (this.#blocks.size <= maxBlocks) return
      if (block < first || block > last) this.#blocks.delete(block)
    }
  }

  #countAgain(): void {
    if (this.#total !== null || this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.refresh(), countAgainMs)
  }

  #at(index: number): Row | undefined {
    return this.#blocks.get(Math.floor(index / blockRows))?.rows[index % blockRows]
  }

  #snapshot(): Rows<Row> {
    const blocks = new Map([...this.#blocks].map(([block, { rows }]) => [block, rows]))
    return {
      length: this.#length,
      total: this.#total,
      shifted: this.#shifted,
      pieces: [...blocks.values()],
      at: (index) => blocks.get(Math.floor(index / blockRows))?.[index % blockRows],
    }
  }
}
