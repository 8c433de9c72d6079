/** A price and time that the pointer places or drags, not saved yet. */
export interface ChartPoint {
  /** Decimal text above zero with the market's decimals. */
  readonly price: string
  /** Epoch milliseconds; the start of a candle. */
  readonly timeMs: number
}

/** A dragged item. */
export interface DraggedItem extends ChartPoint {
  readonly id: string
}
