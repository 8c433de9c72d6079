// Pending request by another view to show a time on a chart.

/** A market and a time in epoch milliseconds. */
export interface ChartWish {
  readonly market: string
  readonly timeMs: number
}

let wish = $state.raw<ChartWish | null>(null)

export const chartWish = {
  get value(): ChartWish | null {
    return wish
  },
  /** Requests it; the newest request wins. */
  ask(asked: ChartWish): void {
    wish = asked
  },
  /** Clears the request once done or obsolete. */
  done(): void {
    wish = null
  },
}
