// What a made-up account did: orders with fills, and what came and went.
import type { MadeMarket } from './made-prices.ts'
import { sumOf, type Rational } from './rational.ts'
import type { Side } from './raw-rows.ts'

export interface MadeFill {
  readonly id: number
  readonly order: MadeOrder
  /** Whole seconds. */
  readonly timeMs: number
  readonly price: Rational
  readonly amount: Rational
  readonly feeCurrency: string
  readonly feeAmount: Rational
}

export interface MadeOrder {
  readonly id: number
  readonly market: MadeMarket
  readonly side: Side
  /** null for a market order. */
  readonly price: Rational | null
  readonly volume: Rational
  readonly createdMs: number
  cancelledMs: number | null
  /** Oldest first. */
  readonly fills: MadeFill[]
}

export interface MadeMove {
  readonly timeMs: number
  readonly currency: string
  readonly direction: 'in' | 'out'
  readonly amount: Rational
  /** Of an internal transfer; null of a deposit or withdrawal, which the interface does not tell. */
  readonly reference: string | null
}

export type MadeEvent =
  { readonly kind: 'fill'; readonly fill: MadeFill } | { readonly kind: 'move'; readonly move: MadeMove }

export type NewOrder = Pick<MadeOrder, 'market' | 'side' | 'price' | 'volume' | 'createdMs'>
export type NewFill = Omit<MadeFill, 'id' | 'order'>

/** Orders and moves of one account. Grows at any time; what lies in the future is not told yet. */
export class MadeAccount {
  readonly orders: MadeOrder[] = []
  readonly moves: MadeMove[] = []
  #fills = 0
  #events: readonly MadeEvent[] | null = null

  addOrder(order: NewOrder): MadeOrder {
    const added: MadeOrder = { ...order, id: 1_000 + this.orders.length, cancelledMs: null, fills: [] }
    this.orders.push(added)
    return added
  }

  addFill(order: MadeOrder, fill: NewFill): MadeFill {
    this.#fills += 1
    const added: MadeFill = { ...fill, id: 50_000 + this.#fills, order }
    order.fills.push(added)
    this.#events = null
    return added
  }

  addMove(move: MadeMove): void {
    this.moves.push(move)
    this.#events = null
  }

  /** Oldest first; fills of one second by trade id, moves after them. */
  events(): readonly MadeEvent[] {
    if (this.#events !== null) return this.#events
    const timeOf = (event: MadeEvent): number =>
      event.kind === 'fill' ? event.fill.timeMs : event.move.timeMs
    const fills = this.orders
      .flatMap((order) => order.fills)
      .sort((a, b) => a.timeMs - b.timeMs || a.id - b.id)
      .map((fill): MadeEvent => ({ kind: 'fill', fill }))
    const moves = this.moves.map((move): MadeEvent => ({ kind: 'move', move }))
    // The sort is stable.
    this.#events = [...fills, ...moves].sort((a, b) => timeOf(a) - timeOf(b))
    return this.#events
  }

  /** What is filled of an order by then. */
  static filledAt(order: MadeOrder, nowMs: number): Rational {
    return sumOf(order.fills.filter(({ timeMs }) => timeMs <= nowMs).map(({ amount }) => amount))
  }
}
