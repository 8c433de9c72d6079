// What a context menu of a chart was opened on.
export interface PointedAt {
  /** Decimal text with the market's decimals; null on axes and panes. */
  readonly price: string | null
  /** Start of the candle there, in epoch milliseconds. */
  readonly atMs: number
  readonly orderId: number | null
  readonly drawingId: string | null
  readonly alertId: string | null
}
