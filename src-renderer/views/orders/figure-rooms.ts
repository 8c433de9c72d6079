// Owns: how much room the figures of the orders seen so far need. Must not: know columns' widths or the DOM.
import type { Order } from '../../../src-preload/contract/entities.ts'
import { isZeroDecimal, maxFractionDigits, maxIntegerLength } from '../../lib/format/decimal.ts'

/** How many characters the widest figure of a column has, on each side of the point. */
export interface FigureRoom {
  readonly integer: number
  readonly fraction: number
}

export interface FigureRooms {
  readonly price: FigureRoom
  readonly averagePrice: FigureRoom
  readonly volume: FigureRoom
}

const leastRoom: FigureRoom = { integer: 5, fraction: 2 }

function widen(room: FigureRoom, texts: readonly (string | null)[]): FigureRoom {
  const integer = Math.max(room.integer, maxIntegerLength(texts))
  const fraction = Math.max(room.fraction, maxFractionDigits(texts))
  return integer === room.integer && fraction === room.fraction ? room : { integer, fraction }
}

/** Measures each page once. Rooms grow with what was seen and never shrink, so that figures do not jump. */
export class FigureMeter {
  readonly #measured = new WeakSet<readonly Order[]>()
  #rooms: FigureRooms = { price: leastRoom, averagePrice: leastRoom, volume: leastRoom }

  /** The rooms after these pages too; the same object while nothing needs more. Pages must never change. */
  measure(pages: readonly (readonly Order[])[]): FigureRooms {
    for (const page of pages) {
      if (this.#measured.has(page)) continue
      this.#measured.add(page)
      this.#widenFor(page)
    }
    return this.#rooms
  }

  #widenFor(rows: readonly Order[]): void {
    const before = this.#rooms
    const prices = rows.map((row) => row.price)
    const averages = rows.map((row) => (isZeroDecimal(row.averagePrice) ? null : row.averagePrice))
    const volumes = rows.map((row) => row.originVolume)
    const price = widen(before.price, prices)
    const averagePrice = widen(before.averagePrice, averages)
    const volume = widen(before.volume, volumes)
    const isSame = [price === before.price, averagePrice === before.averagePrice, volume === before.volume]
    if (!isSame.every(Boolean)) this.#rooms = { price, averagePrice, volume }
  }
}
