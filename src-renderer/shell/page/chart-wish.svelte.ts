// Owns: the moment that a chart is asked to show by another view, until it does. Must not: know charts.

/** A market and a time in it, in epoch milliseconds. */
export interface ChartWish {
  readonly market: string
  readonly timeMs: number
}

let wish = $state.raw<ChartWish | null>(null)

export const chartWish = {
  get value(): ChartWish | null {
    return wish
  },
  /** Asks for it; the newest wish counts. */
  ask(asked: ChartWish): void {
    wish = asked
  },
  /** Tells that it was done, or is of no use any more. */
  done(): void {
    wish = null
  },
}
