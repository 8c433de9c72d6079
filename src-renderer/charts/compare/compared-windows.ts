// Follows the candles of compared markets.
import type { CandleWindow } from '../model/candles/candle-window.ts'

type Followed = { readonly window: Pick<CandleWindow, 'subscribe'> }

/** Calls `onChange` when candles of a compared market changed. */
export class ComparedWindows {
  readonly #onChange: () => void
  #stops: readonly (() => void)[] = []

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** Follows these markets instead of the former ones. */
  follow(compared: readonly Followed[]): void {
    for (const stop of this.#stops) stop()
    this.#stops = compared.map(({ window }) => window.subscribe(this.#onChange))
  }
}
