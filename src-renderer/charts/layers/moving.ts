// Owns: what is being placed or moved over the candles before it is kept. Must not: keep it.

/** Where a pointer holds something, not kept yet. */
export interface Held {
  /** Decimal text above zero with the market's decimals. */
  readonly price: string
  /** Epoch milliseconds; the start of a candle. */
  readonly timeMs: number
}

/** Something that is being moved, by its id. */
export interface Moving extends Held {
  readonly id: string
}
