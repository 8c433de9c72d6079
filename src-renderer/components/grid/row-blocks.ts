// Owns: the rows of a long list around what is in sight, read in blocks, whatever is asked for, changes or comes late.
// Must not: know what a row is, or draw.

/** One answer about a stretch of the list. */
export interface RowsAnswer<Row> {
  /** From the offset on; fewer than asked for only at the end. */
  readonly rows: readonly Row[]
  /** Null while that is still being counted. */
  readonly total: number | null
  /** Offsets of answers with different ones may be shifted against each other. */
  readonly version: number
}

/** What is known of the list at one moment. Never changes. */
export interface Rows<Row> {
  /** How many rows there are to scroll through; grows while `total` is not known. */
  readonly length: number
  readonly total: number | null
  /** How many rows came in above the one that keeps its place, since the beginning. */
  readonly shifted: number
  /** The rows that are here, in pieces that never change. */
  readonly pieces: Iterable<readonly Row[]>
  at(index: number): Row | undefined
}

/** What a list is made of. */
export interface RowsSource<Row> {
  /** @throws whatever `onerror` takes */
  read(offset: number, limit: number): Promise<RowsAnswer<Row>>
  idOf(row: Row): number
  onchange(rows: Rows<Row>): void
  onerror(error: unknown): void
}

export const blockRows = 100
/** Rows that one question may ask for. */
const mostAsked = 500
const mostBlocks = 60
const countAgainMs = 300

interface Block<Row> {
  readonly version: number
  readonly rows: readonly Row[]
}

interface Stretch {
  readonly first: number
  readonly last: number
}

/** Whole blocks over these rows, as many as one question may ask for. */
function blocksOver(rows: Stretch): Stretch {
  const last = Math.floor(rows.last / blockRows)
  return { first: Math.max(Math.floor(rows.first / blockRows), last - mostAsked / blockRows + 1), last }
}

function movedBy({ first, last }: Stretch, by: number): Stretch {
  return { first: Math.max(0, first + by), last: Math.max(0, last + by) }
}

const none: Rows<never> = { length: 0, total: 0, shifted: 0, pieces: [], at: () => undefined }

/** No rows at all. */
export function noRows(): Rows<never> {
  return none
}

/**
 * One list: one filter in one order. One question at a time is under way; what is asked next is what is in sight then, so that
 * places passed in flight are never read. Answers of another version make all others old: those in sight are read again, and
 * stay until then; the rest is dropped.
 */
export class RowBlocks<Row> {
  readonly #source: RowsSource<Row>
  readonly #blocks = new Map<number, Block<Row>>()
  #sight: Stretch = { first: 0, last: 0 }
  /** The place of the row that is to keep its place; null where the list is at its top. */
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
   * Says which rows are in sight, and reads what is missing of them.
   * @param anchor - the row that keeps its place when others come in above it; null for none
   */
  look(first: number, last: number, anchor: number | null): void {
    this.#sight = { first: Math.max(0, first), last: Math.max(0, first, last) }
    this.#anchor = anchor
    if (!this.#isFailed) void this.#pump()
  }

  /** Reads again what is in sight, and anything else when it comes in sight. */
  refresh(): void {
    this.#isOld = true
    this.#isFailed = false
    void this.#pump()
  }

  /** Answers that are under way are dropped from now on. */
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

  /** Asked anew each time: it may have come while an answer was waited for. */
  #isOver(): boolean {
    return this.#isClosed
  }

  #read({ first, last }: Stretch): Promise<RowsAnswer<Row>> {
    const offset = first * blockRows
    return this.#source.read(offset, Math.min(mostAsked, (last - first + 1) * blockRows))
  }

  #sightBlocks(): Stretch {
    return blocksOver(this.#sight)
  }

  /** The first stretch in sight of which nothing new enough is here; null when all is. */
  #missing(): Stretch | null {
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

  /** Puts an answer in its place. Rows that came in above move what is in sight, and the answer is asked for there once more. */
  async #take(asked: Stretch, answer: RowsAnswer<Row>, wasOld: boolean): Promise<void> {
    const isNews = this.#version >= 0 && (wasOld || answer.version !== this.#version)
    const anchor = isNews ? this.#anchor : null
    const kept = anchor === null ? [] : this.#rowsFrom(anchor)
    const totalBefore = this.#total
    // What a row came to may change without a change of the list.
    if (wasOld || answer.version !== this.#version) this.#dropUnseen()
    this.#put(asked, answer)
    if (anchor === null || kept.length === 0) return
    let shift = this.#shiftOf(kept, asked, answer.rows)
    const grown = answer.total === null || totalBefore === null ? 0 : answer.total - totalBefore
    if (shift === null && grown !== 0) {
      // So many came in that the row is not among what was read: it stands as far off as the list has grown.
      const guessed = blocksOver(movedBy(this.#sight, grown))
      const again = await this.#read(guessed)
      if (this.#isOver()) return
      shift = this.#shiftOf(kept, guessed, again.rows)
      if (shift !== null) this.#put(guessed, again)
    }
    if (shift === null || shift === 0) return
    this.#moveSight(shift)
    this.#shifted += shift
  }

  /** What is in sight from a row on, with its place. */
  #rowsFrom(anchor: number): { readonly index: number; readonly id: number }[] {
    const rows = []
    for (let index = anchor; index <= this.#sight.last && rows.length < 200; index += 1) {
      const row = this.#at(index)
      if (row !== undefined) rows.push({ index, id: this.#source.idOf(row) })
    }
    return rows
  }

  /** By how much the first row that is in both moved; null when none is. */
  #shiftOf(
    kept: readonly { readonly index: number; readonly id: number }[],
    { first }: Stretch,
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
    this.#sight = movedBy(this.#sight, by)
    if (this.#anchor !== null) this.#anchor = Math.max(0, this.#anchor + by)
  }

  #put({ first, last }: Stretch, { rows, total, version }: RowsAnswer<Row>): void {
    this.#version = version
    for (let block = first; block <= last; block += 1) {
      const from = (block - first) * blockRows
      if (from >= mostAsked) break
      const part = rows.slice(from, from + blockRows)
      this.#blocks.delete(block)
      this.#blocks.set(block, { version, rows: part })
    }
    this.#total = total
    const known = first * blockRows + rows.length
    this.#length = total ?? Math.max(this.#length, known)
    this.#dropOldest()
  }

  /** Blocks of an earlier version are of use only where they are seen. */
  #dropUnseen(): void {
    const { first, last } = this.#sightBlocks()
    for (const block of this.#blocks.keys()) if (block < first || block > last) this.#blocks.delete(block)
  }

  #dropOldest(): void {
    const { first, last } = this.#sightBlocks()
    for (const block of this.#blocks.keys()) {
      if (this.#blocks.size <= mostBlocks) return
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
