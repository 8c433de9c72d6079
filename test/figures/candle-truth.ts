// Candles of a made-up market in whole numbers, and what by definition is whole of them.

const MINUTE_MS = 60_000
/** An exchange may still change what ended less than this ago. */
export const SETTLE_MS = 2 * MINUTE_MS
export const PERIODS = [1, 5, 15, 30, 60, 120, 240, 360, 720, 1440, 4320, 10080] as const
export type Period = (typeof PERIODS)[number]

/** Prices in whole units, the volume in ten-thousandths. */
export interface TrueCandle {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** The same decimals as text, without zeros at the end. */
export function volumeText(units: number): string {
  const fraction = String(units % 10_000).padStart(4, '0')
  return `${String(Math.floor(units / 10_000))}.${fraction}`.replace(/\.?0+$/, '')
}

/** A market with a trade in most minutes. */
export class TrueMarket {
  readonly #salt: number

  constructor(salt: number) {
    this.#salt = salt
  }

  /** A minute as it is at a moment: halfway it has half its volume, and has not been as high or low. Null: no trade. */
  minute(startMs: number, atMs: number): TrueCandle | null {
    const number = this.#number(startMs / MINUTE_MS)
    if (startMs > atMs || number % 9 === 0) return null
    const open = 1_000 + (number % 700)
    const volume = 2 + 2 * (number % 400_000)
    const isOver = startMs + MINUTE_MS <= atMs
    return {
      startMs,
      open,
      high: open + (isOver ? 2 + (number % 50) : 1),
      low: open - (isOver ? 2 + (number % 30) : 1),
      close: isOver ? open + 2 : open + 1,
      volume: isOver ? volume : volume / 2,
    }
  }

  /** A candle as it is at a moment. Null: no trade. */
  candle(period: Period, startMs: number, atMs: number): TrueCandle | null {
    let made: TrueCandle | null = null
    const endMs = Math.min(startMs + period * MINUTE_MS, atMs + 1)
    for (let minuteMs = startMs; minuteMs < endMs; minuteMs += MINUTE_MS) {
      made = join(made, this.minute(minuteMs, atMs), startMs)
    }
    return made
  }

  /** True where the candle was as described at some moment from its beginning on: some of its minutes, the last perhaps half. */
  wasOnce(period: Period, told: TrueCandle): boolean {
    const { startMs } = told
    let made: TrueCandle | null = null
    for (let minuteMs = startMs; minuteMs < startMs + period * MINUTE_MS; minuteMs += MINUTE_MS) {
      if (isSame(join(made, this.minute(minuteMs, minuteMs), startMs), told)) return true
      made = join(made, this.minute(minuteMs, Infinity), startMs)
      if (isSame(made, told)) return true
    }
    return false
  }

  #number(minute: number): number {
    return (Math.imul(minute ^ this.#salt, 2_654_435_761) ^ Math.imul(minute + 5, 40_503)) >>> 0
  }
}

function join(made: TrueCandle | null, next: TrueCandle | null, startMs: number): TrueCandle | null {
  if (next === null) return made
  if (made === null) return { ...next, startMs }
  return {
    startMs,
    open: made.open,
    high: Math.max(made.high, next.high),
    low: Math.min(made.low, next.low),
    close: next.close,
    volume: made.volume + next.volume,
  }
}

export function isSame(a: TrueCandle | null, b: TrueCandle | null): boolean {
  if (a === null || b === null) return a === b
  return (['startMs', 'open', 'high', 'low', 'close', 'volume'] as const).every((name) => a[name] === b[name])
}

/** Which periods an exchange has told for good, start by start. */
export class Told {
  readonly #final = new Map<Period, Set<number>>()

  note(period: Period, startMs: number, atMs: number): void {
    if (startMs + period * MINUTE_MS > atMs - SETTLE_MS) return
    const starts = this.#final.get(period) ?? new Set()
    this.#final.set(period, starts.add(startMs))
  }

  /** Every piece of it was told for good, of whatever periods they are. */
  isWhole(period: Period, startMs: number): boolean {
    if (this.#final.get(period)?.has(startMs) === true) return true
    if (period === 1) return false
    const parts = PERIODS.filter((part) => part < period && period % part === 0)
    return parts.some((part) => this.#pieces(period, part, startMs).every((at) => this.isWhole(part, at)))
  }

  /** Every piece of it was told for good as candles of one period. */
  isWholeOfOne(period: Period, startMs: number): boolean {
    return PERIODS.some(
      (part) =>
        period % part === 0 &&
        this.#pieces(period, part, startMs).every((at) => this.#final.get(part)?.has(at) === true),
    )
  }

  #pieces(period: Period, part: Period, startMs: number): number[] {
    return Array.from({ length: period / part }, (_, at) => startMs + at * part * MINUTE_MS)
  }
}
