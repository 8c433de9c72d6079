// Owns: which rows of a table are drawn and where, while it is scrolled and its rows change. Must not: read or draw them.
import { tick } from 'svelte'
import { headPx, rowPx } from './grid-places.ts'
import type { Rows } from './row-blocks.ts'
import { slotPlaces } from './row-slots.ts'
import { ScrollSpace } from './scroll-space.ts'

/** Rows drawn above and below what is in sight. */
const spareRows = 8
/** Rows read above and below what is in sight. */
const aheadRows = 40
const restMs = 200

/** What the window needs of the element that is scrolled. */
export interface Scrolled {
  scrollTop: number
}

export class GridWindow {
  /** The height of what can be seen, head and all. */
  viewPx = $state(0)
  /** The first row in sight. */
  first = $state(0)
  /** What drawn rows are moved up by. */
  shiftPx = $state(0)
  /** How high the element inside is. */
  elementPx = $state(0)
  /** Being scrolled, until it has rested for a moment. */
  isFlying = $state(false)
  #length = $state(0)
  #origin = $state(0)

  readonly #space = new ScrollSpace()
  readonly #onlook: (first: number, last: number, anchor: number | null) => void
  #element: Scrolled | null = null
  #question = -1
  /** Where we put the element last; a scroll to there is none of the user's. */
  #putPx = 0
  #shifted = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** How many rows can be seen, the last perhaps not whole. */
  readonly seen = $derived(Math.max(0, Math.ceil((this.viewPx - headPx) / rowPx)))
  readonly #count = $derived(Math.min(this.#length, this.seen + 1 + 2 * spareRows))
  readonly #from = $derived(Math.max(0, Math.min(this.first - spareRows, this.#length - this.#count)))
  /** The rows that are drawn. */
  readonly slots: readonly number[] = $derived(slotPlaces(this.#from, this.#count, this.#origin))

  constructor(onlook: (first: number, last: number, anchor: number | null) => void) {
    this.#onlook = onlook
  }

  /** Follows an element until the returned function is called. */
  attach(element: Scrolled): () => void {
    this.#element = element
    return () => {
      clearTimeout(this.#timer)
      this.isFlying = false
      this.#element = null
    }
  }

  /** Tells of rows: of another list, which begins at its top, or later ones of the same. Returns whether it is another. */
  take(rows: Rows<unknown>, question: number): boolean {
    const isOther = question !== this.#question
    const moved = isOther ? 0 : rows.shifted - this.#shifted
    this.#question = question
    this.#shifted = rows.shifted
    this.#length = rows.length
    let scrollTop = this.#space.resize(rows.length * rowPx + headPx, this.viewPx)
    if (isOther || moved !== 0) {
      scrollTop = this.#space.goTo(isOther ? 0 : this.#space.topPx + moved * rowPx)
    }
    this.#note()
    // The element is as high as it must be only once it is drawn.
    void tick().then(() => this.#settle(scrollTop))
    return isOther
  }

  /** Tells that the element was scrolled. */
  follow(): void {
    if (this.#element === null) return
    const { scrollTop } = this.#element
    if (Math.abs(scrollTop - this.#putPx) >= 1) this.isFlying = true
    this.#settle(this.#space.follow(scrollTop))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.isFlying = false
      // At rest the drawn rows stand in the order of the list again, for who reads them in the order of the page.
      this.#origin = this.#from
    }, restMs)
  }

  /** Brings a row into sight. */
  show(index: number): void {
    const top = index * rowPx
    const inView = this.viewPx - headPx
    if (top < this.#space.topPx) this.#settle(this.#space.goTo(top))
    else if (top + rowPx > this.#space.topPx + inView) this.#settle(this.#space.goTo(top + rowPx - inView))
  }

  /** The first row that is in sight as a whole. */
  get top(): number {
    return Math.ceil(this.#space.topPx / rowPx)
  }

  /** How many rows a page of keys moves by. */
  get page(): number {
    return Math.max(1, Math.floor((this.viewPx - headPx) / rowPx) - 1)
  }

  #settle(scrollTop: number): void {
    const element = this.#element
    this.#putPx = scrollTop
    if (element !== null && Math.abs(element.scrollTop - scrollTop) >= 1) element.scrollTop = scrollTop
    this.#note()
    const anchor = this.#space.topPx < rowPx ? null : this.first
    this.#onlook(this.first - aheadRows, this.first + this.seen + aheadRows, anchor)
  }

  #note(): void {
    this.first = Math.floor(this.#space.topPx / rowPx)
    this.shiftPx = this.#space.shiftPx
    this.elementPx = this.#space.elementPx
  }
}
