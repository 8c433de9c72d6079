// The running sum behind a volume-weighted average price, shared by main and the page. Pure.

/** A sum that compensates for rounding (Neumaier), so that long days do not drift. */
class CompensatedSum {
  #sum = 0
  #rest = 0

  add(value: number): void {
    const next = this.#sum + value
    this.#rest += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum
    this.#sum = next
  }

  get value(): number {
    return this.#sum + this.#rest
  }
}

/** Σ typical price × volume ÷ Σ volume of the added candles; the typical price is (high + low + close) / 3. */
export class VwapSum {
  readonly #worth = new CompensatedSum()
  readonly #amount = new CompensatedSum()

  add(high: number, low: number, close: number, volume: number): void {
    this.#worth.add(((high + low + close) / 3) * volume)
    this.#amount.add(volume)
  }

  /** NaN until something was traded. */
  get value(): number {
    // 0 / 0 is NaN.
    return this.#worth.value / this.#amount.value
  }
}
