// What a user expects of drawings, as plain data: per market those that are there, and the pictures that undo goes back through.
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'

export type Picture = readonly Drawing[]

/** A change with the picture on either side of it. */
interface Step {
  readonly before: Picture
  readonly after: Picture
}

interface Market {
  picture: Picture
  done: readonly Step[]
  undone: readonly Step[]
  /** The drawing whose nudges were the last change, which others of it join. */
  nudged: string | null
}

export class DrawingModel {
  /** What Ctrl C took, as it was then. */
  copied: Drawing | null = null
  readonly #markets: ReadonlyMap<string, Market>

  constructor(markets: readonly string[]) {
    const empty = (): Market => ({ picture: [], done: [], undone: [], nudged: null })
    this.#markets = new Map(markets.map((market) => [market, empty()]))
  }

  of(market: string): Picture {
    return this.#market(market).picture
  }

  /** Those that can be seen. */
  shown(market: string): Picture {
    return this.of(market).filter(({ isHidden }) => !isHidden)
  }

  /** One change, undone as one. What was undone before cannot be redone after it. */
  change(market: string, after: Picture): void {
    const one = this.#market(market)
    one.done = [...one.done, { before: one.picture, after }]
    one.undone = []
    one.picture = after
    one.nudged = null
  }

  put(market: string, drawing: Drawing): void {
    this.change(market, withDrawing(this.of(market), drawing))
  }

  remove(market: string, id: string): void {
    this.change(
      market,
      this.of(market).filter((one) => one.id !== id),
    )
  }

  /** Moved by keys: undone together with what the keys did to the same drawing right before. */
  nudge(market: string, drawing: Drawing): void {
    const one = this.#market(market)
    const last = one.nudged === drawing.id ? one.done.at(-1) : undefined
    this.put(market, drawing)
    if (last !== undefined) one.done = [...one.done.slice(0, -2), { ...last, after: one.picture }]
    one.nudged = drawing.id
  }

  /** False where there is nothing to undo. */
  undo(market: string): boolean {
    const one = this.#market(market)
    const step = one.done.at(-1)
    if (step === undefined) return false
    one.done = one.done.slice(0, -1)
    one.undone = [...one.undone, step]
    one.picture = step.before
    one.nudged = null
    return true
  }

  redo(market: string): boolean {
    const one = this.#market(market)
    const step = one.undone.at(-1)
    if (step === undefined) return false
    one.undone = one.undone.slice(0, -1)
    one.done = [...one.done, step]
    one.picture = step.after
    one.nudged = null
    return true
  }

  /** The page began anew: the drawings are there, and what was copied or could be undone is not. */
  restart(): void {
    this.copied = null
    for (const one of this.#markets.values()) {
      one.done = []
      one.undone = []
      one.nudged = null
    }
  }

  #market(market: string): Market {
    const found = this.#markets.get(market)
    if (found === undefined) throw new Error(`no market ${market}`)
    return found
  }
}

function withDrawing(picture: Picture, drawing: Drawing): Picture {
  const isKnown = picture.some(({ id }) => id === drawing.id)
  return isKnown ? picture.map((one) => (one.id === drawing.id ? drawing : one)) : [...picture, drawing]
}
