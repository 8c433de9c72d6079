// Cached text of ticks and labels: formatting a number costs more than drawing it.
import { formatChange } from '../../text/format/chart-number.ts'
import { formatFixed } from '../../text/format/locale.ts'

const mostKept = 400

/** Cache of formatted numbers. */
export class TickTexts {
  readonly #fixed = new Map<number, Map<number, string>>()

  fixed(value: number, decimals: number): string {
    let known = this.#fixed.get(decimals)
    if (known === undefined) {
      known = new Map()
      this.#fixed.set(decimals, known)
    }
    return remember(known, value, () => formatFixed(value, decimals))
  }
}

function remember(known: Map<number, string>, value: number, write: () => string): string {
  const found = known.get(value)
  if (found !== undefined) return found
  const made = write()
  if (known.size >= mostKept) known.clear()
  known.set(value, made)
  return made
}

/** A price in percent of a base, with its sign: +1.24%. */
export function percentText(price: number, base: number): string {
  return formatChange((price / base - 1) * 100).text
}
