// The store's calls for what the user drew on charts, and for marks of what their orders did.
import type { ChartMark } from '../../../src-preload/contract/markets/charts.ts'
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'

export interface MarksQuery {
  readonly market: string
  readonly fromMs: number
  /** Inclusive. */
  readonly toMs: number
  readonly most: number
}

export interface StoredMarks {
  /** Oldest first; at one time by order. */
  readonly marks: ChartMark[]
  /** There are more in the range; those given are the newest. */
  readonly isCut: boolean
}

/** How many drawings there can be on a network. */
export interface MostDrawings {
  readonly ofMarket: number
  readonly inAll: number
}

export interface ChartStoreMethods {
  /** Oldest first. The user's own, by network and market. */
  listDrawings(network: string, market: string): Drawing[]
  /**
   * Adds it, or replaces the one with its id, and is on the disk when it returns. `keptOut`: what is full, its market or the
   * network, and then nothing is changed; null where it was kept. `formerMarket`: of the one with its id; null where there
   * was none.
   */
  putDrawing(
    network: string,
    drawing: Drawing,
    most: MostDrawings,
  ): { keptOut: 'market' | 'all' | null; formerMarket: string | null }
  /** The market that it was on; null where it was not here. */
  removeDrawing(network: string, id: string): string | null
  /**
   * The newest `most` marks of an account's orders in a market within a range of time, and those of its open orders whenever
   * they were placed. A fill whose time was not told stands at the last change of its order. Cost: no more rows than
   * `most` of each kind.
   */
  listMarks(accountId: string, query: MarksQuery): StoredMarks
}
