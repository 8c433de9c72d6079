// Pending request by another view to show a time on a chart.

/** A market and a time in epoch milliseconds. */
export interface ChartRequest {
  readonly market: string
  readonly timeMs: number
}

let wish = $state.raw<ChartRequest | null>(null)

export const chartRequest = {
  get value(): ChartRequest | null {
    return wish
  },
  /** Requests it; the newest request wins. */
  ask(asked: ChartRequest): void {
    wish = asked
  },
  /** Clears the request once done or obsolete. */
  done(): void {
    wish = null
  },
}
