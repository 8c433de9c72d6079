// The model's own side: an exchange with a book per market, streams that can be faulty, and every book that there ever was.
import { isDeepStrictEqual } from 'node:util'
import type { BookSide } from '../../../../src-main/exchange/streams/book/book-messages.ts'
import type { BookContent } from '../../../../src-main/exchange/streams/book/book-sides.ts'

/** Uniform in [0, 1). */
export type Random = () => number

export const pick = (random: Random, count: number): number => Math.floor(random() * count)

type Levels = Readonly<Record<BookSide, ReadonlyMap<number, string>>>

/** Prices are whole ticks, so that this side needs none of the arithmetic under test. */
const TICKS = 60
const textOf = (tick: number, random: Random): string => `${String(tick)}.${'0'.repeat(1 + pick(random, 2))}`

export class ModelBook {
  readonly #random: Random
  readonly #levels: Record<BookSide, Map<number, string>> = { asks: new Map(), bids: new Map() }
  /** The levels at each sequence, of each life of the exchange. */
  readonly #history = new Map<string, Levels>()
  readonly market: string
  sequence = 0
  life = 0

  constructor(market: string, random: Random) {
    this.market = market
    this.#random = random
    this.#keep()
  }

  #keep(): void {
    const { asks, bids } = this.#levels
    this.#history.set(`${String(this.life)}:${String(this.sequence)}`, {
      asks: new Map(asks),
      bids: new Map(bids),
    })
  }

  /** One level changes. Bids may reach asks for a moment, which the next changes undo. */
  change(): string {
    const random = this.#random
    const crossed = this.#crossedBid()
    const side: BookSide = crossed === null ? (random() < 0.5 ? 'asks' : 'bids') : 'bids'
    const slip = random() < 0.05 ? 3 : 0
    const tick =
      crossed ??
      (side === 'asks' ? TICKS / 2 - slip + pick(random, TICKS / 2) : 1 + pick(random, TICKS / 2 - 1) + slip)
    const isGone = crossed !== null || (this.#levels[side].has(tick) && random() < 0.45)
    const amount = isGone ? '' : `${String(1 + pick(random, 9))}.${String(pick(random, 100))}5`
    if (isGone) this.#levels[side].delete(tick)
    else this.#levels[side].set(tick, amount)
    this.sequence += 1
    this.#keep()
    const level = [textOf(tick, random), isGone && random() < 0.2 ? '0.00' : amount]
    return JSON.stringify({ [`${this.market}.ob-inc`]: { [side]: level, sequence: this.sequence } })
  }

  #crossedBid(): number | null {
    const ask = Math.min(...this.#levels.asks.keys())
    const bid = Math.max(...this.#levels.bids.keys())
    return bid >= ask ? bid : null
  }

  /** The exchange starts again: the book is as it was, and the sequence begins anew. */
  restart(): void {
    this.life += 1
    this.sequence = 0
    this.#keep()
  }

  #sorted(side: BookSide): [number, string][] {
    const sign = side === 'asks' ? 1 : -1
    return [...this.#levels[side]].sort(([one], [other]) => sign * (one - other))
  }

  snapshot(): string {
    const levelsOf = (side: BookSide) =>
      this.#sorted(side).map(([tick, amount]) => [textOf(tick, this.#random), amount])
    const body = { asks: levelsOf('asks'), bids: levelsOf('bids'), sequence: this.sequence }
    return JSON.stringify({ [`${this.market}.ob-snap`]: body })
  }

  /** What REST answers now, at most `limit` levels a side. */
  rest(limit: number): BookContent {
    const sideOf = (side: BookSide) => {
      const sorted = this.#sorted(side)
      const listed = sorted.slice(0, limit).map(([tick, amount]) => ({ price: String(tick), amount }))
      const next = sorted[limit]
      return { listed, unknownFrom: next === undefined ? null : String(next[0]) }
    }
    const asks = sideOf('asks')
    const bids = sideOf('bids')
    return {
      asks: asks.listed,
      bids: bids.listed,
      unknownFrom: { asks: asks.unknownFrom, bids: bids.unknownFrom },
    }
  }

  /** True if a client's levels are those of this sequence, in any life, up to where the client says that it knows them. */
  isAt(sequence: number, of: Pick<BookContent, 'asks' | 'bids' | 'unknownFrom'>): boolean {
    for (let life = 0; life <= this.life; life += 1) {
      const levels = this.#history.get(`${String(life)}:${String(sequence)}`)
      if (levels !== undefined && isDeepStrictEqual(plain(of), cut(levels, of.unknownFrom))) return true
    }
    return false
  }
}

function plain({ asks, bids }: Pick<BookContent, 'asks' | 'bids'>): unknown {
  const sideOf = (levels: BookContent['asks']) => levels.map(({ price, amount }) => [Number(price), amount])
  return { asks: sideOf(asks), bids: sideOf(bids) }
}

function cut(levels: Levels, unknownFrom: BookContent['unknownFrom']): unknown {
  const sideOf = (side: BookSide) => {
    const sign = side === 'asks' ? 1 : -1
    const bound = unknownFrom[side] === null ? Infinity : sign * Number(unknownFrom[side])
    return [...levels[side]]
      .filter(([tick]) => sign * tick < bound)
      .sort(([one], [other]) => sign * (one - other))
  }
  return { asks: sideOf('asks'), bids: sideOf('bids') }
}
